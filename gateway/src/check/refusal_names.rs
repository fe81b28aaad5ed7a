//! The names of keys and headers in a refusal.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    draft::Draft,
    envelope_inference::is_message_key,
    examination::Examination,
    translation::{MESSAGES, STATUS, is_success},
};
use crate::{contract::field_names::shown, upstream::RawResponse};

/// What a refusal names.
#[derive(Debug, Default)]
pub(super) struct RefusalNames {
    /// Words that look like names of keys.
    pub(super) names: BTreeSet<String>,
    /// Its other words: one may be a key by its meaning.
    pub(super) words: BTreeSet<String>,
}

/// The header that a refusal asks for: `Header X-Canal é obrigatório`.
pub(super) fn header_in_refusal(raw: &RawResponse) -> Option<String> {
    if !matches!(raw.status, 400 | 401 | 403) {
        return None;
    }
    let text = String::from_utf8_lossy(&raw.body);
    let mut words =
        text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).filter(|word| !word.is_empty());
    let is_header = |word: &&str| matches!(word.to_lowercase().as_str(), "header" | "cabeçalho" | "cabecalho");
    let mut after = words.by_ref().skip_while(|word| !is_header(word)).skip(1).take(4);
    after.find(|word| word.contains(['-', '_']) && word.is_ascii() && shown(word).is_ok()).map(str::to_owned)
}

/// The words of the last refusal that look like names of keys.
pub(super) fn names_in_refusal(examination: &Examination, guess: &Draft) -> RefusalNames {
    let mut names = RefusalNames::default();
    if let Some(Ok(raw)) = examination.answers.last() {
        if is_success(raw.status) {
            // Only the messages of an envelope that says refusal: the rest may be data.
            let text = examination.last_translated(guess);
            let body = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()).unwrap_or_default();
            let is_refusal = !matches!(&body[STATUS], Value::Null)
                && body[STATUS].as_i64() != Some(1)
                && body[STATUS].as_str() != Some("1");
            if is_refusal {
                add_texts(&body[MESSAGES], &mut names);
            }
        } else {
            add_names_in(&raw.body, &mut names);
        }
    }
    names
}

/// The names in the body of a refusal by HTTP status: in its messages, and the keys of its object of errors.
fn add_names_in(body: &[u8], names: &mut RefusalNames) {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(members)) => {
            members.iter().filter(|(key, _)| is_message_key(key) || is_field_key(key)).for_each(|(_, value)| {
                add_texts(value, names);
            });
        }
        Ok(_) => {}
        Err(_) => {
            let text = String::from_utf8_lossy(body);
            if !text.trim_start().starts_with(['<', '{', '[']) {
                add_words(&text, names);
            }
        }
    }
}

/// The words of messages: a text, a list of texts, or objects with messages by the names of fields.
fn add_texts(value: &Value, names: &mut RefusalNames) {
    match value {
        Value::String(text) => add_words(text, names),
        Value::Array(items) => items.iter().for_each(|item| add_texts(item, names)),
        Value::Object(members) => {
            for (key, value) in members {
                if shown(key).is_ok() && !is_message_key(key) {
                    names.names.insert(key.clone());
                }
                // What else an error quotes may be a value that was sent or found.
                if is_message_key(key) || is_field_key(key) {
                    add_texts(value, names);
                }
            }
        }
        _ => {}
    }
}

/// Whether a key of an error usually names the field that it is about.
fn is_field_key(key: &str) -> bool {
    const NAMES: [&str; 12] = [
        "field",
        "fields",
        "campo",
        "campos",
        "param",
        "parameter",
        "parametro",
        "property",
        "propriedade",
        "pointer",
        "loc",
        "violations",
    ];
    NAMES.contains(&key.to_lowercase().as_str())
}

fn add_words(text: &str, names: &mut RefusalNames) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    for word in text.split(|c: char| !is_part(c)) {
        let has_form = word.contains('_') || word.chars().skip(1).any(char::is_uppercase);
        let is_quoted = ["\"", "'", "`"].iter().any(|quote| text.contains(&format!("{quote}{word}{quote}")));
        let is_only = text.trim() == word;
        if word.len() > 1 && shown(word).is_ok() {
            let is_name = has_form || is_quoted || is_only;
            let to = if is_name { &mut names.names } else { &mut names.words };
            to.insert(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RefusalNames, add_names_in};

    #[test]
    fn only_messages_and_keys_of_errors_name_keys() {
        let names = |body: &str| {
            let mut names = RefusalNames::default();
            add_names_in(body.as_bytes(), &mut names);
            names.names.into_iter().collect::<Vec<_>>().join(" ")
        };
        for (body, expected) in [
            (r#"{"message":"Informe codigoStatus","data":{"nmPet":"Rex"},"nome":"MarinaDuarte"}"#, "codigoStatus"),
            (r#"{"errors":{"claim_number":["is required"]}}"#, "claim_number"),
            (r#"{"errors":[{"field":"numeroSinistro","rejectedValue":"Rex"}]}"#, "field numeroSinistro rejectedValue"),
            (r#"{"timestamp":"x_y","status":404,"error":"Not Found","path":"/a_b"}"#, ""),
            (r#"["MarinaDuarte"]"#, ""),
            ("falta o campo cdSituacao", "cdSituacao"),
            ("<p>falta o campo cdSituacao</p>", ""),
        ] {
            assert_eq!(names(body), expected, "{body}");
        }
    }
}
