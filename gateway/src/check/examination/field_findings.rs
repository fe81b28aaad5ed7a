//! The findings for the fields of a service's responses, and for the keys that the contract does not have.

use services::wire::spelling::KeyPath;

use super::view::View;
use crate::{
    check::{
        inference::fit,
        report::{
            findings::{FieldFinding, FoundType, UnknownField},
            verdict::FieldState,
            wire_source,
        },
        responses::nested,
    },
    contract::{
        Contract, Node,
        comparison::{self, Comparison, NodeTally},
        field_names::{is_of_serializer, likeness},
        value_type::ValueType,
        vocabulary::last_segment,
    },
};

/// Likeness of a name in another style of writing.
const SAME: f64 = 0.97;

/// Likeness of a name that may be meant by a key of the mapping that never came.
const SOMEWHAT_ALIKE: f64 = 0.55;

/// Whether the name of an absent field is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It came from another service.
    Came,
    /// The mapping says it.
    Spelled,
    No,
}

/// The findings of one service.
pub(super) struct FieldFindings<'a> {
    pub(super) contract: &'a Contract,
    /// Whether a call was sent.
    pub(super) is_asked: bool,
    /// The option that gives what the service is asked with.
    pub(super) option: Option<&'static str>,
    pub(super) comparison: &'a Comparison,
    pub(super) view: &'a View<'a>,
}

