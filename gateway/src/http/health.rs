//! Health checks: liveness and readiness.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde_json::{Value, json};

use super::{gateway_state::GatewayState, graceful_shutdown::GracefulShutdown};
use crate::upstream::Upstream;

/// Liveness: the process responds. A service that is down must not restart gateways.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// Readiness: not draining, and the services are reachable. It makes no call, so it is cheap; one failing service does not
/// make the gateway unready.
///
/// This is the clients' port: the state of each service is on the metrics port alone.
pub(super) async fn ready(State(shared): State<Arc<GatewayState>>) -> impl IntoResponse {
    let is_ready = shared.upstream.is_reachable().await && !shared.parts.shutdown.is_draining();
    respond(is_ready, json!({ "ready": is_ready }))
}

/// What readiness depends on.
#[derive(Clone)]
pub struct Readiness {
    /// The services.
    pub upstream: Upstream,
    /// Whether the gateway is draining.
    pub shutdown: GracefulShutdown,
}

/// Readiness with its reasons, and the state of each circuit breaker.
pub(super) async fn details(State(readiness): State<Readiness>) -> impl IntoResponse {
    let Readiness { upstream, shutdown } = readiness;
    let is_reachable = upstream.is_reachable().await;
    let is_draining = shutdown.is_draining();
    let is_ready = is_reachable && !is_draining;
    let gateway = if is_draining { "draining" } else { "up" };
    let services = if is_reachable { "reachable" } else { "unreachable" };
    let mut body =
        json!({ "ready": is_ready, "gateway": gateway, "services": services, "breakers": upstream.breakers() });
    // Without Redis gateways share less, and are no less ready.
    if let Some(redis) = upstream.redis_state() {
        body["redis"] = redis.into();
    }
    respond(is_ready, body)
}

fn respond(is_ready: bool, body: Value) -> impl IntoResponse {
    let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body))
}
