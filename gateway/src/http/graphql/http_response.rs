//! An answer as it is written.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::accept::Accept;
use crate::{
    http::{error_response::ErrorResponse, static_files},
    schema::response,
    telemetry::request::ErrorCodes,
    upstream::memory::RequestMemory,
};

/// What a session sees is kept by nobody, and neither is what was done.
const KEPT_BY_NOBODY: HeaderValue = HeaderValue::from_static("private, no-store");
/// What everybody sees may be kept by a browser that asks each time whether it still holds.
const ASKED_AGAIN: HeaderValue = HeaderValue::from_static("private, no-cache");
/// On what an answer depends, besides its address.
const VARY: HeaderValue = HeaderValue::from_static("accept, authorization, x-tool-key");

/// How many headers an answer has once it has those that every answer has: room for them is made once.
const HEADERS: usize = 12;

/// The answer to a request whose document cannot run.
pub(super) fn write(executed: response::Response, accept: Accept) -> Response {
    let status = if executed.ran() { StatusCode::OK } else { accept.request_error_status() };
    write_as(status, executed, accept)
}

/// The same with a status of its own.
pub(super) fn write_as(status: StatusCode, executed: response::Response, accept: Accept) -> Response {
    respond(status, executed, accept, None)
}

/// The answer to a request that ran, which counts until it is sent.
pub(super) fn write_counted(executed: response::Response, accept: Accept, memory: Arc<RequestMemory>) -> Response {
    let status = if executed.ran() { StatusCode::OK } else { accept.request_error_status() };
    let mut response = respond(status, executed, accept, Some(&memory));
    // For whoever compresses it.
    response.extensions_mut().insert(memory);
    response
}

fn respond(
    status: StatusCode,
    executed: response::Response,
    accept: Accept,
    memory: Option<&Arc<RequestMemory>>,
) -> Response {
    let (retry_after, codes) = (executed.retry_after(), executed.codes());
    let body = match executed.into_json(memory) {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            return ErrorResponse::internal().into_response();
        }
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.reserve(HEADERS);
    headers.insert(header::CONTENT_TYPE, accept.content_type());
    headers.insert(header::CACHE_CONTROL, KEPT_BY_NOBODY);
    headers.insert(header::VARY, VARY);
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if !codes.is_empty() {
        response.extensions_mut().insert(ErrorCodes(codes));
    }
    response
}

/// The answer to a GET that has no session: with a tag, or just the tag to whoever has the rest. Without errors only, for
/// those may be gone the next time.
pub(super) fn write_tagged(executed: response::Response, accept: Accept, request: &HeaderMap) -> Response {
    if !executed.errors().is_empty() {
        return write(executed, accept);
    }
    let Ok(body) = executed.into_json(None) else { return ErrorResponse::internal().into_response() };
    let tag = format!("\"{}\"", static_files::hash(&body));
    let known = request.get_all(header::IF_NONE_MATCH).iter().any(|tags| static_files::is_listed(tags, &tag));
    let headers = [
        (header::CACHE_CONTROL, ASKED_AGAIN),
        (header::VARY, VARY),
        // A weak one, since the same answer may be sent compressed.
        (header::ETAG, HeaderValue::try_from(format!("W/{tag}")).expect("hexadecimal digits in quotes")),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, accept.content_type())], body).into_response()
}
