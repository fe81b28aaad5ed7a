//! Loaders of the dashboard.

use contract::painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes};

use super::{CallCount, LoadResult, Loader};
use crate::upstream::{
    Session,
    lists::{TotaisMensais, TotaisPorSeguradora},
};

impl Loader for TotalStatusSeguradorasMes {
    type Value = TotaisPorSeguradora;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<TotaisPorSeguradora> {
        session.read(self).await
    }
}

impl Loader for TotalStatusAcionamentoAno {
    type Value = TotaisMensais;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<TotaisMensais> {
        session.read(self).await
    }
}
