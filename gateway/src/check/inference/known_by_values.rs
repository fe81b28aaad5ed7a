//! What the values of other services tell of a field: codes and names that are known there.

use std::collections::BTreeSet;

use super::evidence::{Evidence, ObservedValues, TypeEvidence};
use crate::{
    check::responses::nested::without_wrappers,
    contract::{
        field_names::{ALIKE, likeness},
        value_type::{ExpectedType, ValueType},
    },
};

/// Fewest names that two keys have in common if both hold the same field.
const FEW_NAMES: usize = 2;

/// What another key of the object has.
pub(super) enum Rival {
    /// The values of other services, which this key does not have.
    HasThem,
    /// The same as this key, and values of its own.
    HasThemToo,
}

/// The values of a field in other services; for names also those of keys that are called so there.
pub(super) fn known<'e>(of: &TypeEvidence, evidence: &'e Evidence, field: usize) -> BTreeSet<&'e str> {
    let name = of.contract.nodes[field].name();
    let mut known = evidence.values_of(name);
    if !is_name(of, field) {
        return known;
    }
    let type_name = of.contract.nodes[of.object].object.as_deref();
    for (other_name, other) in evidence.types.iter().filter(|(other, _)| Some(other.as_str()) != type_name) {
        let is_absent = other.absent().into_iter().any(|field| other.contract.nodes[field].name() == name);
        let is_alike = |key: &str| likeness(without_wrappers(key), name, other_name) >= ALIKE;
        let mut alike = other.keys.iter().filter(|(key, came)| is_absent && are_words(came) && is_alike(key));
        if let (Some((_, came)), None) = (alike.next(), alike.next()) {
            known.extend(came.values.iter().map(String::as_str));
        }
    }
    known
}

/// Whether another key of the object has the names that other services give for a field.
pub(super) fn rival(
    of: &TypeEvidence,
    known: &BTreeSet<&str>,
    field: usize,
    key: &str,
    came: &ObservedValues,
) -> Option<Rival> {
    if !is_name(of, field) {
        return None;
    }
    let is_together =
        |other: &str| of.services.values().any(|one| one.keys.contains_key(other) && one.keys.contains_key(key));
    let mut others = of.keys.iter().filter(|(other, came)| {
        let is_text = came.kinds().all(|kind| kind.is_text() || kind == ValueType::Integer);
        *other != key && is_text && has_names(came, known) && is_together(other)
    });
    if !has_names(came, known) {
        return others.next().map(|_| Rival::HasThem);
    }
    others.any(|(_, other)| other.values != came.values).then_some(Rival::HasThemToo)
}

/// Whether a field holds a name or a description.
fn is_name(of: &TypeEvidence, field: usize) -> bool {
    let node = &of.contract.nodes[field];
    node.expected == ExpectedType::Text && (node.name().starts_with("nm") || node.name().starts_with("ds"))
}

/// Whether all values have letters: a code has none.
fn are_words(came: &ObservedValues) -> bool {
    came.values.iter().all(|value| value.chars().any(char::is_alphabetic))
}

/// Whether most of the names are known.
fn has_names(came: &ObservedValues, known: &BTreeSet<&str>) -> bool {
    let is_word = |value: &&String| value.chars().any(char::is_alphabetic);
    let common = came.values.iter().filter(is_word).filter(|value| known.contains(value.as_str())).count();
    common >= FEW_NAMES && common * 5 >= known.len().min(came.values.len()) * 4
}
