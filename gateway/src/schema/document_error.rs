//! Why a request runs nothing: its document, its operation or its variables.
//!
//! The `message` is one Portuguese sentence per kind. The engines' own words go along as `detail`: only callers who may
//! see the schema can send a document that is not trusted, and a trusted document is valid.

use std::mem;

use async_graphql::ServerError;

use super::{
    error::ErrorCode,
    limits::LimitError,
    response::{Response, set_detail},
};

/// Why a document cannot run.
pub enum DocumentError {
    /// It cannot be parsed.
    Syntax(ServerError),
    /// It exceeds a limit, or a fragment spreads itself.
    Limit(LimitError),
    /// It does not fit the schema.
    Invalid(Vec<ServerError>),
}

impl From<LimitError> for DocumentError {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl DocumentError {
    /// The response to the request.
    pub(super) fn into_response(self) -> Response {
        let errors = match self {
            Self::Syntax(error) => {
                vec![with_detail(error, "O documento GraphQL tem um erro de sintaxe.", ErrorCode::GraphqlParseFailed)]
            }
            Self::Limit(error) => return limit(error),
            Self::Invalid(errors) => errors
                .into_iter()
                .map(|error| {
                    let message = "O documento GraphQL não combina com o grafo.";
                    with_detail(error, message, ErrorCode::GraphqlValidationFailed)
                })
                .collect(),
        };
        Response::refused(errors)
    }
}

fn limit(error: LimitError) -> Response {
    match error {
        LimitError::Exceeded(limit, max) => {
            let message = format!("A consulta pede demais de uma vez: no máximo {max} {}.", limit.text());
            Response::error(ErrorCode::QueryTooComplex, message)
        }
        LimitError::TooCostly(limit, max, number) => {
            let message = format!(
                "A consulta pede demais de uma vez: no máximo {max} {}, e pede {}.",
                limit.text(),
                counted(number)
            );
            Response::error(ErrorCode::QueryTooComplex, message)
        }
        LimitError::FragmentCycle => {
            Response::error(ErrorCode::GraphqlValidationFailed, "Um fragmento do documento contém a si mesmo.")
        }
    }
}

/// A number; one that was too large to be counted as such.
fn counted(number: usize) -> String {
    const UNCOUNTED: usize = 1_000_000_000;
    if number < UNCOUNTED { number.to_string() } else { format!("mais de {UNCOUNTED}") }
}

/// An engine's error: its message becomes the detail.
fn with_detail(mut error: ServerError, message: &str, code: ErrorCode) -> ServerError {
    let detail = mem::replace(&mut error.message, message.to_owned());
    error.extensions.get_or_insert_default().set("code", code.as_str());
    set_detail(&mut error, &detail);
    error
}
