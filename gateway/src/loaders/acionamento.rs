//! Loaders of acionamentos by claim number, and the lists that pages of them are taken from.

use contract::acionamento::{
    ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
    ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
};

use super::{CallCount, LoadResult, Loader};
use crate::upstream::{Freshness, Session, acionamentos::Acionamentos, lists::RowRef};

impl Loader for ListaAcionamentosBySinistro {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<Acionamentos> {
        session.read(self).await
    }
}

impl Loader for RetornaAcionamentoReabertura {
    type Value = RowRef<Acionamentos>;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<RowRef<Acionamentos>> {
        session.retorna_acionamento_reabertura(self).await
    }
}

/// A list of acionamentos, by what the services can list them by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ListFilter {
    /// The one with a claim number: a list of one, or an empty one.
    Sinistro(String),
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

impl ListFilter {
    /// Reads the list. `freshness` says whether a cached one is accepted.
    pub async fn read(&self, session: &Session, freshness: Freshness) -> LoadResult<Acionamentos> {
        match self.clone() {
            Self::Sinistro(sinistro) => session.read(&ListaAcionamentosBySinistro { sinistro }).await,
            Self::Status(status) => session.read_list(&ListaAcionamentosByStatus { status }, freshness).await,
            Self::Autorizacao(autorizacao) => {
                session.read_list(&ListaAcionamentosByAutorizacao { autorizacao }, freshness).await
            }
            Self::SeguradoraStatus { seguradora, status } => {
                session.read_list(&ListaAcionamentosBySeguradoraStatus { seguradora, status }, freshness).await
            }
        }
    }
}
