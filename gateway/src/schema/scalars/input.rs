//! Input of scalars.

use async_graphql::Value;

/// A value that must be a string; `otherwise` is the message for any other value.
pub(super) fn string<'a>(value: &'a Value, otherwise: &'static str) -> Result<&'a str, &'static str> {
    match value {
        Value::String(text) => Ok(text),
        Value::Null => Err("Falta um valor obrigatório."),
        _ => Err(otherwise),
    }
}
