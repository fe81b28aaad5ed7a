//! A list of acionamentos: which ones, and a page of them.

use std::{
    hash::{Hash, Hasher},
    ops::Range,
    sync::Arc,
};

use async_graphql::{ID, InputObject, OneofObject};
use macros::object;

use super::{
    Acionamento, SERVICE,
    cursor::{self, Page, PageArguments},
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

/// Which acionamentos: exactly one of these, as the services answer no other question.
#[derive(Clone, OneofObject)]
pub enum FiltroAcionamentos {
    /// Those in a status, by its code.
    Status(ID),
    /// Those with an authorization number, whole.
    Autorizacao(String),
    /// The one with a claim number, whole.
    Sinistro(String),
    /// Those of an insurer in a status.
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

/// A page that is asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Listing {
    list: ListLoader,
    search: Option<Search>,
    ordem: OrdemAcionamentos,
    page: Page,
}

/// Reads the list of which a page is asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum ListLoader {
    /// A list of one, which the field `acionamento` reads too.
    One(AcionamentoLoader),
    Many(AcionamentosLoader),
}

/// Selects a page from a list, where that takes long on another thread.
#[derive(Clone)]
struct PageLoader {
    listing: Listing,
    /// What the list's loader gave, which is the same for equal listings.
    list: Arc<Acionamentos>,
}

/// A page of a list of acionamentos, and figures of the whole list.
pub struct AcionamentoConnection {
    ordem: OrdemAcionamentos,
    /// The rows of all pages.
    selection: Arc<Selection>,
    /// Which of them are on this page.
    range: Range<usize>,
    page: Arc<acionamentos::Page>,
}

/// A place in a list and the acionamento there.
pub struct AcionamentoEdge {
    ordem: OrdemAcionamentos,
    node: Acionamento,
}

/// Where a page is in its list.
pub struct PageInfo<'a>(&'a AcionamentoConnection);

impl FiltroAcionamentos {
    /// The list's loader.
    fn loader(self, freshness: Freshness) -> Result<ListLoader, Error> {
        let filter = match self {
            Self::Sinistro(number) => {
                let sinistro = text::asked("filtro.sinistro", &number)?;
                return Ok(ListLoader::One(AcionamentoLoader { sinistro }));
            }
            Self::Status(status) => ListFilter::Status(text::asked("filtro.status", &status)?),
            Self::Autorizacao(number) => ListFilter::Autorizacao(text::asked("filtro.autorizacao", &number)?),
            Self::SeguradoraStatus(SeguradoraStatus { seguradora, status }) => ListFilter::SeguradoraStatus {
                seguradora: text::asked("filtro.seguradoraStatus.seguradora", &seguradora)?,
                status: text::asked("filtro.seguradoraStatus.status", &status)?,
            },
        };
        Ok(ListLoader::Many(AcionamentosLoader { filter, freshness }))
    }
}

impl Listing {
    /// Reads the arguments of a list.
    ///
    /// # Errors
    /// `BAD_USER_INPUT` if they ask for what there cannot be.
    pub(super) fn new(
        filtro: FiltroAcionamentos,
        busca: Option<String>,
        ordem: Option<OrdemAcionamentos>,
        page: PageArguments,
        caches_lists: bool,
    ) -> Result<Self, Error> {
        // The next page is one of the list that the reader has seen; the first one is always asked for.
        let freshness = if caches_lists && page.continues() { Freshness::MayBeCached } else { Freshness::Fresh };
        let list = filtro.loader(freshness)?;
        let search = busca.map(|busca| Search::new(&busca)).transpose()?.flatten();
        let ordem = ordem.unwrap_or_default();
        Ok(Self { list, search, ordem, page: Page::new(page, ordem)? })
    }

    /// The page.
    ///
    /// # Errors
    /// Those of [`Context::load`].
    pub(super) fn load(self, context: &Context<'_>) -> Resolved<Arc<AcionamentoConnection>> {
        let list = match &self.list {
            ListLoader::One(loader) => context.load_for_another(loader),
            ListLoader::Many(loader) => context.load_for_another(loader),
        };
        context.load(&PageLoader { list: list?, listing: self })
    }

    async fn cut(&self, list: &Arc<Acionamentos>) -> AcionamentoConnection {
        let ordem = self.ordem;
        let selection = ordem.select(list, self.search.as_ref()).await;
        let range = self.page.cut(&selection.places, |at, limit| {
            let row = list.sort_fields(*at);
            ordem.compare(ordem.key(&row).place_of(row.id), limit)
        });
        let page = list.page(&selection.places[range.clone()]);
        AcionamentoConnection { ordem, selection, range, page }
    }
}

impl PartialEq for PageLoader {
    fn eq(&self, other: &Self) -> bool {
        self.listing == other.listing
    }
}

impl Eq for PageLoader {}

impl Hash for PageLoader {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.listing.hash(state);
    }
}

impl Loader for PageLoader {
    type Value = AcionamentoConnection;
    const CALLS: CallCount = CallCount::None;

    async fn load(&self, _: &Session) -> Answer<AcionamentoConnection> {
        Ok(Arc::new(self.listing.cut(&self.list).await))
    }
}

/// A page of a list of acionamentos, and figures of the whole list.
#[object]
impl AcionamentoConnection {
    /// The rows of this page with their cursors.
    #[sized_by_connection]
    fn edges(&self) -> impl ExactSizeIterator<Item = AcionamentoEdge> {
        self.nodes().map(|node| AcionamentoEdge { ordem: self.ordem, node })
    }

    /// The rows of this page, where their cursors are not needed.
    #[sized_by_connection]
    fn nodes(&self) -> impl ExactSizeIterator<Item = Acionamento> {
        RowRef::all(&self.page).map(Acionamento)
    }

    /// Where this page is in the list.
    fn page_info(&self) -> PageInfo<'_> {
        PageInfo(self)
    }

    /// How many rows the whole list has, all pages together, after the search.
    fn total_count(&self) -> Result<i32, Error> {
        i32::try_from(self.selection.places.len()).map_err(|_| Error::out_of_range(SERVICE))
    }

    /// Sum of the values of the whole list in BRL, all pages together, after the search.
    fn valor_total(&self) -> Result<Decimal, Error> {
        self.selection.sum.map(Decimal).ok_or_else(|| Error::out_of_range(SERVICE))
    }
}

/// Where a page is in its list.
#[object]
impl PageInfo<'_> {
    /// Whether there are rows before this page.
    fn has_previous_page(&self) -> bool {
        self.0.range.start > 0
    }

    /// Whether there are rows after this page.
    fn has_next_page(&self) -> bool {
        self.0.range.end < self.0.selection.places.len()
    }

    /// Cursor of the page's first row, for `before`; null on an empty page.
    fn start_cursor(&self) -> Option<String> {
        self.0.page.rows().first().map(|row| cursor::of(row, self.0.ordem))
    }

    /// Cursor of the page's last row, for `after`; null on an empty page.
    fn end_cursor(&self) -> Option<String> {
        self.0.page.rows().last().map(|row| cursor::of(row, self.0.ordem))
    }
}

/// A place in a list and the acionamento there.
#[object]
impl AcionamentoEdge {
    /// The place, for `after` and `before`. Opaque: do not take it apart.
    fn cursor(&self) -> String {
        cursor::of(self.node.row(), self.ordem)
    }

    /// The acionamento.
    fn node(&self) -> &Acionamento {
        &self.node
    }
}
