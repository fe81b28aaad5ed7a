//! The subscriptions of acionamentos: queries whose response is sent again whenever it changes.

use std::sync::Arc;

use contract::{acionamento::ListaAcionamentosBySinistro, seguradora::ListaSeguradora};
use macros::object;

use super::{
    Acionamento,
    connection::{AcionamentoConnection, PageRequest},
    cursor::{DEFAULT_ROWS, MAX_ROWS},
    filter::{FiltroAcionamentos, MAX_STATUSES},
    order::OrdemAcionamentos,
    query::AcionamentoQuery,
};
use crate::schema::executor::{Context, Resolved};

/// The root fields of subscriptions to acionamentos.
#[derive(Default)]
pub struct AcionamentoSubscription;

#[object]
impl AcionamentoSubscription {
    /// The acionamento with a claim number; null while there is none. At once, and whenever a selected field changes.
    #[loads(ListaAcionamentosBySinistro)]
    fn acionamento(
        &self,
        context: &Context<'_>,
        /// The complete claim number.
        sinistro: String,
    ) -> Resolved<Option<Acionamento>> {
        AcionamentoQuery.acionamento(context, sinistro)
    }

    /// The first page of acionamentos by a filter, searched and sorted: at once, and whenever a selected field of
    /// it changes. Further pages are those of the query `acionamentos`.
    #[loads(PageRequest, per_item = filtro.status_em, max = MAX_STATUSES)]
    #[loads(ListaSeguradora)]
    #[page(rows = DEFAULT_ROWS, max = MAX_ROWS)]
    fn acionamentos(
        &self,
        context: &Context<'_>,
        /// The filter.
        filtro: FiltroAcionamentos,
        /// Keeps the acionamentos that contain all of these words, as in the query `acionamentos`.
        busca: Option<String>,
        /// Order of the list; default `ABERTURA_DESC`, newest first.
        ordem: Option<OrdemAcionamentos>,
        /// Number of rows from the start: 0 to 500. Default 50.
        first: Option<i32>,
    ) -> Resolved<Option<Arc<AcionamentoConnection>>> {
        AcionamentoQuery.acionamentos(context, filtro, busca, ordem, first, None, None, None)
    }
}
