//! Plans: a document is planned once, and its plan runs for every request.

use std::{any::TypeId, mem};

use async_graphql::PathSegment;
use bluejay_parser::HasSpan;

use super::{
    buffer::{Mark, ResponseBuffer},
    collect_fields::{Collected, Selected, Selections},
    condition::{Conditions, IncludeCondition, IncludedConditions},
    context::Context,
    cost::{FieldCost, SelectionCost},
    write_error::WriteError,
};
use crate::{
    loaders::Loader,
    schema::engine::document::{self, Document, Fragments, InvalidPart},
};

/// Whether an object type, which comes first, is a member of a union.
pub type IsMember = dyn Fn(&str, &str) -> bool;

/// The fields of an object type.
pub trait Fields {
    /// The name of the type in the schema.
    const NAME: &'static str;
    /// A planned field.
    type Field: Send + Sync + 'static;

    /// Plans a field; `None` if the type has no such field.
    fn plan_field(planner: &mut Planner<'_>, selected: &Selected<'_>) -> Option<PlannedField<Self::Field>>;
}

/// The selected fields of an object, in the order of the response.
pub struct Plan<F: 'static> {
    pub(super) response_fields: Box<[ResponseField]>,
    // Plans are recursive, and rustc 1.95 cannot decide in incremental builds whether they are `Sync`: the trait object says it.
    contents: Box<dyn AsRef<[Content<F>]> + Send + Sync>,
    /// Whether one of the fields may load something.
    pub may_load: bool,
}

impl<F> Plan<F> {
    /// The distinct fields, to which those of the response refer.
    pub(super) fn contents(&self) -> &[Content<F>] {
        (*self.contents).as_ref()
    }

    /// Why these cannot be the root fields of a subscription.
    pub(super) fn refused_by_subscription(&self) -> Option<&'static str> {
        let fields = &self.response_fields;
        if fields.is_empty() || !fields.iter().all(|field| field.condition.is_none()) {
            return Some("the root field of a subscription has no @skip or @include");
        }
        match self.contents() {
            [Content::Field(_)] => None,
            [_] => Some("a subscription has no introspection at its root"),
            _ => Some("a subscription has only one root field"),
        }
    }
}

/// A place of a field in the response. A field whose place depends on variables has several.
pub(super) struct ResponseField {
    /// The JSON before the value: a comma, the name and a colon.
    pub(super) before: Box<str>,
    /// The name in the response.
    pub(super) response_name: Box<str>,
    /// Where the field begins in the document.
    pub(super) start: usize,
    pub(super) condition: IncludeCondition,
    pub(super) nullable: bool,
    /// Whether the field or something below it may load something.
    pub(super) may_load: bool,
    /// Its content, as an index into those of the plan.
    pub(super) content: usize,
}

impl ResponseField {
    /// Ends the value of the field, which began at `mark`.
    #[inline]
    pub(super) fn end(
        &self,
        to: &mut ResponseBuffer,
        mark: Mark,
        result: Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let result = result.map_err(|error| error.at(self.start));
        to.end(mark, self.nullable, || PathSegment::Field(self.response_name.to_string()), result)
    }
}

/// The content of a field of the response.
pub(super) enum Content<F> {
    TypeName,
    /// The result of async-graphql.
    Introspection,
    Field(F),
}

/// A field as planned by its object.
pub struct PlannedField<F> {
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether the field or something below it may load something.
    pub may_load: bool,
    /// Its own cost, without its selection set.
    pub cost: FieldCost,
    /// The field with its arguments and the plan of its selection set.
    pub field: F,
}

impl<F> PlannedField<F> {
    /// The same field of an object that merges others.
    pub fn map<G>(self, to: impl FnOnce(F) -> G) -> PlannedField<G> {
        let Self { nullable, may_load, cost, field } = self;
        PlannedField { nullable, may_load, cost, field: to(field) }
    }
}

