//! Whether the process lives, and whether it can serve.

pub mod ask;

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde_json::json;

use super::Shared;
use crate::upstream::Health;

/// The process answers: nothing more is asked, so that a service that is down restarts no gateway.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// Whether the gateway wants work and the services can be reached, and which of them are not called for now because they failed. It is asked of
/// nobody, so it costs next to nothing however often it is asked; a service that fails makes the gateway no less ready
/// for the others.
pub(super) async fn ready(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    let Health { is_reachable, breakers, redis } = shared.upstream.health().await;
    let is_draining = shared.drain.has_begun();
    let is_ready = is_reachable && !is_draining;
    let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let gateway = if is_draining { "draining" } else { "up" };
    let services = if is_reachable { "reachable" } else { "unreachable" };
    let mut body = json!({ "ready": is_ready, "gateway": gateway, "services": services, "breakers": breakers });
    // One that is lost costs what gateways share, and no request.
    if let Some(redis) = redis {
        body["redis"] = redis.into();
    }
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body))
}
