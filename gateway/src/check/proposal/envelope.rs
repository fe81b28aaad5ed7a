//! The envelope of the responses: its keys are found by a table of usual names, and by what most responses have.

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    envelope::{self, is_one_of},
    mapping::{KeyPath, ScalarValue},
};
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    line::Line,
    lists::{self, ServiceData, at},
    paths::{MOST, most_have, most_usual, paths_in},
    texts::{add_session_end, is_of_another, messages_key, text_key, text_within, unread_text},
    usual_names::{data_rank, is_filled, is_message_key, message_rank, status_rank},
};
use crate::{
    check::sample::Sample,
    mapping::{
        Mapping,
        file::{CallTable, EnvelopeTable, KeyOrFalse, NameStyle, one_or_more::OneOrMore},
    },
};

/// Adds the lines of `[envelope]`, `[session]` and `list`. Returns the data of the responses.
pub(super) fn add_lines(
    samples: &[Sample],
    signed_out: Option<&Sample>,
    given: &Mapping,
    style: NameStyle,
    lines: &mut Vec<Line>,
) -> Vec<ServiceData> {
    let is_success = |sample: &&Sample| sample.is_http_success();
    let needs_no_body = |sample: &&Sample| sample.is_without_body() && !lists::has_fields(sample.call);
    let has_key = |sample: &&Sample| given.response(sample.call.path()).envelope.data.is_some();
    for sample in samples.iter().filter(needs_no_body).filter(has_key) {
        lines.push(Line::new(&["calls", sample.call.last_segment(), "envelope"], "data", false));
    }
    let successes: Vec<(&Sample, Value)> =
        samples.iter().filter(is_success).filter_map(|sample| Some((sample, sample.json()?))).collect();
    let has_own_envelope = |sample: &Sample| {
        given.file.calls.get(sample.call.last_segment()).is_some_and(|CallTable { envelope, .. }| {
            envelope.data.is_some() && (envelope.status.is_some() || envelope.messages.is_some())
        })
    };
    let is_login_only = super::is_login_only(samples);
    let is_asked = |sample: &Sample| (is_login_only || !sample.call.info.login_step) && !has_own_envelope(sample);
    let asked: Vec<&(&Sample, Value)> = successes.iter().filter(|(sample, _)| is_asked(sample)).collect();
    let bodies: Vec<&Value> = asked.iter().map(|(_, body)| body).collect();
    let table = &given.file.envelope;
    let is_open = table.data.is_none() && table.status.is_none();
    if bodies.is_empty() || is_open && data_key(&bodies).is_none() && add_own_envelopes(&asked, table, lines) {
        add_session_end(signed_out, None, given, lines);
        let own: Vec<_> = successes.into_iter().filter(|(sample, _)| has_own_envelope(sample)).collect();
        return lists::find_data(&own, (None, &[]), given, lines);
    }
    let usual = |key: &str| KeyPath::of_key(&style.name(key));
    let data = match &table.data {
        Some(KeyOrFalse::Key(key)) => key.parse().ok(),
        Some(KeyOrFalse::False) => None,
        None => {
            let found = data_key(&bodies).filter(|path| !has_envelope_within(&bodies, path));
            let has_some = |body: &&Value| has_rows(body) || is_login_only && lists::has_token(body, None, &[]);
            match &found {
                Some(path) if *path == usual(envelope::DATA) => {}
                Some(_) => lines.push(key_line("data", found.as_ref())),
                None if bodies.iter().any(has_some) => lines.push(key_line("data", None)),
                None => lines.push(key_line("data", None).with_note("nenhuma resposta tem linhas").commented_out()),
            }
            found
        }
    };
    let heads = heads(&bodies, data.as_ref());
    let refused = samples.iter().chain(signed_out).filter(|sample| !is_success(sample));
    let refusals: Vec<(u16, Value)> =
        refused.filter_map(|sample| Some((sample.answer.as_ref().ok()?.status, sample.json()?))).collect();
    let signed_out_body = signed_out.and_then(Sample::json);
    let texts = if table.messages.is_none() {
        let signed_out_success = signed_out.filter(is_success).and(signed_out_body.as_ref());
        let named: Vec<_> = bodies.iter().copied().chain(signed_out_success).collect();
        messages_key(&heads, &named, &refusals.iter().map(|(_, body)| body).collect::<Vec<_>>())
    } else {
        None
    };
    let given_keys = table.messages.iter().flat_map(OneOrMore::all).filter_map(|key| key.parse().ok());
    let message_keys: Vec<KeyPath> = given_keys.chain(texts.clone()).collect();
    let is_text = |path: &KeyPath| message_keys.iter().any(|text| text.overlaps(path));
    let may_be_status = |path: &KeyPath| !is_text(path) && most_have(&bodies, path.keys(), is_scalar);
    // A status key within the data may be a field: it is only named in a comment.
    let in_data: Vec<KeyPath> = data.iter().filter_map(|data| status_within(&bodies, data)).collect();
    let status = match &table.status {
        Some(KeyOrFalse::Key(key)) => key.parse().ok(),
        Some(KeyOrFalse::False) => None,
        None => {
            let found = most_usual(&bodies, &heads, status_rank, may_be_status);
            if found.is_none() {
                let all = heads.iter().flat_map(|head| paths_in(&bodies, head));
                let unread =
                    all.filter(|path| !is_message_key(path.last()) && !is_of_another(path) && may_be_status(path));
                lines.push(without_status(unread.chain(in_data.clone())));
            } else if data.is_none() || found.as_ref() != Some(&usual(envelope::STATUS)) {
                // Where the body is the data there is no status but one that has a line.
                lines.push(key_line("status", found.as_ref()));
            }
            found
        }
    };
    // The file may have the values without the key, and the key without the values.
    let success = status.as_ref().filter(|_| table.success.is_none());
    lines.extend(success.and_then(|status| success_line(&bodies, data.as_ref(), status)));
    if table.null_data.is_none() {
        let keys = data.as_ref().zip(status.as_ref());
        lines.extend(keys.and_then(|(data, status)| null_data_line(&successes, data, status, &message_keys)));
    }
    let messages = |path: &KeyPath| Line::new(&["envelope"], "messages", path.to_string());
    match texts {
        Some(path) if path == usual(envelope::MESSAGES) => {}
        Some(path) => lines.push(messages(&path)),
        None if table.messages.is_none() && (data.is_some() || status.is_some()) => {
            let unread = unread_text(&bodies, &heads, table).map(|path| messages(&path));
            lines.extend(unread.map(|line| line.with_note("são os textos de recusas?").commented_out()));
        }
        None => {}
    }
    let statuses = refusals.iter().map(|(http, _)| i64::from(*http));
    let statuses: BTreeSet<i64> = statuses.filter(|http| [400, 404, 409, 422].contains(http)).collect();
    if table.refusals.is_none() && !statuses.is_empty() {
        let line = Line::new(&["envelope"], "refusals", Vec::from_iter(statuses));
        lines.push(line.with_note("se estas respostas são recusas com texto").commented_out());
    }
    let text = signed_out_body.and_then(|body| envelope::messages(&body, &message_keys));
    add_session_end(signed_out, text, given, lines);
    let of_envelope = status.into_iter().chain(message_keys).chain(in_data).filter(|path| {
        path.keys().starts_with(data.as_ref().map_or(&[], KeyPath::keys)) && most_have(&bodies, path.keys(), |_| true)
    });
    let of_envelope: Vec<KeyPath> = of_envelope.collect();
    let without: Vec<_> = successes.iter().map(|(sample, body)| (*sample, without(body, &of_envelope))).collect();
    lists::find_data(&without, (data.as_ref(), &heads), given, lines)
}

