//! The searchable texts of a list: normalised, and concatenated row by row.

use std::sync::OnceLock;

use crate::upstream::memory::Charge;

/// Maximum number of bytes reserved per row after the first.
const MAX_RESERVED: usize = 256;

/// The normalised texts of all rows.
pub struct SearchTexts {
    text: String,
    /// The end offsets of each row. A row starts at the end of the previous one.
    ends: Vec<Ends>,
    /// The row being written.
    current: Ends,
}

/// End offsets of the parts of a row.
#[derive(Clone, Copy, Default)]
struct Ends {
    numbers: usize,
    name: usize,
    row: usize,
}

/// The texts of a row.
pub struct TextsOfRow<'a> {
    /// Claim number, authorization number, CPF or CNPJ, and policy number, with and without punctuation.
    pub numbers: &'a str,
    /// Name of the insured.
    pub name: &'a str,
    /// All texts, including the numbers and the name.
    pub all: &'a str,
}

impl SearchTexts {
    /// Empty texts, with capacity for a number of rows.
    pub fn new(rows: usize) -> Self {
        Self { text: String::new(), ends: Vec::with_capacity(rows), current: Ends::default() }
    }

    /// The buffer to append to. Append a row's numbers first, then its name, then its other texts.
    pub fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Ends the numbers of the current row.
    pub fn end_numbers(&mut self) {
        self.current.numbers = self.text.len();
    }

    /// Ends the name of the current row.
    pub fn end_name(&mut self) {
        self.current.name = self.text.len();
    }

    /// Ends the current row.
    pub fn end_row(&mut self) {
        self.current.row = self.text.len();
        self.ends.push(self.current);
        if let [first] = &self.ends[..] {
            // The other rows are about as long as the first one.
            self.text.reserve_exact((self.ends.capacity() - 1) * (first.row + first.row / 16).min(MAX_RESERVED));
        }
    }

    /// The texts of a row.
    pub fn row(&self, at: u32) -> TextsOfRow<'_> {
        let at = at as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].row);
        let Ends { numbers, name, row } = self.ends[at];
        TextsOfRow { numbers: &self.text[start..numbers], name: &self.text[numbers..name], all: &self.text[start..row] }
    }

    /// Memory use in bytes.
    fn weight(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<Ends>()
    }
}

/// The texts of a list, created by the first search that needs them. Concurrent searches share them. The last search drops
/// them, since they take a third of the memory of the list.
#[derive(Default)]
pub struct SharedSearchTexts(OnceLock<(SearchTexts, Option<Charge>)>);

impl SharedSearchTexts {
    /// The texts, counted beside the charge of their list. Calls `prepare` if no search has created them yet.
    pub(super) fn get(&self, list: Option<&Charge>, prepare: impl FnOnce() -> SearchTexts) -> &SearchTexts {
        let (texts, _) = self.0.get_or_init(|| {
            let texts = prepare();
            let charge = list.map(|charge| charge.charge_anyway(texts.weight()));
            (texts, charge)
        });
        texts
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

    /// Whether `get` calls `prepare`, which creates a text of `bytes` bytes.
    fn prepares(texts: &SharedSearchTexts, list: &Acionamentos, bytes: usize) -> bool {
        let mut is_prepared = false;
        list.prepared_texts(texts, |_| {
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
        let list = Arc::new(Acionamentos::read(body.into(), &Default::default()).unwrap().data.unwrap());
        let packed = crate::upstream::lists::List::to_cache(&list, &memory);
        assert!(!Arc::ptr_eq(&list, &packed));
        let texts = list.search_texts();
        assert!(Arc::ptr_eq(&texts, &packed.search_texts()));
    }
}
