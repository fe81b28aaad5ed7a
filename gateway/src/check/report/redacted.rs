//! What a report shows of a response, which may hold personal data.

use serde_json::Value;

use crate::{
    check::{proposal, sample::Problem},
    contract_schema::{field_names::shown, value_type::ValueType},
    upstream::RawResponse,
};

/// Longest text of a service that is printed, in characters.
const MAX_TEXT: usize = 300;

/// Where a redirect leads, which the gateway does not follow. Only its origin is printed: the rest may hold data.
pub(super) fn redirect(raw: &RawResponse) -> String {
    let text = Problem::Redirect.text();
    match &raw.redirect {
        _ if raw.adds_slash => format!("{text} (leva ao mesmo caminho com / no fim: diga-o em path deste serviço)"),
        Some(origin) => format!("{text} (leva a {origin})"),
        None => text.to_owned(),
    }
}

/// A text of a service in one line and without control characters; `None` if nothing is left.
pub(super) fn one_line(text: &str) -> Option<String> {
    let is_shown = |c: &char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words: Vec<String> = text.split_whitespace().map(|word| word.chars().filter(is_shown).collect()).collect();
    let text: String = words.join(" ").chars().take(MAX_TEXT).collect();
    (!text.is_empty()).then_some(text)
}

/// A body whose values are replaced by their types, but for the texts for the user. Keys that may be data are replaced too.
pub(super) fn redacted(body: &[u8]) -> String {
    let text = match serde_json::from_slice::<Value>(body) {
        Ok(body) => redacted_value(&body, None).to_string(),
        Err(_) => format!("(não é JSON em UTF-8, {} bytes)", body.len()),
    };
    one_line(&text).unwrap_or_default()
}

fn redacted_value(value: &Value, key: Option<&str>) -> Value {
    match value {
        Value::Object(members) => {
            let redacted = |(name, value): (&String, &Value)| {
                (shown(name).unwrap_or_else(|hidden| hidden).to_owned(), redacted_value(value, Some(name)))
            };
            Value::Object(members.iter().map(redacted).collect())
        }
        Value::Array(items) => items.iter().map(|item| redacted_value(item, key)).collect(),
        Value::String(_) if key.is_some_and(proposal::is_message_key) => value.clone(),
        Value::Null => Value::Null,
        other => ValueType::of(&other.to_string()).name().into(),
    }
}
