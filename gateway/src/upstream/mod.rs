//! The 21 services: 21 typed functions over `read()` and `write()`.
//!
//! All calls are POST, so what may happen to one is said where it is called: a read may be repeated,
//! shared or kept, a write is sent exactly once. Who may call is said by type: a function that
//! wants a session is found only on [`Bearer`], which only a session holds; the login's functions
//! are on [`Login`]. This module knows nothing of GraphQL, and no other module knows their HTTP client.

pub mod acionamentos;
mod adaptive_limit;
mod base_url;
mod bearer;
mod breaker;
mod calls;
mod connections;
mod data;
mod endpoint;
mod error;
mod fair_queue;
mod flight;
mod health;
mod kept;
mod key;
pub mod lists;
mod login;
pub mod memory;
mod probe;
mod references;
mod retry;
mod saves;
mod settings;
mod tls;
mod transport;
mod verbs;
mod when_woken;

use std::{fmt, sync::Arc};

use hyper::header::HeaderValue;
use secrecy::SecretString;
use services::wire::{self, envelope::Answer};
use tokio::sync::RwLock;

pub use self::{
    base_url::{BaseUrl, InvalidBaseUrl},
    bearer::{Age, Bearer, IdempotencyKey},
    data::Data,
    error::{Error, Fault, WriteOutcome},
    health::Health,
    kept::Keep,
    login::{EmailCheck, Login, digest},
    probe::Raw,
    settings::Settings,
    tls::Tls,
    transport::ConnectError,
};
use self::{
    calls::Calls, data::Confirmed, flight::Flights, kept::Kept, key::Session, memory::RequestMemory,
    references::References, saves::Saves,
};
use crate::{shared_store::SharedStore, telemetry::request::RequestTelemetry};

/// The services, wherever they are. A clone shares the connections.
#[derive(Clone)]
pub struct Upstream {
    inner: Arc<Inner>,
}

struct Inner {
    calls: Calls,
    api_key: SecretString,
    /// Reads that are under way, where they are shared.
    flights: Option<Flights>,
    /// Held by each write that is under way, together with the others; alone by whoever waits for their end.
    writes: Arc<RwLock<()>>,
    /// Lists of acionamentos, for the next page. A save drops them.
    lists: Arc<Kept>,
    /// Insurers and procedures. No call of ours changes them.
    references: References,
    /// Writes that have a name.
    saves: Saves,
    /// What other gateways have in common with this one.
    store: Option<SharedStore>,
}

impl Upstream {
    /// Prepares the connections to the services; none is opened yet.
    ///
    /// # Errors
    /// [`ConnectError`] if the machine offers nothing to build them with: no certificate authorities, say.
    pub fn new(settings: Settings, api_key: SecretString) -> Result<Self, ConnectError> {
        let flights = settings.share_reads.then(Flights::default);
        let lists = Arc::new(Kept::new(settings.keep_lists));
        let store = settings.store.clone();
        let references = References::new(settings.keep_references, settings.common_references, store.clone());
        let saves = Saves::new(settings.write_timeout, store.clone());
        let calls = Calls::new(settings)?;
        let writes = Arc::default();
        Ok(Self { inner: Arc::new(Inner { calls, api_key, flights, writes, lists, references, saves, store }) })
    }

    /// Whether they are called by TLS.
    pub fn is_called_by_tls(&self) -> bool {
        self.inner.calls.is_by_tls()
    }

    /// Reads certificates and authorities anew. New connections have what is read now.
    ///
    /// # Errors
    /// [`ConnectError`] says why everything stays as it was.
    pub fn reload(&self) -> Result<(), ConnectError> {
        self.inner.calls.reload()
    }

    /// The door of those who have no session yet.
    pub fn login(&self) -> Login {
        Login::new(self.clone(), RequestTelemetry::disabled())
    }

    /// What the answer to a request without a session is counted by.
    pub(crate) fn request_memory(&self) -> Arc<RequestMemory> {
        self.inner.calls.memory.request()
    }

    /// The door of a session. The caller's token goes on unchanged; `None` if it can be none. Only
    /// [`Session`](crate::session::Session) may call this: that is what makes a session the one way to the services.
    pub(crate) fn bearer(&self, token: &str, telemetry: Arc<RequestTelemetry>) -> Option<Bearer> {
        if !bearer::is_token(token) {
            return None;
        }
        let mut authorization = HeaderValue::try_from(["Bearer ", token].concat()).ok()?;
        authorization.set_sensitive(true);
        Some(Bearer::new(self.clone(), authorization, telemetry))
    }

