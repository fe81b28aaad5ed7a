//! The reference lists: in the order of the services, and looked into by code.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

/// A list of the services whose entries have codes.
pub struct Coded<T> {
    all: Arc<Vec<T>>,
    code: fn(&T) -> &str,
    /// Places in the list in the order of their codes, once somebody has looked for one.
    by_code: OnceLock<Vec<usize>>,
}

/// An entry of such a list. Cloning it copies no data.
pub struct Listed<T> {
    list: Arc<Coded<T>>,
    at: usize,
}

impl<T> Coded<T> {
    pub(super) fn new(all: Arc<Vec<T>>, code: fn(&T) -> &str) -> Self {
        Self { all, code, by_code: OnceLock::new() }
    }

    /// All entries, as the services ordered them.
    pub fn all(self: &Arc<Self>) -> impl Iterator<Item = Listed<T>> + use<'_, T> {
        (0..self.all.len()).map(|at| Listed { list: Arc::clone(self), at })
    }

    /// The entry with a code; the first one, should the services name it twice.
    pub fn find(&self, code: &str) -> Option<&T> {
        self.place(code).map(|at| &self.all[at])
    }

    /// The same, to be kept.
    pub fn listed(self: &Arc<Self>, code: &str) -> Option<Listed<T>> {
        self.place(code).map(|at| Listed { list: Arc::clone(self), at })
    }

    fn place(&self, code: &str) -> Option<usize> {
        let code_at = |at: &usize| (self.code)(&self.all[*at]);
        let by_code = self.by_code.get_or_init(|| {
            let mut places: Vec<_> = (0..self.all.len()).collect();
            places.sort_by_key(code_at);
            places
        });
        let first = by_code.partition_point(|at| code_at(at) < code);
        by_code.get(first).copied().filter(|at| code_at(at) == code)
    }
}

impl<T> Deref for Listed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.list.all[self.at]
    }
}

impl<T> Clone for Listed<T> {
    fn clone(&self) -> Self {
        Self { list: Arc::clone(&self.list), at: self.at }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Coded;

    #[test]
    fn an_entry_is_found_by_its_code_and_of_two_the_first() {
        let entries = [("7", "a"), ("12", "b"), ("7", "c"), ("", "d")];
        let list = Arc::new(Coded::new(Arc::new(entries.to_vec()), |(code, _)| code));
        let found = |code: &str| list.listed(code).map(|entry| entry.1);
        assert_eq!(["7", "12", "", "1", "70"].map(found), [Some("a"), Some("b"), Some("d"), None, None]);
        assert_eq!(list.all().map(|entry| *entry).collect::<Vec<_>>(), entries);
    }
}
