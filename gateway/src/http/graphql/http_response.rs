//! GraphQL responses as HTTP responses.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use hyper::ext::ReasonPhrase;

use super::{
    accept::{AcceptedFormats, ResponseFormat, partial_success},
    execution::Execution,
    stream_body,
};
use crate::{
    http::{
        compression::compress,
        error_response::ErrorResponse,
        headers::{BEARER, COST, NO_STORE},
    },
    schema::{engine::response, error::ErrorCode, subscriptions::Payload},
    telemetry::{ErrorCodes, OperationCost, request::RequestTelemetry},
    upstream::body_budget::RequestMemory,
};

/// The request headers that a response depends on.
const VARY: HeaderValue =
    HeaderValue::from_static("accept, accept-encoding, authorization, x-federation-key, x-tool-key");

/// Capacity for all headers of a response, so that they are allocated once.
const HEADERS: usize = 12;

/// The response to a request whose document cannot run.
pub(super) async fn write(executed: response::Response, format: ResponseFormat) -> Response {
    let status = format.status(executed.ran(), &executed.codes());
    respond(status, executed, format, None).await
}

/// The response to a request that ran. It counts in the memory budget until it is sent.
pub(super) async fn write_execution(execution: Execution, accepted: AcceptedFormats) -> Response {
    let Execution { response: executed, memory, failure } = execution;
    let format = accepted.response();
    let status = failure.unwrap_or_else(|| format.status(executed.ran(), &executed.codes()));
    respond(status, executed, format, accepted.gzip.then_some(&*memory)).await
}

/// Writes a response, compressed where there is memory for that.
async fn respond(
    status: StatusCode,
    executed: response::Response,
    format: ResponseFormat,
    compressor: Option<&RequestMemory>,
) -> Response {
    let (retry_after, codes) = (executed.retry_after(), executed.codes());
    let failure = (!executed.ran()).then(|| Payload::failure(&executed));
    let body = match executed.into_json() {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            return ErrorResponse::internal().into_response();
        }
    };
    if let ResponseFormat::Stream(framing) = format {
        let mut response = stream_body::single(framing, body, failure);
        add_codes(&mut response, codes);
        return response;
    }
    let compressed = match compressor {
        Some(memory) => compress(&body, memory).await,
        None => None,
    };
    let is_compressed = compressed.is_some();
    let mut response = Response::new(Body::from(compressed.unwrap_or(body)));
    *response.status_mut() = status;
    if status == partial_success() {
        response.extensions_mut().insert(ReasonPhrase::from_static(b"Partial Success"));
    }
    let headers = response.headers_mut();
    headers.reserve(HEADERS);
    headers.insert(header::CONTENT_TYPE, format.content_type());
    // One rule for all responses: most have a session's data.
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    headers.insert(header::VARY, VARY);
    if is_compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, BEARER);
    }
    add_codes(&mut response, codes);
    response
}

/// Reports what the operation costs, as a dictionary of structured fields (RFC 9651). For a subscription: the
/// estimate of one event, since nothing has been read yet.
pub(in crate::http) fn add_cost(response: &mut Response, telemetry: &RequestTelemetry) {
    let Some(OperationCost { estimated, actual }) = telemetry.cost() else { return };
    let cost = format!("estimated={estimated}, actual={actual}");
    response.headers_mut().insert(COST, HeaderValue::try_from(cost).expect("letters and digits"));
}

/// For the access log and the metrics.
fn add_codes(response: &mut Response, codes: Vec<ErrorCode>) {
    if !codes.is_empty() {
        response.extensions_mut().insert(ErrorCodes::from_iter(codes));
    }
}
