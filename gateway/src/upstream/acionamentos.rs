//! A list of acionamentos, and the selections of its rows.

mod row;
mod row_filter;
mod selection;

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    acionamento as wire,
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
};

pub use self::{
    row::{Row, RowEvent, RowId, RowProcedure},
    row_filter::{RowFilter, RowPeriod, find_number, is_same_number},
    selection::{Criteria, Selection},
};
use self::{
    row::{RowsInBody, owned_row},
    selection::{CachedSelections, MAX_SELECTIONS},
};
use super::{
    lists::{RowRef, Rows},
    response_data::ResponseData,
};

/// Acionamentos in the order of the service.
pub struct Acionamentos {
    rows: RowsInBody,
    selections: CachedSelections,
}

impl Acionamentos {
    /// A list of one.
    pub fn of(one: &wire::Acionamento) -> Self {
        Self::owned([one])
    }

    fn owned<'a, S: AsRef<str> + 'a>(rows: impl IntoIterator<Item = &'a wire::Acionamento<S>>) -> Self {
        Self::new(RowsInBody::new(Bytes::new(), |_| rows.into_iter().map(owned_row).collect()))
    }

    fn new(rows: RowsInBody) -> Self {
        Self { rows, selections: CachedSelections::default() }
    }

    /// The rows at some indices.
    ///
    /// # Panics
    /// An index is out of bounds.
    pub fn page(self: &Arc<Self>, indices: &[u32]) -> Vec<RowRef<Self>> {
        indices.iter().map(|at| RowRef::new(self, *at as usize)).collect()
    }

    /// The row with a claim number.
    pub fn with_number(self: &Arc<Self>, sinistro: &str) -> Option<RowRef<Self>> {
        let numbers = self.rows().iter().enumerate().map(|(at, row)| (at, &*row.nr_sinistro));
        find_number(sinistro, numbers).map(|at| RowRef::new(self, at))
    }

    /// The selection by some criteria, computed by `select` on a cache miss; of a long list on the blocking pool.
    pub async fn selection(
        self: &Arc<Self>,
        criteria: Criteria,
        select: impl FnOnce(&Self) -> Selection + Send + 'static,
    ) -> Arc<Selection> {
        let list = Arc::clone(self);
        self.selections.get(criteria, self.rows().len(), move || select(&list)).await
    }
}

#[cfg(test)]
impl<'a> FromIterator<&'a Row<'a>> for Acionamentos {
    fn from_iter<I: IntoIterator<Item = &'a Row<'a>>>(rows: I) -> Self {
        Self::owned(rows)
    }
}

impl Rows for Acionamentos {
    type Wire = wire::Acionamento;
    type Row<'a> = Row<'a>;

    fn rows(&self) -> &[Row<'_>] {
        self.rows.rows()
    }

    fn weight(&self) -> usize {
        let below = |row: &Row<'_>| {
            let procedures = row.procedimentos.capacity() * size_of::<RowProcedure<'_>>();
            procedures + row.historico.capacity() * size_of::<RowEvent<'_>>()
        };
        // All selections count from the start, since the cache weighs a list once.
        let selections = MAX_SELECTIONS * self.rows().len() * size_of::<u32>();
        self.rows.weight() + self.rows().iter().map(below).sum::<usize>() + selections
    }
}

impl ResponseData for Acionamentos {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        RowsInBody::read(body, mapping).map(|answer| answer.map(Self::new))
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.rows().len())
    }
}

#[cfg(test)]
mod tests;
