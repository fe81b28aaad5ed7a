//! Finds out the envelope of an API: which keys hold the status, the message and the data, and what means success.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, value::RawValue};

use super::{
    data_score::{MIN_SCORE, fields_around, has_fields, score, score_of_body},
    lists,
    usual_names::{DATA_NAMES, MESSAGE_NAMES, STATUS_NAMES, bonus},
};
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        responses::{http_status::is_success, nested, observation::Observation, translation::means_the_same},
    },
    contract::{
        Contract,
        comparison::Members,
        field_names::shown,
        value_type::{ExpectedType, ValueType},
    },
};
use services::wire::envelope::{DATA, MESSAGES, STATUS};

/// Fewest services that show what all have in common.
const FEW_SERVICES: usize = 3;
/// HTTP statuses with which services refuse, in whatever request.
const REFUSALS: [i64; 4] = [400, 404, 409, 422];
/// Longest success value that is proposed, in characters: a word.
const MAX_STATUS_LENGTH: usize = 20;

/// Proposes the keys of the envelope, and the key of a list inside the data.
pub(in crate::check) fn infer(draft: &mut Draft, seen: &[Observation]) {
    let successes: Vec<_> = seen.iter().filter(|one| is_success(one.http)).collect();
    // An operator's envelope is kept.
    if !draft.is_given("envelope") && draft.get(&["envelope"]).is_none() {
        infer_keys(draft, &successes);
    }
    infer_success(draft, &successes);
    for one in &successes {
        lists::infer(draft, one);
    }
    infer_refusals(draft, seen);
}

fn infer_keys(draft: &mut Draft, seen: &[&Observation]) {
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
    let key = match best {
        Some((score, key)) if score > whole && score >= MIN_SCORE => Some(key),
        _ if whole >= MIN_SCORE => None,
        // Nothing has data yet: the first steps of a login. Their names decide.
        _ => match bodies.iter().flat_map(|(_, members)| &members.0).find(|(key, _)| bonus(DATA_NAMES, key) > 0.0) {
            Some((key, _)) => Some(&**key),
            None => return,
        },
    };
    let Some(key) = key else {
        draft.set(&["envelope", DATA], false, None);
        match status_beside_data(seen) {
            Some((status, value, messages)) => {
                set_key(draft, STATUS, status);
                draft.set(&["envelope", "success"], vec![value], None);
                messages.into_iter().for_each(|key| set_key(draft, MESSAGES, key));
            }
            None => draft.set(&["envelope", STATUS], false, None),
        }
        return;
    };
    set_key(draft, DATA, key);
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
    match status {
        Some(key) => set_key(draft, STATUS, key),
        None => draft.set(&["envelope", STATUS], false, None),
    }
    let messages = others(MESSAGE_NAMES, |kind| kind.is_text() || matches!(kind, ValueType::Null | ValueType::List));
    if let Some(key) = messages.filter(|key| Some(*key) != status) {
        set_key(draft, MESSAGES, key);
    }
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
    !within.is_empty() && !beside.is_subset(&within)
}

fn set_key(draft: &mut Draft, name: &'static str, key: &str) {
    let key = &*nested::text(&[key]);
    if draft.envelope_key(name) != EnvelopePath::Key(key) {
        draft.set(&["envelope", name], key, None);
    }
}

/// The values of the status beside data that fit.
fn infer_success(draft: &mut Draft, seen: &[&Observation]) {
    let (EnvelopePath::Key(status), EnvelopePath::Key(data)) = (draft.envelope_key(STATUS), draft.envelope_key(DATA))
    else {
        return;
    };
    let mut known = draft.values(&["envelope", "success"]).to_vec();
    let usual = [toml::Value::from(1), toml::Value::from("1")];
    let mut found = Vec::new();
    for one in seen {
        let Ok(body) = serde_json::from_str::<&RawValue>(one.body) else { continue };
        let Some(value) = nested::at_text(body, status) else { continue };
        let has_data = nested::at_text(body, data).is_some_and(|data| score(one.contract, data) >= MIN_SCORE);
        let Some(value) = serde_json::from_str(value.get()).ok().filter(|_| has_data) else { continue };
        let is_new = |all: &[toml::Value]| !all.iter().any(|one| means_the_same(one, &value));
        if is_new(&known) && (!known.is_empty() || is_new(&usual)) && is_new(&found) {
            found.extend(as_toml(&value));
        }
    }
    // Before any data came: a flag says by itself what means success.
    let is_true = |one: &&Observation| {
        let value = serde_json::from_str::<&RawValue>(one.body).ok().and_then(|body| nested::at_text(body, status));
        value.is_some_and(|value| value.get() == "true")
    };
    if found.is_empty() && known.is_empty() && !names_failure(status) && seen.iter().copied().any(|one| is_true(&one)) {
        found.push(true.into());
    }
    if !found.is_empty() {
        known.append(&mut found);
        draft.set(&["envelope", "success"], known, None);
    }
}

/// Whether a flag of this name is true where something failed.
fn names_failure(key: &str) -> bool {
    let key = key.to_lowercase();
    key.contains("err") || key.contains("fail") || key.contains("falh")
}

