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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;

    use super::ByCode;
    use crate::upstream::{ResponseData as _, lists::Seguradoras};

    #[test]
    fn a_row_is_found_by_its_code_and_the_first_of_duplicates() {
        let rows = [("7", "a"), ("12", "b"), ("7", "c"), ("", "d")];
        let json = rows.map(|(code, name)| {
            format!(r#"{{"cdSeguradora":"{code}","nmSeguradora":"{name}","nrCnpj":null,"flAtiva":true}}"#)
        });
        let answer = Bytes::from(format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, json.join(",")));
        let list = ByCode::new(Arc::new(Seguradoras::read(answer, &Default::default()).unwrap().data.unwrap()));
        let name = |code: &str| list.find(code).map(|found| found.row().nm_seguradora.to_string());
        let found = ["7", "12", "", "1", "70"].map(name);
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("a"), Some("b"), Some("d"), None, None]);
        assert!(
            list.all().map(|entry| entry.row().nm_seguradora.to_string()).eq(rows.map(|(_, name)| name.to_owned()))
        );
    }
}
