//! Codes of statuses and words of flags that an API has of its own.

use std::collections::HashMap;

use contract::{
    mapping::{ScalarValue, ValueWords},
    value::FLAG_WORDS,
};

use super::{call_tables::CallTables, error::MappingError, file::ValuesTable, keys::check_distinct};
use crate::contract_schema::schema::KeySchema;

/// Codes of statuses in requests.
#[derive(Debug, Default)]
pub(super) struct StatusCodes {
    /// The contract's as JSON, and the API's as JSON.
    codes: HashMap<String, String>,
    /// Whether all of the API's are numbers, so that one that the file does not name is a number too.
    are_numbers: bool,
}

impl StatusCodes {
    pub(super) fn new(table: &ValuesTable) -> Self {
        let json = |value: &ScalarValue| match value {
            ScalarValue::Text(text) => as_json(text),
            other => other.to_string(),
        };
        let codes = table.status.iter().filter_map(|(code, own)| Some((as_json(code), own.all().first()?)));
        let are_numbers = codes.clone().all(|(_, own)| matches!(own, ScalarValue::Number(_)));
        Self { codes: codes.map(|(code, own)| (code, json(own))).collect(), are_numbers }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The API's code for the value of a key. `None`: it is written as it is.
    pub(super) fn code_for<'a>(&'a self, key_schema: &KeySchema, json: &'a str) -> Option<&'a str> {
        if !key_schema.is_status || self.is_empty() {
            return None;
        }
        let unnamed = || Some(json.trim_matches('"')).filter(|text| self.are_numbers && is_whole_number(text));
        self.codes.get(json).map(String::as_str).or_else(unnamed)
    }
}

/// The values of one service's responses.
pub(super) fn of_call(tables: &CallTables) -> Result<ValueWords, MappingError> {
    let of_all = &tables.file.values;
    let (place, flags) = match tables.own.flags.is_empty() {
        true => ("values.flags".to_owned(), &of_all.flags),
        false => (tables.place("flags"), &tables.own.flags),
    };
    let mut values = ValueWords::default();
    for (code, own) in &of_all.status {
        for own in own.all().iter().map(ScalarValue::to_string) {
            values.statuses.push((own, code.clone()));
        }
    }
    let named = values.statuses.iter().map(|(own, code)| (format!("values.status.{code}"), own.clone()));
    check_distinct(named, "o valor")?;
    for (flag, own) in flags {
        let means = match flag.as_str() {
            "true" => true,
            "false" => false,
            other => return Err(MappingError::of(&format!("{place}.{other}"), "não existe: use true ou false")),
        };
        for own in own.all().iter().map(ScalarValue::to_string) {
            if values.flags.iter().any(|(known, flag)| *flag != means && known.to_lowercase() == own.to_lowercase()) {
                let places = [format!("{place}.true"), format!("{place}.false")];
                return Err(MappingError::at(&places, format!("{own} de {place} não pode ser true e false")));
            }
            values.flags.push((own, means));
        }
    }
    // If the mapping inverts a usual word (`true = "Não"`), its opposite (`Sim`) is inverted too.
    for (word, opposite, usual) in FLAG_WORDS.iter().flat_map(|[yes, no]| [(yes, no, true), (no, yes, false)]) {
        let configured =
            |word: &str| values.flags.iter().find(|(own, _)| own.to_lowercase() == word).map(|(_, flag)| *flag);
        if configured(word) == Some(!usual) && configured(opposite).is_none() {
            values.flags.push(((*opposite).to_owned(), usual));
        }
    }
    Ok(values)
}

/// Whether a text is a whole number that a service reads back as the same text.
pub(super) fn is_whole_number(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|number| number.to_string() == text)
}

fn as_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
