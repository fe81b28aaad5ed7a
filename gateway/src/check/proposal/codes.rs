//! The codes of statuses: an API's code is one of the contract's if their texts are the same. And the words of flags, which only
//! the operator understands.

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    acionamento::{STATUS_NAMES, status_name},
    mapping::STATUS_KEYS,
    value::is_flag_word,
};
use serde_json::Value;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::{
    field_paths::{FieldPaths, value_at},
    line::Line,
};
use crate::{
    contract_schema::{field_names::shown, schema::ContractSchema, value_type::ExpectedType},
    mapping::{Mapping, file::one_or_more::OneOrMore},
};

const STATUSES: [&str; 2] = ["values", "status"];
const FLAGS: [&str; 2] = ["values", "flags"];

/// Longest code that is printed, in characters, and most digits of it. A longer value may be personal data.
const MAX_CODE: usize = 20;
const MAX_DIGITS: usize = 6;

pub(super) fn add_lines(field_paths: &FieldPaths, given: &Mapping, lines: &mut Vec<Line>) {
    add_statuses(field_paths, given, lines);
    add_flags(field_paths, given, lines);
}

/// Adds a commented line (a to-do) with the words of flags that the gateway does not know.
fn add_flags(field_paths: &FieldPaths, given: &Mapping, lines: &mut Vec<Line>) {
    let mut words: BTreeMap<String, toml::Value> = BTreeMap::new();
    for found in &field_paths.types {
        let keys = ContractSchema::get().types.get(found.name).into_iter().flat_map(|schema| &schema.keys);
        let flags = keys.filter(|(_, of)| of.expected == ExpectedType::Boolean);
        for path in flags.filter_map(|(key, _)| found.paths.get(key.as_str())) {
            let values = found.objects.iter().filter_map(|(_, object)| value_at(object, path));
            let values = values.filter_map(|value| Some((code_of(value)?, value)));
            let unknown = values.filter(|(word, _)| !is_flag_word(word) && is_code(word));
            words.extend(unknown.map(|(word, value)| (word.clone(), written(word, value))));
        }
    }
    let configured = given.file.values.flags.values().flat_map(OneOrMore::all).map(ToString::to_string);
    let configured: BTreeSet<String> = configured.map(|word| word.to_lowercase()).collect();
    words.retain(|word, _| !configured.contains(&word.to_lowercase()));
    if !words.is_empty() {
        lines.push(
            Line::new(&FLAGS, "true", Vec::from_iter(words.into_values()))
                .with_note("palavras de flags; as que dizem não vão em false")
                .commented_out(),
        );
    }
}

/// Adds the codes that the contract does not have, those that mean the same in one line. A code whose text is not one of the
/// contract's is left open.
fn add_statuses(field_paths: &FieldPaths, given: &Mapping, lines: &mut Vec<Line>) {
    let mut codes: BTreeMap<String, (&Value, Option<&str>)> = BTreeMap::new();
    let mut hides_code = false;
    let configured = &given.file.values.status;
    let is_configured =
        |code: &str| configured.values().flat_map(OneOrMore::all).any(|value| value.to_string() == code);
    let [code_key, text_key] = STATUS_KEYS;
    for found in &field_paths.types {
        let Some(code_path) = found.paths.get(code_key) else { continue };
        let text_path = found.paths.get(text_key);
        for (_, object) in &found.objects {
            let Some(value) = value_at(object, code_path) else { continue };
            let Some(code) = code_of(value).filter(|code| !is_configured(code)) else { continue };
            if !is_code(&code) {
                hides_code = true;
                continue;
            }
            let text = text_path.and_then(|path| value_at(object, path)?.as_str());
            codes.entry(code).or_insert((value, text));
        }
    }
    if hides_code {
        let note = "há um código que não é mostrado: parece dado pessoal";
        lines.push(Line::new(&STATUSES, "…", "…").with_note(note).commented_out());
    }
    let mut named: BTreeMap<&str, Vec<toml::Value>> = BTreeMap::new();
    for (code, (value, text)) in codes.into_iter().filter(|(code, _)| status_name(code).is_none()) {
        let text = text.unwrap_or(&code).to_owned();
        let value = written(code, value);
        match status_of(&text) {
            Some(of) if !configured.contains_key(of) => named.entry(of).or_default().push(value),
            _ => {
                let is_shown = text.split_whitespace().all(|word| shown(word).is_ok());
                let text = if is_shown { format!(" ({text})") } else { String::new() };
                let note = format!("de que status do portal é este código{text}?");
                lines.push(Line::new(&STATUSES, "…", value).with_note(note).commented_out());
            }
        }
    }
    lines.extend(named.into_iter().map(|(of, values)| match <[_; 1]>::try_from(values) {
        Ok([value]) => Line::new(&STATUSES, of, value),
        Err(values) => Line::new(&STATUSES, of, values),
    }));
}

/// Whether a text looks like a code, or is that of a status.
pub(in crate::check) fn is_code(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let looks_like_one = text.chars().count() <= MAX_CODE
        && text.chars().all(is_plain)
        && text.bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS;
    looks_like_one || status_of(text).is_some()
}

/// The code of the status that has this code or name, in other letters.
fn status_of(text: &str) -> Option<&'static str> {
    let is_it = |of: &str| simple(of) == simple(text);
    STATUS_NAMES.iter().find(|(code, name)| is_it(code) || is_it(name)).map(|(code, _)| *code)
}

fn code_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        // A whole number may have gone through a double.
        Value::Number(number) => match number.as_f64().filter(|number| number.fract() == 0.0) {
            Some(whole) if number.is_f64() => Some(format!("{whole:.0}")),
            _ => Some(number.to_string()),
        },
        _ => None,
    }
}

/// A code as a line has it: that of a number is a number.
fn written(code: String, value: &Value) -> toml::Value {
    code.parse::<i64>().ok().filter(|_| value.is_number()).map_or_else(|| code.into(), Into::into)
}

/// A text in lower case, of letters without accents.
fn simple(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c) && c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
