//! Reference data with an index by code.

use std::{
    hash::BuildHasher as _,
    sync::{Arc, OnceLock},
};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::upstream::lists::{RowRef, Rows};

/// A list whose rows have codes.
pub trait HasCode: Rows {
    /// The code of a row.
    fn code<'a>(row: &'a Self::Row<'_>) -> &'a str;
}

/// A list with an index by code.
pub struct ByCode<L> {
    list: Arc<L>,
    /// Made by the first lookup.
    by_code: OnceLock<Index>,
}

/// The positions of rows by the hash of their codes.
#[derive(Default)]
struct Index {
    hasher: RandomState,
    positions: HashTable<usize>,
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
        let Index { hasher, positions } = self.by_code.get_or_init(|| {
            let mut index = Index::default();
            for at in 0..rows.len() {
                let hash = |at: &usize| index.hasher.hash_one(code_at(*at));
                // The first of duplicates stays.
                index.positions.entry(hash(&at), |known| code_at(*known) == code_at(at), hash).or_insert(at);
            }
            index
        });
        let at = positions.find(hasher.hash_one(code), |at| code_at(*at) == code)?;
        Some(RowRef::new(&self.list, *at))
    }
}