impl FieldFindings<'_> {
    /// The findings for a node. For the data and rows as a whole, only errors.
    pub(super) fn field(&self, number: usize) -> Option<FieldFinding> {
        let contract = self.contract;
        let node = &contract.nodes[number];
        let tally = &self.comparison.tallies[number];
        let (name, place) = match &node.field {
            Some(field) => (format!("{}.{}", field.owner, field.name), wire_source::field(&field.owner, &field.name)),
            None => (contract.call.clone(), wire_source::data_of(&contract.call)),
        };
        let required = node.field.is_some() && contract.requires(number);
        let never_comes = node
            .field
            .as_ref()
            .is_some_and(|field| self.view.mapping.never_comes(contract.path, &field.owner, &field.name));
        let mut state = if never_comes { FieldState::Declared } else { state(node, tally, required) };
        if !self.is_asked || (node.field.is_none() && !matches!(state, FieldState::Wrong | FieldState::Accepted)) {
            return None;
        }
        let is_spelled = node.field.as_ref().is_some_and(|field| {
            self.view.mapping.is_decided(&["types", &field.owner, &field.name])
                || self.view.mapping.is_decided(&[
                    "calls",
                    last_segment(contract.path),
                    "types",
                    &field.owner,
                    &field.name,
                ])
        });
        // Where nothing was read, no other value would bring it.
        let mut fields = contract.nodes.iter().zip(&self.comparison.tallies).filter(|(node, _)| node.field.is_some());
        let is_read = fields.any(|(_, tally)| tally.present > 0);
        let is_known = match self.view.came.contains(&name) {
            true => Known::Came,
            false if is_spelled => Known::Spelled,
            false => Known::No,
        };
        if state == FieldState::Missing && tally.present == 0 && self.may_have_another_name(number, is_known) {
            state = FieldState::Suspect;
        }
        let found = tally.found.iter();
        let found =
            found.map(|(kind, came)| FoundType { kind: *kind, times: came.times, refused: came.refused }).collect();
        let &NodeTally { present, absent, repeated, .. } = tally;
        let (path, expected, nullable) = (node.path.clone(), node.expected, node.nullable);
        Some(FieldFinding {
            path,
            name,
            expected,
            nullable,
            required,
            is_spelled: is_spelled && is_read,
            option: self.option.filter(|_| is_read),
            state,
            present,
            absent,
            repeated,
            found,
            place,
        })
    }

    /// Whether an unknown key beside an absent field may be another name of it. One that came from another service is known:
    /// only a key that seems to hold it counts. Of one that the mapping spells, only a name that is like it counts: the original
    /// claim comes where there was one.
    fn may_have_another_name(&self, field: usize, known: Known) -> bool {
        let nodes = &self.contract.nodes;
        let Some(object) = nodes.iter().position(|node| node.field_children().contains(&field)) else { return false };
        let is_it = |(key, seen): &(String, &comparison::UnknownKey)| match self.field_of(object, key) {
            Some(other) => other == field,
            None if is_of_serializer(key) => false,
            // The mapping may have the key of another.
            None if known == Known::Spelled => {
                nodes[field].field.as_ref().is_some_and(|of| likeness(key, &of.name, &of.owner) >= SOMEWHAT_ALIKE)
            }
            None if known == Known::Came => false,
            // A key within an object is only one by its name.
            None if key.parse().is_ok_and(|path: KeyPath| path.keys().len() > 1) => false,
            None => fit::is_of_kind(nodes[field].expected, seen.found) || seen.found == ValueType::Null,
        };
        self.unknown_keys(object).iter().any(is_it)
    }

    /// The unknown keys of an object, with those of the objects in it if one of these is or may be a field.
    fn unknown_keys(&self, object: usize) -> Vec<(String, &comparison::UnknownKey)> {
        let mut keys = Vec::new();
        for (name, seen) in self.comparison.unknown_in(object) {
            let mut within = Vec::new();
            add_within(&mut vec![name], seen, &mut within);
            let is_field = |(key, _): &(String, &comparison::UnknownKey)| self.field_of(object, key).is_some();
            if within.iter().any(is_field) || self.is_read_from(object, name) {
                keys.extend(within);
            } else {
                keys.push((nested::text(&[name]), seen));
            }
        }
        keys
    }

    /// Whether the mapping reads a field from within the object under a key.
    fn is_read_from(&self, object: usize, key: &str) -> bool {
        let contract = self.contract;
        let fields = contract.nodes[object].children.iter().filter_map(|&child| contract.nodes[child].field.as_ref());
        let mut paths =
            fields.filter_map(|field| self.view.mapping.response_path(contract.path, &field.owner, &field.name));
        paths.any(|path| path.keys().len() > 1 && path.keys()[0] == key)
    }

    /// The field of an object that an unknown key seems to hold.
    fn field_of(&self, object: usize, key: &str) -> Option<usize> {
        let nodes = &self.contract.nodes;
        nodes[object].children.iter().copied().find(|&child| {
            let tally = &self.comparison.tallies[child];
            nodes[child].field.as_ref().is_some_and(|field| {
                let path = self.contract.path;
                let is_proposed = self.view.guess.spelling_in(path, &field.owner, &field.name) == Some(key);
                // A field that some rows have may be spelt in two ways.
                let is_other_spelling = tally.present > 0 && likeness(key, &field.name, &field.owner) > SAME;
                tally.absent > 0 && (is_proposed || is_other_spelling)
            })
        })
    }

    pub(super) fn unknown(&self, object: usize) -> Vec<UnknownField> {
        let nodes = &self.contract.nodes;
        let node = &nodes[object];
        let has_suspects = node.field_children().iter().any(|&child| {
            let tally = &self.comparison.tallies[child];
            let never_comes = nodes[child]
                .field
                .as_ref()
                .is_some_and(|field| self.view.mapping.never_comes(self.contract.path, &field.owner, &field.name));
            tally.present == 0 && tally.absent > 0 && !never_comes
        });
        let tell = |(name, seen): (String, &comparison::UnknownKey)| {
            let like = self.field_of(object, &name).and_then(|field| nodes[field].field.as_ref());
            let place = match like {
                Some(field) => wire_source::field(&field.owner, &field.name),
                None => node.object.as_deref().and_then(wire_source::type_of),
            };
            UnknownField {
                path: format!("{}.{name}", node.path),
                found: seen.found,
                times: seen.times,
                of: match like {
                    Some(field) => format!("{}.{}", field.owner, field.name),
                    None => node.object.clone().unwrap_or_default(),
                },
                resembles: like.map(|field| field.name.clone()),
                is_new: like.is_none() && !has_suspects,
                place,
            }
        };
        self.unknown_keys(object).into_iter().map(tell).collect()
    }
}

/// Adds the keys that hold values within an unknown key, or itself.
fn add_within<'a>(
    keys: &mut Vec<&'a str>,
    seen: &'a comparison::UnknownKey,
    all: &mut Vec<(String, &'a comparison::UnknownKey)>,
) {
    if seen.inside.is_empty() {
        all.push((nested::text(keys), seen));
    }
    for (key, inner) in &seen.inside {
        keys.push(key);
        add_within(keys, inner, all);
        keys.pop();
    }
}

fn state(node: &Node, tally: &NodeTally, required: bool) -> FieldState {
    let refused: u64 = tally.found.values().map(|came| came.refused).sum();
    let is_other = |found: &ValueType| match found {
        ValueType::Null => !node.nullable,
        found => !node.expected.is(*found),
    };
    match () {
        () if refused + tally.repeated > 0 || (required && tally.absent > 0) => FieldState::Wrong,
        () if tally.absent > 0 => FieldState::Missing,
        () if tally.present == 0 => FieldState::Unseen,
        () if tally.found.keys().any(is_other) => FieldState::Accepted,
        () if tally.found.keys().all(|found| *found == ValueType::Null) => FieldState::Null,
        () => FieldState::Matched,
    }
}
