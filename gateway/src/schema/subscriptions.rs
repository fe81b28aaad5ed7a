//! Subscriptions: the response to a query at once, and again whenever it differs.
//!
//! The services push nothing, so they are read again at an interval, and at once after a save. A subscription is a stream that
//! reads only while its client waits for the next event: for a slow client nothing is read or queued, and it skips to the newest.
//!
//! A subscription never completes by itself. It ends with a [`Payload::Failure`], or because the gateway stops: then the
//! client subscribes again.

use std::{future::pending, sync::Arc, time::Duration};

use async_graphql::Variables;
use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use tokio::{
    sync::{broadcast, watch},
    time::{Instant, timeout, timeout_at},
};
use tokio_util::task::AbortOnDropHandle;

use super::{
    engine::{CheckedRequest, Engine, response::Response},
    error::{Error, ErrorCode},
    executor::Operation,
    request::Caller,
};
use crate::{
    client_address::ClientAddress,
    keyed_limit::{KeyedLimit, KeyedPermit},
    telemetry::{OpenCount, OperationLabel, StreamTransport, Telemetry},
    upstream::{Change, Session, SessionId, Timeouts, body_budget::CountedBytes},
};

/// Shortest time between two reads that other sessions' writes cause.
const MIN_GAP: Duration = Duration::from_millis(500);
/// A write wakes the subscriptions of all sessions. Their reads are spread over this time.
const SPREAD: Duration = Duration::from_millis(300);
/// Each read without a change multiplies the interval by this, up to [`MAX_FACTOR`] times the setting.
const FACTOR: f64 = 1.25;
const MAX_FACTOR: f64 = 2.0;

/// Limits and poll interval of subscriptions: constants in production; tests set them.
#[derive(Clone, Debug)]
pub struct SubscriptionSettings {
    /// Longest time between two reads while something changes; jitter shortens it by up to a fifth.
    pub interval: Duration,
    /// Most open subscriptions.
    pub subscriptions: u32,
    /// Most open subscriptions of a session.
    pub subscriptions_per_session: u32,
    /// Bytes of all latest events. Those of a session may take a quarter: while a new event replaces the latest, both count,
    /// and a session must be able to hold one with the most values.
    pub memory_bytes: u32,
    /// How long a read may take: as long as a request over HTTP.
    pub read_timeout: Duration,
}

/// All subscriptions of a gateway.
pub struct Subscriptions {
    limit: Arc<KeyedLimit<SessionId>>,
    context: Arc<SubscriptionContext>,
}

/// An open subscription of one client.
pub struct OpenSubscription {
    events: BoxStream<'static, Payload>,
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

/// What a subscriber is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A response as JSON.
    Response(Bytes),
    /// The subscription failed and is over: its errors as a JSON list.
    Failure(Bytes),
}

/// What all subscriptions share.
struct SubscriptionContext {
    engine: Engine,
    telemetry: Telemetry,
    settings: SubscriptionSettings,
    /// Bytes of all latest events, and of those of a session. It is apart from the memory budget of responses, which events
    /// would hold while their subscriptions are open.
    memory: Arc<KeyedLimit<SessionId>>,
}

/// Reads the events of a subscription.
struct EventReader {
    context: Arc<SubscriptionContext>,
    checked: Arc<CheckedRequest>,
    document_name: Option<Arc<str>>,
    session: Session,
    changes: broadcast::Receiver<Change>,
    latest: Option<Bytes>,
    last_read: Option<Instant>,
    /// By which the interval of the settings is multiplied.
    factor: f64,
}

impl Default for SubscriptionSettings {
    fn default() -> Self {
        Self {
            // Each open stream reads once an interval; a save of this gateway is seen at once.
            interval: Duration::from_secs(15),
            // Some 40 KiB each, with the connection and the latest event.
            subscriptions: 5_000,
            // The portal has one in each visible tab; a person has few tabs.
            subscriptions_per_session: 50,
            memory_bytes: 32 * 1024 * 1024,
            read_timeout: Timeouts::MIN_REQUEST,
        }
    }
}

