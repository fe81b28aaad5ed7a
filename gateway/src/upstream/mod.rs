//! The 21 services: a typed function each, over `read` or `write`.
//!
//! All calls are POST, so only the caller knows what a call may do: a read may be repeated, shared and cached, a write is
//! sent once at most. Types say who may call: functions that require a session are on [`SessionClient`], which only a
//! session holds; those of the login are on [`LoginClient`]. This module knows nothing of GraphQL, and no other module
//! knows the HTTP client.
//!
//! # The stack of a read, outermost first
//!
//! 1. **Cache** (`read_write`, `ttl_cache`, `reference_cache`): lists of acionamentos for their next pages, reference data; here,
//!    then in Redis. Outermost: a hit costs no layer below. Expired reference data is served while the service fails.
//! 2. **Single flight** (`single_flight`): equal reads of a session in flight together are one call. Above the retry: all
//!    waiters share one budget of attempts. Each is polled only after its own wake-up (`when_woken`).
//! 3. **Retry** (`call_layers`, `retry`): once, within a budget, and only if the first attempt cannot have been processed.
//!    Above admission: a retry queues again.
//! 4. **Admission** (`endpoint`): `circuit_breaker` (does a failing service get calls), `adaptive_limit` (how many at a
//!    time), `fair_queue` (whose is next), one state per service. Above telemetry: a call that is not sent is none.
//! 5. **Telemetry** (`telemetry::request`): span, duration and outcome of an attempt.
//! 6. **Deadline**: the read's, from its first queueing on. It covers all that waits for the service.
//! 7. **HTTP** (`http_client`): a pooled connection, TLS, headers.
//! 8. **Response** (`response`, `memory`, `drift`): status, size limit, memory budget, parsing in the API's spelling
//!    ([`crate::dialect`]). Failures become `error::Fault`; samples show when the fields of a service change.
//!
//! A write has an **idempotency store** (`idempotency`) in place of 1 to 3: a repeated key replays its response. It is not
//! cancelled when its caller leaves, and invalidates what it made stale. Layers 4 to 8 are the same.
//!
//! The layers are plain `async` functions, not tower services: each would box its future.

pub mod acionamentos;
mod adaptive_limit;
mod announcements;
mod base_url;
mod call_key;
mod call_layers;
mod call_request;
mod circuit_breaker;
mod drift;
mod ended_sessions;
mod endpoint;
mod error;
mod fair_queue;
mod health;
mod http_client;
mod idempotency;
pub mod lists;
mod login_client;
pub mod memory;
mod probe;
mod read_paths;
mod read_write;
mod reference_cache;
mod response;
mod response_data;
mod retry;
pub mod segurado;
mod session_client;
mod settings;
mod single_flight;
mod tls;
mod ttl_cache;
mod when_woken;

use std::{fmt, sync::Arc};

use hyper::header::HeaderValue;
use secrecy::SecretString;
use services::wire::{self, envelope::Answer};
use tokio::{
    sync::{RwLock, broadcast},
    time::Instant,
};

pub use self::{
    announcements::Change,
    base_url::{BaseUrl, InvalidBaseUrl},
    call_key::SessionId,
    error::{Error, Fault, WriteOutcome},
    health::Health,
    http_client::ConnectError,
    login_client::{EmailCheck, LoginClient, digest},
    probe::RawResponse,
    read_paths::ReadPaths,
    response_data::ResponseData,
    session_client::{Freshness, IdempotencyKey, SessionClient},
    settings::UpstreamSettings,
    tls::UpstreamTls,
    ttl_cache::CachePolicy,
};
use self::{
    announcements::{Announcer, News},
    call_layers::CallLayers,
    ended_sessions::EndedSessions,
    idempotency::IdempotencyStore,
    memory::RequestMemory,
    reference_cache::{ReferenceDataCache, SharedReferenceStore},
    single_flight::SingleFlight,
    ttl_cache::TtlCache,
};
use crate::{dialect::Dialect, shared_store::SharedStore, telemetry::request::RequestTelemetry};

/// The services. A clone shares connections and caches.
#[derive(Clone)]
pub struct Upstream {
    inner: Arc<Inner>,
}

struct Inner {
    /// Lists of acionamentos.
    list_cache: Arc<TtlCache>,
    /// Insurers and procedures. No write makes them stale.
    reference_cache: ReferenceDataCache,
    idempotency: IdempotencyStore,
    single_flight: SingleFlight,
    calls: CallLayers,
    announcer: Announcer,
    ended_sessions: EndedSessions,
    /// Each write in progress holds a read lock, so that shutdown can wait for all of them.
    writes: Arc<RwLock<()>>,
    api_key: SecretString,
    store: Option<SharedStore>,
}

