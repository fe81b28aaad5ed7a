//! Finds out the envelope of an API: which keys hold the status, the message and the data, and what means success.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, value::RawValue};

use super::{
    data_score::{MIN_SCORE, fields_around, fields_in, has_fields, score, score_of_body},
    envelope_head, lists, message_texts, refusals,
    success_values::{self, DataKind, as_toml, data_kind},
    usual_names::{DATA_NAMES, MESSAGE_NAMES, STATUS_NAMES, bonus},
};
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        responses::{
            http_status::is_success,
            nested,
            observation::{self, Observation},
        },
    },
    contract::{
        Contract,
        comparison::Members,
        field_names::shown,
        value_type::{ExpectedType, ValueType},
    },
};
use services::wire::{
    Call as _,
    envelope::{DATA, MESSAGES, STATUS},
    login::{ValidaCodigoAcesso, ValidaLogin},
    spelling::KeyPath,
};

/// Fewest services that show what all have in common.
const FEW_SERVICES: usize = 3;

/// Proposes the keys of the envelope, and the key of a list inside the data.
pub(in crate::check) fn infer(draft: &mut Draft, seen: &[Observation]) {
    let successes: Vec<_> = seen.iter().filter(|one| is_success(one.http)).collect();
    // What an operator's envelope says is kept.
    let is_found = [STATUS, DATA, MESSAGES].iter().any(|key| {
        let path = ["envelope", key];
        draft.get(&path).is_some() && !draft.is_given_entry(&path)
    });
    if !is_found {
        infer_keys(draft, &successes, seen);
    }
    success_values::infer(draft, &successes);
    for one in &successes {
        lists::infer(draft, one);
    }
    lists::infer_left_out(draft, &successes);
    refusals::infer(draft, seen);
    message_texts::infer(draft, seen);
}

