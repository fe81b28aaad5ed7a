//! Pages of acionamentos, and the connection type.

use std::{
    collections::HashSet,
    ops::Range,
    panic::resume_unwind,
    sync::{Arc, LazyLock},
    thread::available_parallelism,
};

use contract::seguradora::ListaSeguradora;
use foldhash::fast::RandomState;
use futures_util::future::{OptionFuture, join, join_all};
use macros::object;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{
    Acionamento, SERVICE,
    cursor::{self, PageArguments, PageBounds},
    filter::ListQuery,
    order::{OrdemAcionamentos, Sorter},
    unknown_code,
};
use crate::{
    loaders::{CallCount, LoadResult, Loader, acionamento::ListFilter},
    schema::{
        error::Error,
        executor::{Context, Resolved},
        scalars::Decimal,
        search::Search,
    },
    upstream::{
        Freshness, Session,
        acionamentos::Acionamentos,
        lists::{RowRef, Rows as _},
    },
};

/// Most rows that are searched and sorted on the async worker; more of them go to the blocking pool.
const MAX_INLINE: usize = 500;

/// Limits searching and sorting on the blocking pool to half of the processors.
static THREADS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, |threads| threads.get().div_ceil(2))));

/// A page with its filter, search and order. It is the loader of the page: it reads the lists and selects the rows. A field that
/// loads it declares `ListaSeguradora` too, which an order by insurer reads.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageRequest {
    query: ListQuery,
    freshness: Freshness,
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
    /// Lists that came back empty, whose codes [`unknown_code`] checks for agents.
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
        let (order, freshness) = (ordem.unwrap_or_default(), page.freshness(query.lists.len()));
        Ok(Self { query, freshness, search, order, bounds: PageBounds::new(page, order)? })
    }

    /// The page. An agent's unknown codes are refused.
    ///
    /// # Errors
    /// Those of [`Context::load`].
    pub(in crate::schema) fn page(&self, context: &Context<'_>) -> Resolved<Arc<AcionamentoConnection>> {
        let page = context.load(self)?;
        if context.agent_wrote_arguments() {
            unknown_code::refuse_unknown(&page.empty_lists, context)?;
        }
        Ok(page)
    }

    fn select(&self, lists: &[Arc<Acionamentos>], sorter: Sorter) -> AcionamentoConnection {
        let mut finder = self.search.as_ref().map(Search::finder);
        let mut seen = HashSet::<_, RandomState>::default();
        let mut valor_total = Some(Decimal(rust_decimal::Decimal::ZERO));
        // The positions stand side by side, so that sorting does not fetch each row from memory.
        let mut rows = Vec::new();
        for list in lists {
            for (at, row) in list.rows().iter().enumerate() {
                if self.query.rows.selects(row)
                    && finder.as_mut().is_none_or(|finder| finder.finds(row))
                    // An acionamento whose status changed between two calls is in both lists.
                    && (lists.len() == 1 || seen.insert((&*row.cd_acionamento, &*row.nr_sinistro)))
                {
                    valor_total = valor_total.and_then(|sum| sum.plus(row.vl_total.into()));
                    rows.push((sorter.position(row), list, at));
                }
            }
        }
        let order = sorter.order;
        rows.sort_by(|(a, ..), (b, ..)| order.compare(a, b));
        let range = self.bounds.cut(&rows, |(position, ..), limit| order.compare(position, limit));
        let of_page = rows[range.clone()].iter().map(|(_, list, at)| RowRef::new(list, *at)).collect();
        let empty = self.query.lists.iter().zip(lists).filter(|(_, list)| list.rows().is_empty());
        let empty_lists = empty.map(|(filter, _)| filter.clone()).collect();
        AcionamentoConnection { sorter, total_count: rows.len(), valor_total, range, rows: of_page, empty_lists }
    }
}

impl Loader for PageRequest {
    type Value = AcionamentoConnection;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> LoadResult<AcionamentoConnection> {
        let lists = join_all(self.query.lists.iter().map(|list| list.read(session, self.freshness)));
        // Not through the request's `Loaded`: fields that read the insurers share this call only through the cache, or while it
        // is in flight.
        let seguradoras = self.order.is_by_seguradora().then(|| ListaSeguradora {}.load(session));
        let (lists, seguradoras) = join(lists, OptionFuture::from(seguradoras)).await;
        // The error of a list comes before that of the insurers.
        let lists = lists.into_iter().collect::<Result<Vec<_>, _>>()?;
        let sorter = Sorter { order: self.order, seguradoras: seguradoras.transpose()? };
        if lists.iter().map(|list| list.rows().len()).sum::<usize>() <= MAX_INLINE {
            return Ok(Arc::new(self.select(&lists, sorter)));
        }
        let (request, permit) = (self.clone(), THREADS.acquire().await);
        let page = spawn_blocking(move || {
            let _permit = permit;
            request.select(&lists, sorter)
        });
        Ok(Arc::new(page.await.unwrap_or_else(|error| resume_unwind(error.into_panic()))))
    }
}

