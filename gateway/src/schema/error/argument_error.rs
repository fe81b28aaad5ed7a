//! Errors of arguments that async-graphql reports, as clients read them.
//!
//! They get no `detail`: async-graphql's messages quote values.

use super::ErrorCode;

/// The message for an argument that its type refuses without a message of its own.
pub(in crate::schema) const REFUSED: &str = "Um argumento tem um valor que o seu tipo não aceita.";

/// Gives each error of a response its code and its message, unless it is one of the gateway's own. The document must be valid.
pub(in crate::schema) fn describe_errors(response: &mut async_graphql::Response) {
    for error in &mut response.errors {
        let extensions = error.extensions.get_or_insert_default();
        if extensions.get("code").is_none() {
            extensions.set("code", ErrorCode::BadUserInput.as_str());
            error.message = REFUSED.to_owned();
        }
    }
}
