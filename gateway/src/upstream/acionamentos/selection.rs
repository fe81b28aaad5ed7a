//! Which rows of a list a search found, in an order: prepared once, and remembered with the list for its next pages.

use std::{
    panic::resume_unwind,
    sync::{Arc, LazyLock, Mutex, PoisonError, Weak},
    thread::available_parallelism,
};

use rust_decimal::Decimal;
use tokio::{
    sync::{OnceCell, Semaphore},
    task::spawn_blocking,
};

use super::{Acionamentos, search_texts::SharedSearchTexts};

/// Most rows that are searched and sorted by the thread that serves requests; to hand over more costs less than to wait.
const MOST_AT_ONCE: usize = 500;

/// Most selections that a list remembers.
pub(super) const MOST: usize = 4;

/// Long lists are searched and sorted by half of the processors at most, so that requests have the others.
static THREADS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, |threads| threads.get().div_ceil(2))));

/// What is selected from a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Number of the order.
    pub order: usize,
    /// The words that are searched; none where all rows are selected.
    pub search: Option<String>,
}

/// Rows of a list that were selected.
#[derive(Debug)]
pub struct Selection {
    /// Where they are in the list, in order.
    pub places: Box<[u32]>,
    /// The sum of their values; `None` if it is out of range.
    pub sum: Option<Decimal>,
}

/// The selections of a list, those that were asked for last.
#[derive(Default)]
pub(super) struct Selections {
    cells: Mutex<Vec<(Criteria, Cell)>>,
    /// What the searches share that run now.
    pub(super) texts: Mutex<Weak<SharedSearchTexts>>,
}

/// A selection, or the wait for it: whoever asks for the same meanwhile gets it too.
type Cell = Arc<OnceCell<Arc<Selection>>>;

impl Selections {
    fn cell(&self, criteria: Criteria) -> Cell {
        // No operation can panic half-way, so a poisoned state is a whole one.
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let known = cells.iter().position(|(known, _)| *known == criteria);
        let last = known.map_or_else(|| (criteria, Cell::default()), |at| cells.remove(at));
        let cell = Arc::clone(&last.1);
        cells.push(last);
        if cells.len() > MOST {
            cells.remove(0);
        }
        cell
    }
}

impl Acionamentos {
    /// The selection by some criteria, which `select` makes of a list where it is not remembered. A long list is selected
    /// from by another thread than the one that asks.
    pub async fn selection(
        self: &Arc<Self>,
        criteria: Criteria,
        select: impl FnOnce(&Self) -> Selection + Send + 'static,
    ) -> Arc<Selection> {
        let prepare = async || {
            if self.places().len() <= MOST_AT_ONCE {
                return Arc::new(select(self));
            }
            let permit = THREADS.acquire().await;
            let list = Arc::clone(self);
            let selected = spawn_blocking(move || {
                let _permit = permit;
                select(&list)
            });
            Arc::new(selected.await.unwrap_or_else(|error| resume_unwind(error.into_panic())))
        };
        Arc::clone(self.selections.cell(criteria).get_or_init(prepare).await)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Criteria, MOST, Selection};
    use crate::upstream::acionamentos::Acionamentos;

    #[tokio::test]
    async fn a_list_remembers_the_selections_that_were_asked_for_last() {
        let list = Arc::new(Acionamentos::from_iter(&[]));
        let ask = async |order: usize, made: i64| {
            let criteria = Criteria { order, search: None };
            let select = move |_: &Acionamentos| Selection { places: Box::default(), sum: Some(made.into()) };
            list.selection(criteria, select).await.sum
        };
        for order in 0..MOST {
            assert_eq!(ask(order, 1).await, Some(1.into()));
        }
        assert_eq!(ask(0, 2).await, Some(1.into()));
        // One more, for which the one goes that was not asked for again.
        assert_eq!(ask(MOST, 3).await, Some(3.into()));
        assert_eq!(ask(0, 4).await, Some(1.into()));
        assert_eq!(ask(1, 5).await, Some(5.into()));
    }
}
