//! Plans: a document is planned once, and its plan runs for every request.

use std::mem;

use async_graphql::{InputType, PathSegment, ServerError};
use bluejay_parser::HasSpan;

use super::{
    argument::Argument,
    buffer::{Mark, ResponseBuffer},
    collect_fields::{Collected, Selected, Selections},
    condition::{Conditions, IncludeCondition, IncludedConditions},
    context::Context,
    cost::{FieldCost, SelectionCost},
    field_prefix::FieldPrefix,
    write_error::WriteError,
};
use crate::{
    loaders::Loader,
    schema::document::{self, Document, Fragments},
};

/// Whether an object type is a member of a union.
pub type IsMember = fn(object: &str, union: &str) -> bool;

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
    // A trait object, because plans contain themselves: without it the compiler evaluates in a cycle whether they are `Sync`,
    // which breaks its incremental mode (rustc 1.95).
    response_fields: Box<dyn ResponseFields<F>>,
    may_load: bool,
}

trait ResponseFields<F>: Send + Sync {
    fn all(&self) -> &[ResponseField<F>];
}

impl<F: Send + Sync> ResponseFields<F> for Vec<ResponseField<F>> {
    fn all(&self) -> &[ResponseField<F>] {
        self
    }
}

impl<F> Plan<F> {
    pub(super) fn response_fields(&self) -> &[ResponseField<F>] {
        self.response_fields.all()
    }

    /// The content of a field of the response, which may refer to another one.
    pub(super) fn content<'a>(&'a self, response_field: &'a ResponseField<F>) -> &'a Content<F> {
        match &response_field.content {
            Content::SameAs(at) => &self.response_fields()[*at].content,
            content => content,
        }
    }

    /// Whether one of the fields may load something.
    pub fn may_load(&self) -> bool {
        self.may_load
    }

    /// Why these cannot be the root fields of a subscription.
    pub(super) fn refused_by_subscription(&self) -> Option<&'static str> {
        let response_fields = self.response_fields();
        if response_fields.is_empty() || !response_fields.iter().all(|field| field.condition.always_holds()) {
            return Some("the root field of a subscription has no @skip or @include");
        }
        match response_fields {
            [ResponseField { content: Content::Field(_), .. }] => None,
            [_] => Some("a subscription has no introspection at its root"),
            _ => Some("a subscription has only one root field"),
        }
    }
}

/// A place of a field in the response.
pub(super) struct ResponseField<F> {
    /// What is written before the value.
    pub(super) before: FieldPrefix,
    /// The name in the response.
    pub(super) key: Box<str>,
    /// Where the field begins in the document.
    pub(super) start: usize,
    pub(super) condition: IncludeCondition,
    pub(super) nullable: bool,
    /// Whether the field or something below it may load something.
    pub(super) may_load: bool,
    /// Whether something below it may load something.
    pub(super) selection_may_load: bool,
    pub(super) content: Content<F>,
}

impl<F> ResponseField<F> {
    /// Ends the value of the field, which began at `mark`.
    #[inline]
    pub(super) fn end(
        &self,
        to: &mut ResponseBuffer,
        mark: Mark,
        result: Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let result = result.map_err(|error| error.at(self.start));
        to.end(mark, self.nullable, || PathSegment::Field(self.key.to_string()), result)
    }
}

/// The content of a field of the response.
pub(super) enum Content<F> {
    /// That of another one: a field whose position in the response depends on variables is there once for each.
    SameAs(usize),
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
    /// Whether something below it may load something.
    pub selection_may_load: bool,
    /// Its own cost, without its selection set.
    pub cost: FieldCost,
    /// The field with its arguments and the plan of its selection set.
    pub field: F,
}

impl<F> PlannedField<F> {
    /// The same field of an object that merges others.
    pub fn map<G>(self, to: impl FnOnce(F) -> G) -> PlannedField<G> {
        let Self { nullable, may_load, selection_may_load, cost, field } = self;
        PlannedField { nullable, may_load, selection_may_load, cost, field: to(field) }
    }
}

