//! Selections: the rows of a list that match a search and a filter, in an order. Computed once, and cached with the list for
//! its next pages.

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

/// Selections that a list caches.
pub(super) const MAX_SELECTIONS: usize = 4;

/// Limits searching and sorting of long lists to half of the processors.
static THREADS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, |threads| threads.get().div_ceil(2))));

/// The criteria of a selection.
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

/// The selected rows of a list.
#[derive(Debug)]
pub struct RowSelection {
    /// Their indices in the list, in order.
    pub indices: Box<[u32]>,
    /// The sum of their values; `None` if it is out of range.
    pub sum: Option<Decimal>,
}

/// The selections of a list, least recently used first.
#[derive(Default)]
pub(super) struct CachedSelections(Mutex<Vec<(Criteria, Cell)>>);

/// A selection, or the wait for it, which concurrent requests share.
type Cell = Arc<OnceCell<Arc<RowSelection>>>;

impl CachedSelections {
    fn cell(&self, criteria: Criteria) -> Cell {
        let mut cells = self.0.lock();
        let known = cells.iter().position(|(known, _)| *known == criteria);
        let last = known.map_or_else(|| (criteria, Cell::default()), |at| cells.remove(at));
        let cell = Arc::clone(&last.1);
        cells.push(last);
        if cells.len() > MAX_SELECTIONS {
            cells.remove(0);
        }
        cell
    }

    /// The selection by some criteria from a list of so many rows, computed by `select` on a cache miss.
    pub(super) async fn get(
        &self,
        criteria: Criteria,
        rows: usize,
        select: impl FnOnce() -> RowSelection + Send + 'static,
    ) -> Arc<RowSelection> {
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

    use super::{Criteria, MAX_SELECTIONS, RowSelection};
    use crate::upstream::acionamentos::{Acionamentos, RowFilter};

    #[tokio::test]
    async fn a_list_caches_the_selections_used_last() {
        let list = Arc::new(Acionamentos::from_iter(&[]));
        let ask = async |order: usize, made: i64| {
            let criteria = Criteria { order, names: None, search: None, filter: RowFilter::default() };
            let select = move |_: &Acionamentos| RowSelection { indices: Box::default(), sum: Some(made.into()) };
            list.selection(criteria, select).await.sum
        };
        for order in 0..MAX_SELECTIONS {
            assert_eq!(ask(order, 1).await, Some(1.into()));
        }
        assert_eq!(ask(0, 2).await, Some(1.into()));
        // One more, which evicts the least recently used.
        assert_eq!(ask(MAX_SELECTIONS, 3).await, Some(3.into()));
        assert_eq!(ask(0, 4).await, Some(1.into()));
        assert_eq!(ask(1, 5).await, Some(5.into()));
    }
}
