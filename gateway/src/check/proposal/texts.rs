//! The texts for the user, in the envelope and where the end of a session is reported.

use std::collections::BTreeSet;

use contract::{
    envelope::{self, TEXT_KEYS, is_one_of},
    mapping::KeyPath,
};
use serde_json::Value;

use super::{
    line::Line,
    lists::at,
    paths::{most_have, most_usual, paths_in},
    usual_names::{is_of_pages, is_token, message_rank, status_rank},
};
use crate::{
    check::sample::Sample,
    mapping::{
        Mapping,
        file::{EnvelopeTable, KeyOrFalse},
    },
};

/// Longest text that is proposed as the end of a session, in characters.
const MAX_TEXT: usize = 120;

/// The key of the texts for the user, or of the text in the object under it. Bodies of HTTP errors may have other keys than
/// envelopes: they decide the key only if the reader finds no text in them by itself.
pub(super) fn messages_key(heads: &[Vec<String>], bodies: &[&Value], errors: &[&Value]) -> Option<KeyPath> {
    let unread: Vec<&Value> = errors.iter().copied().filter(|body| envelope::messages(body, &[]).is_none()).collect();
    let path = text_key(heads, bodies).or_else(|| text_key(heads, &unread))?;
    let mut values = bodies.iter().chain(errors).filter_map(|body| at(body, path.keys()));
    let inner = values.find_map(|value| text_within(value).flatten());
    Some(inner.map_or_else(|| path.clone(), |inner| path.join(&inner)))
}

/// The most usual key of texts in the outermost object that has any.
pub(super) fn text_key(heads: &[Vec<String>], bodies: &[&Value]) -> Option<KeyPath> {
    let may_be_text = |value: &Value| value.is_null() || text_within(value).is_some();
    let is_text = |path: &KeyPath| bodies.iter().filter_map(|body| at(body, path.keys())).any(may_be_text);
    most_usual(bodies, heads, message_rank, is_text)
}

/// A key that may be that of the texts: it has texts in most bodies, nearly always the same one, and no other name is known.
pub(super) fn unread_text(bodies: &[&Value], heads: &[Vec<String>], given: &EnvelopeTable) -> Option<KeyPath> {
    let is_read = |path: &KeyPath| {
        let text = path.to_string();
        given.status == Some(KeyOrFalse::Key(text.clone())) || given.code == Some(text)
    };
    let may_be_text = |path: &KeyPath| {
        let texts: BTreeSet<&str> = bodies.iter().filter_map(|body| at(body, path.keys())?.as_str()).collect();
        texts.len() <= 2 && most_have(bodies, path.keys(), Value::is_string)
    };
    let mut all = heads.iter().flat_map(|head| paths_in(bodies, head));
    all.find(|path| status_rank(path.last()).is_none() && !is_read(path) && !is_of_another(path) && may_be_text(path))
}

/// Whether a key is known as something else than the status or the texts.
pub(super) fn is_of_another(path: &KeyPath) -> bool {
    is_of_pages(path) || is_token(path.last())
}

/// Whether a value is or has a text: the key of the text in the object, if it is in one.
pub(super) fn text_within(value: &Value) -> Option<Option<String>> {
    match value {
        Value::String(_) => Some(None),
        Value::Array(items) => items.first().map_or(Some(None), text_within),
        Value::Object(object) => {
            let text = object.iter().find(|(key, value)| is_one_of(key, &TEXT_KEYS) && value.is_string());
            text.map(|(key, _)| Some(key.clone()))
        }
        _ => None,
    }
}

/// How the end of a session is reported, if not by HTTP 401.
pub(super) fn add_session_end(
    signed_out: Option<&Sample>,
    text: Option<String>,
    given: &Mapping,
    lines: &mut Vec<Line>,
) {
    let Some(Ok(raw)) = signed_out.map(|sample| &sample.answer) else { return };
    let ended = &given.file.session.ended;
    if raw.status == 401 || !(ended.http.is_empty() && ended.codes.is_empty() && ended.messages.is_empty()) {
        return;
    }
    let table = &["session", "ended"];
    match raw.status {
        200..300 => {
            let text = text.map(|text| text.trim().to_owned());
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
