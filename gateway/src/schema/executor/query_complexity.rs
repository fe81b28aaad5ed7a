//! Query complexity: the cost of a plan, known before it runs. `#[loads]` and `#[list_size]` of the fields say what it is
//! made of.
//!
//! A plan has a [`CostFormula`]: its cost by the values of the variables. The limits and the bound of a tool apply to the cost
//! with the values of a request; the limits of a trusted document also to the largest that it can be.

use std::any::TypeId;

use async_graphql::Variables;

use super::list_size::ListSize;
use crate::loaders::{CallCount, Loader};

/// Assumed rows of a list without `#[list_size]` whose rows make calls by key.
const ASSUMED_ROWS: usize = 50;

/// The cost of a selection set.
#[derive(Clone, Debug, Default)]
pub struct QueryCost {
    /// Fields of the response, counted for every row of a page.
    pub values: usize,
    /// Rows of pages.
    rows: usize,
    /// References to objects by their keys, as a federation router sends them.
    pub representations: usize,
    /// Calls for lists, and those of mutations.
    lists: usize,
    /// Loaders that make one call per request.
    once: Vec<TypeId>,
    /// Calls by key, counted for every row of a page.
    keyed: usize,
    /// Loaders by key whose call the fields of one object share.
    shared: Vec<TypeId>,
}

/// The cost of a field without its selection set.
#[derive(Default)]
pub struct FieldCost {
    required_calls: Vec<RequiredCalls>,
    is_list: bool,
    /// Whether it makes a call that changes data.
    writes: bool,
    rows: Option<ListSize>,
    representations: Option<ListSize>,
    objects: Option<ListSize>,
}

/// The cost of a selection set by the values of the variables. What no variable changes is summed up.
#[derive(Default)]
pub(super) struct CostFormula {
    fixed: QueryCost,
    /// Fields whose cost variables change.
    per_request: Vec<VariableFieldCost>,
}

struct VariableFieldCost {
    field: FieldCost,
    selection: CostFormula,
}

struct RequiredCalls {
    loader: TypeId,
    calls: CallCount,
    once_per_object: bool,
    /// Number of lists, each a call; none if it is not called.
    times: ListSize,
}

impl FieldCost {
    /// A field that returns a list, or does not.
    pub fn new(is_list: bool) -> Self {
        Self { is_list, ..Self::default() }
    }

    /// Adds the call of a mutation.
    #[must_use]
    pub fn with_write(self) -> Self {
        Self { writes: true, ..self }
    }

    /// Adds the call of a loader. With `once_per_object` the fields of one object share it; `times` is the number of lists that
    /// the field selects, or none if its arguments need no call.
    pub fn requires_calls<L: Loader>(&mut self, once_per_object: bool, times: ListSize) {
        self.required_calls.push(RequiredCalls { loader: TypeId::of::<L>(), calls: L::CALLS, once_per_object, times });
    }

    /// Sets the rows of the list.
    pub fn rows(&mut self, rows: ListSize) {
        self.rows = Some(rows);
    }

    /// Sets the number of representations in an argument.
    pub(super) fn representations(&mut self, representations: ListSize) {
        self.representations = Some(representations);
    }

    /// Sets the number of objects that representations refer to, each with a selection set of its own. With none it costs
    /// nothing.
    pub(super) fn objects(&mut self, objects: ListSize) {
        self.objects = Some(objects);
    }

    fn sizes(&self) -> impl Iterator<Item = &ListSize> {
        let all = [&self.rows, &self.representations, &self.objects];
        all.into_iter().flatten().chain(self.required_calls.iter().map(|calls| &calls.times))
    }
}

impl CostFormula {
    /// The cost with these values of the variables; without them the most that it can be.
    pub(super) fn evaluate(&self, variables: Option<&Variables>) -> QueryCost {
        let mut cost = self.fixed.clone();
        for VariableFieldCost { field, selection } in &self.per_request {
            cost.add(selection.evaluate(variables).selected_by(field, variables));
        }
        cost
    }

    /// Whether it depends on variables.
    pub(super) fn is_per_request(&self) -> bool {
        !self.per_request.is_empty()
    }

    /// Adds the cost of another field of the same object.
    pub(super) fn add(&mut self, other: Self) {
        self.fixed.add(other.fixed);
        self.per_request.extend(other.per_request);
    }

    /// The cost of a field with this selection set.
    pub(super) fn selected_by(self, field: FieldCost) -> Self {
        if !self.is_per_request() && field.sizes().all(ListSize::is_fixed) {
            return Self { fixed: self.fixed.selected_by(&field, None), per_request: Vec::new() };
        }
        Self { fixed: QueryCost::default(), per_request: vec![VariableFieldCost { field, selection: self }] }
    }
}

