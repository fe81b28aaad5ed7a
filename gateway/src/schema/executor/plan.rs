//! Plans: what a document becomes, once.

use std::{collections::HashMap, mem};

use async_graphql::{
    InputType, Name, Pos, Positioned, Value, Variables,
    parser::types::{Field, FragmentDefinition, Selection, SelectionSet},
};

use super::{
    Argument, Context, Cost, FieldCost, Fields,
    condition::{Conjunction, IncludeCondition, and_directives},
    weight,
};
use crate::{loaders::Loader, schema::validation};

/// The selection sets of an object, each with its conditions.
pub type Selections<'a> = [(&'a SelectionSet, Conjunction)];

/// The fields that are selected of an object, in the order of the answer.
pub struct Plan<F: 'static> {
    // Behind a trait object: plans contain themselves, and the compiler otherwise asks in a circle whether they are `Sync`,
    // which breaks its incremental mode (rustc 1.95).
    slots: Box<dyn Slots<F>>,
    loads: bool,
}

trait Slots<F>: Send + Sync {
    fn all(&self) -> &[Slot<F>];
}

impl<F: Send + Sync> Slots<F> for Vec<Slot<F>> {
    fn all(&self) -> &[Slot<F>] {
        self
    }
}

impl<F> Plan<F> {
    pub(super) fn slots(&self) -> &[Slot<F>] {
        self.slots.all()
    }

    /// What stands in a slot.
    pub(super) fn content<'a>(&'a self, slot: &'a Slot<F>) -> &'a Content<F> {
        match &slot.content {
            Content::SameAs(at) => &self.slots()[*at].content,
            content => content,
        }
    }

    /// Whether something of it may have to be loaded.
    pub fn loads(&self) -> bool {
        self.loads
    }
}

/// A field in the answer.
pub(super) struct Slot<F> {
    /// A comma and the name, as JSON has it before the value.
    pub(super) before: Box<str>,
    /// The name in the answer.
    pub(super) key: Box<str>,
    pub(super) position: Pos,
    /// The positions of arguments where the plan has them from, and here, if that is elsewhere.
    pub(super) argument_positions: Box<[(Pos, Pos)]>,
    pub(super) condition: IncludeCondition,
    pub(super) nullable: bool,
    /// Whether it may have to be loaded, or something below it.
    pub(super) loads: bool,
    /// Whether something below it may have to be loaded.
    pub(super) loads_below: bool,
    pub(super) content: Content<F>,
}

/// What stands in the answer.
pub(super) enum Content<F> {
    /// What stands in another slot too: a field whose place in the answer depends on variables has a slot for each.
    SameAs(usize),
    TypeName,
    /// async-graphql's answer.
    Introspection,
    Field(F),
}

/// A field as its object plans it.
pub struct PlannedField<F> {
    /// Whether null may stand in its place.
    pub nullable: bool,
    /// Whether it may have to be loaded, or something below it.
    pub loads: bool,
    /// Whether something below it may have to be loaded.
    pub loads_below: bool,
    /// What it costs, what is below it aside.
    pub cost: FieldCost,
    /// The field, with its arguments and the plan of what is below it.
    pub field: F,
}

impl<F> PlannedField<F> {
    /// The same as a field of an object that consists of others.
    pub fn map<G>(self, to: impl FnOnce(F) -> G) -> PlannedField<G> {
        let Self { nullable, loads, loads_below, cost, field } = self;
        PlannedField { nullable, loads, loads_below, cost, field: to(field) }
    }
}