fn infer_keys(draft: &mut Draft, seen: &[&Observation], all: &[Observation]) {
    let around = key_around(seen);
    let within: Vec<Observation> = match &around {
        Some(key) => seen.iter().filter_map(|one| within(one, key)).collect(),
        None => seen.iter().map(|one| **one).collect(),
    };
    let seen: Vec<_> = within.iter().collect();
    let (around, seen) = (around.as_deref(), &seen[..]);
    let bodies: Vec<(&Contract, Members)> =
        seen.iter().filter_map(|one| Some((one.contract, serde_json::from_str(one.body).ok()?))).collect();
    let mean = |scores: Vec<f64>| {
        let count = f64::from(u32::try_from(scores.len()).unwrap_or(u32::MAX));
        if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / count }
    };
    // The data are the whole body …
    let whole = mean(seen.iter().filter(|one| has_fields(one.contract)).map(|one| score_of_body(one)).collect());
    // … or stand under a key. A key that some responses do not have is rather one of the data.
    let of_data: Vec<_> =
        bodies.iter().filter(|(contract, members)| has_fields(contract) && !members.0.is_empty()).collect();
    let keys: BTreeSet<&str> = of_data.iter().flat_map(|(_, members)| &members.0).map(|(key, _)| &**key).collect();
    let score_of = |key: &str| {
        let values = of_data.iter().map(|(contract, members)| (contract, members.value(key)));
        let given = values.filter(|(_, value)| value.is_none_or(|value| ValueType::of(value.get()) != ValueType::Null));
        mean(given.map(|(contract, value)| value.map_or(0.0, |value| score(contract, value))).collect())
    };
    let best = keys
        .into_iter()
        .filter(|key| shown(key).is_ok() && !of_data.iter().any(|(contract, members)| is_part(contract, members, key)))
        .map(|key| (score_of(key), key))
        .filter(|(score, _)| *score > 0.0)
        .map(|(score, key)| (score + bonus(DATA_NAMES, key), key))
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    let given = draft.is_given_entry(&["envelope", DATA]).then(|| draft.envelope_key(DATA));
    let given = match &given {
        Some(EnvelopePath::Key(path)) => Some(path.rsplit_once('.').map_or(*path, |(_, last)| last).to_owned()),
        _ => None,
    };
    let key = match best {
        _ if given.is_some() => given.as_deref(),
        Some((score, key)) if score > whole && score >= MIN_SCORE => Some(key),
        _ if whole >= MIN_SCORE => None,
        // Nothing has data yet: the first steps of a login. Their names decide.
        _ => match bodies.iter().flat_map(|(_, members)| &members.0).find(|(key, _)| bonus(DATA_NAMES, key) > 0.0) {
            Some((key, _)) => Some(&**key),
            None => return,
        },
    };
    let Some(key) = key else {
        match around {
            Some(around) => set_key(draft, None, DATA, around),
            None => set_found(draft, DATA, false),
        }
        match status_beside_data(seen) {
            Some((status, value, messages)) => {
                set_key(draft, around, STATUS, status);
                set_found(draft, "success", vec![value]);
                messages.into_iter().for_each(|key| set_key(draft, around, MESSAGES, key));
            }
            None => set_found(draft, STATUS, false),
        }
        return;
    };
    set_key(draft, around, DATA, key);
    let others = |names: &'static str, is_one: fn(ValueType) -> bool| {
        let all = bodies.iter().flat_map(|(_, members)| &members.0);
        let named = all.filter(|(other, value)| other != key && is_one(ValueType::of(value.get())));
        named
            .map(|(other, _)| (bonus(names, other), &**other))
            .filter(|(bonus, _)| *bonus > 0.0)
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, key)| key)
    };
    let status = others(STATUS_NAMES, |kind| {
        !matches!(kind, ValueType::Null | ValueType::List | ValueType::Object | ValueType::EmptyText)
    });
    let kind_of = |(contract, members): &(&Contract, Members)| data_kind(contract, members.value(key));
    let in_head = envelope_head::find(all, around, key);
    match (status, &in_head) {
        (Some(key), _) => set_key(draft, around, STATUS, key),
        (None, Some(head)) => {
            set_path(draft, around, STATUS, &head.status);
            set_found(draft, "success", vec![head.success.clone()]);
        }
        (None, None) => match telling_key(&bodies, key, kind_of) {
            Some((status, value)) => {
                set_key(draft, around, STATUS, status);
                set_found(draft, "success", vec![value]);
            }
            None if bodies.iter().any(|body| kind_of(body) != DataKind::None) => set_found(draft, STATUS, false),
            // All that came may have been refused.
            None => {
                let reason = "nenhuma resposta trouxe dados: o que diz sucesso? (false: só o HTTP)".to_owned();
                draft.leave_open(&["envelope"], format!("{STATUS} = \"…\""), reason);
            }
        },
    }
    let messages = others(MESSAGE_NAMES, |kind| kind.is_text() || matches!(kind, ValueType::Null | ValueType::List));
    if let Some(key) = messages.filter(|key| Some(*key) != status) {
        set_key(draft, around, MESSAGES, key);
    } else if let Some(key) = in_head.and_then(|head| head.messages) {
        set_path(draft, around, MESSAGES, &key);
    }
}

/// Sets a part of the envelope that the operator's file does not say.
fn set_found(draft: &mut Draft, name: &str, value: impl Into<toml::Value>) {
    let path = ["envelope", name];
    if !draft.is_given_entry(&path) {
        draft.set(&path, value, None);
    }
}

/// The key of the object that stands around the envelope of every response: `{"Result": {"codigo": 0, "dados": …}}`.
fn key_around(seen: &[&Observation]) -> Option<String> {
    let only_key = |one: &&Observation| {
        let members = serde_json::from_str::<Members>(one.body).ok()?;
        let [(key, value)] = &members.0[..] else { return None };
        let inner = serde_json::from_str::<Members>(value.get()).ok()?;
        let has = |names: &str| inner.0.iter().any(|(key, _)| bonus(names, key) > 0.0);
        (has(STATUS_NAMES) && (has(MESSAGE_NAMES) || has(DATA_NAMES))).then(|| key.clone().into_owned())
    };
    let keys: BTreeSet<_> = seen.iter().map(only_key).collect();
    keys.into_iter()
        .next()
        .flatten()
        .filter(|key| shown(key).is_ok() && seen.iter().all(|one| only_key(one).as_ref() == Some(key)))
}

