//! What all requests share.

use std::sync::Arc;

use contract::calendar::Clock;

use super::{
    client_limits::ClientLimits, connection::Connections, cross_origin::BrowserPolicy,
    graceful_shutdown::GracefulShutdown, static_files::StaticFiles, tls::ServerTls,
};
use crate::{
    client_address::{ClientAddress, TrustedProxies},
    keyed_limit::KeyedLimit,
    schema::{
        engine::{
            Engine,
            limits::DocumentLimits,
            persisted_documents::{DocumentPolicy, PersistedDocuments},
        },
        mcp_tools::McpTools,
        subscriptions::{SubscriptionSettings, Subscriptions},
    },
    telemetry::Telemetry,
    tools::{Tools, key::KeyDigest},
    upstream::Upstream,
};

/// The parts of a gateway beside the services, the login and the clock.
pub struct GatewayParts {
    /// Proxies whose `X-Forwarded-For` and `Forwarded` are trusted.
    pub proxies: TrustedProxies,
    /// Limits of documents.
    pub limits: DocumentLimits,
    /// The portal's documents, which every caller may send.
    pub portal_documents: PersistedDocuments,
    /// The tools of `/mcp`; it answers 404 without any.
    pub mcp_tools: Option<McpTools>,
    /// The portal and GraphiQL.
    pub files: StaticFiles,
    /// Which documents run without the key of a tool.
    pub policy: DocumentPolicy,
    /// The key of a federation router, if there is one.
    pub federation_key: Option<KeyDigest>,
    /// The tools.
    pub tools: Tools,
    /// Limits of connections and requests.
    pub client_limits: ClientLimits,
    /// Limits and poll interval of subscriptions.
    pub subscriptions: SubscriptionSettings,
    /// CORS, allowed hosts and HSTS.
    pub browsers: BrowserPolicy,
    /// Phase of the graceful shutdown.
    pub shutdown: GracefulShutdown,
    /// The log, metrics and traces.
    pub telemetry: Telemetry,
    /// Whether async-graphql executes documents instead of the executor: for differential tests.
    pub is_reference_execution: bool,
}

impl GatewayParts {
    /// The connections of the gateway with these parts.
    pub fn connections(&self, tls: Option<Arc<ServerTls>>) -> Connections {
        let (limits, shutdown, telemetry) = (self.client_limits.clone(), self.shutdown.clone(), self.telemetry.clone());
        Connections { tls, limits, shutdown, telemetry }
    }
}

/// State shared by all requests.
pub(super) struct GatewayState {
    pub(super) upstream: Upstream,
    pub(super) clock: Clock,
    pub(super) engine: Engine,
    pub(super) subscriptions: Subscriptions,
    /// Requests in progress, and those of WebSockets.
    pub(super) requests: Arc<KeyedLimit<ClientAddress>>,
    pub(super) parts: GatewayParts,
}