/// Adds the lines of an envelope that stands under a key of its own in each service, all as comments:
/// {"ListaSeguradoraResult": {"Sucesso": true, "Mensagem": "", "Dados": […]}}. Returns whether it does.
fn add_own_envelopes(successes: &[&(&Sample, Value)], given: &EnvelopeTable, lines: &mut Vec<Line>) -> bool {
    let only_member = |body: &'_ Value| {
        let (key, value) = body.as_object().filter(|body| body.len() == 1)?.iter().next()?;
        Some((KeyPath::of_key(key), value.is_object()))
    };
    let mut keys: BTreeMap<&str, KeyPath> = BTreeMap::new();
    let mut bodies: Vec<&Value> = Vec::new();
    for (sample, body) in successes {
        let Some((key, true)) = only_member(body) else { return false };
        bodies.extend(at(body, key.keys()));
        keys.insert(sample.call.last_segment(), key);
    }
    let root = &[Vec::new()];
    let may_be_status = |path: &KeyPath| most_have(&bodies, path.keys(), is_scalar);
    let status = most_usual(&bodies, root, status_rank, may_be_status);
    let messages = text_key(root, &bodies);
    if keys.len() < 2 || status.is_none() && messages.is_none() {
        return false;
    }
    let data = data_key(&bodies);
    let note =
        "outra chave em cada serviço, também nos que escrevem; false: não há nenhum, e um texto sem dados recusa";
    lines.push(key_line("status", None).with_note(note).commented_out());
    let success = status.as_ref().filter(|_| given.success.is_none());
    let success = success.and_then(|status| success_line(&bodies, data.as_ref(), status));
    lines.extend(success.map(Line::commented_out));
    for (call, around) in keys {
        for (key, path) in [("data", &data), ("status", &status), ("messages", &messages)] {
            let Some(path) = path else { continue };
            let path = path.keys().iter().fold(around.clone(), |path, key| path.join(key));
            lines.push(Line::new(&["calls", call, "envelope"], key, path.to_string()).commented_out());
        }
    }
    true
}