/// A page of acionamentos, and totals of the whole list.
#[object]
impl AcionamentoConnection {
    /// The acionamentos of this page with their cursors.
    #[rows_of_page]
    fn edges(&self) -> Vec<AcionamentoEdge<'_>> {
        self.nodes().into_iter().map(|node| AcionamentoEdge { sorter: &self.sorter, node }).collect()
    }

    /// The acionamentos of this page, without cursors.
    #[rows_of_page]
    fn nodes(&self) -> Vec<Acionamento> {
        self.rows.iter().cloned().map(Acionamento).collect()
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

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, sync::Arc};

    use async_graphql::resolver_utils::EnumType as _;
    use contract::{acionamento::status_text, value::Money};
    use proptest::{collection::vec, prelude::*, sample::select};
    use rust_decimal::Decimal;

    use super::{ListQuery, OrdemAcionamentos, PageRequest, Sorter};
    use crate::{
        schema::{
            acionamento::{
                cursor::{MAX_ROWS, PageArguments},
                filter::RowFilter,
                order::SortPosition,
                sample,
            },
            search::fold,
        },
        upstream::{
            acionamentos::{Acionamentos, Row},
            lists::Rows as _,
        },
    };

    /// Whether one of the row's fields contains a word.
    fn contains(row: &Row<'_>, word: &str) -> bool {
        let bare = |text: &str| fold(text).replace(['.', '-', '/'], "");
        let numbers = [
            Some(&*row.nr_sinistro),
            row.nr_autorizacao.as_deref(),
            Some(&*row.nr_cpf_cnpj),
            row.nr_apolice.as_deref(),
        ];
        let texts = [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(status_text(&row.cd_status, &row.ds_status))];
        numbers.iter().chain(&texts).flatten().any(|text| fold(text).contains(&fold(word)))
            || !bare(word).is_empty() && numbers.iter().flatten().any(|text| bare(text).contains(&bare(word)))
    }

    /// The naive selection, row by row; of two lists each acionamento once.
    fn naive(lists: &[Arc<Acionamentos>], words: &[String], sorter: &Sorter) -> (Vec<[String; 2]>, Decimal) {
        let rows = lists.iter().flat_map(|list| list.rows()).filter(|row| words.iter().all(|word| contains(row, word)));
        let mut seen = HashSet::new();
        let found: Vec<_> =
            rows.filter(|row| lists.len() == 1 || seen.insert((&*row.cd_acionamento, &*row.nr_sinistro))).collect();
        let mut positions: Vec<SortPosition<'_>> = found.iter().map(|row| sorter.position(row)).collect();
        positions.sort_by(|a, b| sorter.order.compare(a, b));
        (
            positions.into_iter().map(|position| [position.code, position.sinistro].map(Into::into)).collect(),
            found.iter().map(|row| row.vl_total.0).sum(),
        )
    }

    proptest! {
        #[test]
        fn a_page_equals_the_naive_one(
            rows in vec(("[AaÁçB ]{0,12}", "[A-C]-?[0-2]{1,3}/[0-2]", 0..3_i64, 0..3_i64), 0..12),
            words in vec("[aÁcb0-2]{1,3}|[0-2]/[0-2]", 0..3),
            order in select(OrdemAcionamentos::items().iter().map(|item| item.value).collect::<Vec<_>>()),
            insurers in vec("[AaÁçB ]{0,3}", 0..3),
            two_lists in any::<bool>(),
        ) {
            let codes: Vec<_> = (0..rows.len()).map(|at| (at * 7 % 13 / 2).to_string()).collect();
            let rows: Vec<_> = rows.iter().zip(&codes).map(|((name, policy, day, amount), code)| {
                let mut row = sample::row(code);
                row.nm_segurado = name.as_str().into();
                row.nr_apolice = Some(policy.as_str().into()).into();
                row.dt_abertura += chrono::TimeDelta::days(*day);
                row.vl_total = Money::from_centavos(*amount);
                row.nr_sinistro = policy.as_str().into();
                row.nr_autorizacao = (*day > 0).then(|| policy.as_str().into()).into();
                row.nm_pet = (*amount > 0).then(|| name.as_str().into()).into();
                row.cd_seguradora = ["0", "1", "2"][usize::try_from(*day).unwrap()].into();
                row
            }).collect();
            let seguradoras = order.is_by_seguradora().then(|| sample::seguradoras(&insurers));
            let sorter = Sorter { order, seguradoras };
            // A third of the rows is in both lists.
            let third = rows.len() / 3;
            let lists = if two_lists { vec![&rows[third..], &rows[..2 * third]] } else { vec![&rows[..]] };
            let query = ListQuery { lists: Vec::new(), rows: RowFilter::default() };
            let arguments = PageArguments { first: Some(MAX_ROWS), ..PageArguments::default() };
            let request = PageRequest::new(query, Some(&words.join(" ")), Some(order), arguments).unwrap();
            let lists: Vec<Arc<Acionamentos>> = lists.iter().map(|rows| Arc::new(rows.iter().collect())).collect();
            let page = request.select(&lists, sorter);
            let ids = page.rows.iter().map(|row| [&*row.row().cd_acionamento, &*row.row().nr_sinistro]);
            let found: Vec<_> = ids.map(|id| id.map(str::to_owned)).collect();
            prop_assert_eq!(page.total_count, found.len());
            prop_assert_eq!((found, page.valor_total.unwrap().0), naive(&lists, &words, &page.sorter));
        }
    }
}
