//! The envelope of the responses: its keys are found by a table of usual names, and by what most responses have.

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    envelope::{self, is_one_of, plain_key},
    mapping::KeyPath,
};
use serde_json::{Map, Value};

use super::{
    line::{Line, ServiceData},
    lists,
    usual_names::{DATA, MESSAGES, TEXTS, USUAL_STATUS_KEYS, is_filled},
};
use crate::{
    check::sample::Sample,
    mapping::{
        Mapping,
        file::{KeyOrFalse, NameStyle, one_or_more::OneOrMore},
    },
};

/// Share of the reads that must have the key of the data, in percent.
const MOST: usize = 70;
/// Longest text that is proposed as the end of a session, in characters.
const MAX_TEXT: usize = 120;

/// Adds the lines of `[envelope]`, `[session]` and `list`. Returns the data of the responses.
pub(super) fn add_lines(
    samples: &[Sample],
    signed_out: Option<&Sample>,
    given: &Mapping,
    style: NameStyle,
    lines: &mut Vec<Line>,
) -> Vec<ServiceData> {
    let is_success = |sample: &&Sample| sample.answer.as_ref().is_ok_and(|raw| (200..300).contains(&raw.status));
    let successes: Vec<(&Sample, Value)> =
        samples.iter().filter(is_success).filter_map(|sample| Some((sample, sample.json()?))).collect();
    let reads: Vec<&Value> =
        successes.iter().filter(|(sample, _)| !sample.call.is_login_step).map(|(_, body)| body).collect();
    let bodies: Vec<&Value> = if reads.is_empty() { successes.iter().map(|(_, body)| body).collect() } else { reads };
    if bodies.is_empty() {
        return Vec::new();
    }
    let table = &given.file.envelope;
    let usual = |key: &str| KeyPath::of_key(&style.name(key));
    let data = match &table.data {
        Some(KeyOrFalse::Key(key)) => key.parse().ok(),
        Some(KeyOrFalse::False) => None,
        None => {
            let found = data_key(&bodies);
            if found.as_ref() != Some(&usual(envelope::DATA)) {
                lines.push(key_line("data", found.as_ref()));
            }
            found
        }
    };
    let heads: Vec<&Map<String, Value>> = bodies.iter().filter_map(|body| around(body, data.as_ref())).collect();
    let refused = samples.iter().chain(signed_out).filter(|sample| !is_success(sample));
    let refusals: Vec<(u16, Value)> =
        refused.filter_map(|sample| Some((sample.answer.as_ref().ok()?.status, sample.json()?))).collect();
    let signed_out_body = signed_out.and_then(Sample::json);
    let texts = if table.messages.is_none() {
        let signed_out_success = signed_out.filter(is_success).and(signed_out_body.as_ref());
        let named: Vec<_> = heads.iter().copied().chain(signed_out_success.and_then(Value::as_object)).collect();
        messages_key(&named, &refusals.iter().map(|(_, body)| body).collect::<Vec<_>>())
    } else {
        None
    };
    if table.status.is_none() && data.is_some() {
        let texts_key = texts.as_ref().map(|(key, _)| *key);
        add_status(&bodies, &heads, data.as_ref(), texts_key, &usual(envelope::STATUS), lines);
    } else if table.status.is_none() {
        lines.push(without_status());
    }
    let given_keys = table.messages.iter().flat_map(OneOrMore::all);
    let mut message_keys: Vec<KeyPath> = given_keys.filter_map(|key| key.parse().ok()).collect();
    if let Some((key, inner)) = texts {
        let prefix = data.as_ref().and_then(|path| path.keys().split_last()).map_or(&[][..], |(_, before)| before);
        let path = within(prefix, key);
        let path = inner.map_or_else(|| path.clone(), |inner| path.join(&inner));
        if path != usual(envelope::MESSAGES) {
            lines.push(Line::new(&["envelope"], "messages", path.to_string()));
        }
        message_keys.push(path);
    }
    let statuses = refusals.iter().map(|(http, _)| i64::from(*http));
    let statuses: BTreeSet<i64> = statuses.filter(|http| [400, 404, 409, 422].contains(http)).collect();
    if table.refusals.is_none() && !statuses.is_empty() {
        let line = Line::new(&["envelope"], "refusals", Vec::from_iter(statuses));
        lines.push(line.with_note("se estas respostas são recusas com texto").commented_out());
    }
    let text = signed_out_body.and_then(|body| envelope::messages(&body, &message_keys));
    add_session_end(signed_out, text, given, lines);
    lists::find_data(&successes, data.as_ref(), given, lines)
}

