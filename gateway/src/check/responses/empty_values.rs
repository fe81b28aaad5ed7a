//! The empty values of APIs without null.

use serde_json::Value;

/// Texts that stand for no value in APIs without null. Zeros and empty texts do, too.
const EMPTY_TEXTS: [&str; 5] = ["n", "1900-01-01", "1753-01-01", "0001-01-01", "01/01/1900"];

/// Whether a value is empty throughout: `""`, 0, false, `"N"`, null, and lists and objects of these.
pub(in crate::check) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => {
            let text = text.trim().to_lowercase();
            let day = text.split(['t', ' ']).next().unwrap_or_default();
            EMPTY_TEXTS.contains(&day) || !text.chars().any(|c| c.is_alphabetic() || matches!(c, '1'..='9'))
        }
        Value::Array(items) => items.iter().all(is_empty),
        Value::Object(members) => members.values().all(is_empty),
    }
}
