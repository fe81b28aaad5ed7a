//! Loaders of the dashboard.

use contract::painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes};

use super::{CallCount, LoadResult, Loader};
use crate::{
    session::Session,
    upstream::lists::{TotaisMensais, TotaisPorSeguradora},
};

/// This month's totals by insurer and status.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct StatusPorSeguradoraLoader;

impl Loader for StatusPorSeguradoraLoader {
    type Value = TotaisPorSeguradora;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<TotaisPorSeguradora> {
        session.services().read(&TotalStatusSeguradorasMes {}).await
    }
}

/// A year's totals by month and status.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TotaisPorStatusLoader {
    /// The year.
    pub ano: i32,
}

impl Loader for TotaisPorStatusLoader {
    type Value = TotaisMensais;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<TotaisMensais> {
        session.services().read(&TotalStatusAcionamentoAno { ano: self.ano }).await
    }
}
