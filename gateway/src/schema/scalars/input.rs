//! Input of scalars.

use async_graphql::Value;

/// The string that a value must be; `otherwise` is the sentence about any other value.
pub(super) fn string<'a>(value: &'a Value, otherwise: &'static str) -> Result<&'a str, &'static str> {
    match value {
        Value::String(text) => Ok(text),
        Value::Null => Err("Falta um valor obrigatório."),
        _ => Err(otherwise),
    }
}
