//! Errors that async-graphql reports, as clients read them: of arguments, and of its own limits for introspection.
//!
//! They get no `detail`: async-graphql's messages quote values.

use async_graphql::Value;

use super::{ErrorCode, TOO_COMPLEX};

/// The sentence of an argument that its type refuses without a sentence of its own.
pub(in crate::schema) const REFUSED: &str = "Um argumento tem um valor que o seu tipo não aceita.";

/// Gives each error of a response its code and its sentence. The document must be valid.
pub(in crate::schema) fn describe_errors(response: &mut async_graphql::Response) {
    let ran = response.data != Value::Null || response.errors.iter().any(|error| !error.path.is_empty());
    for error in &mut response.errors {
        let extensions = error.extensions.get_or_insert_default();
        if !ran {
            // Of a valid document async-graphql refuses only what exceeds its limits.
            extensions.set("code", ErrorCode::QueryTooComplex.as_str());
            error.message = TOO_COMPLEX.to_owned();
        } else if extensions.get("code").is_none() {
            // The gateway's own errors have both already.
            extensions.set("code", ErrorCode::BadUserInput.as_str());
            error.message = REFUSED.to_owned();
        }
    }
}
