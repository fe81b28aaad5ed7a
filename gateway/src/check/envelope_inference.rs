//! Finds out the envelope of an API: which keys hold the status, the message and the data, and what means success.

use std::collections::BTreeSet;

use serde_json::{Value, value::RawValue};

use super::{
    draft::{Draft, EnvelopeKey, last_segment},
    inference::Observation,
    translation::{DATA, MESSAGES, STATUS, is_success, means_the_same},
};
use crate::contract::{
    Contract,
    comparison::Members,
    field_names::{ALIKE, likeness, shown},
    value_type::{ExpectedType, ValueType},
};

/// Usual names of the status, the message and the data; earlier ones first.
const STATUS_NAMES: &str = "status sucesso success ok isSuccess resultado situacao codigo code statusCode codigoRetorno \
                            cdRetorno codRetorno retorno result ret erro error hasError";
const MESSAGE_NAMES: &str = "messages mensagem mensagens message msg msgs texto descricao detalhe detalhes detail details \
                             erros errors erro error motivo userMessage title";
const DATA_NAMES: &str = "data dados result resultado payload conteudo content retorno response resposta objeto body value \
                          valor";
/// Usual names beside a list that comes in pages.
const PAGING: &str = "pagina paginas totalPaginas paginaAtual tamanhoPagina totalRegistros page pages pageSize totalPages \
                      totalItems totalElements next nextPage hasNext proxima offset limit cursor links meta";
/// Minimum score of data in their place.
const MIN_SCORE: f64 = 0.3;
/// Longest success value that is proposed, in characters: a word.
const LONGEST_STATUS: usize = 20;

/// Proposes the keys of the envelope, and the key of a list inside the data.
pub(super) fn infer(draft: &mut Draft, seen: &[Observation]) {
    let successes: Vec<_> = seen.iter().filter(|one| is_success(one.http)).collect();
    // An operator's envelope is kept.
    if !draft.is_given("envelope") && draft.get(&["envelope"]).is_none() {
        infer_keys(draft, &successes);
    }
    infer_success(draft, &successes);
    for one in &successes {
        infer_list(draft, one);
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
        .filter(|key| shown(key).is_ok())
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
        draft.set(&["envelope", STATUS], false, None);
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

fn set_key(draft: &mut Draft, name: &'static str, key: &str) {
    if draft.envelope_key(name) != EnvelopeKey::Key(key) {
        draft.set(&["envelope", name], key, None);
    }
}

/// The values of the status beside data that fit.
fn infer_success(draft: &mut Draft, seen: &[&Observation]) {
    let (EnvelopeKey::Key(status), EnvelopeKey::Key(data)) = (draft.envelope_key(STATUS), draft.envelope_key(DATA))
    else {
        return;
    };
    let mut known = draft.values(&["envelope", "success"]).to_vec();
    let usual = [toml::Value::from(1), toml::Value::from("1")];
    let mut found = Vec::new();
    for one in seen {
        let Ok(members) = serde_json::from_str::<Members>(one.body) else { continue };
        let Some(value) = members.value(status) else { continue };
        let has_data = members.value(data).is_some_and(|data| score(one.contract, data) >= MIN_SCORE);
        let Some(value) = serde_json::from_str(value.get()).ok().filter(|_| has_data) else { continue };
        let is_new = |all: &[toml::Value]| !all.iter().any(|one| means_the_same(one, &value));
        if is_new(&known) && (!known.is_empty() || is_new(&usual)) && is_new(&found) {
            found.extend(as_toml(&value));
        }
    }
    if !found.is_empty() {
        known.append(&mut found);
        draft.set(&["envelope", "success"], known, None);
    }
}

fn as_toml(status: &Value) -> Option<toml::Value> {
    match status {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) if text.chars().count() <= LONGEST_STATUS => Some(text.trim().into()),
        _ => None,
    }
}

/// The key of the data that holds the list, or the object, where the data are an object around it.
fn infer_list(draft: &mut Draft, one: &Observation) {
    if !has_fields(one.contract) || draft.list_of(one.contract.path).is_some() {
        return;
    }
    let Some(data) = data_of(draft, one) else { return };
    let Ok(members) = serde_json::from_str::<Members>(data.get()) else { return };
    let root = &one.contract.nodes[0];
    let is_list = root.expected == ExpectedType::List;
    let as_it_is = content_score(one.contract, if is_list { root.children[0] } else { 0 }, data);
    let best = if is_list { best_list(one.contract, &members) } else { best_object(one.contract, &members) };
    let Some((score, key)) = best else { return };
    if score <= as_it_is.max(0.2) || shown(key).is_err() {
        return;
    }
    let path = ["calls", last_segment(one.contract.path), "list"];
    let beside: Vec<_> = members.0.iter().map(|(key, _)| &**key).filter(|key| bonus(PAGING, key) > 0.0).collect();
    let doubt = (is_list && !beside.is_empty())
        .then(|| format!("confira: vem em páginas ({}), e o gateway lê só a primeira", beside.join(", ")));
    draft.set(&path, key, doubt);
}

/// The statuses of HTTP whose body is a refusal with a message.
fn infer_refusals(draft: &mut Draft, seen: &[Observation]) {
    let mut known = draft.values(&["envelope", "refusals"]).to_vec();
    let before = known.len();
    for one in seen.iter().filter(|one| matches!(one.http, 400 | 404 | 409 | 412 | 422) && one.has_session) {
        let Ok(members) = serde_json::from_str::<Members>(one.body) else { continue };
        let text = |(key, value): &(std::borrow::Cow<str>, &RawValue)| {
            let kind = ValueType::of(value.get());
            let bonus = bonus(MESSAGE_NAMES, key);
            (bonus > 0.0 && (kind.is_text() || kind == ValueType::List)).then(|| (bonus, key.clone().into_owned()))
        };
        let named = members.0.iter().filter_map(text).max_by(|(one, _), (other, _)| one.total_cmp(other));
        let EnvelopeKey::Key(messages) = draft.envelope_key(MESSAGES) else { continue };
        if members.value(messages).is_none() {
            let Some((_, key)) = named.filter(|_| draft.get(&["envelope", MESSAGES]).is_none()) else { continue };
            set_key(draft, MESSAGES, &key);
        }
        let status = toml::Value::from(i64::from(one.http));
        if !known.contains(&status) {
            known.push(status);
        }
    }
    if known.len() > before {
        draft.set(&["envelope", "refusals"], known, None);
    }
}

/// The data of a response, as the draft says where they are.
fn data_of<'a>(draft: &Draft, one: &Observation<'a>) -> Option<&'a RawValue> {
    match draft.envelope_key(DATA) {
        EnvelopeKey::Key(key) => serde_json::from_str::<Members>(one.body).ok()?.value(key),
        EnvelopeKey::None => serde_json::from_str(one.body).ok(),
    }
}

