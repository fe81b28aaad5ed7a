//! Loaders of the dashboard.

use contract::painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes};

use super::{CallCount, LoadResult, Loader};
use crate::{
    session::Session,
    upstream::lists::{TotaisMensais, TotaisPorSeguradora},
};

impl Loader for TotalStatusSeguradorasMes {
    type Value = TotaisPorSeguradora;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<TotaisPorSeguradora> {
        session.services().read(self).await
    }
}

impl Loader for TotalStatusAcionamentoAno {
    type Value = TotaisMensais;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<TotaisMensais> {
        session.services().read(self).await
    }
}
