//! The services: what all their clients share (caches, the call stack), and the invalidation of what became stale.

use std::{collections::BTreeMap, sync::Arc};

use secrecy::SecretString;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::{
    announcements::{Announcement, Announcer, Change},
    body_budget::{BodyPermit, NoMemory, RequestMemory},
    call::CallSender,
    ended_sessions::{EndedSession, EndedSessions, Proof},
    endpoint::Endpoint,
    error::{Error, Fault},
    idempotency::IdempotencyStore,
    response_cache::ResponseCache,
    session_id::SessionId,
    settings::UpstreamSettings,
    single_flight::SingleFlight,
};
use crate::{
    mapping::Mapping,
    shared_store::{RedisState, SharedStore},
    telemetry::Telemetry,
    tls,
};

/// The services. A clone shares connections and caches.
#[derive(Clone)]
pub struct Upstream {
    pub(super) state: Arc<UpstreamState>,
}

/// The state behind every [`Upstream`] and its clients.
pub(super) struct UpstreamState {
    /// Lists of acionamentos.
    pub(super) list_cache: ResponseCache,
    /// Insurers and procedures. No write makes them stale.
    pub(super) reference_cache: ResponseCache,
    pub(super) idempotency: IdempotencyStore,
    pub(super) single_flight: SingleFlight,
    pub(super) calls: CallSender,
    pub(super) announcer: Announcer,
    pub(super) ended_sessions: EndedSessions,
    /// The writes in progress, for which shutdown waits.
    pub(super) writes: TaskTracker,
    pub(super) api_key: SecretString,
    pub(super) store: SharedStore,
}

impl Upstream {
    /// Builds the stack; no connection is opened yet.
    ///
    /// # Errors
    /// [`tls::Error`]: TLS cannot be set up.
    pub fn new(settings: UpstreamSettings, api_key: SecretString) -> Result<Self, tls::Error> {
        let store = settings.store.clone();
        let (reread, rereads) = mpsc::channel(1);
        let know_keys = settings.mapping.headers.idempotency_key.is_some();
        let state = Arc::new(UpstreamState {
            list_cache: ResponseCache::new(settings.list_cache),
            reference_cache: ResponseCache::new(settings.reference_cache),
            idempotency: IdempotencyStore::new(settings.timeouts.save(), know_keys, store.clone()),
            single_flight: SingleFlight::default(),
            calls: CallSender::new(settings, &api_key)?,
            announcer: Announcer::new(store.clone(), reread),
            ended_sessions: EndedSessions::new(store.clone()),
            writes: TaskTracker::new(),
            api_key,
            store,
        });
        state.follow_other_gateways(rereads);
        Ok(Self { state })
    }

    /// Whether any service is called over TLS.
    pub fn is_https(&self) -> bool {
        self.state.calls.client.is_https
    }

    /// Reloads certificates and authorities, for new connections.
    ///
    /// # Errors
    /// [`tls::Error`]: nothing has changed.
    pub fn reload(&self) -> Result<(), tls::Error> {
        self.state.calls.client.reload()
    }

    /// Memory of a request without a session.
    pub(crate) fn request_memory(&self) -> Arc<RequestMemory> {
        self.state.calls.memory.request()
    }

    /// Memory for the body of a request, before its session is known.
    pub(crate) fn take_request_body(&self, bytes: usize) -> Result<BodyPermit, NoMemory> {
        self.state.calls.memory.take_request_body(bytes)
    }

    /// Whether the services' address accepts connections; checked once a second at most.
    pub async fn is_reachable(&self) -> bool {
        self.state.calls.client.is_reachable().await
    }

    /// Circuit breaker of each service, by path: `closed`, `open` or `half-open`.
    pub fn breakers(&self) -> BTreeMap<&'static str, &'static str> {
        let services = self.state.calls.endpoints.values().map(Endpoint::state);
        services.map(|service| (service.path, service.breaker)).collect()
    }

