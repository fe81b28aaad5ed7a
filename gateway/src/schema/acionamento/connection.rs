//! Pages of acionamentos: the filter, the page, and the connection type.

use std::{
    hash::{Hash, Hasher},
    ops::Range,
    sync::Arc,
};

use async_graphql::{ID, InputObject, OneofObject};
use macros::object;

use super::{
    Acionamento, SERVICE,
    cursor::{self, PageArguments, PageBounds},
    order::OrdemAcionamentos,
    search::Search,
};
use crate::{
    loaders::{
        Answer, CallCount, Loader,
        acionamento::{AcionamentoLoader, AcionamentosLoader, ListFilter},
    },
    schema::{
        error::Error,
        executor::{Context, Resolved},
        scalars::Decimal,
        text,
    },
    session::Session,
    upstream::{
        Freshness,
        acionamentos::{self, Acionamentos, Selection},
        lists::{RowRef, Rows as _},
    },
};

/// Filter of acionamentos: exactly one of these. The services have no other.
#[derive(Clone, OneofObject)]
pub enum FiltroAcionamentos {
    /// By status: its code.
    Status(ID),
    /// By authorization number, complete.
    Autorizacao(String),
    /// By claim number, complete.
    Sinistro(String),
    /// By insurer and status.
    SeguradoraStatus(SeguradoraStatus),
}

/// An insurer and a status.
#[derive(Clone, InputObject)]
pub struct SeguradoraStatus {
    /// Code of the insurer.
    pub seguradora: ID,
    /// Code of the status.
    pub status: ID,
}

/// A page with its filter, search and order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageRequest {
    list: ListLoader,
    search: Option<Search>,
    ordem: OrdemAcionamentos,
    bounds: PageBounds,
}

/// The loader of the whole list.
#[derive(Clone, PartialEq, Eq, Hash)]
enum ListLoader {
    /// A list of one, from the loader of the field `acionamento`.
    One(AcionamentoLoader),
    Many(AcionamentosLoader),
}

/// Selects a page of a loaded list. Long lists are searched and sorted on the blocking pool.
#[derive(Clone)]
struct PageLoader {
    request: PageRequest,
    /// The loaded list. It is the same for equal requests, so it is no part of the key.
    list: Arc<Acionamentos>,
}

/// A page of acionamentos, and totals of the whole list.
pub struct AcionamentoConnection {
    ordem: OrdemAcionamentos,
    /// The rows of all pages.
    selection: Arc<Selection>,
    /// The rows of this page.
    range: Range<usize>,
    page: Arc<acionamentos::Page>,
}

/// An acionamento with its cursor.
pub struct AcionamentoEdge {
    ordem: OrdemAcionamentos,
    node: Acionamento,
}

/// The position of a page in its list.
pub struct PageInfo<'a>(&'a AcionamentoConnection);

impl FiltroAcionamentos {
    /// The loader of the list. `freshness` says whether a cached list will do.
    fn loader(self, freshness: Freshness) -> Result<ListLoader, Error> {
        let filter = match self {
            Self::Sinistro(number) => {
                let sinistro = text::text_argument("filtro.sinistro", &number)?;
                return Ok(ListLoader::One(AcionamentoLoader { sinistro }));
            }
            Self::Status(status) => ListFilter::Status(text::text_argument("filtro.status", &status)?),
            Self::Autorizacao(number) => ListFilter::Autorizacao(text::text_argument("filtro.autorizacao", &number)?),
            Self::SeguradoraStatus(SeguradoraStatus { seguradora, status }) => ListFilter::SeguradoraStatus {
                seguradora: text::text_argument("filtro.seguradoraStatus.seguradora", &seguradora)?,
                status: text::text_argument("filtro.seguradoraStatus.status", &status)?,
            },
        };
        Ok(ListLoader::Many(AcionamentosLoader { filter, freshness }))
    }
}