/// The key of the data: most bodies have it, with an object or a list in some. `None`: the body is the data.
fn data_key(bodies: &[&Value]) -> Option<KeyPath> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (key, value) in bodies.iter().filter_map(|body| body.as_object()).flatten() {
        let (all, containers) = counts.entry(key).or_default();
        *all += 1;
        *containers += usize::from(is_container(value));
    }
    let is_most = |count: usize| count * 100 >= bodies.len() * MOST;
    let may_be_data = |(key, (all, containers)): &(&str, (usize, usize))| {
        // Responses of HAL have these two beside their fields.
        !is_one_of(key, &["links", "embedded"])
            && is_most(*all)
            && (is_most(*containers) || *containers > 0 && is_one_of(key, DATA))
    };
    let score =
        |key: &str, containers: usize| containers * 100 / bodies.len() + if is_one_of(key, DATA) { 50 } else { 0 };
    let found = counts.into_iter().filter(may_be_data);
    let best = found.max_by_key(|(key, (_, containers))| score(key, *containers))?;
    let path = KeyPath::of_key(best.0);
    // An object around the whole envelope: {"response": {"status": …, "data": …}}.
    let within: Vec<&Value> = bodies.iter().filter_map(|body| body.get(best.0)).collect();
    let inner = within.iter().all(|value| value.is_object()).then(|| data_key(&within)).flatten();
    match inner.filter(|inner| is_one_of(inner.keys().last().map_or("", String::as_str), DATA)) {
        Some(inner) => Some(inner.keys().iter().fold(path, |path, key| path.join(key))),
        None => Some(path),
    }
}

/// The object that has the key of the data.
fn around<'a>(body: &'a Value, data: Option<&KeyPath>) -> Option<&'a Map<String, Value>> {
    let objects = data.map_or(&[][..], |path| &path.keys()[..path.keys().len() - 1]);
    objects.iter().try_fold(body, |value, key| value.get(key))?.as_object()
}

/// The key of the status, and its values in successes. `texts_key` is not the status: some APIs write `false` or the
/// message under one key.
fn add_status(
    bodies: &[&Value],
    heads: &[&Map<String, Value>],
    data: Option<&KeyPath>,
    texts_key: Option<&str>,
    usual: &KeyPath,
    lines: &mut Vec<Line>,
) {
    let is_scalar = |value: &Value| matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_));
    let values_of = |key: &str| -> Vec<&Value> {
        heads.iter().filter_map(|head| head.get(key)).filter(|value| is_scalar(value)).collect()
    };
    let keys: BTreeSet<&String> = heads.iter().flat_map(|head| head.keys()).collect();
    let rank = |key: &str| USUAL_STATUS_KEYS.iter().position(|name| *name == plain_key(key));
    let is_usual = |key: &&&String| {
        values_of(key).len() * 100 >= bodies.len() * MOST && texts_key.is_none_or(|texts| texts != key.as_str())
    };
    let found = keys.iter().filter(is_usual).filter_map(|key| Some((rank(key)?, *key))).min();
    let Some((_, key)) = found else {
        lines.push(without_status());
        return;
    };
    let prefix = data.and_then(|path| path.keys().split_last()).map_or(&[][..], |(_, before)| before);
    let path = within(prefix, key);
    // A success has data; a refusal may have empty ones, or a flag, a number or a text in their place.
    let data_key = data.and_then(|path| path.keys().last());
    let has_data = |value: &Value| is_container(value) && is_filled(value);
    let succeeded = heads.iter().filter(|head| data_key.and_then(|key| head.get(key)).is_some_and(has_data));
    let mut success: Vec<&Value> = Vec::new();
    for value in succeeded.filter_map(|head| head.get(key)) {
        if !success.contains(&value) {
            success.push(value);
        }
    }
    let is_contract = success.iter().all(|value| **value == 1 || **value == "1");
    if path != *usual {
        lines.push(Line::new(&["envelope"], "status", path.to_string()));
    }
    if !is_contract {
        // A status that repeats that of HTTP is 201 where something was created.
        let created = success.iter().all(|value| **value == 200).then(|| toml::Value::from(201));
        let values: Vec<toml::Value> = success.iter().filter_map(|value| toml_of(value)).chain(created).collect();
        let line = Line::new(&["envelope"], "success", values);
        lines.push(match success.len() {
            1 => line,
            _ => line.with_note("só os de sucessos: as respostas com dados têm vários").commented_out(),
        });
    }
}