/// A field that is selected, with all places where it stands.
pub struct Selected<'a> {
    key: &'a str,
    /// Where it stands first. Its arguments are the same everywhere, or the document would not be valid.
    field: &'a Positioned<Field>,
    selections: Vec<(&'a SelectionSet, Conjunction)>,
    conditions: Vec<Conjunction>,
    /// The places that it may have in the answer: what stands there in the document, and how many conditions come before.
    places: Vec<(&'a Positioned<Field>, usize)>,
}

impl<'a> Selected<'a> {
    /// Its name in the schema.
    pub fn name(&self) -> &'a str {
        &self.field.node.name.node
    }

    /// What is selected below it.
    pub fn selections(&self) -> &Selections<'a> {
        &self.selections
    }

    /// One of its arguments.
    pub fn argument<T: InputType + Clone>(&self, name: &str) -> Argument<T> {
        Argument::of(self.field.node.get_argument(name))
    }

    /// Most rows of the list below it, as the first of these arguments says that is given. What a variable will say is
    /// not known yet.
    pub fn list_size(&self, arguments: &[&str], assumed: i32, most: i32) -> usize {
        let given = arguments.iter().find_map(|name| self.field.node.get_argument(name));
        let rows = match given.map(|given| given.node.clone().into_const()) {
            None => i64::from(assumed),
            Some(Some(Value::Number(rows))) => rows.as_i64().unwrap_or(i64::MAX),
            Some(_) => i64::MAX,
        };
        usize::try_from(rows.clamp(0, most.into())).unwrap_or(usize::MAX)
    }
}

/// A loader that does not depend on any object: it is started with the first calls.
pub(super) struct Prefetch {
    condition: IncludeCondition,
    load: Box<dyn Fn(&Context<'_>) + Send + Sync>,
}

impl Prefetch {
    /// Asks for the value, if the field is selected.
    pub(super) fn ask(&self, context: &Context<'_>, variables: &Variables) {
        if self.condition.holds(variables) {
            (self.load)(context);
        }
    }
}

/// Makes plans of a document, which must be valid.
pub struct Planner<'a> {
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    pub(super) prefetches: Vec<Prefetch>,
    /// Of what has been planned since the field around it.
    pub(super) cost: Cost,
    /// Memory of the plan, in bytes.
    pub(super) weight: usize,
    /// Whether something was selected that its object does not have: the document is not valid.
    pub(super) has_unknown_fields: bool,
}

impl<'a> Planner<'a> {
    pub(super) fn new(fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>) -> Self {
        let (prefetches, cost) = (Vec::new(), Cost::default());
        Self { fragments, prefetches, cost, weight: 0, has_unknown_fields: false }
    }

    /// A loader whose value a field needs, whatever its object.
    pub fn prefetch<L: Loader>(&mut self, loader: L, of: &Selected<'_>) {
        let condition = IncludeCondition::any(&of.conditions);
        self.weight += size_of::<Prefetch>() + size_of::<L>() + condition.weight();
        // An error is met again where the field is written.
        let load = Box::new(move |context: &Context<'_>| {
            context.set_loads_below(false);
            drop(context.answer(&loader));
        });
        self.prefetches.push(Prefetch { condition, load });
    }

    /// The plan of an object, a member of a union perhaps.
    pub fn object<T: Fields>(&mut self, selections: &Selections<'_>) -> Plan<T::Field> {
        let applies = |condition: &str| condition == T::NAME || validation::is_member(T::NAME, condition);
        let mut collected = Collected::default();
        for (set, conditions) in selections {
            collected.add_set(set, conditions, self.fragments, &applies);
        }
        let Collected { fields, order } = collected;
        let mut contents: Vec<_> = fields.iter().map(|field| self.field::<T>(field)).collect();
        let mut slots: Vec<Slot<T::Field>> = Vec::with_capacity(order.len());
        let mut first_slots = vec![None; fields.len()];
        for (at, place) in order {
            let (selected, (stands_here, before)) = (&fields[at], fields[at].places[place]);
            let known = first_slots[at].map(|slot: usize| {
                let Slot { nullable, loads, loads_below, .. } = slots[slot];
                PlannedField { nullable, loads, loads_below, cost: FieldCost::default(), field: Content::SameAs(slot) }
            });
            let Some(planned) = known.or_else(|| contents[at].take()) else { continue };
            first_slots[at].get_or_insert(slots.len());
            let PlannedField { nullable, loads, loads_below, field: content, .. } = planned;
            let (conditions, key) = (&selected.conditions, selected.key);
            let condition = IncludeCondition::any_unless(&conditions[before..=before], &conditions[..before]);
            let argument_positions = argument_positions(selected.field, stands_here);
            self.weight += condition.weight() + size_of_val(&*argument_positions);
            slots.push(Slot {
                before: [",\"", key, "\":"].concat().into(),
                key: key.into(),
                position: stands_here.pos,
                argument_positions,
                condition,
                nullable,
                loads,
                loads_below,
                content,
            });
            self.weight += size_of::<Slot<T::Field>>() + 2 * (key.len() + weight::ALLOCATION);
        }
        Plan { loads: slots.iter().any(|slot| slot.loads), slots: Box::new(slots) }
    }

    /// Plans a field, and adds its cost.
    fn field<T: Fields>(&mut self, selected: &Selected<'_>) -> Option<PlannedField<Content<T::Field>>> {
        let around = mem::take(&mut self.cost);
        let planned = match selected.name() {
            "__typename" => Some(without_field(Content::TypeName)),
            "__schema" | "__type" => Some(without_field(Content::Introspection)),
            _ => T::plan_field(self, selected).map(|planned| planned.map(Content::Field)),
        };
        let below = mem::replace(&mut self.cost, around);
        self.has_unknown_fields |= planned.is_none();
        self.cost.add(below.below(&planned.as_ref()?.cost));
        let arguments = selected.field.node.arguments.iter();
        self.weight += arguments.map(|(_, value)| weight::of_argument(&value.node)).sum::<usize>();
        planned
    }
}

