//! Codes of statuses and words of flags that an API has of its own.

use std::collections::{BTreeMap, HashMap};

use services::wire::spelling::ValueSpellings;

use super::{
    error::DialectError,
    file::{
        LabelsTable, ValuesTable,
        values::{ScalarValue, ValueOrMore},
    },
};

/// Words of flags and their opposites. An API that inverts one inverts the other.
const OPPOSITES: [[&str; 2]; 3] = [["true", "false"], ["1", "0"], ["s", "n"]];

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

/// The values of responses. The words of flags have their place in the file.
pub(super) fn spellings(
    statuses: &BTreeMap<String, ValueOrMore>,
    (place, flags): (&str, &BTreeMap<String, ValueOrMore>),
    labels: &LabelsTable,
) -> Result<ValueSpellings, DialectError> {
    let labels = labels.status.iter().map(|(code, text)| (code.clone(), text.clone())).collect();
    let mut values = ValueSpellings { labels, ..ValueSpellings::default() };
    for (code, own) in statuses {
        for own in own.all().iter().map(text) {
            if let Some((_, other)) = values.statuses.iter().find(|(known, _)| *known == own) {
                return Err(DialectError::Invalid(format!(
                    "{other} e {code} de values.status não podem ser os dois {own}"
                )));
            }
            values.statuses.push((own, code.clone()));
        }
    }
    for (flag, own) in flags {
        let means = match flag.as_str() {
            "true" => true,
            "false" => false,
            other => {
                return Err(DialectError::Invalid(format!("{place}.{other} não existe: use true ou false")));
            }
        };
        for own in own.all().iter().map(text) {
            if values.flags.iter().any(|(known, flag)| *flag != means && known.to_lowercase() == own.to_lowercase()) {
                return Err(DialectError::Invalid(format!("{own} de {place} não pode ser true e false")));
            }
            values.flags.push((own, means));
        }
    }
    for (yes, no) in OPPOSITES.iter().flat_map(|[yes, no]| [(yes, no), (no, yes)]) {
        let said =
            |word: &str| values.flags.iter().find(|(own, _)| own.eq_ignore_ascii_case(word)).map(|(_, flag)| *flag);
        let usual = OPPOSITES.iter().any(|[word, _]| word == yes);
        if said(yes) == Some(!usual) && said(no).is_none() {
            values.flags.push(((*no).to_owned(), usual));
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
