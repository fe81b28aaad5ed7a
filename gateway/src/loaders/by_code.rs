//! Reference data with an index by code.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use foldhash::fast::RandomState;

use crate::upstream::lists::{RowRef, Rows};

/// A list whose rows have codes.
pub trait HasCode: Rows {
    /// The code of a row.
    fn code<'a>(row: &'a Self::Row<'_>) -> &'a str;
}

/// A list with an index by code.
pub struct ByCode<L> {
    list: Arc<L>,
    /// The positions of the rows; made by the first lookup.
    by_code: OnceLock<HashMap<Box<str>, usize, RandomState>>,
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
        let by_code = self.by_code.get_or_init(|| {
            let codes = self.list.rows().iter().map(L::code).enumerate();
            // Backwards: the first of duplicates comes last, and stays.
            codes.rev().map(|(index, code)| (code.into(), index)).collect()
        });
        Some(RowRef::new(&self.list, *by_code.get(code)?))
    }
}