/// A response as it stands under a key.
fn within<'a>(one: &Observation<'a>, key: &str) -> Option<Observation<'a>> {
    let body = nested::at(serde_json::from_str(one.body).ok()?, &KeyPath::of_key(key))?;
    Some(Observation { body: body.get(), ..*one })
}

/// The key beside the data that has one value where data came, and another where none did.
fn telling_key<'a>(
    bodies: &'a [(&Contract, Members<'a>)],
    data: &str,
    kind_of: impl Fn(&(&Contract, Members)) -> DataKind,
) -> Option<(&'a str, toml::Value)> {
    let of_kind = |kind| bodies.iter().filter(|body| kind_of(body) == kind).collect::<Vec<_>>();
    let (with, empty, without) = (of_kind(DataKind::Filled), of_kind(DataKind::Empty), of_kind(DataKind::None));
    let value = |body: &(&Contract, Members), key: &str| {
        let value = body.1.value(key)?;
        as_toml(&serde_json::from_str(value.get()).ok()?)
    };
    let (_, first) = with.first()?;
    first.0.iter().map(|(key, _)| &**key).filter(|key| *key != data && shown(key).is_ok()).find_map(|key| {
        let success = value(with[0], key)?;
        let is_same = with.iter().all(|body| value(body, key).as_ref() == Some(&success));
        // Empty data come with a success or a refusal.
        let refused = empty.iter().filter_map(|body| value(body, key)).filter(|other| *other != success);
        let mut others = without.iter().filter_map(|body| value(body, key)).chain(refused).peekable();
        let tells = is_same && others.peek().is_some() && others.all(|other| other != success);
        tells.then_some((key, success))
    })
}

/// The key of a status beside the data, its value and the key of the messages: several services have them, always with the
/// same value.
fn status_beside_data<'a>(seen: &[&'a Observation]) -> Option<(&'a str, toml::Value, Option<&'a str>)> {
    let bodies: Vec<(&str, BTreeMap<&'a str, &'a RawValue>)> = seen
        .iter()
        .filter(|one| has_fields(one.contract) && ValueType::of(one.body) == ValueType::Object)
        .filter_map(|one| Some((one.contract.path, serde_json::from_str(one.body).ok()?)))
        .collect();
    let services: BTreeSet<_> = bodies.iter().map(|(path, _)| path).collect();
    let (_, first) = bodies.first().filter(|_| services.len() >= FEW_SERVICES)?;
    let usual = |names: &str| {
        let named = first
            .keys()
            .filter(|key| bonus(names, key) > 0.0 && bodies.iter().all(|(_, body)| body.contains_key(*key)));
        named.copied().max_by(|one, other| bonus(names, one).total_cmp(&bonus(names, other)))
    };
    let status = usual(STATUS_NAMES)?;
    let is_same = bodies.iter().all(|(_, body)| body[status].get() == first[status].get());
    let value = as_toml(&serde_json::from_str(first[status].get()).ok()?)?;
    is_same.then(|| (status, value, usual(MESSAGE_NAMES)))
}

