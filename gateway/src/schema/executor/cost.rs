//! The cost (query complexity) of a plan, known before it runs. `#[loads]` and `#[list_size]` of the fields say what it is
//! made of.

use std::any::TypeId;

use crate::loaders::{CallCount, Loader};

/// Assumed rows of a list without `#[list_size]` whose rows make calls by key.
const ASSUMED_ROWS: usize = 50;

/// The cost of a selection set.
#[derive(Clone, Debug, Default)]
pub struct QueryCost {
    /// Fields of the response, counted for every row of a page.
    pub values: usize,
    /// References to objects by their keys, as a federation router sends them.
    pub representations: usize,
    /// Calls for lists.
    lists: usize,
    /// Loaders that make one call per request.
    once: Vec<TypeId>,
    /// Calls by key, counted for every row of a page.
    keyed: usize,
    /// Loaders by key whose call the fields of one object share.
    shared: Vec<TypeId>,
}

/// The cost of a field without its selection set.
#[derive(Clone, Debug, Default)]
pub struct FieldCost {
    loads: Vec<Loads>,
    is_list: bool,
    rows: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Loads {
    loader: TypeId,
    calls: CallCount,
    once_per_object: bool,
    /// Number of lists, each a call.
    times: usize,
}

impl FieldCost {
    /// A field that returns a list, or does not.
    pub fn new(is_list: bool) -> Self {
        Self { is_list, ..Self::default() }
    }

    /// Adds the call of a loader. With `once_per_object` the fields of one object share it; `times` is the number of lists that
    /// the field selects.
    pub fn loads<L: Loader>(&mut self, once_per_object: bool, times: usize) {
        self.loads.push(Loads { loader: TypeId::of::<L>(), calls: L::CALLS, once_per_object, times });
    }

    /// Sets the most rows of the list.
    pub fn rows(&mut self, rows: usize) {
        self.rows = Some(rows);
    }
}

impl QueryCost {
    /// The cost of so many representations, without what is selected of their objects.
    pub(super) fn of_representations(representations: usize) -> Self {
        Self { representations, ..Self::default() }
    }

    /// Upstream calls without those by key.
    pub fn calls(&self) -> usize {
        self.lists.saturating_add(self.once.len())
    }

    /// Upstream calls by key.
    pub fn keyed_calls(&self) -> usize {
        self.keyed.saturating_add(self.shared.len())
    }

    /// Adds the cost of another field of the same object.
    pub(super) fn add(&mut self, other: Self) {
        self.values = self.values.saturating_add(other.values);
        self.representations = self.representations.saturating_add(other.representations);
        self.lists = self.lists.saturating_add(other.lists);
        self.keyed = self.keyed.saturating_add(other.keyed);
        other.once.into_iter().for_each(|loader| insert(&mut self.once, loader));
        other.shared.into_iter().for_each(|loader| insert(&mut self.shared, loader));
    }

    /// The cost of a field with this selection set.
    pub(super) fn below(mut self, field: &FieldCost) -> Self {
        let rows = field.rows.unwrap_or(1);
        if field.is_list && field.rows.is_none() {
            // Not what the fields of one object share: the list may be a part of that object.
            self.keyed = self.keyed.saturating_mul(ASSUMED_ROWS);
        }
        if field.rows.is_some() {
            // Each row is an object.
            (self.keyed, self.shared) = (self.keyed_calls(), Vec::new());
        }
        self.values = self.values.saturating_mul(rows).saturating_add(1);
        self.lists = self.lists.saturating_mul(rows);
        self.keyed = self.keyed.saturating_mul(rows);
        for Loads { loader, calls, once_per_object, times } in &field.loads {
            match calls {
                CallCount::OncePerRequest => insert(&mut self.once, *loader),
                CallCount::None => {}
                CallCount::PerList => self.lists = self.lists.saturating_add(*times),
                CallCount::PerKey if *once_per_object => insert(&mut self.shared, *loader),
                CallCount::PerKey => {
                    // It returns another object, and its call may bring what the fields of that object would load.
                    self.shared.retain(|shared| shared != loader);
                    (self.keyed, self.shared) = (self.keyed_calls().saturating_add(1), Vec::new());
                }
            }
        }
        self
    }
}

fn insert(set: &mut Vec<TypeId>, loader: TypeId) {
    if !set.contains(&loader) {
        set.push(loader);
    }
}

#[cfg(test)]
mod tests {
    use super::{ASSUMED_ROWS, FieldCost, QueryCost};
    use crate::loaders::{acionamento::AcionamentoLoader, segurado::SeguradoLoader};

    #[test]
    fn a_list_counts_by_its_rows_and_one_without_a_size_by_assumed_rows() {
        let (mut relation, mut shared) = (FieldCost::new(false), FieldCost::new(false));
        relation.loads::<AcionamentoLoader>(false, 1);
        shared.loads::<SeguradoLoader>(true, 1);
        let mut row = QueryCost::default().below(&relation);
        row.add(QueryCost::default().below(&shared));
        assert_eq!(row.keyed_calls(), 2);
        let (list, mut page) = (FieldCost::new(true), FieldCost::new(true));
        page.rows(7);
        assert_eq!(row.clone().below(&page).keyed_calls(), 2 * 7);
        // The list may be a part of the object whose fields share a call.
        assert_eq!(row.below(&list).keyed_calls(), ASSUMED_ROWS + 1);
    }
}
