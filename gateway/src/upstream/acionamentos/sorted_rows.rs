//! The rows of a list that match a search and a filter, in an order. Computed once, and cached with the list for its next pages.

use std::{
    panic::resume_unwind,
    sync::{Arc, LazyLock},
    thread::available_parallelism,
};

use parking_lot::Mutex;
use rust_decimal::Decimal;
use tokio::{
    sync::{OnceCell, Semaphore},
    task::spawn_blocking,
};

use super::row_filter::RowFilter;

/// Longest list that is searched and sorted on the async worker; longer ones go to the blocking pool.
const MAX_INLINE: usize = 500;

/// Criteria by which a list caches its rows.
pub(super) const MAX_CACHED: usize = 4;

/// Limits searching and sorting of long lists to half of the processors.
static THREADS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, |threads| threads.get().div_ceil(2))));

/// By which criteria rows are selected and sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Index into the list of orders of `schema`.
    pub order: usize,
    /// Names by code, for an order by insurer: rows have only the code.
    pub names: Option<Vec<[String; 2]>>,
    /// The search text; `None` selects all rows.
    pub search: Option<String>,
    /// Conditions on the rows.
    pub filter: RowFilter,
}

/// The selected rows of a list, sorted.
#[derive(Debug)]
pub struct SortedRows {
    /// Their indices in the list, in order.
    pub indices: Box<[u32]>,
    /// The sum of their values; `None` if it is out of range.
    pub sum: Option<Decimal>,
}

/// The rows of a list by criteria, least recently used first.
#[derive(Default)]
pub(super) struct CachedSortedRows(Mutex<Vec<(Criteria, Cell)>>);

/// The rows, or the wait for them, which concurrent requests share.
type Cell = Arc<OnceCell<Arc<SortedRows>>>;

impl CachedSortedRows {
    fn cell(&self, criteria: Criteria) -> Cell {
        let mut cells = self.0.lock();
        let known = cells.iter().position(|(known, _)| *known == criteria);
        let last = known.map_or_else(|| (criteria, Cell::default()), |at| cells.remove(at));
        let cell = Arc::clone(&last.1);
        cells.push(last);
        if cells.len() > MAX_CACHED {
            cells.remove(0);
        }
        cell
    }

    /// The rows by some criteria of a list of so many rows, computed by `select` on a cache miss.
    pub(super) async fn get(
        &self,
        criteria: Criteria,
        rows: usize,
        select: impl FnOnce() -> SortedRows + Send + 'static,
    ) -> Arc<SortedRows> {
        let prepare = async || {
            if rows <= MAX_INLINE {
                return Arc::new(select());
            }
            let permit = THREADS.acquire().await;
            let selected = spawn_blocking(move || {
                let _permit = permit;
                select()
            });
            Arc::new(selected.await.unwrap_or_else(|error| resume_unwind(error.into_panic())))
        };
        Arc::clone(self.cell(criteria).get_or_init(prepare).await)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Criteria, MAX_CACHED, SortedRows};
    use crate::upstream::acionamentos::{Acionamentos, RowFilter};

    #[tokio::test]
    async fn a_list_caches_the_criteria_used_last() {
        let list = Arc::new(Acionamentos::from_iter(&[]));
        let ask = async |order: usize, made: i64| {
            let criteria = Criteria { order, names: None, search: None, filter: RowFilter::default() };
            let select = move |_: &Acionamentos| SortedRows { indices: Box::default(), sum: Some(made.into()) };
            list.sorted_rows(criteria, select).await.sum
        };
        for order in 0..MAX_CACHED {
            assert_eq!(ask(order, 1).await, Some(1.into()));
        }
        assert_eq!(ask(0, 2).await, Some(1.into()));
        // One more, which evicts the least recently used.
        assert_eq!(ask(MAX_CACHED, 3).await, Some(3.into()));
        assert_eq!(ask(0, 4).await, Some(1.into()));
        assert_eq!(ask(1, 5).await, Some(5.into()));
    }
}
