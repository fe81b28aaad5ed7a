//! What all requests share.

use services::calendar::Clock;

use super::{
    client_limits::ClientLimits, cross_origin::BrowserPolicy, graceful_shutdown::GracefulShutdown,
    static_files::StaticFiles, wrong_keys::WrongKeyLog,
};
use crate::{
    schema::{
        engine::Engine,
        federation::RouterSecret,
        mcp_tools::McpTools,
        persisted_documents::{DocumentPolicy, PersistedDocuments},
        subscriptions::Subscriptions,
    },
    session::client_address::TrustedProxies,
    telemetry::Telemetry,
    tools::Tools,
    upstream::Upstream,
};

/// State shared by all requests.
pub(super) struct GatewayState {
    pub(super) upstream: Upstream,
    pub(super) proxies: TrustedProxies,
    pub(super) engine: Engine,
    pub(super) subscriptions: Subscriptions,
    pub(super) documents: PersistedDocuments,
    pub(super) mcp_tools: Option<McpTools>,
    pub(super) files: StaticFiles,
    pub(super) policy: DocumentPolicy,
    pub(super) federation_key: Option<RouterSecret>,
    pub(super) tools: Tools,
    pub(super) wrong_keys: WrongKeyLog,
    pub(super) clock: Clock,
    pub(super) client_limits: ClientLimits,
    pub(super) browsers: BrowserPolicy,
    pub(super) shutdown: GracefulShutdown,
    pub(super) telemetry: Telemetry,
}