impl Upstream {
    /// Builds the stack; no connection is opened yet.
    ///
    /// # Errors
    /// [`ConnectError`] if TLS cannot be set up.
    pub fn new(settings: UpstreamSettings, api_key: SecretString) -> Result<Self, ConnectError> {
        let store = settings.store.clone();
        let shared_references = store.clone().map(|store| {
            let dialect = Arc::clone(&settings.dialect);
            SharedReferenceStore::new(store, dialect, settings.shared_reference_cache, settings.reference_cache.ttl)
        });
        let inner = Arc::new(Inner {
            list_cache: Arc::new(TtlCache::new(settings.list_cache)),
            reference_cache: ReferenceDataCache::new(
                settings.reference_cache,
                settings.shared_reference_cache,
                shared_references,
            ),
            idempotency: IdempotencyStore::new(settings.write_timeout, store.clone()),
            single_flight: SingleFlight::default(),
            calls: CallLayers::new(settings, &api_key)?,
            announcer: Announcer::new(store.clone()),
            ended_sessions: EndedSessions::new(store.clone()),
            writes: Arc::default(),
            api_key,
            store,
        });
        inner.announcer.follow_others(Arc::downgrade(&inner));
        Ok(Self { inner })
    }

    /// Whether the services are called over TLS.
    pub fn is_https(&self) -> bool {
        self.inner.calls.is_https()
    }

    /// Reloads certificates and authorities, for new connections.
    ///
    /// # Errors
    /// [`ConnectError`]: nothing has changed.
    pub fn reload(&self) -> Result<(), ConnectError> {
        self.inner.calls.reload()
    }

    /// How the services spell the contract.
    fn dialect(&self) -> &Dialect {
        &self.inner.calls.settings.dialect
    }

    /// The services of the login.
    pub fn login(&self) -> LoginClient {
        LoginClient::new(self.clone(), RequestTelemetry::disabled())
    }

    /// Memory of a request without a session.
    pub(crate) fn request_memory(&self) -> Arc<RequestMemory> {
        self.inner.calls.memory.request()
    }

    /// The services for a caller's token, which is passed on unchanged; `None` if it cannot be a token. Only
    /// [`Session`](crate::session::Session) may call this: no other way leads to the services.
    pub(crate) fn bearer(&self, token: &str, telemetry: Arc<RequestTelemetry>) -> Option<SessionClient> {
        if !session_client::is_token(token) {
            return None;
        }
        let mut authorization = HeaderValue::try_from(["Bearer ", token].concat()).ok()?;
        authorization.set_sensitive(true);
        Some(SessionClient::new(self.clone(), authorization, telemetry))
    }

    /// Changes of what the services return, from now on: those that this gateway causes, and those that others announce.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.inner.announcer.listen()
    }

    /// Waits for the writes in progress: before the process exits.
    pub async fn settle(&self) {
        drop(self.inner.writes.write().await);
    }

    /// Number of writes in progress.
    pub fn writes_in_progress(&self) -> usize {
        // Each holds a clone of the lock.
        Arc::strong_count(&self.inner.writes) - 1
    }

    /// Runs a write that is not cancelled if its caller leaves.
    async fn run_uncancelled<T: Send + 'static>(
        &self,
        path: &'static str,
        write: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        let in_progress = Arc::clone(&self.inner.writes).read_owned().await;
        let write = async move {
            let result = write.await;
            drop(in_progress);
            result
        };
        match tokio::spawn(write).await {
            Ok(result) => result,
            Err(error) => {
                tracing::error!(path, %error, "panic during a write: its outcome is unknown");
                self.inner.invalidate_lists();
                self.inner.announcer.tell(Change::Everything);
                Err(Error::new(path, Fault::Panicked).of_write())
            }
        }
    }

    /// Invalidates what a session's write made stale, here and at the other gateways, and tells subscriptions.
    async fn invalidate_stale<C: wire::Write>(&self, author: SessionId) {
        if C::MAKES_STALE.is_empty() {
            return;
        }
        self.inner.invalidate_paths(C::MAKES_STALE);
        let paths = announcements::boxed(C::MAKES_STALE);
        self.inner.announcer.tell(Change::Stale { paths, author: Some(author) });
        self.inner.announcer.publish(News::Stale(announcements::boxed(C::MAKES_STALE))).await;
    }

    /// Invalidates what a session that ended has.
    async fn invalidate_session(&self, session: SessionId) {
        self.inner.single_flight.detach_session(session);
        self.inner.list_cache.invalidate_session(session);
        self.inner.idempotency.invalidate_session(session);
        self.inner.announcer.tell(Change::SessionEnded(session));
        self.inner.reference_cache.invalidate_session(session).await;
    }

    /// Ends a session at all gateways: its token is refused from now on, and what is cached for it is invalidated.
    async fn end_session(&self, session: SessionId) {
        self.inner.ended_sessions.insert(session, Instant::now());
        self.invalidate_session(session).await;
        self.inner.ended_sessions.share(session).await;
        self.inner.announcer.publish(News::SessionEnded(session.as_bytes().to_vec())).await;
    }

    /// Invalidates what all sessions have, after sessions ended that the gateway cannot name.
    async fn invalidate_all_sessions(&self) {
        self.inner.invalidate_lists();
        self.inner.announcer.tell(Change::Everything);
        self.inner.reference_cache.invalidate_all().await;
        self.inner.announcer.publish(News::Everything).await;
    }
}