/// A loader that depends on no object, and is started with the first calls.
pub(super) struct Prefetch {
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
    is_member: IsMember,
    pub(super) conditions: Conditions,
    pub(super) prefetches: Vec<Prefetch>,
    /// The cost of what has been planned of the current selection set.
    pub(super) cost: SelectionCost,
    /// The number of arguments that a request parses.
    pub(super) arguments: usize,
    /// Why the document is not valid.
    pub(super) invalid: Option<ServerError>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(document: &'a Document<'a>, fragments: &'a Fragments<'a>, is_member: IsMember) -> Self {
        Self {
            document,
            fragments,
            is_member,
            conditions: Conditions::default(),
            prefetches: Vec::new(),
            cost: SelectionCost::default(),
            arguments: 0,
            invalid: None,
        }
    }

    /// Plans a selection set below the current one, and returns what it costs.
    pub(super) fn plan_below<T>(&mut self, plan: impl FnOnce(&mut Self) -> T) -> (T, SelectionCost) {
        let around = mem::take(&mut self.cost);
        let planned = plan(self);
        (planned, mem::replace(&mut self.cost, around))
    }

    /// Plans an argument of a field.
    pub fn argument<T: InputType + 'static>(&mut self, of: &Selected<'_>, name: &str) -> Argument<T> {
        Argument::plan(document::argument(of.field, name), &mut self.arguments)
    }

    /// Adds a loader whose value a field needs, whatever its object.
    pub fn prefetch<L: Loader>(&mut self, loader: L, of: &Selected<'_>) {
        let condition = self.conditions.add(&of.conditions, &[]);
        // The field itself reports an error.
        let load = Box::new(move |context: &Context<'_>| {
            context.set_selection_may_load(false);
            drop(context.answer(&loader));
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
        let mut contents: Vec<_> = fields.iter().map(|field| self.field::<T>(field)).collect();
        let mut response_fields: Vec<ResponseField<T::Field>> = Vec::with_capacity(order.len());
        let mut first_positions = vec![None; fields.len()];
        for (at, place) in order {
            let (selected, (stands_here, before)) = (&fields[at], fields[at].positions[place]);
            let known = first_positions[at].map(|response_field: usize| {
                let ResponseField { nullable, may_load, selection_may_load, .. } = response_fields[response_field];
                PlannedField {
                    nullable,
                    may_load,
                    selection_may_load,
                    cost: FieldCost::default(),
                    field: Content::SameAs(response_field),
                }
            });
            let Some(planned) = known.or_else(|| contents[at].take()) else { continue };
            first_positions[at].get_or_insert(response_fields.len());
            let PlannedField { nullable, may_load, selection_may_load, field: content, .. } = planned;
            let (conditions, key) = (&selected.conditions, selected.key);
            let condition = self.conditions.add(&conditions[before..=before], &conditions[..before]);
            response_fields.push(ResponseField {
                before: FieldPrefix::new(key),
                key: key.into(),
                start: document::start(stands_here),
                condition,
                nullable,
                may_load,
                selection_may_load,
                content,
            });
        }
        Plan {
            may_load: response_fields.iter().any(|field| field.may_load),
            response_fields: Box::new(response_fields),
        }
    }

    /// Plans a field, and adds its cost.
    fn field<T: Fields>(&mut self, selected: &Selected<'_>) -> Option<PlannedField<Content<T::Field>>> {
        let (mut planned, below) = self.plan_below(|planner| match selected.name() {
            "__typename" => Some(without_field(Content::TypeName)),
            "__schema" | "__type" => Some(without_field(Content::Introspection)),
            _ => T::plan_field(planner, selected).map(|planned| planned.map(Content::Field)),
        });
        if planned.is_none() {
            self.refuse(format!("{} has no `{}`", T::NAME, selected.name()), selected.field);
        }
        self.cost.push(mem::take(&mut planned.as_mut()?.cost).with_selection(below));
        planned
    }

    /// Refuses the document for a part of it.
    pub(super) fn refuse(&mut self, message: String, part: &impl HasSpan) {
        let pos = document::position(self.document.text, document::start(part));
        self.invalid.get_or_insert_with(|| ServerError::new(message, Some(pos)));
    }
}

fn without_field<F>(content: Content<F>) -> PlannedField<Content<F>> {
    let cost = FieldCost::default();
    PlannedField { nullable: true, may_load: false, selection_may_load: false, cost, field: content }
}
