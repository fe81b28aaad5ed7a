//! The errors of a response, as they are sent.

use std::sync::Arc;

use async_graphql::{PathSegment, Pos, ServerError};
use serde::Serialize;

use super::{ARGUMENT_REFUSED, Error, ErrorCode};

/// Most characters of a detail.
const MAX_DETAIL: usize = 300;

/// An error of a response.
#[derive(Clone, Debug, Serialize)]
pub struct ResponseError {
    /// The sentence for a user.
    pub message: String,
    /// Where the document is at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Pos>,
    /// The part of the data that is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathSegment>,
    /// What programs read.
    pub extensions: ErrorExtensions,
}

/// The extensions of an error, in alphabetical order.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorExtensions {
    /// By which a client decides what to do.
    pub code: ErrorCode,
    /// More for developers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Seconds to wait before trying again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// Claim number of what was saved but could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sinistro: Option<String>,
}

impl ResponseError {
    /// The same; it says more to developers.
    pub(in crate::schema) fn with_detail(mut self, detail: &str) -> Self {
        self.extensions.detail = Some(detail.chars().take(MAX_DETAIL).collect());
        self
    }
}

impl From<Error> for ResponseError {
    fn from(Error { code, message, retry_after, saved, .. }: Error) -> Self {
        let extensions = ErrorExtensions { code, detail: None, retry_after, sinistro: saved };
        Self { message: message.into_owned(), locations: Vec::new(), path: Vec::new(), extensions }
    }
}

/// The error of a field, for the reference execution of the tests.
impl From<Error> for async_graphql::Error {
    fn from(error: Error) -> Self {
        Self { message: error.message.to_string(), source: Some(Arc::new(error)), extensions: None }
    }
}

/// What async-graphql refuses of a valid document is an argument. No `detail`: its messages quote values.
impl From<ServerError> for ResponseError {
    fn from(error: ServerError) -> Self {
        let of_field = error.source::<Error>().cloned();
        let own = of_field.unwrap_or_else(|| Error::bad_user_input(ARGUMENT_REFUSED));
        Self { locations: error.locations, path: error.path, ..own.into() }
    }
}
