//! Finds the key of the data that holds the list, or the object, of the contract.

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use services::wire::{envelope, spelling::KeyPath};

use super::data_score::{best_list, best_object, content_score, fields_around, fields_beside, fields_in, has_fields};
use crate::{
    check::{
        draft::Draft,
        responses::{nested, observation::Observation, rows::data_in},
    },
    contract::{
        Contract,
        comparison::Members,
        field_names::shown,
        value_type::{ExpectedType, ValueType},
        vocabulary::last_segment,
    },
};

/// Fewest fields beside an empty list that make a row of the object around it: a page has a total, too.
const FIELDS_OF_ROW: usize = 3;

/// The key of the data that holds the list, or the object, where the data are an object around it.
pub(in crate::check) fn infer(draft: &mut Draft, one: &Observation) {
    let path = ["calls", last_segment(one.contract.path), "list"];
    if !has_fields(one.contract) || draft.is_given_entry(&path) {
        return;
    }
    let Ok(body) = serde_json::from_str(one.body) else { return };
    let Some(data) = data_in(draft, body) else { return };
    let Ok(members) = serde_json::from_str::<Members>(data.get()) else { return };
    if draft.list_of(one.contract.path).is_some() {
        return;
    }
    let root = &one.contract.nodes[0];
    let is_list = root.expected == ExpectedType::List;
    let best = if is_list { best_list(one.contract, &members) } else { best_object(one.contract, &members) };
    let Some((score, key)) = best.filter(|(_, key)| shown(key).is_ok()) else { return };
    if is_list {
        if is_one_row(one.contract, data, key) {
            return;
        }
    } else {
        let as_it_is = content_score(one.contract, 0, data);
        // Fields beside the object, too: its keys are fields of the object around it.
        let (within, beside) = fields_around(one.contract, data, key, true);
        if score < as_it_is || score <= 0.2 || !beside.is_subset(&within) || within.is_subset(&beside) {
            return;
        }
        // Without what is required it is a part of the data, such as the user beside the token.
        let mut required = root.children.iter().filter(|&&field| one.contract.requires(field));
        let is_object = |value: &&RawValue| ValueType::of(value.get()) == ValueType::Object;
        let is_only = members.0.iter().map(|(_, value)| *value).filter(|value| is_object(value)).count() == 1;
        if !is_only && required.any(|field| !within.contains(field)) || has_given_field(draft, one.contract, data) {
            return;
        }
    }
    draft.set(&path, nested::text(&[key]), None);
}

/// The key of a list that is left out in all that came, because it was empty: the others' key.
pub(in crate::check) fn infer_left_out(draft: &mut Draft, seen: &[&Observation]) {
    let keys =
        seen.iter().filter_map(|one| draft.list_of(one.contract.path)).map(str::to_owned).collect::<BTreeSet<_>>();
    let Some((key, path)) = keys.first().filter(|_| keys.len() == 1).and_then(|key| Some((key, key.parse().ok()?)))
    else {
        return;
    };
    for one in seen.iter().filter(|one| one.contract.nodes[0].expected == ExpectedType::List) {
        let entry = ["calls", last_segment(one.contract.path), "list"];
        let is_left_out = |one: &Observation| {
            let data = serde_json::from_str(one.body).ok().and_then(|body| data_in(draft, body));
            data.is_some_and(|data| envelope::leaves_out_list(data.get(), &path))
        };
        let mut own = seen.iter().filter(|other| other.contract.path == one.contract.path);
        if draft.get(&entry).is_none() && own.all(|one| is_left_out(one)) {
            let doubt = "confira: a lista veio vazia, e sem esta chave; nos outros serviços está nela";
            draft.set(&entry, key.as_str(), Some(doubt.to_owned()));
        }
    }
}

/// Whether the operator's file reads a field from the data as they are.
fn has_given_field(draft: &Draft, contract: &Contract, data: &RawValue) -> bool {
    let mut fields = contract.nodes[0].children.iter().filter_map(|&child| contract.nodes[child].field.as_ref());
    let call = last_segment(contract.path);
    fields.any(|field| {
        let (owner, name) = (&*field.owner, &*field.name);
        let is_given =
            draft.is_decided(&["types", owner, name]) || draft.is_decided(&["calls", call, "types", owner, name]);
        let path = draft.response_path(contract.path, owner, name).filter(|_| is_given);
        path.is_some_and(|path| nested::at(data, &path).is_some())
    })
}

/// Whether an object around a list is a row itself, and the list a part of it: more fields stand beside the list than in its
/// rows.
fn is_one_row(contract: &Contract, data: &RawValue, key: &str) -> bool {
    let row = contract.nodes[0].children[0];
    let rows = nested::at(data, &KeyPath::of_key(key));
    let rows = rows.and_then(|rows| serde_json::from_str::<Vec<&RawValue>>(rows.get()).ok()).unwrap_or_default();
    let beside = fields_beside(contract, row, data, key, true).len();
    match rows.first() {
        Some(first) => beside > fields_in(contract, row, first, true).0.len(),
        None => beside >= FIELDS_OF_ROW,
    }
}
