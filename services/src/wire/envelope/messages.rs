//! The messages of an envelope, or of a refusal without one.

use serde_json::Value;

use crate::wire::spelling::KeyPath;

/// The keys of an error's text for people; only that is taken of an object that has one.
const TEXTS: [&str; 8] =
    ["mensagem", "message", "descricao", "description", "detail", "detalhe", "mensagemUsuario", "userMessage"];

/// The messages of a body, under the first of these keys that has any.
pub fn find(body: &Value, paths: &[KeyPath]) -> Option<String> {
    paths.iter().filter_map(|path| within(body, path.keys())).find(|text| !text.is_empty())
}

/// The messages to which keys lead, joined with line breaks; of a list, those of each element. `None`: they are no messages.
pub(super) fn within(value: &Value, keys: &[String]) -> Option<String> {
    let mut texts = Vec::new();
    add(value, keys, &mut texts)?;
    Some(texts.join("\n"))
}

fn add<'a>(value: &'a Value, keys: &[String], texts: &mut Vec<&'a str>) -> Option<()> {
    match (value, keys) {
        (Value::Null, _) => Some(()),
        (Value::Array(items), _) => items.iter().try_for_each(|item| add(item, keys, texts)),
        (Value::Object(members), [key, rest @ ..]) => {
            members.get(key).map_or(Some(()), |value| add(value, rest, texts))
        }
        (Value::Object(members), []) => {
            let text = TEXTS.iter().find_map(|key| members.get(*key));
            let is_message = |value: &&Value| matches!(value, Value::String(_) | Value::Array(_) | Value::Object(_));
            match text {
                Some(text) => add(text, &[], texts),
                // The messages of each field.
                None => members.values().filter(is_message).try_for_each(|value| add(value, &[], texts)),
            }
        }
        (Value::String(text), []) => {
            texts.push(text);
            Some(())
        }
        _ => None,
    }
}
