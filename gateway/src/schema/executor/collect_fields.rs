//! Collects the fields of selection sets: CollectFields and MergeSelectionSets of the specification, before variables are known.

use async_graphql_value::Value;
use bluejay_core::{
    AsIter as _,
    executable::{Field as _, FragmentSpread as _, InlineFragment as _},
};
use bluejay_parser::ast::executable::{Field, Selection, SelectionSet};

use super::condition::{Conjunction, and_directives};
use crate::schema::engine::document::{self, Fragments};

/// The selection sets of an object, each with its conditions.
pub type Selections<'a> = [(&'a SelectionSet<'a>, Conjunction)];

/// A selected field, with all places where the document has it.
pub struct Selected<'a> {
    /// Its name in the response.
    pub(in crate::schema) response_name: &'a str,
    /// Its first place. Its arguments are the same everywhere, or the document would not be valid.
    pub(super) field: &'a Field<'a>,
    /// Its selection sets.
    pub selections: Vec<(&'a SelectionSet<'a>, Conjunction)>,
    /// It is included if one of them holds.
    pub(in crate::schema) conditions: Vec<Conjunction>,
    /// The places in the document where the field may be included first. With each: how many of `conditions` belong to earlier
    /// places. The field stands there if its own condition holds and none of the earlier ones does.
    pub(super) positions: Vec<(&'a Field<'a>, usize)>,
}

impl<'a> Selected<'a> {
    /// Its name in the schema.
    pub fn name(&self) -> &'a str {
        self.field.name().as_str()
    }

    /// The value of an argument in the document.
    pub fn argument_value(&self, argument: &str) -> Option<Value> {
        document::argument(self.field, argument).map(document::value)
    }
}

/// The merged fields of selection sets, one for each name in the response.
#[derive(Default)]
pub(in crate::schema) struct Collected<'a> {
    pub(in crate::schema) fields: Vec<Selected<'a>>,
    /// The order of the response: indices of a field and of one of its `positions`. A field whose first place depends on
    /// variables is listed once for each place; a request includes one of them.
    pub(super) order: Vec<(usize, usize)>,
    /// Two fields for one name in the response. bluejay misses one: it does not know the `__typename` of a union.
    pub(super) conflict: Option<(String, &'a Field<'a>)>,
}

impl<'a> Collected<'a> {
    /// Collects the fields of a selection set and of its fragments that apply to the type.
    pub(in crate::schema) fn add_set(
        &mut self,
        set: &'a SelectionSet<'a>,
        conditions: &Conjunction,
        fragments: &Fragments<'a>,
        applies: &dyn Fn(&str) -> bool,
    ) {
        for selection in set.iter() {
            let directives = match selection {
                Selection::Field(field) => field.directives(),
                Selection::InlineFragment(fragment) => fragment.directives(),
                Selection::FragmentSpread(spread) => spread.directives(),
            };
            let Some(conditions) = and_directives(conditions, directives) else { continue };
            let (type_condition, below) = match selection {
                Selection::Field(field) => {
                    self.add(field, conditions);
                    continue;
                }
                Selection::InlineFragment(fragment) => (fragment.type_condition(), fragment.selection_set()),
                Selection::FragmentSpread(spread) => {
                    let Some(fragment) = fragments.get(spread.name().as_str()) else { continue };
                    (Some(fragment.type_condition()), fragment.selection_set())
                }
            };
            if type_condition.is_none_or(|condition| applies(condition.named_type().as_str())) {
                self.add_set(below, &conditions, fragments, applies);
            }
        }
    }

    fn add(&mut self, field: &'a Field<'a>, conditions: Conjunction) {
        let response_name = field.response_key();
        let at = self.fields.iter().position(|known| known.response_name == response_name).unwrap_or_else(|| {
            let (selections, conditions, positions) = (Vec::new(), Vec::new(), Vec::new());
            self.fields.push(Selected { response_name, field, selections, conditions, positions });
            self.fields.len() - 1
        });
        let known = &mut self.fields[at];
        if known.name() != field.name().as_str() {
            let message =
                format!("`{}` and `{}` are both named `{response_name}`", known.name(), field.name().as_str());
            self.conflict.get_or_insert((message, field));
        }
        if let Some(below) = field.selection_set() {
            known.selections.push((below, conditions.clone()));
        }
        // If an earlier occurrence is unconditional or has the same condition, this one never determines the order.
        if !known.conditions.iter().any(|before| before.is_empty() || *before == conditions) {
            self.order.push((at, known.positions.len()));
            known.positions.push((field, known.conditions.len()));
        }
        if !known.conditions.contains(&conditions) {
            known.conditions.push(conditions);
        }
    }
}
