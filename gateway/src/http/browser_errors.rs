//! `POST /browser-errors`: the portal's beacon, by which browsers report errors in its code. Off with
//! `GATEWAY_BROWSER_ERRORS=false`.
//!
//! A report is anonymous and bounded: the address of a screen without its query, the name of the error, and the build that
//! the page runs. What is not in the lists below counts as "other", so that no caller adds a time series or a text to the log.

pub(super) mod rate_limit;

use std::{borrow::Cow, convert::Infallible, sync::Arc};

use axum::{
    extract::{ConnectInfo, Request},
    http::{Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Deserialize;
use tokio::time::Instant;

use super::{
    caller::client_address, client_limits::ClientLimits, cross_origin, error_response::ErrorResponse,
    gateway_state::GatewayState, json_body, portal_page,
};

/// Longest body in bytes.
const BODY: usize = 1024;

const OTHER: &str = "other";
/// Names of errors: those of the language, and the exceptions of browsers that the portal's code meets.
const NAMES: [&str; 16] = [
    "AbortError",
    "AggregateError",
    "ChunkLoadError",
    "DataCloneError",
    "Error",
    "EvalError",
    "InvalidStateError",
    "NetworkError",
    "NotAllowedError",
    "NotFoundError",
    "QuotaExceededError",
    "RangeError",
    "ReferenceError",
    "SecurityError",
    "SyntaxError",
    "TypeError",
];

/// A report, as the portal sends it.
#[derive(Deserialize)]
struct Report<'a> {
    /// The address of the screen.
    #[serde(borrow)]
    route: Cow<'a, str>,
    /// The error's `name`.
    #[serde(borrow)]
    name: Cow<'a, str>,
    /// The path of the page's entry script, which has a hash of its content.
    #[serde(borrow)]
    release: Cow<'a, str>,
}

/// Responds to a request to `/browser-errors`.
pub(super) async fn answer(shared: Arc<GatewayState>, request: Request) -> Result<Response, Infallible> {
    let answered = record(&shared, request).await;
    Ok(answered.map_or_else(ErrorResponse::into_response, |()| StatusCode::NO_CONTENT.into_response()))
}

async fn record(shared: &GatewayState, request: Request) -> Result<(), ErrorResponse> {
    cross_origin::check_origin(&shared.browsers, &request)?;
    let Some(limiter) = &shared.browser_errors else {
        let message = "Este gateway não recebe erros de navegadores: GATEWAY_BROWSER_ERRORS está desligada.";
        return Err(ErrorResponse::new(StatusCode::NOT_FOUND, "NOT_FOUND", message));
    };
    if *request.method() != Method::POST {
        return Err(ErrorResponse::method_not_allowed("POST", "Envie o erro por POST."));
    }
    let now = Instant::now();
    let (head, body) = request.into_parts();
    let peer = head.extensions.get().map(|ConnectInfo(peer)| *peer);
    // Before the body: it is not read for a client past the limit.
    limiter.acquire(client_address(shared, &head.headers, peer), now).map_err(|seconds| {
        let message = "Erros demais deste endereço: tente mais tarde.";
        ErrorResponse::new(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_REPORTS", message)
            .with(header::RETRY_AFTER, seconds)
    })?;
    let limits = ClientLimits { body_bytes: BODY, ..shared.client_limits.clone() };
    let body = json_body::read(&head.headers, body, &limits, now + limits.request_timeout).await?;
    let report: Report<'_> = serde_json::from_slice(&body)
        .map_err(|_| ErrorResponse::bad_request("Envie um objeto com os textos route, name e release."))?;
    let (route, name) = (known(&portal_page::ROUTES, &report.route), known(&NAMES, &report.name));
    let release = if shared.files.is_entry(&report.release) { "current" } else { OTHER };
    shared.telemetry.count_browser_error(route, name, release);
    tracing::warn!(route, name, release, "an error in a browser");
    Ok(())
}

/// The text, if it is one of these.
fn known(list: &'static [&'static str], text: &str) -> &'static str {
    list.iter().find(|each| **each == text).unwrap_or(&OTHER)
}