impl Inner {
    /// Invalidates what services with these paths returned. Reads in flight come first: a caller that joined one of them
    /// before must not cache its result.
    fn invalidate_paths(&self, paths: &[&str]) {
        self.single_flight.detach_paths(paths);
        // All entries are lists of acionamentos, which all sessions share at the services.
        self.list_cache.invalidate_all();
    }

    fn invalidate_lists(&self) {
        self.single_flight.detach_all();
        self.list_cache.invalidate_all();
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Upstream")
    }
}

/// The data of a response; the service's refusal as an error.
fn accepted<T>(path: &'static str, answer: Answer<T>) -> Result<T, Error> {
    let Answer { messages, data, .. } = answer;
    data.ok_or_else(|| Error::new(path, Fault::Rejected { messages }))
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use services::wire::{
        Call as _, Write as _,
        acionamento::SalvaSinistroWeb,
        login::{AtualizaSenha, AtualizaUsuario, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
        procedimento::ListaProcedimento,
        seguradora::ListaSeguradora,
    };
    use tokio::time::Instant;

    use super::{
        CachePolicy, Upstream, UpstreamSettings, UpstreamTls, WriteOutcome,
        call_key::{CallKey, Owner, SessionId},
    };

    fn upstream() -> Upstream {
        let keep = CachePolicy { ttl: Duration::from_secs(10), stale_if_error: Duration::ZERO, max_bytes: 1000 };
        let settings = UpstreamSettings {
            base_url: "http://127.0.0.1:9".parse().unwrap(),
            dialect: Arc::default(),
            tls: UpstreamTls::default(),
            connect_timeout: Duration::from_secs(1),
            read_timeout: Duration::from_secs(1),
            write_timeout: Duration::from_secs(1),
            concurrency: 1..=8,
            memory_budget_bytes: 1000,
            list_cache: keep,
            reference_cache: keep,
            shared_reference_cache: false,
            store: None,
        };
        Upstream::new(settings, "chave".into()).unwrap()
    }

    #[test]
    fn no_write_makes_insurers_or_procedures_stale() {
        let stale = [
            SalvaSinistroWeb::MAKES_STALE,
            AtualizaUsuario::MAKES_STALE,
            AtualizaSenha::MAKES_STALE,
            ValidaEmail::MAKES_STALE,
            ValidaCodigoAcesso::MAKES_STALE,
            ValidaLogin::MAKES_STALE,
        ];
        assert!(!stale.concat().iter().any(|path| [ListaSeguradora::PATH, ListaProcedimento::PATH].contains(path)));
    }

    #[tokio::test]
    async fn a_write_that_panics_has_an_unknown_outcome() {
        let (upstream, session) = (upstream(), SessionId::of(&"Bearer ana".try_into().unwrap()));
        let key = CallKey { owner: Owner::Session(session), path: "/list", body: "{}".into() };
        let (lists, now) = (&upstream.inner.list_cache, Instant::now());
        lists.insert(lists.insert_token(key.clone()), Arc::new(7_u8), 1, now);
        let failed = upstream.run_uncancelled::<()>("/save", async { panic!("a fault of ours") }).await.unwrap_err();
        assert_eq!(failed.write_outcome(), Some(WriteOutcome::Unknown));
        assert!(lists.get::<u8>(&key, now).is_none());
        upstream.settle().await;
    }
}
