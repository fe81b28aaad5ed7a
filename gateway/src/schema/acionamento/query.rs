//! The root fields of acionamentos.

use std::sync::Arc;

use contract::{
    acionamento::{ListaAcionamentosBySinistro, RetornaAcionamentoReabertura},
    seguradora::ListaSeguradora,
};
use macros::{object, union};

use super::{
    Acionamento,
    connection::{AcionamentoConnection, PageRequest},
    cursor::{DEFAULT_ROWS, MAX_ROWS, PageArguments},
    filter::{FiltroAcionamentos, MAX_STATUSES},
    order::OrdemAcionamentos,
};
use crate::{
    schema::{
        executor::{Context, Resolved},
        recusa::Recusa,
        text::text_argument,
    },
    upstream::lists::RowRef,
};

/// The root fields of acionamentos.
#[derive(Default)]
pub struct AcionamentoQuery;

/// Whether an acionamento may be reopened: the acionamento if so, the services' reason if not.
#[union]
pub enum ResultadoReabertura {
    /// It may be reopened.
    Acionamento(Acionamento),
    /// It may not.
    Recusa(Recusa),
}

#[object]
impl AcionamentoQuery {
    /// The acionamento with a claim number; null if there is none.
    ///
    /// One call to the services.
    #[loads(ListaAcionamentosBySinistro)]
    pub(super) fn acionamento(
        &self,
        context: &Context<'_>,
        /// The complete claim number.
        sinistro: String,
    ) -> Resolved<Option<Acionamento>> {
        Acionamento::by_sinistro(context, sinistro)
    }

    /// Acionamentos by a filter, searched, sorted and paginated.
    ///
    /// At most one call to the services for each status of `filtro.statusEm`, else one; an order by insurer reads the list of
    /// insurers too. If one of them fails, so does the list.
    /// The next page is `first` with `after: pageInfo.endCursor`, the previous one `last`
    /// with `before: pageInfo.startCursor`. A cursor is a position in the order, so no acionamento is skipped or repeated when
    /// others are added or removed between two pages; one whose own position changes meanwhile, because its insurer is renamed
    /// for example, may be. A cursor is valid for its own order only.
    #[loads(PageRequest, per_item = filtro.status_em, max = MAX_STATUSES)]
    #[loads(ListaSeguradora)]
    #[page(rows = DEFAULT_ROWS, max = MAX_ROWS)]
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of the field in the graph")]
    pub(super) fn acionamentos(
        &self,
        context: &Context<'_>,
        /// The filter.
        filtro: FiltroAcionamentos,
        /// Keeps the acionamentos that contain all of these words, in any order, in any of: claim, authorization, name and
        /// CPF or CNPJ of the insured, pet, policy, status. Accents, case and the punctuation of numbers are ignored. At most
        /// 200 characters; blank keeps all.
        busca: Option<String>,
        /// Order of the list; default `ABERTURA_DESC`, newest first.
        ordem: Option<OrdemAcionamentos>,
        /// Number of rows from the start: 0 to 500. Default 50 if neither `first` nor `last` is given.
        first: Option<i32>,
        /// The page starts after this cursor.
        after: Option<String>,
        /// Number of rows from the end: 0 to 500. Not together with `first`.
        last: Option<i32>,
        /// The page ends before this cursor.
        before: Option<String>,
    ) -> Resolved<Option<Arc<AcionamentoConnection>>> {
        let page = PageArguments { first, after: after.as_deref(), last, before: before.as_deref() };
        PageRequest::new(filtro.parse()?, busca.as_deref(), ordem, page)?.page(context).map(Some)
    }

    /// Whether an acionamento may be reopened: the acionamento if so, the services' reason if not. The mutation
    /// `reabrirAcionamento` reopens it.
    ///
    /// One call to the services.
    #[loads(RetornaAcionamentoReabertura)]
    fn reabertura(
        &self,
        context: &Context<'_>,
        /// The complete claim number.
        sinistro: String,
    ) -> Resolved<Option<ResultadoReabertura>> {
        let sinistro = text_argument("sinistro", &sinistro)?;
        Ok(Some(match context.load_result(&RetornaAcionamentoReabertura { sinistro })? {
            Ok(answer) => ResultadoReabertura::Acionamento(Acionamento(RowRef::clone(&answer))),
            Err(error) => ResultadoReabertura::Recusa(Recusa::from_upstream(error)?),
        }))
    }
}
