//! Whether the process lives, and whether it can serve.

use axum::{extract::State, http::StatusCode};

use super::Shared;

/// The process answers: nothing more is asked, so that a service that is down restarts no gateway.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// The services accept connections. Sends them nothing, so asking often costs them little.
pub(super) async fn ready(State(shared): State<Shared>) -> (StatusCode, &'static str) {
    if shared.upstream.is_reachable().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the services cannot be reached\n")
    }
}
