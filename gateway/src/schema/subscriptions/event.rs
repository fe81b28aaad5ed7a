//! Events: what subscribers are sent.

use bytes::Bytes;

use crate::schema::{error::Error, response::Response};

/// What a subscriber gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A response as JSON.
    Response(Bytes),
    /// The subscription failed and is over: its errors as a JSON list.
    Failure(Bytes),
}

impl Payload {
    /// The end of a subscription with an error.
    pub(super) fn of_error(error: Error) -> Self {
        Self::of_errors(&error.into())
    }

    /// The end of a subscription with the errors of a response.
    pub(super) fn of_errors(response: &Response) -> Self {
        Self::Failure(response.errors_as_json().unwrap_or_else(|_| b"[]".to_vec()).into())
    }
}
