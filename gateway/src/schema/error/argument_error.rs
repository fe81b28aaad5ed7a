//! Errors that async-graphql reports, as clients read them: of arguments, and of its own limits for introspection.
//!
//! They get no `detail`: async-graphql's messages quote values.

use async_graphql::{ServerError, Value};

use super::{ErrorCode, TOO_COMPLEX};

/// The extension in which a scalar passes its sentence through async-graphql, which puts English words around messages.
pub(in crate::schema) const MESSAGE: &str = "message";

/// The sentence of an argument that its type refuses without a sentence of its own.
pub(in crate::schema) const REFUSED: &str = "Um argumento tem um valor que o seu tipo não aceita.";

/// Gives each error of a response its code and its sentence. The document must be valid.
pub(in crate::schema) fn describe_errors(response: &mut async_graphql::Response) {
    let ran = response.data != Value::Null || response.errors.iter().any(|error| !error.path.is_empty());
    for error in &mut response.errors {
        if ran {
            describe_argument_error(error);
        } else {
            // Of a valid document async-graphql refuses only what exceeds its limits.
            error.extensions.get_or_insert_default().set("code", ErrorCode::QueryTooComplex.as_str());
            error.message = TOO_COMPLEX.to_owned();
        }
    }
}

/// The sentence of a scalar of the schema that refused a value.
pub(in crate::schema) fn sentence(error: &ServerError) -> Option<&str> {
    match error.extensions.as_ref()?.get(MESSAGE)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Gives the error of an argument its code and its sentence. The gateway's own errors have both already.
fn describe_argument_error(error: &mut ServerError) {
    let extensions = error.extensions.get_or_insert_default();
    if let Some(Value::String(text)) = extensions.get(MESSAGE).cloned() {
        extensions.unset(MESSAGE);
        error.message = text;
    } else if extensions.get("code").is_none() {
        extensions.set("code", ErrorCode::BadUserInput.as_str());
        error.message = REFUSED.to_owned();
    }
}
