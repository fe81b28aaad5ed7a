//! How much a value looks like the data of a call, by the keys that resemble the fields of the contract.

use std::collections::BTreeSet;

use serde_json::{Value, value::RawValue};
use services::wire::spelling::KeyPath;

use super::evidence::ObservedValues;
use crate::{
    check::responses::{
        nested::{self, without_wrappers},
        observation::Observation,
    },
    contract::{
        Contract,
        comparison::Members,
        field_names::{ALIKE, likeness},
        value_type::{ExpectedType, ValueType},
    },
};

/// Minimum score of data in their place.
pub(super) const MIN_SCORE: f64 = 0.3;

pub(super) fn has_fields(contract: &Contract) -> bool {
    let root = &contract.nodes[0];
    root.expected == ExpectedType::List || !root.children.is_empty()
}

pub(super) fn score_of_body(one: &Observation) -> f64 {
    serde_json::from_str(one.body).map_or(0.0, |body| score(one.contract, body))
}

/// How much a value looks like the data of a call, from 0 to 1.
pub(super) fn score(contract: &Contract, value: &RawValue) -> f64 {
    let root = &contract.nodes[0];
    let kind = ValueType::of(value.get());
    match root.expected {
        ExpectedType::List if kind == ValueType::List => score_of_list(contract, value),
        ExpectedType::List if kind == ValueType::Object => {
            let members = serde_json::from_str::<Members>(value.get()).ok();
            members.and_then(|members| Some(best_list(contract, &members)?.0 * 0.95)).unwrap_or(0.0)
        }
        ExpectedType::Object if kind == ValueType::Object => {
            let members = serde_json::from_str::<Members>(value.get()).ok();
            let inner = members.and_then(|members| Some(best_object(contract, &members)?.0 * 0.95)).unwrap_or(0.0);
            0.2 + 0.8 * content_score(contract, 0, value).max(inner)
        }
        // A bare value stands for the only field of an object.
        ExpectedType::Object if root.children.len() == 1 && contract.accepts(0, value.get()) => MIN_SCORE,
        _ => 0.0,
    }
}

pub(super) fn score_of_list(contract: &Contract, value: &RawValue) -> f64 {
    let row = contract.nodes[0].children[0];
    let rows = serde_json::from_str::<Vec<&RawValue>>(value.get()).unwrap_or_default();
    rows.first().map_or(0.35, |first| 0.2 + 0.8 * content_score(contract, row, first))
}

pub(super) fn best_list<'a>(contract: &Contract, members: &'a Members) -> Option<(f64, &'a str)> {
    let lists = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::List);
    let lists = lists.map(|(key, value)| (score_of_list(contract, value), &**key));
    lists.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

pub(super) fn best_object<'a>(contract: &Contract, members: &'a Members) -> Option<(f64, &'a str)> {
    let objects = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::Object);
    let objects = objects.map(|(key, value)| (content_score(contract, 0, value), &**key));
    objects.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// The part of an object's keys that resemble a field.
pub(super) fn content_score(contract: &Contract, object: usize, value: &RawValue) -> f64 {
    let (alike, keys) = fields_in(contract, object, value, false);
    let (alike_within, keys_within) = fields_in(contract, object, value, true);
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let fields = contract.nodes[object].children.len().max(1);
    let part = |alike: &BTreeSet<usize>, keys: usize| count(alike.len()) / count(keys.min(fields)).max(1.0);
    part(&alike, keys).max(part(&alike_within, keys_within)).min(1.0)
}

/// The fields that keys of an object resemble, and the number of keys; with those in nested objects, if asked for.
pub(super) fn fields_in(
    contract: &Contract,
    object: usize,
    value: &RawValue,
    is_deep: bool,
) -> (BTreeSet<usize>, usize) {
    let keys = nested::keys_within(value);
    let of_here = keys.iter().filter(|(path, value)| {
        let is_object = ValueType::of(value.get()) == ValueType::Object;
        if is_deep { !is_object } else { path.keys().len() == 1 }
    });
    let fields = &contract.nodes[object].children;
    let owner = contract.nodes[object].object.as_deref().unwrap_or_default();
    let resembled = |key: &str, kind: ValueType| {
        fields.iter().copied().find(|&field| {
            let expected = contract.nodes[field].expected;
            let is_inner = |is_list: bool, is_object: bool| is_list || is_object;
            is_inner(expected == ExpectedType::List, expected == ExpectedType::Object)
                == is_inner(kind == ValueType::List, kind == ValueType::Object)
                && likeness(key, contract.nodes[field].name(), owner) >= ALIKE
        })
    };
    let mut number = 0;
    let mut found = BTreeSet::new();
    for (path, value) in of_here {
        number += 1;
        found.extend(resembled(without_wrappers(&path.to_string()), ValueType::of(value.get())));
    }
    (found, number)
}

/// The fields within the object under a key, and those beside it: in the other objects, too, if asked for.
pub(super) fn fields_around(
    contract: &Contract,
    value: &RawValue,
    key: &str,
    is_deep: bool,
) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let inner = nested::at(value, &KeyPath::of_key(key));
    let within = inner.map(|inner| fields_in(contract, 0, inner, true).0).unwrap_or_default();
    (within, fields_beside(contract, 0, value, key, is_deep))
}

/// The fields beside a key: in the other objects, too, if asked for.
pub(super) fn fields_beside(
    contract: &Contract,
    object: usize,
    value: &RawValue,
    key: &str,
    is_deep: bool,
) -> BTreeSet<usize> {
    let members = serde_json::from_str::<Members>(value.get()).map_or_else(|_| Vec::new(), |members| members.0);
    let others = members.iter().filter(|(other, _)| other != key);
    let others: Vec<_> = others.map(|(key, value)| format!("{}:{value}", Value::from(&**key))).collect();
    let others = RawValue::from_string(format!("{{{}}}", others.join(",")));
    others.map(|others| fields_in(contract, object, &others, is_deep).0).unwrap_or_default()
}

/// How much the values of a key look like those of a list or an object of the contract, from 0 to 1. `None`: there is
/// nothing to look at.
pub(super) fn score_of_inner(contract: &Contract, field: usize, came: &ObservedValues) -> Option<f64> {
    let node = &contract.nodes[field];
    let object = if node.expected == ExpectedType::List { *node.children.first()? } else { field };
    let number = contract.nodes[object].children.len().max(1);
    let scores = came.forms.iter().filter_map(|(kind, value)| match kind {
        ValueType::List => {
            let rows = serde_json::from_str::<Vec<&RawValue>>(value).ok()?;
            Some(content_score(contract, object, rows.first()?))
        }
        // One object has to have most of the fields: others have a code and a name, too.
        ValueType::Object => {
            let alike = fields_in(contract, object, serde_json::from_str(value).ok()?, false).0.len();
            let part = f64::from(u32::try_from(alike).ok()?) / f64::from(u32::try_from(number).ok()?);
            Some(if part > 0.5 { part } else { 0.0 })
        }
        _ => None,
    });
    scores.max_by(f64::total_cmp)
}