impl Payload {
    /// The end of a subscription with the errors of a response.
    pub fn failure(response: &Response) -> Self {
        Self::Failure(response.errors_as_json())
    }
}

impl Subscriptions {
    /// No subscriptions yet.
    pub fn new(engine: Engine, telemetry: Telemetry, settings: SubscriptionSettings) -> Self {
        let limit = KeyedLimit::new(settings.subscriptions, settings.subscriptions_per_session);
        let memory = KeyedLimit::new(settings.memory_bytes, settings.memory_bytes / 4);
        Self { limit, context: Arc::new(SubscriptionContext { engine, telemetry, settings, memory }) }
    }

    /// Subscribes a client.
    ///
    /// # Errors
    /// The response to a request that is refused: its variables are invalid, it has no session, or there are too many
    /// subscriptions.
    pub fn subscribe(&self, request: SubscriptionRequest<'_>, caller: &Caller) -> Result<OpenSubscription, Response> {
        let SubscriptionRequest { document_name, operation, variables, transport, key_state } = request;
        let checked = Arc::new(self.context.engine.check(operation, variables, caller)?);
        let session = caller.session()?.clone();
        let permit = self.limit.try_acquire(session.session_id()).ok_or_else(Error::too_many_subscriptions)?;
        let reader = EventReader {
            context: Arc::clone(&self.context),
            checked,
            document_name,
            changes: session.changes(),
            session,
            latest: None,
            last_read: None,
            factor: 1.0,
        };
        let counted = self.context.telemetry.metrics().open_subscription(transport);
        Ok(OpenSubscription { events: reader.into_stream(), key_state, _counted: counted, _permit: permit })
    }
}

impl OpenSubscription {
    /// The next event. `None` if there are no more. A call that is cancelled loses nothing: the next one goes on.
    pub async fn next(&mut self) -> Option<Payload> {
        tokio::select! {
            // First, so that no event is sent after the end.
            biased;
            key_state = key_ended(&mut self.key_state) => match key_state {
                ToolKeyState::Revoked => Some(Payload::failure(&Error::unknown_tool_key().into())),
                ToolKeyState::Changed | ToolKeyState::Valid => None,
            },
            payload = self.events.next() => payload,
        }
    }
}

/// Waits until the key of the tool is revoked or its permissions change; forever without a tool.
async fn key_ended(key_state: &mut Option<watch::Receiver<ToolKeyState>>) -> ToolKeyState {
    let Some(key_state) = key_state else { return pending().await };
    let ended = key_state.wait_for(|state| *state != ToolKeyState::Valid).await.map(|state| *state);
    match ended {
        Ok(state) => state,
        // The tools are dropped, so its key cannot be revoked any more.
        Err(_) => pending().await,
    }
}

