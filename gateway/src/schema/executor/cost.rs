//! What a plan costs, before it runs. Each field says what it loads and how long its list may be, where it is defined.

use std::any::TypeId;

use super::Output;
use crate::loaders::{CallCount, Loader};

/// Rows of a list that does not say how long it may be, where each makes calls by key.
const ASSUMED_ROWS: usize = 50;

/// What a selection costs.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Fields of the answer, counted for every row that a page may have.
    pub values: usize,
    /// CallCount for lists.
    lists: usize,
    /// Loaders that make one call in a request.
    once: Vec<TypeId>,
    /// CallCount by key, counted for every row that a page may have.
    keyed: usize,
    /// Loaders by key, of which the fields of one object share the call.
    shared: Vec<TypeId>,
}

/// What a field costs, what is below it aside.
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
}

impl FieldCost {
    /// A field with a value of this type.
    pub fn of<T: Output>() -> Self {
        Self { is_list: T::IS_LIST, ..Self::default() }
    }

    /// The field makes the calls of a loader, which it shares with other fields of its object perhaps.
    pub fn loads<L: Loader>(&mut self, once_per_object: bool) {
        self.loads.push(Loads { loader: TypeId::of::<L>(), calls: L::CALLS, once_per_object });
    }

    /// The list below has at most so many rows.
    pub fn rows(&mut self, rows: usize) {
        self.rows = Some(rows);
    }
}

impl Cost {
    /// CallCount to the services, those by key aside.
    pub fn calls(&self) -> usize {
        self.lists.saturating_add(self.once.len())
    }

    /// CallCount by key.
    pub fn keyed_calls(&self) -> usize {
        self.keyed.saturating_add(self.shared.len())
    }

    /// Adds what stands beside it.
    pub(super) fn add(&mut self, other: Self) {
        self.values = self.values.saturating_add(other.values);
        self.lists = self.lists.saturating_add(other.lists);
        self.keyed = self.keyed.saturating_add(other.keyed);
        other.once.into_iter().for_each(|loader| insert(&mut self.once, loader));
        other.shared.into_iter().for_each(|loader| insert(&mut self.shared, loader));
    }

    /// A field with this below it.
    pub(super) fn below(mut self, field: &FieldCost) -> Self {
        let rows = field.rows.unwrap_or(1);
        if field.is_list && field.rows.is_none() {
            // What the fields of one object share is left alone: a list may be a part of that object.
            self.keyed = self.keyed.saturating_mul(ASSUMED_ROWS);
        }
        if field.rows.is_some() {
            // Each row is an object of its own.
            (self.keyed, self.shared) = (self.keyed_calls(), Vec::new());
        }
        self.values = self.values.saturating_mul(rows).saturating_add(1);
        self.lists = self.lists.saturating_mul(rows);
        self.keyed = self.keyed.saturating_mul(rows);
        for Loads { loader, calls, once_per_object } in &field.loads {
            match calls {
                CallCount::OncePerRequest => insert(&mut self.once, *loader),
                CallCount::None => {}
                CallCount::PerList => self.lists = self.lists.saturating_add(1),
                CallCount::PerKey if *once_per_object => insert(&mut self.shared, *loader),
                CallCount::PerKey => {
                    // It leads to another object, of which this call may bring what its fields would load.
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
    use super::{ASSUMED_ROWS, Cost, FieldCost};
    use crate::loaders::{acionamento::AcionamentoLoader, segurado::SeguradoLoader};

    #[test]
    fn a_list_counts_by_its_rows_and_one_that_does_not_say_how_many_by_some() {
        let (mut relation, mut shared) = (FieldCost::of::<Option<i32>>(), FieldCost::of::<String>());
        relation.loads::<AcionamentoLoader>(false);
        shared.loads::<SeguradoLoader>(true);
        let mut row = Cost::default().below(&relation);
        row.add(Cost::default().below(&shared));
        assert_eq!(row.keyed_calls(), 2);
        let (list, mut page) = (FieldCost::of::<Option<Vec<i32>>>(), FieldCost::of::<Vec<i32>>());
        page.rows(7);
        assert_eq!(row.clone().below(&page).keyed_calls(), 2 * 7);
        // The list may be a part of the object whose fields share a call.
        assert_eq!(row.below(&list).keyed_calls(), ASSUMED_ROWS + 1);
    }
}
