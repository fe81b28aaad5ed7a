//! Pages of acionamentos, and the connection type.

use std::{ops::Range, sync::Arc};

use futures_util::future::{OptionFuture, join, join_all};
use macros::object;

use super::{
    Acionamento, SERVICE,
    cursor::{self, PageArguments, PageBounds},
    filter::ListQuery,
    merge::{ListPart, merge},
    order::OrdemAcionamentos,
    sorter::Sorter,
    unknown_code,
};
use crate::{
    loaders::{CallCount, LoadResult, Loader, acionamento::ListFilter, seguradora::SeguradorasLoader},
    schema::{
        error::Error,
        executor::{Context, Resolved},
        scalars::Decimal,
        search::Search,
    },
    session::Session,
    upstream::{
        acionamentos::{Acionamentos, RowId},
        lists::{RowRef, Rows as _},
    },
};

/// A page with its filter, search and order. It is the loader of the page: it reads the lists and selects the rows.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageRequest {
    query: ListQuery,
    search: Option<Search>,
    order: OrdemAcionamentos,
    bounds: PageBounds,
}

/// The rows of a page, and what was computed of all rows.
pub struct AcionamentoConnection {
    sorter: Sorter,
    /// Number of rows on all pages.
    total_count: usize,
    /// The sum of their values; `None` if it is out of range.
    valor_total: Option<Decimal>,
    /// The place of this page among them.
    range: Range<usize>,
    rows: Vec<RowRef<Acionamentos>>,
    /// The lists that have no rows.
    empty_lists: Vec<ListFilter>,
}

/// A row of a page, and what makes its cursor.
pub struct AcionamentoEdge<'a> {
    sorter: &'a Sorter,
    node: Acionamento,
}

/// The page that it describes.
pub struct PageInfo<'a>(&'a AcionamentoConnection);

impl PageRequest {
    /// The page of some lists, of which a filter keeps rows.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: an argument is invalid.
    pub(in crate::schema) fn new(
        query: ListQuery,
        busca: Option<&str>,
        ordem: Option<OrdemAcionamentos>,
        page: PageArguments<'_>,
    ) -> Result<Self, Error> {
        let search = busca.map(Search::new).transpose()?.flatten();
        let order = ordem.unwrap_or_default();
        Ok(Self { query, search, order, bounds: PageBounds::new(page, order)? })
    }

    /// The page. An agent's unknown codes are refused.
    ///
    /// # Errors
    /// Those of [`Context::load`].
    pub(in crate::schema) fn page(&self, context: &Context<'_>) -> Resolved<Arc<AcionamentoConnection>> {
        let page = context.load(self)?;
        if context.is_of_agent() {
            unknown_code::refuse(&page.empty_lists, context)?;
        }
        Ok(page)
    }

    async fn select(&self, lists: &[Arc<Acionamentos>], sorter: Sorter) -> AcionamentoConnection {
        let sorted = sorter.select_lists(lists, self.search.as_ref(), &self.query.rows).await;
        let parts = lists.iter().zip(&sorted).map(|(list, sorted)| {
            let range = self.bounds.cut(&sorted.indices, |at, limit| {
                let row = &list.rows()[*at as usize];
                sorter.order.compare((&sorter.key(row), RowId::of(row)), limit.parts())
            });
            ListPart { list, sorted, range }
        });
        let mut parts: Vec<_> = parts.collect();
        let sum = |sum: Option<Decimal>, part: &ListPart<'_>| sum?.plus(part.sorted.sum.map(Decimal)?);
        let valor_total = parts.iter().fold(Some(Decimal(rust_decimal::Decimal::ZERO)), sum);
        let total_count = parts.iter().map(|part| part.sorted.indices.len()).sum();
        let (range, rows) = match &mut parts[..] {
            [one] => (one.range.clone(), one.list.page(&one.sorted.indices[one.range.clone()])),
            several => merge(several, &sorter, &self.bounds),
        };
        let empty = self.query.lists.iter().zip(lists).filter(|(_, list)| list.rows().is_empty());
        let empty_lists = empty.map(|(filter, _)| filter.clone()).collect();
        AcionamentoConnection { sorter, total_count, valor_total, range, rows, empty_lists }
    }
}

impl Loader for PageRequest {
    type Value = AcionamentoConnection;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<AcionamentoConnection> {
        let freshness = self.bounds.freshness();
        let lists = join_all(self.query.lists.iter().map(|list| list.read(session, freshness)));
        // Shared with the fields of the request by the cache and single flight alone.
        let seguradoras = self.order.is_by_seguradora().then(|| SeguradorasLoader.load(session));
        let (lists, seguradoras) = join(lists, OptionFuture::from(seguradoras)).await;
        // The error of a list comes before that of the insurers.
        let lists = lists.into_iter().collect::<Result<Vec<_>, _>>()?;
        let sorter = Sorter { order: self.order, seguradoras: seguradoras.transpose()? };
        Ok(Arc::new(self.select(&lists, sorter).await))
    }
}

/// A page of acionamentos, and totals of the whole list.
#[object]
impl AcionamentoConnection {
    /// The acionamentos of this page with their cursors.
    #[rows_of_page]
    fn edges(&self) -> impl ExactSizeIterator<Item = AcionamentoEdge<'_>> {
        self.nodes().map(|node| AcionamentoEdge { sorter: &self.sorter, node })
    }

    /// The acionamentos of this page, without cursors.
    #[rows_of_page]
    fn nodes(&self) -> impl ExactSizeIterator<Item = Acionamento> {
        self.rows.iter().map(|row| Acionamento(row.clone()))
    }

    /// The position of this page in the list.
    fn page_info(&self) -> PageInfo<'_> {
        PageInfo(self)
    }

    /// Number of acionamentos on all pages, after the search.
    fn total_count(&self) -> Result<i32, Error> {
        i32::try_from(self.total_count).map_err(|_| Error::out_of_range(SERVICE))
    }

    /// Sum of the values on all pages in BRL, after the search.
    fn valor_total(&self) -> Result<Decimal, Error> {
        self.valor_total.ok_or_else(|| Error::out_of_range(SERVICE))
    }
}

/// The position of a page in its list.
#[object]
#[shareable]
impl PageInfo<'_> {
    /// Whether there is a page before this one.
    fn has_previous_page(&self) -> bool {
        self.0.range.start > 0
    }

    /// Whether there is a page after this one.
    fn has_next_page(&self) -> bool {
        self.0.range.end < self.0.total_count
    }

    /// Cursor of the first acionamento, for `before`; null on an empty page.
    fn start_cursor(&self) -> Option<String> {
        self.0.rows.first().map(|row| cursor::of_row(row.row(), &self.0.sorter))
    }

    /// Cursor of the last acionamento, for `after`; null on an empty page.
    fn end_cursor(&self) -> Option<String> {
        self.0.rows.last().map(|row| cursor::of_row(row.row(), &self.0.sorter))
    }
}

/// An acionamento with its cursor.
#[object]
impl AcionamentoEdge<'_> {
    /// Its cursor, for `after` and `before`. Opaque.
    fn cursor(&self) -> String {
        cursor::of_row(self.node.row(), self.sorter)
    }

    /// The acionamento.
    fn node(&self) -> &Acionamento {
        &self.node
    }
}