/// Whether the object under a key of a body is a part of the data: there are fields beside it.
fn is_part(contract: &Contract, members: &Members, key: &str) -> bool {
    let root = &contract.nodes[0];
    let is_object = |value: &RawValue| ValueType::of(value.get()) == ValueType::Object;
    if root.expected != ExpectedType::Object || !members.value(key).is_some_and(is_object) {
        return false;
    }
    let parts: Vec<_> = members.0.iter().map(|(key, value)| format!("{}:{value}", Value::from(&**key))).collect();
    let Ok(body) = RawValue::from_string(format!("{{{}}}", parts.join(","))) else { return false };
    let (within, beside) = fields_around(contract, &body, key, false);
    if !within.is_empty() && !beside.is_subset(&within) {
        return true;
    }
    // What is required, or several fields, stand in other objects: the token beside the user, and the user beside the token.
    let (within, _) = fields_around(contract, &body, key, true);
    let objects = members.0.iter().filter(|(other, value)| other != key && is_object(value));
    let beside: BTreeSet<_> = objects.flat_map(|(_, value)| fields_in(contract, 0, value, true).0).collect();
    let elsewhere: Vec<_> = beside.difference(&within).collect();
    !within.is_empty() && (elsewhere.len() > 1 || elsewhere.into_iter().any(|&field| contract.requires(field)))
}

fn set_key(draft: &mut Draft, around: Option<&str>, name: &'static str, key: &str) {
    set_path(draft, around, name, &nested::text(&[key]));
}

/// Sets a part of the envelope that stands at a path.
fn set_path(draft: &mut Draft, around: Option<&str>, name: &'static str, path: &str) {
    let path = around.map_or_else(|| path.to_owned(), |around| format!("{}.{path}", nested::text(&[around])));
    if draft.envelope_key(name) != EnvelopePath::Key(&path) {
        set_found(draft, name, path);
    }
}

/// Proposes that the status alone decides, where the code step of the login brought no data and the next step followed.
pub(in crate::check) fn infer_null_data(draft: &mut Draft, seen: &[Observation]) {
    let path = ["envelope", "null-data"];
    if draft.is_given_entry(&path) {
        return;
    }
    let has_data = |path: &str| -> Option<bool> {
        let of_step = seen.iter().rfind(|one| one.contract.path == path && is_success(one.http));
        let text = observation::translated(draft, of_step?).filter(|text| observation::says_success(text))?;
        Some(observation::data(&text).is_some_and(|data| data.get() != "null"))
    };
    if has_data(ValidaCodigoAcesso::PATH) == Some(false) && has_data(ValidaLogin::PATH) == Some(true) {
        let doubt = "confira: o passo do código disse sucesso sem dados, e o seguinte abriu a sessão";
        draft.set(&path, "success", Some(doubt.to_owned()));
    }
}

/// Marks an envelope that no response confirmed: one with data and one that was refused have to be told apart by it.
pub(in crate::check) fn doubt_unproven(draft: &mut Draft, seen: &[Observation]) {
    let (mut has_data, mut has_refusal) = (false, false);
    for one in seen {
        let text = observation::translated(draft, one);
        let says_success = text.as_deref().is_some_and(observation::says_success);
        let data = text.as_deref().and_then(observation::data).is_some_and(|data| data.get() != "null");
        has_data |= one.http == 204 || is_success(one.http) && says_success && data;
        // A refusal by HTTP status shows by its status what none of a success has; without one, its HTTP status tells.
        let shows_status = matches!(draft.envelope_key(STATUS), EnvelopePath::Key(_))
            && text.as_deref().is_some_and(observation::has_status);
        has_refusal |= match one.http {
            http if is_success(http) => text.is_some() && !says_success,
            400..=499 if shows_status => !says_success,
            http => http != 204 && draft.is_refusal(http),
        };
    }
    let doubt = match (has_data, has_refusal) {
        (true, true) => return,
        (false, _) => "confira: nenhuma resposta trouxe dados",
        (true, false) => "confira: nenhum pedido foi recusado aqui, e a recusa pode vir de outro modo",
    };
    for key in [STATUS, DATA] {
        let path = ["envelope", key];
        if let Some(value) = draft.get(&path).filter(|_| !draft.is_given_entry(&path)).cloned() {
            draft.set(&path, value, Some(doubt.to_owned()));
        }
    }
}
