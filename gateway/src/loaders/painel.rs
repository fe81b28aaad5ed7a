//! Loaders of the dashboard.

use contract::painel::{QuantidadeTotal, Total};

use super::{CallCount, LoadResult, Loader};
use crate::{
    session::Session,
    upstream::lists::{TotaisMensais, TotaisPorSeguradora},
};

/// Acionamentos opened today.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AbertosHojeLoader;

impl Loader for AbertosHojeLoader {
    type Value = Total;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<Total> {
        session.upstream().total_acionamento_abertos_dia().await
    }
}

/// Acionamentos opened this month.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AbertosNoMesLoader;

impl Loader for AbertosNoMesLoader {
    type Value = Total;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<Total> {
        session.upstream().total_acionamento_abertos_mes().await
    }
}

/// Acionamentos billed this month.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FaturadosNoMesLoader;

impl Loader for FaturadosNoMesLoader {
    type Value = Total;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<Total> {
        session.upstream().total_acionamento_faturados_mes().await
    }
}

/// Number of active insurers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TotalDeSeguradorasLoader;

impl Loader for TotalDeSeguradorasLoader {
    type Value = QuantidadeTotal;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<QuantidadeTotal> {
        session.upstream().total_seguradoras().await
    }
}

/// This month's totals by insurer and status.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct StatusPorSeguradoraLoader;

impl Loader for StatusPorSeguradoraLoader {
    type Value = TotaisPorSeguradora;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<TotaisPorSeguradora> {
        session.upstream().total_status_seguradoras_mes().await
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
        session.upstream().total_status_acionamento_ano(self.ano).await
    }
}