impl EventReader {
    /// The events, of which the last is the failure.
    fn into_stream(self) -> BoxStream<'static, Payload> {
        let events = stream::unfold(Some(self), async |reader| {
            let mut reader = reader?;
            Some(match reader.next().await {
                Ok(event) => (Payload::Response(event), Some(reader)),
                Err(failure) => (Payload::failure(&failure), None),
            })
        });
        events.boxed()
    }

    /// Reads until the response differs from the latest event.
    ///
    /// # Errors
    /// The response of a subscription that is over.
    async fn next(&mut self) -> Result<Bytes, Response> {
        loop {
            self.wait_for_next_read().await;
            // The read that follows has all changes announced so far.
            self.changes = self.changes.resubscribe();
            let response = self.read().await?;
            self.last_read = Some(Instant::now());
            let event = self.if_changed(response)?;
            self.factor = next_factor(self.factor, event.is_some());
            if let Some(event) = event {
                return Ok(event);
            }
        }
    }

    /// Waits for the interval, or until there is something to read. Reads that other sessions cause are spread.
    async fn wait_for_next_read(&mut self) {
        let Some(last_read) = self.last_read else { return };
        let own = self.session.session_id();
        // With jitter: subscriptions that began together do not read in step.
        let interval = self.context.settings.interval.mul_f64(self.factor * rand::random_range(0.8..=1.0));
        let mut next_read = last_read + interval;
        while let Ok(change) = timeout_at(next_read, self.changes.recv()).await {
            // A listener that is too far behind does not know what has changed.
            match change.unwrap_or(Change::Everything) {
                Change::Stale { author: Some(session) } | Change::SessionEnded(session) if session == own => return,
                Change::SessionEnded(_) => {}
                Change::Stale { .. } | Change::Everything => {
                    let soon = Instant::now() + SPREAD.mul_f64(rand::random());
                    next_read = next_read.min(soon.max(last_read + MIN_GAP));
                }
            }
        }
    }

    /// Runs the operation, as a request of its own.
    ///
    /// # Errors
    /// The response of a subscription that is over.
    async fn read(&self) -> Result<Response, Response> {
        let context = Arc::clone(&self.context);
        let telemetry = context.telemetry.begin_without_headers();
        telemetry.set_operation(OperationLabel { document: self.document_name.clone(), kind: "subscription" });
        let session = self.session.for_request(Arc::clone(&telemetry));
        let caller = Caller::new(ClientAddress::UNKNOWN, Some(session), Arc::clone(&telemetry));
        let checked = Arc::clone(&self.checked);
        let read = async move { timeout(context.settings.read_timeout, context.engine.run(&checked, &caller)).await };
        // A task of its own goes on while the connection sends to a slow client. Otherwise the call would time out unread. A
        // panic ends this subscription alone.
        let read = AbortOnDropHandle::new(tokio::spawn(read)).await.map_err(|_| Error::internal("a read panicked"))?;
        if self.session.is_ended() {
            // While it was read: after the logout there is no more event.
            return Err(Error::unauthenticated().into());
        }
        Ok(read.unwrap_or_else(|_| Response::timed_out(true)))
    }

    /// The response as an event, if it differs from the latest.
    ///
    /// # Errors
    /// The response of a subscription that is over.
    fn if_changed(&mut self, response: Response) -> Result<Option<Bytes>, Response> {
        let codes = response.codes();
        // A session that ended and a refused argument do not become valid again.
        if codes.contains(&ErrorCode::Unauthenticated) || codes.contains(&ErrorCode::BadUserInput) {
            return Err(response);
        }
        let (mut json, _) = response.write_json().map_err(|_| Error::internal("an event cannot be written"))?;
        if self.latest.as_ref().is_some_and(|latest| *latest == json) {
            return Ok(None);
        }
        json.shrink_to_fit();
        let event = self.hold(json).ok_or_else(Error::too_many_subscriptions)?;
        self.latest = Some(event.clone());
        Ok(Some(event))
    }

    /// Counts an event until its last holder drops it; `None` if the memory, or the session's part of it, is exhausted.
    fn hold(&self, json: Vec<u8>) -> Option<Bytes> {
        let (memory, session) = (&self.context.memory, self.session.session_id());
        let permit = memory.try_acquire_many(session, json.capacity().try_into().ok()?)?;
        Some(Bytes::from_owner(CountedBytes { bytes: json, _permit: permit }))
    }
}

/// The factor of the interval after a read.
fn next_factor(factor: f64, is_change: bool) -> f64 {
    if is_change { 1.0 } else { MAX_FACTOR.min(factor * FACTOR) }
}

#[cfg(test)]
mod tests {
    use super::next_factor;

    #[test]
    fn the_interval_grows_to_twice_its_length_while_nothing_changes() {
        let mut factor = 1.0;
        let mut after = |is_change| {
            factor = next_factor(factor, is_change);
            factor
        };
        assert_eq!([false, false, false, false, false].map(&mut after), [1.25, 1.5625, 1.953_125, 2.0, 2.0]);
        assert_eq!([true, true, false].map(&mut after), [1.0, 1.0, 1.25]);
    }
}
