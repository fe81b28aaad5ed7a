//! The messages of an envelope, or of a refusal without one: under the keys that a mapping names, and where refusals usually
//! have their texts (Spring, ASP.NET and RFC 9457, OAuth, gateways before an API).

use serde_json::{Map, Value};

use super::page_markers::{is_one_of, plain_key};
use crate::mapping::KeyPath;

/// The keys of an error's text for people; only that is taken of an object that has one. All names here are
/// [plain](plain_key).
pub const TEXT_KEYS: [&str; 16] = [
    "mensagem",
    "message",
    "texto",
    "text",
    "descricao",
    "description",
    "faultstring",
    "detail",
    "detalhe",
    "mensagemusuario",
    "usermessage",
    "defaultmessage",
    "errormessage",
    "msg",
    "dsmensagem",
    "constraints",
];
/// The keys of what the user typed, which is no text of the service.
const TYPED: [&str; 3] = ["target", "attemptedvalue", "rejectedvalue"];
/// The keys of errors of single fields: a list of objects, or an object with texts by field.
const OF_FIELDS: [&str; 7] = ["erros", "errors", "campos", "fielderrors", "violations", "violacoes", "invalidparams"];
/// The keys of a field's name in such an object.
const FIELD_NAMES: [&str; 7] = ["campo", "field", "propriedade", "property", "atributo", "path", "name"];
/// Keys of the message of a whole refusal, in order of preference. Used if the mapping names none.
pub const MESSAGE_KEYS: [&str; 32] = [
    "mensagens",
    "mensagem",
    "messages",
    "message",
    "msgs",
    "msg",
    "mensagemusuario",
    "usermessage",
    "errormessage",
    "mensagemerro",
    "mensagemretorno",
    "dsmensagem",
    "msgretorno",
    "msgerro",
    "dsretorno",
    "dserro",
    "descricaoretorno",
    "descricaoerro",
    "detail",
    "detalhe",
    "detalhes",
    "descricao",
    "description",
    "motivo",
    "errordescription",
    "erro",
    "fault",
    "title",
    "titulo",
    "error",
    "texto",
    "text",
];

/// The messages of a refusal: those under the first of these keys that has any, and those of fields. Without either, what
/// stands where refusals usually have their text.
pub fn find(body: &Value, paths: &[KeyPath]) -> Option<String> {
    // A bare text is no message: it may be anything.
    let is_text = |value: &Value| value.is_string();
    let is_bare = is_text(body) || body.as_array().is_some_and(|items| items.iter().any(is_text));
    let paths = if is_bare { &[] } else { paths };
    let said = paths.iter().map(|path| within(body, path.keys())).find(|text| !text.is_empty());
    let mut lines: Vec<String> = said.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
    // If the mapping names the text's key within these errors, no other text of them is read.
    let is_said = |key: &str| paths.iter().any(|path| path.keys().len() > 1 && plain_key(&path.keys()[0]) == key);
    let of_all_fields = OF_FIELDS.iter().filter(|key| !is_said(key)).filter_map(|name| value_of(body, name));
    let of_all_fields = of_all_fields.chain(Some(body).filter(|body| is_list_of_errors(body)));
    for text in of_all_fields.flat_map(of_fields) {
        // A mapping may name the same key.
        if !lines.iter().any(|line| text.ends_with(line)) {
            lines.push(text);
        }
    }
    if lines.is_empty() {
        return MESSAGE_KEYS
            .iter()
            .filter_map(|name| value_of(body, name))
            .chain(Some(body).filter(|body| has_only_texts(body)))
            .map(|value| within(value, &[]))
            .find(|text| !text.is_empty());
    }
    Some(lines.join("\n"))
}

/// Whether a body is a list of objects with the text of an error (Salesforce).
fn is_list_of_errors(body: &Value) -> bool {
    body.as_array().is_some_and(|items| items.iter().all(|item| item.as_object().and_then(text_of).is_some()))
}

/// Whether a body has nothing but lists of texts: those of each field (Django REST).
fn has_only_texts(body: &Value) -> bool {
    let are_texts = |value: &Value| value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
    body.as_object().is_some_and(|members| members.values().all(are_texts))
}

/// The texts about fields. A text that is no sentence follows the field's name.
fn of_fields(errors: &Value) -> Vec<String> {
    let Value::Array(errors) = errors else { return lines(errors) };
    let told = |error: &Value| {
        let name = FIELD_NAMES.iter().find_map(|name| value_of(error, name)?.as_str()).filter(|name| !name.is_empty());
        let named = |text: String| match name {
            Some(name) if text.starts_with(char::is_lowercase) => format!("{name}: {text}"),
            _ => text,
        };
        lines(error).into_iter().filter(|text| name != Some(text)).map(named).collect::<Vec<_>>()
    };
    errors.iter().flat_map(told).collect()
}

fn lines(value: &Value) -> Vec<String> {
    within(value, &[]).lines().map(str::to_owned).collect()
}

/// The messages to which keys lead, joined with line breaks; of a list, those of each element. Empty if there are none: null,
/// a flag, a number and a blank text are no messages.
pub(super) fn within(value: &Value, keys: &[String]) -> String {
    let mut texts = Vec::new();
    add(value, keys, &mut texts);
    texts.join("\n")
}

fn add<'a>(value: &'a Value, keys: &[String], texts: &mut Vec<&'a str>) {
    match (value, keys) {
        (Value::Array(items), _) => items.iter().for_each(|item| add(item, keys, texts)),
        (Value::Object(members), [key, rest @ ..]) => {
            members.get(key).into_iter().for_each(|value| add(value, rest, texts));
        }
        (Value::Object(members), []) => match text_of(members) {
            Some(text) => add(text, &[], texts),
            // OData's text of a language. Elsewhere a value is what the user typed.
            None if members.contains_key("lang") => {
                members.get("value").into_iter().for_each(|text| add(text, &[], texts))
            }
            // The messages of each field.
            None => {
                let said = members.iter().filter(|(key, _)| !is_one_of(key, &TYPED));
                said.for_each(|(_, value)| add(value, &[], texts));
            }
        },
        // `erro` may be the text itself where the mapping says `erro.mensagem`.
        (Value::String(text), _) if !text.trim().is_empty() => texts.push(text),
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_), _) => {}
    }
}

/// The value of a key with this plain name.
fn value_of<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.as_object()?.iter().find(|(key, _)| plain_key(key) == name).map(|(_, value)| value)
}

/// The value of the first of [`TEXT_KEYS`] that an object has.
fn text_of(members: &Map<String, Value>) -> Option<&Value> {
    let rank = |key: &str| TEXT_KEYS.iter().position(|name| *name == plain_key(key));
    let texts = members.iter().filter_map(|(key, value)| Some((rank(key)?, value)));
    texts.min_by_key(|(rank, _)| *rank).map(|(_, value)| value)
}