/// A body without these keys, which are no fields.
fn without(body: &Value, paths: &[KeyPath]) -> Value {
    let mut body = body.clone();
    for (last, around) in paths.iter().filter_map(|path| path.keys().split_last()) {
        let object = around.iter().try_fold(&mut body, |value, key| value.get_mut(key)).and_then(Value::as_object_mut);
        object.and_then(|object| object.remove(last));
    }
    body
}

/// The key of the data: most bodies have it, with an object or a list in some. `None`: the body is the data.
fn data_key(bodies: &[&Value]) -> Option<KeyPath> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let is_filled_once = |key: &str| bodies.iter().filter_map(|body| body.get(key)).any(has_data);
    // A list of errors, or of texts.
    let is_of_texts = |key: &str| {
        let mut values = bodies.iter().filter_map(|body| body.get(key));
        message_rank(key).is_some() && values.all(|value| !is_filled(value) || text_within(value).is_some())
    };
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
            && is_filled_once(key)
            && !is_of_texts(key)
            && (is_most(*containers) || *containers > 0 && data_rank(key).is_some())
    };
    let score =
        |key: &str, containers: usize| containers * 100 / bodies.len() + if data_rank(key).is_some() { 50 } else { 0 };
    let (statuses, others): (Vec<_>, Vec<_>) =
        counts.into_iter().filter(may_be_data).partition(|(key, _)| is_of_status(bodies, key));
    let found = if others.is_empty() { statuses } else { others };
    let best = found.into_iter().max_by_key(|(key, (_, containers))| score(key, *containers))?;
    let path = KeyPath::of_key(best.0);
    // An object around the whole envelope: {"response": {"status": …, "data": …}}.
    let within: Vec<&Value> =
        bodies.iter().filter_map(|body| body.get(best.0)).filter(|value| !value.is_null()).collect();
    let inner = within.iter().all(|value| value.is_object()).then(|| data_key(&within)).flatten();
    match inner.filter(|inner| data_rank(inner.last()).is_some()) {
        Some(inner) => Some(inner.keys().iter().fold(path, |path, key| path.join(key))),
        None => Some(path),
    }
}

/// Whether a key has an object with a status or a text, and no objects in it, in all bodies:
/// {"retorno": {"codigo": 0, "mensagem": ""}}.
fn is_of_status(bodies: &[&Value], key: &str) -> bool {
    let has_objects =
        |value: &Value| value.is_object() || value.as_array().is_some_and(|items| items.iter().any(Value::is_object));
    let is_usual = |key: &String| status_rank(key).is_some() || is_message_key(key);
    let mut values = bodies.iter().filter_map(|body| body.get(key));
    values.all(|value| {
        value.as_object().is_some_and(|object| object.keys().any(is_usual) && !object.values().any(has_objects))
    })
}

/// Whether the status and the texts stand within the object that has the fields:
/// {"return": {"codigo": 0, "mensagem": "", "nmSegurado": …}}.
fn has_envelope_within(bodies: &[&Value], data: &KeyPath) -> bool {
    let may_be_text = |path: &KeyPath| most_have(bodies, path.keys(), |text| !is_scalar(text) || text.is_string());
    let has_text = most_usual(bodies, &[data.keys().to_vec()], message_rank, may_be_text).is_some();
    let may_be_status = |path: &KeyPath| most_have(bodies, path.keys(), is_scalar);
    has_text
        && status_within(bodies, data).is_some()
        && most_usual(bodies, &heads(bodies, Some(data)), status_rank, may_be_status).is_none()
}

