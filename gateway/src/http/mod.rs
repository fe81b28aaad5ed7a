//! The HTTP side of the gateway: routes and middleware.

mod address_limit;
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
mod wrong_keys;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    response::Response,
    routing::{any, get},
};
use services::calendar::Clock;

pub use self::client_limits::ClientLimits;
use self::{
    cross_origin::BrowserPolicy, gateway_state::GatewayState, graceful_shutdown::GracefulShutdown,
    mcp::tool_catalog::McpToolCatalog, static_files::StaticFiles, wrong_keys::WrongKeyLog,
};
use crate::{
    schema::{
        dependencies::GraphDependencies,
        engine::{Engine, EngineParts},
        error::ErrorCode,
        federation::RouterSecret,
        limits,
        mcp_tools::McpTools,
        persisted_documents::{DocumentPolicy, PersistedDocuments},
        subscriptions::{SubscriptionSettings, Subscriptions},
    },
    session::{client_address::TrustedProxies, login_protection::LoginProtection},
    telemetry::Telemetry,
    tools::Tools,
    upstream::Upstream,
};

/// The parts of a gateway.
pub struct GatewayParts {
    /// Client of the services.
    pub upstream: Upstream,
    /// Rate limits and desafios of the login.
    pub login_protection: LoginProtection,
    /// Proxies whose `X-Forwarded-For` and `Forwarded` are trusted.
    pub proxies: TrustedProxies,
    /// The clock.
    pub clock: Clock,
    /// Limits of documents.
    pub limits: limits::DocumentLimits,
    /// The trusted documents.
    pub documents: PersistedDocuments,
    /// The tools of `/mcp`; it answers 404 without any.
    pub mcp_tools: Option<McpTools>,
    /// The portal and GraphiQL.
    pub files: StaticFiles,
    /// Which documents run without the key of a tool.
    pub policy: DocumentPolicy,
    /// The key of a federation router, if there is one.
    pub federation_key: Option<RouterSecret>,
    /// The tools.
    pub tools: Tools,
    /// Limits of connections and requests.
    pub client_limits: ClientLimits,
    /// Limits and pace of subscriptions.
    pub subscriptions: SubscriptionSettings,
    /// CORS, allowed hosts and HSTS.
    pub browsers: BrowserPolicy,
    /// Phase of the graceful shutdown.
    pub shutdown: GracefulShutdown,
    /// The log, metrics and traces.
    pub telemetry: Telemetry,
    /// Whether async-graphql executes documents instead of the executor: for differential tests.
    pub is_oracle: bool,
}

/// The gateway of these parts, without a socket.
pub fn router(parts: GatewayParts) -> Router {
    let GatewayParts {
        upstream,
        login_protection,
        proxies,
        clock,
        limits,
        documents,
        mcp_tools,
        files,
        policy,
        federation_key,
        tools,
        client_limits,
        subscriptions,
        browsers,
        shutdown,
        telemetry,
        is_oracle,
    } = parts;
    upstream.register_metrics(&telemetry);
    telemetry.register_error_codes(ErrorCode::ALL.into_iter().map(ErrorCode::as_str));
    let dependencies = GraphDependencies { login: upstream.login(), login_protection, clock: Arc::clone(&clock) };
    let engine = Engine::new(EngineParts {
        dependencies,
        limits,
        telemetry: telemetry.clone(),
        has_router: federation_key.is_some(),
        is_oracle,
    });
    let subscriptions = Subscriptions::new(engine.clone(), upstream.clone(), telemetry.clone(), subscriptions);
    let shared = Arc::new(GatewayState {
        upstream,
        proxies,
        engine,
        subscriptions,
        documents,
        mcp: mcp_tools.map(McpToolCatalog::new),
        files,
        policy,
        federation_key,
        tools,
        wrong_keys: WrongKeyLog::default(),
        clock,
        client_limits,
        browsers,
        shutdown,
        telemetry,
    });
    let graph = Router::new().route("/graphql", any(graphql::answer)).route("/mcp", any(mcp::answer));
    let graph = layers::of_the_graph(graph.with_state(Arc::clone(&shared)), &shared);
    let files = graph.fallback_service(any(static_file).with_state(Arc::clone(&shared)));
    let health = Router::new().route("/healthz", get(health::live)).route("/readyz", get(health::ready));
    let routes = layers::of_allowed_hosts(files, &shared).merge(health.with_state(Arc::clone(&shared)));
    layers::of_all(routes, &shared)
}

async fn static_file(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    shared.files.respond(&shared.policy, &request)
}
