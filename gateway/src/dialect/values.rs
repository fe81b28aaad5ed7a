//! Codes of statuses and words of flags that an API has of its own.

use std::collections::HashMap;

use services::wire::spelling::ValueSpellings;

use super::{
    error::DialectError,
    file::{ValuesTable, values::ScalarValue},
};

/// The key of a status in requests.
const STATUS: &str = "status";

/// Codes of statuses in requests: the contract's as JSON, and the API's as JSON.
#[derive(Debug, Default)]
pub(super) struct StatusCodes(HashMap<String, String>);

impl StatusCodes {
    pub(super) fn new(table: &ValuesTable) -> Self {
        let json = |value: &ScalarValue| match value {
            ScalarValue::Text(text) => quoted(text),
            other => text(other),
        };
        let codes = table.status.iter().filter_map(|(code, own)| Some((quoted(code), json(own.all().first()?))));
        Self(codes.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The API's code for the value of a key. `None`: it is no status, or an unknown one.
    pub(super) fn code_for(&self, key: &str, json: &str) -> Option<&str> {
        self.0.get(json).filter(|_| key == STATUS).map(String::as_str)
    }
}

/// The values of responses.
pub(super) fn spellings(table: &ValuesTable) -> Result<ValueSpellings, DialectError> {
    let mut values = ValueSpellings::default();
    for (code, own) in &table.status {
        for own in own.all().iter().map(text) {
            if let Some((_, other)) = values.statuses.iter().find(|(known, _)| *known == own) {
                return Err(DialectError::Invalid(format!(
                    "{other} e {code} de values.status não podem ser os dois {own}"
                )));
            }
            values.statuses.push((own, code.clone()));
        }
    }
    for (flag, own) in &table.flags {
        let means = match flag.as_str() {
            "true" => true,
            "false" => false,
            other => {
                return Err(DialectError::Invalid(format!("values.flags.{other} não existe: use true ou false")));
            }
        };
        for own in own.all().iter().map(text) {
            if values.flags.iter().any(|(known, flag)| *flag != means && known.to_lowercase() == own.to_lowercase()) {
                return Err(DialectError::Invalid(format!("{own} de values.flags não pode ser true e false")));
            }
            values.flags.push((own, means));
        }
    }
    Ok(values)
}

fn text(value: &ScalarValue) -> String {
    match value {
        ScalarValue::Flag(flag) => flag.to_string(),
        ScalarValue::Number(number) => number.to_string(),
        ScalarValue::Text(text) => text.trim().to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