fn argument_positions(planned: &Positioned<Field>, here: &Positioned<Field>) -> Box<[(Pos, Pos)]> {
    if planned.pos == here.pos {
        return Box::default();
    }
    let arguments = planned.node.arguments.iter();
    arguments.filter_map(|(name, value)| Some((value.pos, here.node.get_argument(&name.node)?.pos))).collect()
}

fn without_field<F>(content: Content<F>) -> PlannedField<Content<F>> {
    let cost = FieldCost::default();
    PlannedField { nullable: true, loads: false, loads_below: false, cost, field: content }
}

/// The fields of selection sets, brought together: one for each name of the answer.
#[derive(Default)]
struct Collected<'a> {
    fields: Vec<Selected<'a>>,
    /// The answer's order: places of fields, and which of its places that is. A field stands where it is first included,
    /// which may depend on variables.
    order: Vec<(usize, usize)>,
}

impl<'a> Collected<'a> {
    fn add_set(
        &mut self,
        set: &'a SelectionSet,
        conditions: &Conjunction,
        fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
        applies: &dyn Fn(&str) -> bool,
    ) {
        for selection in &set.items {
            let Some(conditions) = and_directives(conditions, selection.node.directives()) else { continue };
            let (type_condition, below) = match &selection.node {
                Selection::Field(field) => {
                    self.add(field, conditions);
                    continue;
                }
                Selection::InlineFragment(fragment) => {
                    (fragment.node.type_condition.as_ref(), &fragment.node.selection_set.node)
                }
                Selection::FragmentSpread(spread) => {
                    let Some(fragment) = fragments.get(&spread.node.fragment_name.node) else { continue };
                    (Some(&fragment.node.type_condition), &fragment.node.selection_set.node)
                }
            };
            if type_condition.is_none_or(|condition| applies(&condition.node.on.node)) {
                self.add_set(below, &conditions, fragments, applies);
            }
        }
    }

    fn add(&mut self, field: &'a Positioned<Field>, conditions: Conjunction) {
        let key = field.node.response_key().node.as_str();
        let at = self.fields.iter().position(|known| known.key == key).unwrap_or_else(|| {
            let (selections, conditions, places) = (Vec::new(), Vec::new(), Vec::new());
            self.fields.push(Selected { key, field, selections, conditions, places });
            self.fields.len() - 1
        });
        let known = &mut self.fields[at];
        known.selections.push((&field.node.selection_set.node, conditions.clone()));
        // Where it stands before under the same condition, or under none, it never has its place here.
        if !known.conditions.iter().any(|before| before.is_empty() || *before == conditions) {
            self.order.push((at, known.places.len()));
            known.places.push((field, known.conditions.len()));
        }
        if !known.conditions.contains(&conditions) {
            known.conditions.push(conditions);
        }
    }
}
