//! Finds the key of the text where messages are objects: `{"mensagens": [{"codigo": "ACE-020", "texto": "Código inválido"}]}`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use services::wire::{
    envelope::{self, MESSAGES},
    spelling::KeyPath,
};

use super::{refusals::rank, usual_names::is_message_key};
use crate::{
    check::{draft::Draft, responses::observation::Observation},
    contract::field_names::shown,
};

/// Keys of an object with a message that hold no text for the user.
const NOT_TEXTS: [&str; 10] =
    ["codigo", "code", "cod", "tipo", "type", "campo", "field", "propriedade", "property", "severidade"];

/// Proposes the key of the text within each key of the messages. An operator's keys are kept, and contradicted.
pub(super) fn infer(draft: &mut Draft, seen: &[Observation]) {
    let entry = ["envelope", MESSAGES];
    if draft.is_given_entry(&entry) {
        if let Some(text) = seen.iter().find_map(|one| misread(draft, one.body)) {
            let line = format!("{MESSAGES} = {}", toml::Value::from(text));
            let reason = "com a linha de cima o portal mostraria também códigos; o texto está aqui".to_owned();
            draft.leave_open(&entry[..1], line, reason);
        }
        return;
    }
    let bodies: Vec<Value> = seen.iter().filter_map(|one| serde_json::from_str(one.body).ok()).collect();
    let before = draft.message_paths();
    if let ([path], Some(value)) = (&before[..], draft.get(&entry).cloned())
        && draft.doubt(&entry).is_none()
        && is_always_empty(path, &bodies)
    {
        let doubt =
            format!("confira: a lista veio sempre vazia; se traz objetos, diga também a chave do texto: {path}.texto");
        draft.set(&entry, value, Some(doubt));
        return;
    }
    // One object with a usual name for its text is read as it is.
    let is_read = |path: &KeyPath| !bodies.iter().any(|body| misread_at(path, body).is_some());
    let text_of = |path: &KeyPath| match text_within(path, &bodies) {
        Some(found) if found.is_list || !is_read(path) => found.path,
        _ => path.clone(),
    };
    let after: Vec<_> = before.iter().map(text_of).collect();
    if after == before {
        return;
    }
    let doubt = draft.doubt(&entry).map(str::to_owned);
    match &after[..] {
        [path] => draft.set(&entry, path.to_string(), doubt),
        paths => draft.set(&entry, paths.iter().map(ToString::to_string).collect::<Vec<_>>(), doubt),
    }
}

/// Whether messages are a list in which nothing ever came.
fn is_always_empty(path: &KeyPath, bodies: &[Value]) -> bool {
    let [key] = path.keys() else { return false };
    let came: Vec<_> = bodies.iter().filter_map(|body| body.get(key)).filter(|value| !value.is_null()).collect();
    !came.is_empty() && came.iter().all(|value| value.as_array().is_some_and(Vec::is_empty))
}

/// The path of the text, if the gateway reads more than that from the messages of a response: codes, for example.
pub(in crate::check) fn misread(draft: &Draft, body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let paths = draft.message_paths();
    paths.iter().find_map(|path| misread_at(path, &body)).map(|text| text.to_string())
}

fn misread_at(path: &KeyPath, body: &Value) -> Option<KeyPath> {
    let text = text_within(path, std::slice::from_ref(body))?.path;
    let read = |path: &KeyPath| envelope::messages(body, std::slice::from_ref(path));
    (read(path) != read(&text)).then_some(text)
}

/// Where the text of messages stands.
struct TextKey {
    path: KeyPath,
    /// Whether the messages are a list.
    is_list: bool,
}

/// The path of the text, where objects with several texts stand under a path.
fn text_within(path: &KeyPath, bodies: &[Value]) -> Option<TextKey> {
    let mut found = MessageObjects::default();
    bodies.iter().for_each(|body| found.add(body, path.keys(), false));
    let MessageObjects { objects, is_list } = found;
    let keys: BTreeSet<&str> = objects.iter().flat_map(|object| object.keys()).map(String::as_str).collect();
    let texts_of = |key: &str| -> Vec<&str> {
        objects.iter().filter_map(|object| object.get(key)?.as_str()).filter(|text| !text.is_empty()).collect()
    };
    let texts = keys.into_iter().map(|key| (key, texts_of(key))).filter(|(_, texts)| !texts.is_empty());
    let mut ranked: Vec<_> = texts.map(|(key, texts)| (mean_rank(key, &texts), key, texts.len())).collect();
    ranked.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    let &[(best, key, times), (next, ..), ..] = &ranked[..] else { return None };
    // An object with a text for each field has no key for all of them.
    let is_text = is_message_key(key) || is_list && times == objects.len();
    (best > next && is_text && shown(key).is_ok()).then(|| TextKey { path: path.join(key), is_list })
}

/// How much the texts of a key seem to be written for the user.
fn mean_rank(key: &str, texts: &[&str]) -> f64 {
    let ranks = texts.iter().map(|text| rank(key, text) + if text.contains(' ') { 0.5 } else { 0.0 });
    let count = f64::from(u32::try_from(texts.len()).unwrap_or(u32::MAX));
    let of_name = match key {
        _ if NOT_TEXTS.contains(&key.to_lowercase().as_str()) => -2.0,
        _ if is_message_key(key) => 1.0,
        _ => 0.0,
    };
    of_name + ranks.sum::<f64>() / count
}

/// The objects under a key of the messages.
#[derive(Default)]
struct MessageObjects<'a> {
    objects: Vec<&'a Map<String, Value>>,
    /// Whether they stand in a list.
    is_list: bool,
}

impl<'a> MessageObjects<'a> {
    /// Adds those to which keys lead, through lists.
    fn add(&mut self, value: &'a Value, keys: &[String], is_item: bool) {
        match (value, keys) {
            (Value::Array(items), _) => items.iter().for_each(|item| self.add(item, keys, true)),
            (Value::Object(members), []) => {
                self.is_list |= is_item;
                self.objects.push(members);
            }
            (Value::Object(members), [key, rest @ ..]) => {
                members.get(key).into_iter().for_each(|value| self.add(value, rest, false));
            }
            _ => {}
        }
    }
}