/// The key of the texts for the user, the most usual first, and that of the text in the object under it. Bodies of HTTP
/// errors may have other keys than envelopes: they decide the key only if the reader finds no text in them by itself.
fn messages_key<'a>(heads: &[&'a Map<String, Value>], errors: &[&'a Value]) -> Option<(&'a str, Option<String>)> {
    let unread =
        errors.iter().filter(|body| envelope::messages(body, &[]).is_none()).filter_map(|body| body.as_object());
    let key = text_key(heads).or_else(|| text_key(&unread.collect::<Vec<_>>()))?;
    let all = heads.iter().copied().chain(errors.iter().filter_map(|body| body.as_object()));
    let inner = all.filter_map(|body| body.get(key)).find_map(|value| text_within(value).flatten());
    Some((key, inner))
}

/// The most usual key of texts.
fn text_key<'a>(heads: &[&'a Map<String, Value>]) -> Option<&'a str> {
    let may_be_text = |value: &Value| value.is_null() || text_within(value).is_some();
    MESSAGES.iter().find_map(|name| {
        let mut entries = heads.iter().flat_map(|head| head.iter());
        entries.find(|(key, value)| plain_key(key) == *name && may_be_text(value)).map(|(key, _)| key.as_str())
    })
}

/// Whether a value is or has a text: the key of the text in the object, if it is in one.
fn text_within(value: &Value) -> Option<Option<String>> {
    match value {
        Value::String(_) => Some(None),
        Value::Array(items) => items.first().map_or(Some(None), text_within),
        Value::Object(object) => {
            let text = object.iter().find(|(key, value)| is_one_of(key, TEXTS) && value.is_string());
            text.map(|(key, _)| Some(key.clone()))
        }
        _ => None,
    }
}

/// How the end of a session is reported, if not by HTTP 401.
fn add_session_end(signed_out: Option<&Sample>, text: Option<String>, given: &Mapping, lines: &mut Vec<Line>) {
    let Some(Ok(raw)) = signed_out.map(|sample| &sample.answer) else { return };
    let ended = &given.file.session.ended;
    if raw.status == 401 || !(ended.http.is_empty() && ended.codes.is_empty() && ended.messages.is_empty()) {
        return;
    }
    let table = &["session", "ended"];
    match raw.status {
        200..300 => {
            let text = text.filter(|text| !text.is_empty() && text.chars().count() <= MAX_TEXT);
            lines.push(match text {
                Some(text) => Line::new(table, "messages", vec![text]).with_note("a resposta a um pedido sem sessão"),
                None => Line::new(table, "messages", vec!["…"]).with_note("o que a API diz sem sessão").commented_out(),
            });
        }
        http @ (419 | 440 | 498) => lines.push(Line::new(table, "http", vec![i64::from(http)])),
        // They are of the path, the method, the body or the rate.
        404 | 405 | 406 | 415 | 429 => {}
        http @ 400..500 => {
            let note = format!("veio sem sessão; só se {http} nunca diz outra coisa, como falta de permissão");
            lines.push(Line::new(table, "http", vec![i64::from(http)]).with_note(note).commented_out());
        }
        _ => {}
    }
}

/// The line of an envelope without a status.
fn without_status() -> Line {
    key_line("status", None).with_note("um texto sem dados recusa; se sucessos têm texto: null-data = \"success\"")
}

fn key_line(key: &str, path: Option<&KeyPath>) -> Line {
    Line::new(&["envelope"], key, path.map_or(toml::Value::Boolean(false), |path| path.to_string().into()))
}

fn within(prefix: &[String], key: &str) -> KeyPath {
    match prefix.split_first() {
        Some((first, rest)) => rest.iter().fold(KeyPath::of_key(first), |path, key| path.join(key)).join(key),
        None => KeyPath::of_key(key),
    }
}

fn toml_of(value: &Value) -> Option<toml::Value> {
    match value {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) => Some(text.clone().into()),
        _ => None,
    }
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
