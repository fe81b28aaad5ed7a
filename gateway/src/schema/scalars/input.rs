//! Input of scalars: their errors.

use async_graphql::{InputType, InputValueError, Value};

use crate::schema::error::{ErrorCode, argument_error::MESSAGE};

/// The string that a value must be; `otherwise` is the message for any other value.
pub(super) fn string<T: InputType>(value: Value, otherwise: &str) -> Result<String, InputValueError<T>> {
    match value {
        Value::String(text) => Ok(text),
        // A variable that was left out.
        Value::Null => Err(refused("Falta um valor obrigatório.")),
        _ => Err(refused(otherwise)),
    }
}

/// The error of a value that a scalar refuses, in async-graphql's form.
pub(super) fn refused<T: InputType>(message: &str) -> InputValueError<T> {
    InputValueError::custom(message)
        .with_extension("code", ErrorCode::BadUserInput.as_str())
        .with_extension(MESSAGE, message)
}
