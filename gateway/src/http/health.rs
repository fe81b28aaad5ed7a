//! Whether the process lives, and whether it can serve.

pub mod healthcheck;

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde_json::{Value, json};

use super::{GatewayState, graceful_shutdown::GracefulShutdown};
use crate::upstream::{Health, Upstream};

/// The process answers: nothing more is asked, so that a service that is down restarts no gateway.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// Whether the gateway wants work and the services can be reached. It is asked of nobody, so it costs next to nothing
/// however often it is asked; a service that fails makes the gateway no less ready for the others.
///
/// This is the clients' port: which services there are and how each is doing is told on that of the metrics alone.
pub(super) async fn ready(State(shared): State<Arc<GatewayState>>) -> impl IntoResponse {
    let is_ready = shared.upstream.is_reachable().await && !shared.drain.has_begun();
    answer(is_ready, json!({ "ready": is_ready }))
}

/// What the readiness of a gateway is made of, for whoever looks after it.
#[derive(Clone)]
pub struct Readiness {
    /// The services.
    pub upstream: Upstream,
    /// Whether the gateway still wants work.
    pub drain: GracefulShutdown,
}

/// The same with its reasons, and which services are not called for now because they failed.
pub(super) async fn details(State(readiness): State<Readiness>) -> impl IntoResponse {
    let Health { is_reachable, breakers, redis } = readiness.upstream.health().await;
    let is_draining = readiness.drain.has_begun();
    let is_ready = is_reachable && !is_draining;
    let gateway = if is_draining { "draining" } else { "up" };
    let services = if is_reachable { "reachable" } else { "unreachable" };
    let mut body = json!({ "ready": is_ready, "gateway": gateway, "services": services, "breakers": breakers });
    // One that is lost costs what gateways share, and no request.
    if let Some(redis) = redis {
        body["redis"] = redis.into();
    }
    answer(is_ready, body)
}

fn answer(is_ready: bool, body: Value) -> impl IntoResponse {
    let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body))
}