fn has_fields(contract: &Contract) -> bool {
    let root = &contract.nodes[0];
    root.expected == ExpectedType::List || !root.children.is_empty()
}

fn score_of_body(one: &Observation) -> f64 {
    serde_json::from_str(one.body).map_or(0.0, |body| score(one.contract, body))
}

/// How much a value looks like the data of a call, from 0 to 1.
fn score(contract: &Contract, value: &RawValue) -> f64 {
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
        _ => 0.0,
    }
}

fn score_of_list(contract: &Contract, value: &RawValue) -> f64 {
    let row = contract.nodes[0].children[0];
    let rows = serde_json::from_str::<Vec<&RawValue>>(value.get()).unwrap_or_default();
    rows.first().map_or(0.35, |first| 0.2 + 0.8 * content_score(contract, row, first))
}

fn best_list<'a>(contract: &Contract, members: &'a Members) -> Option<(f64, &'a str)> {
    let lists = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::List);
    let lists = lists.map(|(key, value)| (score_of_list(contract, value), &**key));
    lists.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

fn best_object<'a>(contract: &Contract, members: &'a Members) -> Option<(f64, &'a str)> {
    let objects = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::Object);
    let objects = objects.map(|(key, value)| (content_score(contract, 0, value), &**key));
    objects.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// The part of an object's keys that resemble a field.
fn content_score(contract: &Contract, object: usize, value: &RawValue) -> f64 {
    let Ok(Members(members)) = serde_json::from_str(value.get()) else { return 0.0 };
    let fields = &contract.nodes[object].children;
    let owner = contract.nodes[object].object.as_deref().unwrap_or_default();
    let resembles = |key: &str, kind: ValueType| {
        fields.iter().any(|&field| {
            let expected = contract.nodes[field].expected;
            let is_inner = |is_list: bool, is_object: bool| is_list || is_object;
            is_inner(expected == ExpectedType::List, expected == ExpectedType::Object)
                == is_inner(kind == ValueType::List, kind == ValueType::Object)
                && likeness(key, contract.nodes[field].name(), owner) >= ALIKE
        })
    };
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let alike = members.iter().filter(|(key, value)| resembles(key, ValueType::of(value.get()))).count();
    if members.is_empty() { 0.0 } else { count(alike) / count(members.len().min(fields.len().max(1))).max(1.0) }
        .min(1.0)
}

/// A small weight for a usual name, more for an earlier one.
fn bonus(names: &str, key: &str) -> f64 {
    let plain =
        |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let key = plain(key);
    let at = names.split_whitespace().position(|name| plain(name) == key);
    at.map_or(0.0, |at| 0.2 - 0.005 * f64::from(u32::try_from(at).unwrap_or(u32::MAX)))
}