    /// Waits for the writes that are under way, though their callers left: before the process ends.
    pub async fn settle(&self) {
        drop(self.inner.writes.write().await);
    }

    /// How many writes are under way.
    pub fn writes_under_way(&self) -> usize {
        // Each of them holds the lock.
        Arc::strong_count(&self.inner.writes) - 1
    }

    /// Does what must not end half-way: it goes on even if nobody waits for it any more.
    async fn to_its_end<T: Send + 'static>(
        &self,
        path: &'static str,
        write: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        let under_way = Arc::clone(&self.inner.writes).read_owned().await;
        let write = async move {
            let done = write.await;
            drop(under_way);
            done
        };
        match tokio::spawn(write).await {
            Ok(done) => done,
            Err(error) => {
                tracing::error!(path, %error, "a write may have been done, and the gateway failed before it knew");
                self.forget_lists();
                Err(Error::new(path, Fault::Panicked).of_write())
            }
        }
    }

    /// Drops what a write makes stale, reads that are under way first: whoever joined one of them before keeps nothing.
    fn forget_stale<C: wire::Write>(&self) {
        if C::MAKES_STALE.is_empty() {
            return;
        }
        if let Some(flights) = &self.inner.flights {
            flights.drop_paths(C::MAKES_STALE);
        }
        // All that is kept there lists acionamentos, which every session may see.
        self.inner.lists.drop_all();
    }

    /// Drops all lists, and whatever is under way.
    fn forget_lists(&self) {
        if let Some(flights) = &self.inner.flights {
            flights.drop_all();
        }
        self.inner.lists.drop_all();
    }

    /// Drops what a session has: it ended.
    async fn forget_session(&self, session: Session) {
        if let Some(flights) = &self.inner.flights {
            flights.drop_session(session);
        }
        self.inner.lists.drop_session(session);
        self.inner.saves.drop_session(session);
        self.inner.references.drop_session(session).await;
    }

    /// Drops what all sessions have: some ended, nobody here knows which.
    async fn forget_sessions(&self) {
        self.forget_lists();
        self.inner.references.drop_all().await;
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Upstream")
    }
}

/// The data of a write that was done.
fn confirmed<T>(path: &'static str, answer: Answer<Confirmed<T>>) -> Result<T, Error> {
    accepted(path, answer).map(|Confirmed(data)| data).map_err(Error::of_write)
}

/// The data of a service that accepted.
fn accepted<T>(path: &'static str, answer: Answer<T>) -> Result<T, Error> {
    let Answer { messages, data } = answer;
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

    use super::{Keep, Settings, Tls, Upstream, WriteOutcome, key::Key, key::Owner, key::Session};

    fn upstream() -> Upstream {
        let keep = Keep { time: Duration::from_secs(10), stale: Duration::ZERO, bytes: 1000 };
        let settings = Settings {
            base_url: "http://127.0.0.1:9".parse().unwrap(),
            tls: Tls::default(),
            connect_timeout: Duration::from_secs(1),
            read_timeout: Duration::from_secs(1),
            write_timeout: Duration::from_secs(1),
            concurrency: 1..=8,
            max_answer_bytes: 1000,
            max_list_bytes: 1000,
            memory_budget_bytes: 1000,
            share_reads: true,
            keep_lists: keep,
            keep_references: keep,
            common_references: false,
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
    async fn a_write_at_which_the_gateway_fails_is_one_that_may_have_been_done() {
        let (upstream, session) = (upstream(), Session::of(&"Bearer ana".try_into().unwrap()));
        let key = Key { owner: Owner::Session(session), path: "/list", body: "{}".into() };
        let (lists, now) = (&upstream.inner.lists, Instant::now());
        lists.keep(lists.ticket(key.clone()), Arc::new(7_u8), 1, now);
        let failed = upstream.to_its_end::<()>("/save", async { panic!("a fault of ours") }).await.unwrap_err();
        assert_eq!(failed.write_outcome(), Some(WriteOutcome::Unknown));
        assert!(lists.find::<u8>(&key, now).is_none());
        upstream.settle().await;
    }
}
