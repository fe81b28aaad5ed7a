//! The texts of a list as words are looked for in them, one row behind the other.

use std::sync::{Arc, OnceLock, PoisonError};

use super::Acionamentos;
use crate::upstream::memory::Charge;

/// Most bytes that are reserved for a row after the first one.
const MOST_RESERVED: usize = 256;

/// The texts of all rows, as they are compared.
pub struct SearchTexts {
    text: String,
    /// Where each row ends, which is where the next one begins.
    ends: Vec<Ends>,
    /// Of the row that is being written.
    current: Ends,
}

/// Ends of the parts of a row.
#[derive(Clone, Copy, Default)]
struct Ends {
    numbers: usize,
    name: usize,
    row: usize,
}

/// The texts of a row.
pub struct TextsOfRow<'a> {
    /// Claim, authorization, tax id and policy, with and without punctuation.
    pub numbers: &'a str,
    /// Name of the insured.
    pub name: &'a str,
    /// These and all others.
    pub all: &'a str,
}

impl SearchTexts {
    /// Those of a list of so many rows, before the first one.
    pub fn new(rows: usize) -> Self {
        Self { text: String::new(), ends: Vec::with_capacity(rows), current: Ends::default() }
    }

    /// What has been written. A row's numbers are added first, then its name, and then the others.
    pub fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// The numbers of a row end here,
    pub fn end_numbers(&mut self) {
        self.current.numbers = self.text.len();
    }

    /// here its name,
    pub fn end_name(&mut self) {
        self.current.name = self.text.len();
    }

    /// and here the row.
    pub fn end_row(&mut self) {
        self.current.row = self.text.len();
        self.ends.push(self.current);
        if let [first] = &self.ends[..] {
            // The other rows are about as long as the first one.
            self.text.reserve_exact((self.ends.capacity() - 1) * (first.row + first.row / 16).min(MOST_RESERVED));
        }
    }

    /// The texts of the row at a place.
    pub fn row(&self, at: u32) -> TextsOfRow<'_> {
        let at = at as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].row);
        let Ends { numbers, name, row } = self.ends[at];
        TextsOfRow { numbers: &self.text[start..numbers], name: &self.text[numbers..name], all: &self.text[start..row] }
    }

    /// How much memory they take, in bytes.
    fn weight(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<Ends>()
    }
}

/// The texts of a list, prepared by the first search that needs them. Searches that run at the same time share them; they
/// are dropped with the last of these, since they take a third of what the list takes.
#[derive(Default)]
pub struct SharedSearchTexts(OnceLock<(SearchTexts, Option<Charge>)>);

impl SharedSearchTexts {
    /// The texts, which `prepare` makes where no search has made them yet.
    pub fn get(&self, list: &Acionamentos, prepare: impl FnOnce(&Acionamentos) -> SearchTexts) -> &SearchTexts {
        let (texts, _) = self.0.get_or_init(|| {
            let texts = prepare(list);
            let charge = list.charge.as_ref().map(|charge| charge.charge_anyway(texts.weight()));
            (texts, charge)
        });
        texts
    }
}

impl Acionamentos {
    /// The texts of this list, which are shared for as long as any search holds them.
    pub fn search_texts(&self) -> Arc<SharedSearchTexts> {
        // No operation panics half-way, so a poisoned state is consistent.
        let mut texts = self.selections.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.upgrade().unwrap_or_else(|| {
            let shared = Arc::default();
            *texts = Arc::downgrade(&shared);
            shared
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{SearchTexts, SharedSearchTexts};
    use crate::upstream::{
        acionamentos::Acionamentos,
        memory::{MemoryBudget, RequestMemory},
        response_data::ResponseData as _,
    };

    fn list(memory: &RequestMemory) -> Acionamentos {
        let mut list = Acionamentos::from_iter(&[]);
        list.count(memory);
        list
    }

    /// Whether a search of the list has to prepare its texts, of so many bytes.
    fn prepares(texts: &SharedSearchTexts, list: &Acionamentos, bytes: usize) -> bool {
        let mut is_prepared = false;
        texts.get(list, |_| {
            is_prepared = true;
            let mut texts = SearchTexts::new(1);
            texts.text().push_str(&"x".repeat(bytes));
            texts
        });
        is_prepared
    }

    #[test]
    fn searches_at_the_same_time_prepare_a_list_once_and_its_texts_count_until_the_last_ends() {
        let budget = MemoryBudget::new(10_000_000);
        let memory = budget.request();
        let list = list(&memory);
        let before = budget.used();
        let (first, second) = (list.search_texts(), list.search_texts());
        assert!(prepares(&first, &list, 100_000) && !prepares(&second, &list, 100_000));
        assert!(budget.used() >= before + 100_000, "{}", budget.used());
        drop(first);
        assert!(!prepares(&list.search_texts(), &list, 100_000), "the second search holds them");
        drop(second);
        assert_eq!(budget.used(), before);
        assert!(prepares(&list.search_texts(), &list, 1));
    }

    #[test]
    fn a_list_and_its_packed_copy_share_their_texts() {
        let memory = MemoryBudget::new(1_000_000).request();
        let body = r#"{"status":1,"data":[]}"#;
        let list = Arc::new(Acionamentos::read(body.into()).unwrap().data.unwrap());
        let packed = crate::upstream::lists::List::to_cache(&list, &memory);
        assert!(!Arc::ptr_eq(&list, &packed));
        let texts = list.search_texts();
        assert!(Arc::ptr_eq(&texts, &packed.search_texts()));
    }
}