/// A loader that depends on no object, and is started with the first calls.
pub struct Prefetch {
    condition: IncludeCondition,
    load: Box<dyn Fn(&Context<'_>) + Send + Sync>,
}

impl Prefetch {
    /// Requests the value, if the field is included.
    pub(super) fn request(&self, context: &Context<'_>, included: &IncludedConditions) {
        if included.contains(self.condition) {
            (self.load)(context);
        }
    }
}

/// Plans a document, which must be valid.
pub struct Planner<'a> {
    document: &'a Document<'a>,
    fragments: &'a Fragments<'a>,
    is_member: &'a IsMember,
    pub(super) conditions: Conditions,
    pub(super) prefetches: Vec<Prefetch>,
    /// The cost of what has been planned of the current selection set.
    pub(super) cost: SelectionCost,
    /// Whether introspection fields have been planned.
    pub(super) introspects: bool,
    /// Why the document is not valid.
    pub(super) invalid: Option<InvalidPart>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(document: &'a Document<'a>, fragments: &'a Fragments<'a>, is_member: &'a IsMember) -> Self {
        Self {
            document,
            fragments,
            is_member,
            conditions: Conditions::default(),
            prefetches: Vec::new(),
            cost: SelectionCost::default(),
            introspects: false,
            invalid: None,
        }
    }

    /// Plans a selection set below the current one, and returns what it costs.
    pub(super) fn plan_below<T>(&mut self, plan: impl FnOnce(&mut Self) -> T) -> (T, SelectionCost) {
        let outer = mem::take(&mut self.cost);
        let planned = plan(self);
        (planned, mem::replace(&mut self.cost, outer))
    }

    /// Adds a loader whose value a field needs, whatever its object.
    pub fn prefetch<L: Loader>(&mut self, loader: L, selected: &Selected<'_>) {
        let condition = self.conditions.add(&selected.conditions, &[]);
        // The field itself reports an error.
        let load = Box::new(move |context: &Context<'_>| {
            if context.begin_loading(const { &[TypeId::of::<L>()] }).is_ok() {
                drop(context.load_result(&loader));
            }
        });
        self.prefetches.push(Prefetch { condition, load });
    }

    /// Plans an object type, which may be a member of a union.
    pub fn object<T: Fields>(&mut self, selections: &Selections<'_>) -> Plan<T::Field> {
        let is_member = self.is_member;
        let applies = |condition: &str| condition == T::NAME || is_member(T::NAME, condition);
        let mut collected = Collected::default();
        for (set, conditions) in selections {
            collected.add_set(set, conditions, self.fragments, &applies);
        }
        let Collected { fields, order, conflict } = collected;
        if let Some((message, field)) = conflict {
            self.refuse(message, field);
        }
        let planned: Vec<_> = fields.iter().map(|field| self.field::<T>(field)).collect();
        let mut response_fields = Vec::with_capacity(order.len());
        for (at, place) in order {
            let (selected, planned) = (&fields[at], &planned[at]);
            let (field, number_of_earlier) = selected.positions[place];
            let (earlier, from_here) = selected.conditions.split_at(number_of_earlier);
            response_fields.push(ResponseField {
                before: [",\"", selected.response_name, "\":"].concat().into(),
                response_name: selected.response_name.into(),
                start: document::start(field),
                condition: self.conditions.add(&from_here[..1], earlier),
                nullable: planned.nullable,
                may_load: planned.may_load,
                content: at,
            });
        }
        Plan {
            may_load: response_fields.iter().any(|field| field.may_load),
            response_fields: response_fields.into(),
            contents: Box::new(planned.into_iter().map(|planned| planned.field).collect::<Vec<_>>()),
        }
    }

    /// Plans a field, and adds its cost.
    fn field<T: Fields>(&mut self, selected: &Selected<'_>) -> PlannedField<Content<T::Field>> {
        let (planned, below) = self.plan_below(|planner| match selected.name() {
            "__typename" => Some(without_field(Content::TypeName)),
            "__schema" | "__type" => {
                planner.introspects = true;
                Some(without_field(Content::Introspection))
            }
            _ => T::plan_field(planner, selected).map(|planned| planned.map(Content::Field)),
        });
        let mut planned = planned.unwrap_or_else(|| {
            self.refuse(format!("{} has no `{}`", T::NAME, selected.name()), selected.field);
            without_field(Content::TypeName)
        });
        self.cost.push(FieldCost { below, ..mem::take(&mut planned.cost) });
        planned
    }

    /// Refuses the document for a part of it.
    pub(super) fn refuse(&mut self, message: String, part: &impl HasSpan) {
        self.invalid.get_or_insert_with(|| InvalidPart::new(message, self.document.text, part));
    }
}

fn without_field<F>(content: Content<F>) -> PlannedField<Content<F>> {
    PlannedField { nullable: true, may_load: false, cost: FieldCost::default(), field: content }
}
