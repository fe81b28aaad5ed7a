//! The response with a message of JSON-RPC.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Results have a session's data.
const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// The response with a message.
pub(super) fn respond(json: Bytes) -> Response {
    ([(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, NO_STORE)], json).into_response()
}
