//! The cost of an operation, computed before it runs: the sum over its fields. A field below a page counts once for each row, a
//! field below `_entities` once for each representation.
//!
//! `#[loads]` and `#[page]` of the fields say what it is made of.

use std::any::TypeId;

use async_graphql::Variables;

use super::size::Size;
use crate::loaders::{CallCount, Loader};

/// What a selection set costs.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Fields of the response, counted for every row of a page.
    pub values: usize,
    /// Rows of pages.
    rows: usize,
    /// References to objects by their keys, as a federation router sends them.
    pub representations: usize,
    /// Calls for lists, and those of mutations.
    list_and_write_calls: usize,
    /// Loaders that make one call per request.
    once: Vec<TypeId>,
    /// Calls by key, counted for every row of a page.
    keyed: usize,
    /// Loaders by key whose call the fields of one object share.
    once_per_object: Vec<TypeId>,
}

/// What a field costs by the values of the variables.
#[derive(Default)]
pub struct FieldCost {
    pub(super) loads: Vec<DeclaredLoad>,
    /// Whether it makes a call that changes data.
    pub writes: bool,
    /// How often the fields below it are selected.
    pub multiplicity: Multiplicity,
    /// Representations in its arguments.
    pub(super) representations: Option<Size>,
    pub(super) below: SelectionCost,
}

/// What the fields of a selection set cost.
#[derive(Default)]
pub(super) struct SelectionCost {
    /// The number of fields that are one value and no more.
    leaves: usize,
    fields: Vec<FieldCost>,
}

/// How often the fields below a field are selected.
#[derive(Default)]
pub enum Multiplicity {
    /// Once; also below a list that is no page, whose rows load nothing by a key of their own.
    #[default]
    Object,
    /// `edges` or `nodes`: its rows are those of the page around it.
    InPage,
    /// A page with so many rows.
    Page(Size),
    /// So many objects, each with a selection set of its own.
    Entities(Size),
}

pub(super) struct DeclaredLoad {
    loader: TypeId,
    calls: CallCount,
    once_per_object: bool,
    /// Number of lists, each a call.
    lists: Size,
}

impl FieldCost {
    /// Adds the call of a loader. With `once_per_object` the fields of one object share it; `lists` is the number of lists
    /// that the field selects.
    pub fn loads<L: Loader>(&mut self, once_per_object: bool, lists: Size) {
        self.loads.push(DeclaredLoad { loader: TypeId::of::<L>(), calls: L::CALLS, once_per_object, lists });
    }

    fn is_leaf(&self) -> bool {
        let Self { loads, writes, multiplicity, representations, below } = self;
        let is_object = matches!(multiplicity, Multiplicity::Object);
        is_object
            && loads.is_empty()
            && !writes
            && representations.is_none()
            && below.fields.is_empty()
            && below.leaves == 0
    }
}

impl SelectionCost {
    /// Adds a field.
    pub(super) fn push(&mut self, field: FieldCost) {
        if field.is_leaf() {
            self.leaves += 1;
        } else {
            self.fields.push(field);
        }
    }
}

impl Cost {
    /// What fields cost with these values of the variables; without them the most that they can.
    pub(super) fn of(selection: &SelectionCost, variables: Option<&Variables>) -> Self {
        let mut sum = Self { values: selection.leaves, ..Self::default() };
        for field in &selection.fields {
            let mut cost = Self::of(&field.below, variables);
            match &field.multiplicity {
                Multiplicity::Object => {}
                Multiplicity::InPage => {
                    cost.end_of_object();
                    cost.rows = cost.rows.saturating_add(1);
                }
                Multiplicity::Page(rows) => {
                    cost.end_of_object();
                    cost.multiply(rows.evaluate(variables));
                }
                // Each type is a list of its own; a type without a representation costs nothing.
                Multiplicity::Entities(number) => match number.evaluate(variables) {
                    0 => cost = Self::default(),
                    number => {
                        cost.end_of_object();
                        cost.rows = cost.rows.saturating_add(1);
                        cost.multiply(number);
                    }
                },
            }
            if !matches!(field.multiplicity, Multiplicity::Entities(_)) {
                cost.values = cost.values.saturating_add(1);
            }
            cost.list_and_write_calls = cost.list_and_write_calls.saturating_add(usize::from(field.writes));
            let representations = field.representations.as_ref().map_or(0, |number| number.evaluate(variables));
            cost.representations = cost.representations.saturating_add(representations);
            for DeclaredLoad { loader, calls, once_per_object, lists } in &field.loads {
                match calls {
                    CallCount::OncePerRequest => insert(&mut cost.once, *loader),
                    CallCount::PerList => {
                        cost.list_and_write_calls = cost.list_and_write_calls.saturating_add(lists.evaluate(variables))
                    }
                    CallCount::PerKey if *once_per_object => insert(&mut cost.once_per_object, *loader),
                    CallCount::PerKey => {
                        // The fields below read the object that this load returned (`Segurado` below
                        // `segurado(cpfCnpj)`): they need no call of the same loader.
                        cost.once_per_object.retain(|known| known != loader);
                        cost.end_of_object();
                        cost.keyed = cost.keyed.saturating_add(1);
                    }
                }
            }
            sum.add(cost);
        }
        sum
    }

    /// Upstream calls without those by key.
    pub fn calls(&self) -> usize {
        self.list_and_write_calls.saturating_add(self.once.len())
    }

    /// Upstream calls by key.
    pub fn keyed_calls(&self) -> usize {
        self.keyed.saturating_add(self.once_per_object.len())
    }

    /// All calls and the rows of pages: what a refusal reports, and what the `max-cost` of a tool bounds.
    pub fn total(&self) -> u64 {
        (self.calls() as u64).saturating_add(self.keyed_calls() as u64).saturating_add(self.rows as u64)
    }

    /// Adds the cost of another field of the same object.
    fn add(&mut self, other: Self) {
        self.values = self.values.saturating_add(other.values);
        self.rows = self.rows.saturating_add(other.rows);
        self.representations = self.representations.saturating_add(other.representations);
        self.list_and_write_calls = self.list_and_write_calls.saturating_add(other.list_and_write_calls);
        self.keyed = self.keyed.saturating_add(other.keyed);
        other.once.into_iter().for_each(|loader| insert(&mut self.once, loader));
        other.once_per_object.into_iter().for_each(|loader| insert(&mut self.once_per_object, loader));
    }

    /// The object ends here: each call that its fields shared counts as one.
    fn end_of_object(&mut self) {
        (self.keyed, self.once_per_object) = (self.keyed_calls(), Vec::new());
    }

    fn multiply(&mut self, number: usize) {
        for part in [&mut self.values, &mut self.rows, &mut self.list_and_write_calls, &mut self.keyed] {
            *part = part.saturating_mul(number);
        }
    }
}

fn insert(set: &mut Vec<TypeId>, loader: TypeId) {
    if !set.contains(&loader) {
        set.push(loader);
    }
}