/// Leaves the key of the status open if no response showed which of its values mean success.
pub(in crate::check) fn leave_unknown_status_open(draft: &mut Draft, seen: &[Observation]) {
    let path = ["envelope", STATUS];
    let (EnvelopePath::Key(status), EnvelopePath::Key(data)) = (draft.envelope_key(STATUS), draft.envelope_key(DATA))
    else {
        return;
    };
    if draft.get(&path).is_none() || draft.is_given("envelope") || !draft.values(&["envelope", "success"]).is_empty() {
        return;
    }
    let is_shown = seen.iter().filter(|one| is_success(one.http)).any(|one| {
        let Ok(body) = serde_json::from_str::<&RawValue>(one.body) else { return false };
        nested::at_text(body, status).is_some()
            && nested::at_text(body, data).is_some_and(|data| score(one.contract, data) >= MIN_SCORE)
    });
    if !is_shown {
        let line = format!("{STATUS} = {}", toml::Value::from(status));
        draft.remove(&path);
        draft.leave_open(&["envelope"], line, "nenhuma resposta mostrou que valor diz sucesso".to_owned());
    }
}

fn as_toml(status: &Value) -> Option<toml::Value> {
    match status {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) if text.chars().count() <= MAX_STATUS_LENGTH => Some(text.trim().into()),
        _ => None,
    }
}

/// The statuses of HTTP whose body is a refusal with a message; those that no read gets have a doubt.
fn infer_refusals(draft: &mut Draft, seen: &[Observation]) {
    let path = ["envelope", "refusals"];
    let mut known = draft.values(&path).to_vec();
    let before = known.len();
    for one in seen.iter().filter(|one| matches!(one.http, 400 | 404 | 409 | 412 | 422)) {
        let Ok(body) = serde_json::from_str::<&RawValue>(one.body) else { continue };
        if !draft.has_message(one.body.as_bytes()) {
            let Some(path) = message_path(body) else { continue };
            add_message_key(draft, &path);
        }
        let status = toml::Value::from(i64::from(one.http));
        if !draft.values(&["session", "ended", "http"]).contains(&status) && !known.contains(&status) {
            known.push(status);
        }
    }
    if known.len() == before {
        return;
    }
    let ended = draft.values(&["session", "ended", "http"]);
    let unseen: Vec<_> = REFUSALS.map(toml::Value::from).into_iter().collect();
    let unseen: Vec<_> = unseen.into_iter().filter(|one| !known.contains(one) && !ended.contains(one)).collect();
    let mut doubt = None;
    if !draft.is_given_entry(&path) && !unseen.is_empty() {
        let told: Vec<_> = unseen.iter().map(ToString::to_string).collect();
        let (list, are) = match told.split_last() {
            Some((last, [])) => (last.clone(), "não apareceu: é comum"),
            Some((last, others)) => (format!("{} e {last}", others.join(", ")), "não apareceram: são comuns"),
            None => return,
        };
        doubt = Some(format!("confira: nas leituras HTTP {list} {are} nas recusas de um gravar"));
        known.extend(unseen);
    }
    known.sort_by_key(toml::Value::as_integer);
    draft.set(&path, known, doubt);
}

/// Whether the only message is what a server or a framework says of every such status.
fn is_page_of_server(members: &Members, key: &str) -> bool {
    matches!(key, "error" | "title") && ["timestamp", "traceId", "path"].iter().any(|key| members.value(key).is_some())
}

/// The path of the message in a refusal: of its text, or of the list of its texts.
fn message_path(body: &RawValue) -> Option<String> {
    let members = serde_json::from_str::<Members>(body.get()).ok()?;
    let all = members.0.iter().filter(|(key, value)| {
        let kind = ValueType::of(value.get());
        let is_said =
            kind.is_text() && kind != ValueType::EmptyText || matches!(kind, ValueType::List | ValueType::Object);
        let is_text_of_language = key == "value" && members.value("lang").is_some();
        is_said && (is_text_of_language || bonus(MESSAGE_NAMES, key) > 0.0) && !is_page_of_server(&members, key)
    });
    let (key, value) =
        all.max_by(|(one, _), (other, _)| bonus(MESSAGE_NAMES, one).total_cmp(&bonus(MESSAGE_NAMES, other)))?;
    let own = nested::text(&[key]);
    match ValueType::of(value.get()) {
        ValueType::Object => message_path(value).map(|inner| format!("{own}.{inner}")).or(Some(own)),
        _ => Some(own),
    }
}

/// Whether a body is a refusal that says why, and not a server's page about a path.
pub(in crate::check) fn has_message(body: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(body).is_ok_and(|body| message_path(body).is_some())
}

/// Adds a key of the messages to those before it. An operator's are kept.
fn add_message_key(draft: &mut Draft, key: &str) {
    let path = ["envelope", MESSAGES];
    let key = toml::Value::from(key);
    match draft.get(&path) {
        _ if draft.is_given_entry(&path) => {}
        None => draft.set(&path, key, None),
        Some(toml::Value::Array(keys)) => {
            let keys: Vec<_> = keys.iter().cloned().chain([key]).collect();
            draft.set(&path, keys, None);
        }
        Some(first) => {
            let keys = vec![first.clone(), key];
            draft.set(&path, keys, None);
        }
    }
}