impl PageRequest {
    /// Validates the arguments of the field.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: an argument is invalid.
    pub(super) fn new(
        filtro: FiltroAcionamentos,
        busca: Option<String>,
        ordem: Option<OrdemAcionamentos>,
        page: PageArguments,
        caches_lists: bool,
    ) -> Result<Self, Error> {
        // A following page belongs to the list that the user has seen. The first page is always read anew.
        let freshness = if caches_lists && page.continues() { Freshness::MayBeCached } else { Freshness::Fresh };
        let list = filtro.loader(freshness)?;
        let search = busca.map(|busca| Search::new(&busca)).transpose()?.flatten();
        let ordem = ordem.unwrap_or_default();
        Ok(Self { list, search, ordem, bounds: PageBounds::new(page, ordem)? })
    }

    /// Loads the page.
    ///
    /// # Errors
    /// Those of [`Context::load`].
    pub(super) fn load(self, context: &Context<'_>) -> Resolved<Arc<AcionamentoConnection>> {
        let list = match &self.list {
            ListLoader::One(loader) => context.load_for_another(loader),
            ListLoader::Many(loader) => context.load_for_another(loader),
        };
        context.load(&PageLoader { list: list?, request: self })
    }

    async fn select(&self, list: &Arc<Acionamentos>) -> AcionamentoConnection {
        let ordem = self.ordem;
        let selection = ordem.select(list, self.search.as_ref()).await;
        let range = self.bounds.cut(&selection.places, |at, limit| {
            let row = list.sort_fields(*at);
            ordem.compare(ordem.key(&row).position_of(row.id), limit)
        });
        let page = list.page(&selection.places[range.clone()]);
        AcionamentoConnection { ordem, selection, range, page }
    }
}

impl PartialEq for PageLoader {
    fn eq(&self, other: &Self) -> bool {
        self.request == other.request
    }
}

impl Eq for PageLoader {}

impl Hash for PageLoader {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.request.hash(state);
    }
}

impl Loader for PageLoader {
    type Value = AcionamentoConnection;
    const CALLS: CallCount = CallCount::None;

    async fn load(&self, _: &Session) -> Answer<AcionamentoConnection> {
        Ok(Arc::new(self.request.select(&self.list).await))
    }
}

/// A page of acionamentos, and totals of the whole list.
#[object]
impl AcionamentoConnection {
    /// The acionamentos of this page with their cursors.
    #[sized_by_connection]
    fn edges(&self) -> impl ExactSizeIterator<Item = AcionamentoEdge> {
        self.nodes().map(|node| AcionamentoEdge { ordem: self.ordem, node })
    }

    /// The acionamentos of this page, without cursors.
    #[sized_by_connection]
    fn nodes(&self) -> impl ExactSizeIterator<Item = Acionamento> {
        RowRef::all(&self.page).map(Acionamento)
    }

    /// The position of this page in the list.
    fn page_info(&self) -> PageInfo<'_> {
        PageInfo(self)
    }

    /// Number of acionamentos on all pages, after the search.
    fn total_count(&self) -> Result<i32, Error> {
        i32::try_from(self.selection.places.len()).map_err(|_| Error::out_of_range(SERVICE))
    }

    /// Sum of the values on all pages in BRL, after the search.
    fn valor_total(&self) -> Result<Decimal, Error> {
        self.selection.sum.map(Decimal).ok_or_else(|| Error::out_of_range(SERVICE))
    }
}

/// The position of a page in its list.
#[object]
impl PageInfo<'_> {
    /// Whether there is a page before this one.
    fn has_previous_page(&self) -> bool {
        self.0.range.start > 0
    }

    /// Whether there is a page after this one.
    fn has_next_page(&self) -> bool {
        self.0.range.end < self.0.selection.places.len()
    }

    /// Cursor of the first acionamento, for `before`; null on an empty page.
    fn start_cursor(&self) -> Option<String> {
        self.0.page.rows().first().map(|row| cursor::of(row, self.0.ordem))
    }

    /// Cursor of the last acionamento, for `after`; null on an empty page.
    fn end_cursor(&self) -> Option<String> {
        self.0.page.rows().last().map(|row| cursor::of(row, self.0.ordem))
    }
}

/// An acionamento with its cursor.
#[object]
impl AcionamentoEdge {
    /// Its cursor, for `after` and `before`. Opaque.
    fn cursor(&self) -> String {
        cursor::of(self.node.row(), self.ordem)
    }

    /// The acionamento.
    fn node(&self) -> &Acionamento {
        &self.node
    }
}
