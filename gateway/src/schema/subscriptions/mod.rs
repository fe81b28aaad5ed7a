//! Subscriptions: the response to a query at once, and again whenever it differs.
//!
//! The services push nothing, so they are read again at an interval, and at once after a save. A
//! [`producer`] reads for one session, document and values of variables, however many clients subscribe to it, and holds its
//! latest event only: a slow client skips to the newest.
//!
//! A subscription never completes by itself. It ends with a [`Payload::Failure`], or because the gateway stops: then the
//! client subscribes again.

mod producer;

use std::{collections::hash_map::Entry, future::pending, sync::Arc};

use async_graphql::Variables;
use parking_lot::Mutex;
use tokio::sync::{broadcast::error::RecvError, watch};

pub use self::producer::{Payload, SubscriptionSettings};
use self::producer::{Producer, ProducerContext, ProducerKey, ProducerRequest};
use super::{
    engine::Engine, error::Error, executor::Operation, persisted_documents::DocumentId, request::Caller,
    response::Response,
};
use crate::{
    keyed_limit::{KeyedLimit, KeyedPermit},
    telemetry::{OpenCount, StreamTransport, Telemetry},
    upstream::{Change, SessionId, Upstream},
};

/// All subscriptions of a gateway.
pub struct Subscriptions {
    limit: Arc<KeyedLimit<SessionId>>,
    producers: Arc<ProducerContext>,
}

/// An open subscription of one client.
pub struct OpenSubscription {
    events: watch::Receiver<Option<Payload>>,
    _counted: OpenCount,
    key_state: Option<watch::Receiver<ToolKeyState>>,
    _permit: KeyedPermit<SessionId>,
}

/// What a client subscribes to.
pub struct SubscriptionRequest<'a> {
    /// Its document's name in logs and metrics, if it is trusted.
    pub document_name: Option<Arc<str>>,
    /// A subscription.
    pub operation: &'a Arc<Operation>,
    /// The values of its variables.
    pub variables: Variables,
    /// How the client is sent its events.
    pub transport: StreamTransport,
    /// Ends it when the key of its tool changes; `None` without a tool.
    pub key_state: Option<watch::Receiver<ToolKeyState>>,
}

/// Whether the key of a tool still permits its open subscriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKeyState {
    /// They stay open.
    #[default]
    Valid,
    /// The tool's permissions have changed: it may subscribe again.
    Changed,
    /// The key is no longer valid.
    Revoked,
}

impl Subscriptions {
    /// No subscriptions yet. A task passes the changes of what the services return to the producers.
    pub fn new(engine: Engine, upstream: &Upstream, telemetry: Telemetry, settings: SubscriptionSettings) -> Self {
        let limit = KeyedLimit::new(settings.streams, settings.streams_per_session);
        let memory = KeyedLimit::new(settings.memory_bytes, settings.memory_bytes / 4);
        let producers = Mutex::default();
        let producers = Arc::new(ProducerContext { engine, telemetry, settings, memory, producers });
        let (mut changes, context) = (upstream.changes(), Arc::downgrade(&producers));
        tokio::spawn(async move {
            loop {
                let change = match changes.recv().await {
                    Ok(change) => change,
                    Err(RecvError::Lagged(_)) => Change::Everything,
                    Err(RecvError::Closed) => return,
                };
                let Some(producers) = context.upgrade() else { return };
                producers.wake(&change);
            }
        });
        Self { limit, producers }
    }

    /// Subscribes a client. If another subscriber already follows the same document, the first event is its latest one, and a new
    /// read follows. Otherwise the first event is a new read.
    ///
    /// # Errors
    /// The response to a request that is refused: its variables are invalid, it has no session, or there are too many
    /// subscriptions.
    pub fn subscribe(&self, request: SubscriptionRequest<'_>, caller: &Caller) -> Result<OpenSubscription, Response> {
        let SubscriptionRequest { document_name, operation, variables, transport, key_state } = request;
        let checked = self.producers.engine.check(operation, variables, caller)?;
        let session = caller.session.as_ref().ok_or_else(Error::unauthenticated)?;
        let id = session.services().session_id();
        let permit = self.limit.try_acquire(id).ok_or_else(Error::too_many_subscriptions)?;
        let key = ProducerKey {
            session: id,
            document: DocumentId::hash(&operation.text),
            operation_name: operation.name.as_deref().map(Into::into),
            // Objects of `serde_json` are ordered by key, so that equal values are equal texts.
            variables: serde_json::to_value(&checked.variables).unwrap_or_default().to_string().into(),
        };
        let producers = &self.producers;
        let mut events = match producers.producers.lock().entry(key) {
            Entry::Occupied(entry) => {
                entry.get().refresh();
                entry.get().events.subscribe()
            }
            Entry::Vacant(entry) => {
                let producer = Arc::new(Producer::new(entry.key().clone()));
                let events = producer.events.subscribe();
                let request = ProducerRequest { checked, document_name, session: session.clone() };
                tokio::spawn(Arc::clone(&producer).run(Arc::clone(producers), request));
                entry.insert(producer);
                events
            }
        };
        if events.borrow().is_some() {
            events.mark_changed();
        }
        let counted = producers.telemetry.metrics().open_subscription(transport);
        Ok(OpenSubscription { events, key_state, _counted: counted, _permit: permit })
    }
}

impl OpenSubscription {
    /// The next event, or the newest one if several came meanwhile. `None` if there are no more.
    pub async fn next(&mut self) -> Option<Payload> {
        loop {
            tokio::select! {
                // First, so that no event is sent after the end.
                biased;
                key_state = ended(&mut self.key_state) => return match key_state {
                    ToolKeyState::Revoked => Some(Payload::failure(&Error::unknown_tool_key().into())),
                    ToolKeyState::Changed | ToolKeyState::Valid => None,
                },
                changed = self.events.changed() => changed.ok()?,
            }
            if let Some(payload) = self.events.borrow_and_update().clone() {
                return Some(payload);
            }
        }
    }
}

/// Waits until the key of a tool is no longer valid as it was.
async fn ended(key_state: &mut Option<watch::Receiver<ToolKeyState>>) -> ToolKeyState {
    let Some(key_state) = key_state else { return pending().await };
    let ended = key_state.wait_for(|state| *state != ToolKeyState::Valid).await.map(|state| *state);
    match ended {
        Ok(state) => state,
        // The tools are dropped, so its key cannot be revoked any more.
        Err(_) => pending().await,
    }
}