    /// `connected` or `unreachable`; `None` without Redis.
    pub fn redis_state(&self) -> Option<&'static str> {
        self.state.store.state().map(Into::into)
    }

    /// Bytes in use of the [memory budget](super::body_budget).
    pub fn memory_used(&self) -> usize {
        self.state.calls.memory.used()
    }

    /// Registers the metrics that are observed when they are collected.
    pub fn register_metrics(&self, telemetry: &Telemetry) {
        let state = Arc::clone(&self.state);
        telemetry.metrics().observe_services(move || state.calls.endpoints.values().map(Endpoint::state).collect());
        let memory = Arc::clone(&self.state.calls.memory);
        telemetry.metrics().observe_memory(memory.bytes, move || memory.used());
        let store = self.state.store.clone();
        if store.state().is_some() {
            telemetry.metrics().observe_redis(move || store.state() == Some(RedisState::Connected));
        }
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

impl UpstreamState {
    /// How the services differ from the contract.
    pub(super) fn mapping(&self) -> &Mapping {
        &self.calls.settings.mapping
    }

    /// Runs a write, or a logout, that is not cancelled if its caller leaves.
    pub(super) async fn run_uncancelled<T: Send + 'static>(
        &self,
        path: &'static str,
        write: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        match self.writes.spawn(write).await {
            Ok(result) => result,
            Err(error) => {
                tracing::error!(path, %error, "panic during a write or a logout: its outcome is unknown");
                self.invalidate_all_sessions().await;
                Err(Error::of_write(path, Fault::Panicked))
            }
        }
    }

    /// Invalidates what a session's save made stale, here and at the other gateways, and tells subscriptions.
    pub(super) async fn invalidate_after_save(&self, author: SessionId) {
        self.invalidate_lists();
        self.announcer.notify(Change::Stale { author: Some(author) });
        self.announcer.publish(Announcement::Stale).await;
    }

    /// Invalidates what a session that ended has, in this process. Not its saves: a service may answer 401 once and accept the
    /// session again, and what was sent must not be sent twice.
    pub(super) fn invalidate_session(&self, session: SessionId) {
        self.single_flight.detach(|key| key.session == session);
        self.list_cache.invalidate_session(session);
        self.reference_cache.invalidate_session(session);
        self.announcer.notify(Change::SessionEnded(session));
    }

    /// Ends a session at all gateways: its token is refused from then on, and what is cached for it is invalidated. This gateway
    /// is last: a login that returns the same token before that reopens the session nowhere, one after it everywhere.
    pub(super) async fn end_session(&self, session: SessionId, proof: Proof) {
        let ended = EndedSession::now(session, proof);
        self.ended_sessions.share(ended).await;
        self.announcer.publish(Announcement::SessionEnded(ended)).await;
        self.ended_sessions.insert(ended);
        self.invalidate_session(session);
    }

    /// Begins a session again at all gateways, if its user ended it: some services give a user the same token at each login. This
    /// gateway is last: if this is cancelled, the next login does it again.
    pub(super) async fn begin_session(&self, session: SessionId) {
        if self.ended_sessions.contains(session) {
            self.ended_sessions.unshare(session).await;
            self.announcer.publish(Announcement::SessionBegan(session)).await;
            self.ended_sessions.remove(session);
        }
    }

    /// Invalidates what all sessions have, here and at the other gateways, after sessions ended that the gateway cannot name
    /// or a write panicked.
    pub(super) async fn invalidate_all_sessions(&self) {
        self.invalidate_everything_here();
        self.announcer.publish(Announcement::Everything).await;
    }

    /// Invalidates what all sessions have in this process.
    fn invalidate_everything_here(&self) {
        self.single_flight.detach(|_| true);
        self.list_cache.invalidate_all();
        self.reference_cache.invalidate_all();
        self.announcer.notify(Change::Everything);
    }

    /// Invalidates what a save made stale in this process. Reads in flight come first: a caller that joined one of them
    /// before must not cache its result.
    fn invalidate_lists(&self) {
        self.single_flight.detach(|key| self.calls.endpoints[key.path].call.stale_after_save);
        // All entries are lists of acionamentos, which all sessions share at the services.
        self.list_cache.invalidate_all();
    }

    /// Follows what the other gateways announce, for as long as the state exists. Without Redis nothing arrives.
    fn follow_other_gateways(self: &Arc<Self>, mut rereads: mpsc::Receiver<()>) {
        let (store, mut events) = (self.store.clone(), self.announcer.subscribe());
        let state = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                let Some(state) = state.upgrade() else { return };
                let Some(announcement) = state.announcer.open(event) else { continue };
                if matches!(announcement, Announcement::Everything) {
                    state.announcer.request_reread();
                }
                state.apply(announcement);
            }
        });
        let state = Arc::downgrade(self);
        // A task of its own: the channel may work while scripts do not, and announcements must not wait for them.
        tokio::spawn(async move {
            while rereads.recv().await.is_some() {
                let ended = EndedSessions::read(&store).await;
                let Some(state) = state.upgrade() else { return };
                ended.iter().for_each(|ended| state.apply_end(*ended));
                let has_missed = state.announcer.take_missed();
                // A gateway that started meanwhile has read a Redis without the restored ones.
                if state.ended_sessions.restore(&ended).await || has_missed {
                    state.announcer.publish(Announcement::Everything).await;
                }
            }
        });
    }

    /// A session ended at another gateway.
    fn apply_end(&self, ended: EndedSession) {
        if self.ended_sessions.insert(ended) {
            self.invalidate_session(ended.session);
        }
    }

    /// Applies what another gateway announced, and tells the listeners.
    fn apply(&self, announcement: Announcement) {
        match announcement {
            Announcement::Stale => {
                self.invalidate_lists();
                self.announcer.notify(Change::Stale { author: None });
            }
            Announcement::SessionEnded(ended) => self.apply_end(ended),
            Announcement::SessionBegan(session) => self.ended_sessions.remove(session),
            Announcement::Everything => self.invalidate_everything_here(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::{SharedStore, Upstream, UpstreamSettings, UpstreamState};
    use crate::upstream::{
        call_key::CallKey,
        error::WriteOutcome,
        response_cache::CachePolicy,
        session_id::SessionId,
        settings::{Timeouts, UpstreamTls},
    };

    fn upstream() -> Arc<UpstreamState> {
        let keep = CachePolicy { ttl: Duration::from_secs(10), stale_if_error: Duration::ZERO, max_bytes: 1000 };
        let settings = UpstreamSettings {
            base_url: "http://127.0.0.1:9".parse().unwrap(),
            mapping: Arc::default(),
            tls: UpstreamTls::default(),
            connect_timeout: Duration::from_secs(1),
            timeouts: Timeouts { read: Duration::from_secs(1), write: Duration::from_secs(1) },
            max_concurrency: 8,
            memory_budget_bytes: 1000,
            list_cache: keep,
            reference_cache: keep,
            store: SharedStore::without_redis(),
        };
        Upstream::new(settings, "chave".into()).unwrap().state
    }

    #[tokio::test]
    async fn a_write_that_panics_has_an_unknown_outcome() {
        let (upstream, session) = (upstream(), SessionId::numbered(0));
        let key = CallKey { session, path: "/list", request: "{}".into() };
        let lists = &upstream.list_cache;
        lists.insert(key.clone(), lists.generation(), Arc::new(7_u8), 1);
        let failed = upstream.run_uncancelled::<()>("/save", async { panic!("a fault of ours") }).await.unwrap_err();
        assert_eq!(failed.write_outcome(), Some(WriteOutcome::Unknown));
        assert!(lists.get::<u8>(&key).is_none());
    }
}