impl QueryCost {
    /// Upstream calls without those by key.
    pub fn calls(&self) -> usize {
        self.lists.saturating_add(self.once.len())
    }

    /// Upstream calls by key.
    pub fn keyed_calls(&self) -> usize {
        self.keyed.saturating_add(self.shared.len())
    }

    /// All calls and the rows of pages: what a refused client reads, and what the `max-cost` of a tool bounds.
    pub fn total(&self) -> u64 {
        (self.calls() as u64).saturating_add(self.keyed_calls() as u64).saturating_add(self.rows as u64)
    }

    /// Adds the cost of another field of the same object.
    fn add(&mut self, other: Self) {
        self.values = self.values.saturating_add(other.values);
        self.rows = self.rows.saturating_add(other.rows);
        self.representations = self.representations.saturating_add(other.representations);
        self.lists = self.lists.saturating_add(other.lists);
        self.keyed = self.keyed.saturating_add(other.keyed);
        other.once.into_iter().for_each(|loader| insert(&mut self.once, loader));
        other.shared.into_iter().for_each(|loader| insert(&mut self.shared, loader));
    }

    /// The cost of a field with this selection set.
    fn selected_by(mut self, field: &FieldCost, variables: Option<&Variables>) -> Self {
        if let Some(objects) = &field.objects {
            return self.for_objects(objects.evaluate(variables));
        }
        if let Some(representations) = &field.representations {
            self.representations = self.representations.saturating_add(representations.evaluate(variables));
        }
        let rows = field.rows.as_ref().map_or(1, |rows| rows.evaluate(variables));
        if field.is_list && field.rows.is_none() {
            // Not what the fields of one object share: the list may be a part of that object.
            self.keyed = self.keyed.saturating_mul(ASSUMED_ROWS);
        }
        if field.rows.is_some() {
            // Each row is an object.
            (self.keyed, self.shared) = (self.keyed_calls(), Vec::new());
            self.rows = self.rows.saturating_add(usize::from(field.is_list)).saturating_mul(rows);
        }
        self.values = self.values.saturating_mul(rows).saturating_add(1);
        self.lists = self.lists.saturating_mul(rows).saturating_add(usize::from(field.writes));
        self.keyed = self.keyed.saturating_mul(rows);
        for RequiredCalls { loader, calls, once_per_object, times } in &field.required_calls {
            let times = times.evaluate(variables);
            match calls {
                _ if times == 0 => {}
                CallCount::OncePerRequest => insert(&mut self.once, *loader),
                CallCount::None => {}
                CallCount::PerList => self.lists = self.lists.saturating_add(times),
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

    /// The cost of so many objects, each of which costs as much.
    fn for_objects(self, objects: usize) -> Self {
        if objects == 0 {
            return Self::default();
        }
        Self {
            values: self.values.saturating_mul(objects),
            rows: self.rows.saturating_add(1).saturating_mul(objects),
            lists: self.lists.saturating_mul(objects),
            keyed: self.keyed_calls().saturating_mul(objects),
            shared: Vec::new(),
            ..self
        }
    }
}

fn insert(set: &mut Vec<TypeId>, loader: TypeId) {
    if !set.contains(&loader) {
        set.push(loader);
    }
}

#[cfg(test)]
mod tests {
    use super::{ASSUMED_ROWS, FieldCost, ListSize, QueryCost};
    use crate::loaders::{acionamento::AcionamentoLoader, segurado::SeguradoLoader};

    #[test]
    fn a_list_counts_by_its_rows_and_one_without_a_size_by_assumed_rows() {
        let (mut relation, mut shared) = (FieldCost::new(false), FieldCost::new(false));
        relation.requires_calls::<AcionamentoLoader>(false, ListSize::fixed(1));
        shared.requires_calls::<SeguradoLoader>(true, ListSize::fixed(1));
        let mut row = QueryCost::default().selected_by(&relation, None);
        row.add(QueryCost::default().selected_by(&shared, None));
        assert_eq!(row.keyed_calls(), 2);
        let (list, mut page) = (FieldCost::new(true), FieldCost::new(true));
        page.rows(ListSize::fixed(7));
        assert_eq!(row.clone().selected_by(&page, None).keyed_calls(), 2 * 7);
        assert_eq!(row.clone().selected_by(&page, None).total(), 2 * 7 + 7);
        // The list may be a part of the object whose fields share a call.
        assert_eq!(row.selected_by(&list, None).keyed_calls(), ASSUMED_ROWS + 1);
    }
}
