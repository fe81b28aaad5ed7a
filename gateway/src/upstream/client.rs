//! The entry to the stack of a call, and the clients of the login and of sessions.

use std::{collections::BTreeMap, sync::Arc};

use hyper::header::HeaderValue;
use secrecy::SecretString;
use tokio::sync::broadcast;

use super::{
    announcements::Change,
    body_budget::{BodyPermit, NoMemory, RequestMemory},
    caller::Caller,
    endpoint::Endpoint,
    error::ConnectError,
    login_client::LoginClient,
    session_client::{self, SessionClient},
    settings::UpstreamSettings,
    state::UpstreamState,
};
use crate::{
    shared_store::RedisState,
    telemetry::{Telemetry, request::RequestTelemetry},
};

/// The services. A clone shares connections and caches.
#[derive(Clone)]
pub struct Upstream {
    pub(super) state: Arc<UpstreamState>,
}

impl Upstream {
    /// Builds the stack; no connection is opened yet.
    ///
    /// # Errors
    /// [`ConnectError`] if TLS cannot be set up.
    pub fn new(settings: UpstreamSettings, api_key: SecretString) -> Result<Self, ConnectError> {
        Ok(Self { state: UpstreamState::new(settings, api_key)? })
    }

    /// Whether any service is called over TLS.
    pub fn is_https(&self) -> bool {
        self.state.calls.client.is_https
    }

    /// Reloads certificates and authorities, for new connections.
    ///
    /// # Errors
    /// [`ConnectError`]: nothing has changed.
    pub fn reload(&self) -> Result<(), ConnectError> {
        self.state.calls.client.reload()
    }

    /// The services of the login.
    pub fn login(&self) -> LoginClient {
        LoginClient::new(Arc::clone(&self.state), RequestTelemetry::disabled())
    }

    /// Memory of a request without a session.
    pub(crate) fn request_memory(&self) -> Arc<RequestMemory> {
        self.state.calls.memory.request()
    }

    /// Memory for the body of a request, before its session is known.
    pub(crate) fn take_request_body(&self, bytes: usize) -> Result<BodyPermit, NoMemory> {
        self.state.calls.memory.take_request_body(bytes)
    }

    /// The services for a caller's token, which is passed on unchanged; `None` if it cannot be a token. Only
    /// [`Session`](crate::session::Session) may call this: no other way leads to the services.
    pub(crate) fn bearer(&self, token: &str, telemetry: Arc<RequestTelemetry>) -> Option<SessionClient> {
        if !session_client::is_token(token) {
            return None;
        }
        let mut authorization = HeaderValue::try_from(["Bearer ", token].concat()).ok()?;
        authorization.set_sensitive(true);
        Some(SessionClient::new(Caller::new(Arc::clone(&self.state), authorization, telemetry)))
    }

    /// Whether the services' address accepts connections; checked once a second at most.
    pub async fn is_reachable(&self) -> bool {
        self.state.calls.client.is_reachable().await
    }

    /// Circuit breaker of each service called so far, by path: `closed`, `open` or `half-open`.
    pub fn breakers(&self) -> BTreeMap<&'static str, &'static str> {
        let services = self.state.calls.endpoints.values().filter_map(Endpoint::state);
        services.map(|service| (service.path, service.breaker)).collect()
    }

    /// `connected` or `unreachable`; `None` without Redis.
    pub fn redis_state(&self) -> Option<&'static str> {
        self.state.store.as_ref().map(|store| store.state().into())
    }

    /// Bytes in use of the [memory budget](super::body_budget).
    pub fn memory_used(&self) -> usize {
        self.state.calls.memory.used()
    }

    /// Registers the metrics that are observed when they are collected.
    pub fn register_metrics(&self, telemetry: &Telemetry) {
        let state = Arc::clone(&self.state);
        telemetry
            .metrics()
            .observe_services(move || state.calls.endpoints.values().filter_map(Endpoint::state).collect());
        let memory = Arc::clone(&self.state.calls.memory);
        telemetry.metrics().observe_memory(memory.bytes, move || memory.used());
        if let Some(store) = self.state.store.clone() {
            telemetry.metrics().observe_redis(move || store.state() == RedisState::Connected);
        }
    }

    /// Changes of what the services return, from now on: those that this gateway causes, and those that others announce.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.state.announcer.listen()
    }

    /// Waits until no write is in progress, those included that begin meanwhile. Called before the process exits.
    pub async fn wait_for_writes(&self) {
        self.state.writes.close();
        self.state.writes.wait().await;
    }

    /// Number of writes in progress.
    pub fn writes_in_progress(&self) -> usize {
        self.state.writes.len()
    }
}
