//! The HTTP side of the gateway: routes and middleware.
//!
//! # A request, outermost first
//!
//! 1. `server`: accepts connections, within the limits in all and of one address.
//! 2. `connection`: handshake (`tls`), HTTP/1.1 or HTTP/2, timeouts of a connection and of its streams (`http2_stall`). It
//!    also wraps the body of the response (list at `Connections::respond`).
//! 3. `layers::add_common_layers`: headers of every response; the telemetry (`request_telemetry`), the head of HTTP/1.1
//!    (`http1_head`) and the limit of requests in progress, in one function; panics; `Date`.
//! 4. `health` branches off here. `layers::check_hosts`, if hosts are configured.
//! 5. `static_files` and `portal_page` branch off here. `layers::add_cors`, if origins are configured.
//! 6. `graphql` and `mcp`, each in its own order: the origin (`cross_origin`), the body (`json_body`), the keys of a tool or
//!    router, the session (`caller`), and the document, which the engine of [`crate::schema`] runs. WebSockets branch off after
//!    the origin.

mod caller;
mod client_limits;
mod compression;
mod connection;
pub mod cross_origin;
mod error_response;
mod gateway_state;
pub mod graceful_shutdown;
mod graphql;
mod headers;
pub mod health;
mod http1_head;
mod http2_stall;
mod json_body;
mod layers;
mod mcp;
pub mod metrics;
pub mod portal_page;
mod request_telemetry;
pub mod server;
pub mod static_files;
pub mod tls;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    response::Response,
    routing::{any, get},
};
use contract::calendar::Clock;

use self::gateway_state::GatewayState;
pub use self::{
    client_limits::ClientLimits,
    connection::{Connections, Routes},
    gateway_state::GatewayParts,
};
use crate::{
    keyed_limit::KeyedLimit,
    login::protection::LoginProtection,
    schema::{
        engine::{Engine, EngineParts},
        error::ErrorCode,
        request::GraphDependencies,
        subscriptions::Subscriptions,
    },
    upstream::Upstream,
};

/// The routes of a gateway over the services of a client, without a socket.
pub fn router(upstream: Upstream, login_protection: LoginProtection, clock: Clock, parts: GatewayParts) -> Routes {
    let telemetry = &parts.telemetry;
    upstream.register_metrics(telemetry);
    telemetry.metrics().register_error_codes(ErrorCode::ALL.iter().map(|code| code.as_str()));
    let dependencies = GraphDependencies { upstream: upstream.clone(), login_protection, clock: Arc::clone(&clock) };
    let engine = Engine::new(EngineParts {
        dependencies,
        limits: parts.limits,
        telemetry: telemetry.clone(),
        is_subgraph: parts.federation_key.is_some(),
        is_reference_execution: parts.is_reference_execution,
    });
    let subscriptions = Subscriptions::new(engine.clone(), telemetry.clone(), parts.subscriptions.clone());
    let limits = &parts.client_limits;
    let requests = KeyedLimit::new(limits.requests, limits.requests_per_address);
    let shared = Arc::new(GatewayState { upstream, clock, engine, subscriptions, requests, parts });
    let graph = Router::new().route("/graphql", any(graphql::respond)).route("/mcp", any(mcp::respond));
    let graph = layers::add_cors(graph.with_state(Arc::clone(&shared)), &shared);
    let files = graph.fallback_service(any(static_file).with_state(Arc::clone(&shared)));
    let health = Router::new().route("/healthz", get(health::live)).route("/readyz", get(health::ready));
    let routes = layers::check_hosts(files, &shared).merge(health.with_state(Arc::clone(&shared)));
    layers::add_common_layers(routes, &shared)
}

async fn static_file(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    shared.parts.files.respond(&request)
}
