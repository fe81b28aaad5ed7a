//! Reference data with an index by code.

use std::sync::{Arc, OnceLock};

use crate::upstream::lists::{RowRef, Rows};

/// A list whose rows have codes.
pub trait HasCode: Rows {
    /// The code of a row.
    fn code<'a>(row: &'a Self::Row<'_>) -> &'a str;
}

/// A list with an index by code.
pub struct ByCode<L> {
    list: Arc<L>,
    /// The positions of the rows, sorted by their codes; made by the first lookup.
    by_code: OnceLock<Vec<usize>>,
}

impl<L: HasCode> ByCode<L> {
    /// A list, indexed by the first lookup.
    pub fn new(list: Arc<L>) -> Self {
        Self { list, by_code: OnceLock::new() }
    }

    /// All rows in the order of the service.
    pub fn all(&self) -> impl ExactSizeIterator<Item = RowRef<L>> {
        RowRef::all(&self.list)
    }

    /// The row with a code, the first one of duplicates.
    pub fn find(&self, code: &str) -> Option<RowRef<L>> {
        let rows = self.list.rows();
        let code_at = |at: usize| L::code(&rows[at]);
        let by_code = self.by_code.get_or_init(|| {
            let mut positions: Vec<_> = (0..rows.len()).collect();
            // Stable: the first of duplicates stays first.
            positions.sort_by_key(|at| code_at(*at));
            positions
        });
        let at = *by_code.get(by_code.partition_point(|at| code_at(*at) < code))?;
        (code_at(at) == code).then(|| RowRef::new(&self.list, at))
    }
}