/// The key of a status in the object that has the fields.
fn status_within(bodies: &[&Value], data: &KeyPath) -> Option<KeyPath> {
    let may_be_status = |path: &KeyPath| most_have(bodies, path.keys(), is_scalar);
    most_usual(bodies, &[data.keys().to_vec()], status_rank, may_be_status)
}

/// The keys that lead to the objects that may have the status and the texts: those around the data, outermost first, then
/// those beside it that most bodies have.
fn heads(bodies: &[&Value], data: Option<&KeyPath>) -> Vec<Vec<String>> {
    let data = data.map_or(&[][..], KeyPath::keys);
    let around: Vec<Vec<String>> = (0..data.len().max(1)).map(|depth| data[..depth].to_vec()).collect();
    let beside = around.iter().flat_map(|head| {
        let paths = paths_in(bodies, head).into_iter().map(|path| path.keys().to_vec());
        paths.filter(|path| !data.starts_with(path) && most_have(bodies, path, Value::is_object))
    });
    around.iter().cloned().chain(beside).collect()
}

/// The line of the values of the status in successes.
fn success_line(bodies: &[&Value], data: Option<&KeyPath>, status: &KeyPath) -> Option<Line> {
    let is_success = |body: &Value| match data {
        Some(data) => at(body, data.keys()).is_some_and(has_data),
        None => has_rows(body),
    };
    let mut success: Vec<ScalarValue> = Vec::new();
    let values = bodies.iter().filter(|body| is_success(body)).filter_map(|body| at(body, status.keys()));
    for value in values.filter_map(|value| ScalarValue::deserialize(value).ok()) {
        if !success.contains(&value) {
            success.push(value);
        }
    }
    if success.iter().all(|value| value.to_string() == envelope::SUCCESS.to_string()) {
        return None;
    }
    // A status that repeats that of HTTP is 201 where something was created.
    let created = (success == [ScalarValue::Number(200)]).then_some(ScalarValue::Number(201));
    let values: Vec<toml::Value> =
        success.iter().chain(&created).filter_map(|value| toml::Value::try_from(value).ok()).collect();
    let line = Line::new(&["envelope"], "success", values);
    Some(match success.len() {
        1 => line,
        _ => line.with_note("só os de sucessos: as respostas com dados têm vários").commented_out(),
    })
}

/// The line for a success without data where none are needed, which the gateway takes for a refusal.
fn null_data_line(
    successes: &[(&Sample, Value)],
    data: &KeyPath,
    status: &KeyPath,
    messages: &[KeyPath],
) -> Option<Line> {
    let with_data = successes.iter().filter(|(_, body)| at(body, data.keys()).is_some_and(has_data));
    let success: Vec<_> = with_data.filter_map(|(_, body)| at(body, status.keys())).collect();
    let is_without = |(sample, body): &(&Sample, Value)| {
        (sample.call.is_list || !lists::has_fields(sample.call))
            && at(body, data.keys()).is_some_and(Value::is_null)
            && at(body, status.keys()).is_some_and(|status| success.contains(&status))
            && envelope::messages(body, messages).is_none()
    };
    let line =
        || Line::new(&["envelope"], "null-data", "success").with_note("veio um sucesso sem dados").commented_out();
    successes.iter().any(is_without).then(line)
}

/// The line of an envelope without a status; a comment where an unread key may be it.
fn without_status(unread: impl Iterator<Item = KeyPath>) -> Line {
    let unread: Vec<String> = unread.map(|path| path.to_string()).collect();
    let line = key_line("status", None);
    if unread.is_empty() {
        return line.with_note("um texto sem dados recusa; se sucessos têm texto: null-data = \"success\"");
    }
    let note = format!("será {}? false: não há nenhum, e um texto sem dados recusa", unread.join(" ou "));
    line.with_note(note).commented_out()
}

fn key_line(key: &str, path: Option<&KeyPath>) -> Line {
    Line::new(&["envelope"], key, path.map_or(toml::Value::Boolean(false), |path| path.to_string().into()))
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

fn is_scalar(value: &Value) -> bool {
    !is_container(value) && !value.is_null()
}

/// Whether a value may be the data of a success. A refusal may have empty ones, or a flag, a number or a text in their place.
fn has_data(value: &Value) -> bool {
    is_container(value) && is_filled(value)
}

/// Whether a body has rows. A refusal has none but errors.
fn has_rows(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Object(members) => members.iter().any(|(key, value)| message_rank(key).is_none() && has_rows(value)),
        _ => false,
    }
}
