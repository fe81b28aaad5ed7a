//! Loaders of acionamentos: by claim number, and as lists.

use super::{CallCount, LoadResult, Loader};
use crate::{
    session::Session,
    upstream::{Freshness, acionamentos::Acionamentos, lists::RowRef},
};

/// The acionamento with a claim number: a list of one, or an empty one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AcionamentoBySinistroLoader {
    /// The claim number.
    pub sinistro: String,
}

impl Loader for AcionamentoBySinistroLoader {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<Acionamentos> {
        session.upstream().lista_acionamentos_by_sinistro(self.sinistro.clone()).await
    }
}

/// The acionamento with a claim number if it may be reopened; otherwise the service's reason.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReaberturaLoader {
    /// The claim number.
    pub sinistro: String,
}

impl Loader for ReaberturaLoader {
    type Value = RowRef<Acionamentos>;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<RowRef<Acionamentos>> {
        session.upstream().retorna_acionamento_reabertura(self.sinistro.clone()).await
    }
}

/// A list of acionamentos.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListaAcionamentosLoader {
    /// Selects the list.
    pub filter: ListFilter,
    /// Whether a cached list is accepted.
    pub freshness: Freshness,
}

/// The filters by which the services list acionamentos.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ListFilter {
    /// Those in a status.
    Status(String),
    /// Those with an authorization number.
    Autorizacao(String),
    /// Those of an insurer in a status.
    SeguradoraStatus {
        /// Code of the insurer.
        seguradora: String,
        /// Code of the status.
        status: String,
    },
}

impl Loader for ListaAcionamentosLoader {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<Acionamentos> {
        let (upstream, freshness) = (session.upstream(), self.freshness);
        match self.filter.clone() {
            ListFilter::Status(status) => upstream.lista_acionamentos_by_status(status, freshness).await,
            ListFilter::Autorizacao(number) => upstream.lista_acionamentos_by_autorizacao(number, freshness).await,
            ListFilter::SeguradoraStatus { seguradora, status } => {
                upstream.lista_acionamentos_by_seguradora_status(seguradora, status, freshness).await
            }
        }
    }
}
