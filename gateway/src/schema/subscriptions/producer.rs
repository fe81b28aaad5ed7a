//! A producer: reads for the subscriptions of one session to one document with the same values of variables.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use foldhash::fast::RandomState;
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::{
    keyed_limit::KeyedLimit,
    schema::{
        engine::{CheckedRequest, Engine},
        error::{Error, ErrorCode},
        persisted_documents::DocumentId,
        request::Caller,
        response::Response,
    },
    session::{Session, client_address::ClientAddress},
    telemetry::{OperationLabel, Telemetry},
    upstream::{Change, SessionId, Timeouts, body_budget::CountedBytes},
};

/// Shortest time between two reads that new subscribers or other sessions' writes cause.
const MIN_GAP: Duration = Duration::from_millis(500);
/// A write wakes the producers of all sessions. Their reads are spread over this time.
const SPREAD: Duration = Duration::from_millis(300);
/// Each read without a change makes the interval this much longer, up to [`MAX_FACTOR`] times its length.
const FACTOR: f64 = 1.25;
const MAX_FACTOR: f64 = 2.0;

/// Limits and poll interval of subscriptions: constants in production; tests set them.
#[derive(Clone, Debug)]
pub struct SubscriptionSettings {
    /// Time between two reads, while something changes.
    pub interval: Duration,
    /// Most open subscriptions.
    pub streams: u32,
    /// Most open subscriptions of a session.
    pub streams_per_session: u32,
    /// Bytes of all latest events. Those of a session may take a quarter: both count while an event replaces another, so that a
    /// session can hold one with the most values.
    pub memory_bytes: u32,
    /// How long a read may take.
    pub read_timeout: Duration,
}

/// What a subscriber is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A response as JSON.
    Response(Bytes),
    /// The subscription failed and is over: its errors as a JSON list.
    Failure(Bytes),
}

/// What all producers share.
pub(super) struct ProducerContext {
    pub(super) engine: Engine,
    pub(super) telemetry: Telemetry,
    pub(super) settings: SubscriptionSettings,
    /// Bytes of all latest events, and of those of a session. It is apart from the memory budget of responses, which events
    /// would hold while their subscriptions are open.
    pub(super) memory: Arc<KeyedLimit<SessionId>>,
    /// The producers in use.
    pub(super) producers: Mutex<Producers>,
}

/// Producers by what they produce.
pub(super) type Producers = HashMap<ProducerKey, Arc<Producer>, RandomState>;

/// What the subscriptions of a producer have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct ProducerKey {
    pub(super) session: SessionId,
    pub(super) document: DocumentId,
    pub(super) operation_name: Option<Box<str>>,
    /// As JSON.
    pub(super) variables: Box<str>,
}

/// What a producer runs, and for whom.
pub(super) struct ProducerRequest {
    pub(super) checked: CheckedRequest,
    pub(super) document_name: Option<Arc<str>>,
    pub(super) session: Session,
}

/// A producer. It ends when its last subscriber leaves.
pub(super) struct Producer {
    key: ProducerKey,
    pub(super) events: watch::Sender<Option<Payload>>,
    last_read: Mutex<Option<Instant>>,
    wake: Notify,
    /// Whether the subscriber's own session wrote: it waits for no one.
    is_urgent: AtomicBool,
}

impl Default for SubscriptionSettings {
    fn default() -> Self {
        Self {
            // The services get a call per screen and interval; a save of this gateway is seen at once.
            interval: Duration::from_secs(15),
            // Some 15 KiB each.
            streams: 5_000,
            // The portal has one in each visible tab; a person has few tabs.
            streams_per_session: 50,
            memory_bytes: 32 * 1024 * 1024,
            read_timeout: Timeouts::MIN_REQUEST,
        }
    }
}

impl Payload {
    /// The end of a subscription with the errors of a response.
    pub fn failure(response: &Response) -> Self {
        Self::Failure(response.errors_as_json().unwrap_or_else(|_| b"[]".to_vec()).into())
    }
}

impl ProducerContext {
    /// Wakes the producers that a change concerns.
    pub(super) fn wake(&self, change: &Change) {
        for (key, producer) in &*self.producers.lock() {
            match change {
                Change::Stale { author } => producer.wake(*author == Some(key.session)),
                Change::SessionEnded(session) if *session == key.session => producer.wake(true),
                Change::Everything => producer.wake(false),
                Change::SessionEnded(_) => {}
            }
        }
    }

    /// Removes a producer, unless another has its key or `is_over` is false. Whether it is over.
    fn remove_if(&self, producer: &Producer, is_over: impl FnOnce() -> bool) -> bool {
        let mut producers = self.producers.lock();
        let is_over = is_over();
        if is_over && producers.get(&producer.key).is_some_and(|known| std::ptr::eq(&**known, producer)) {
            producers.remove(&producer.key);
        }
        is_over
    }

    /// Counts an event until its last holder drops it; `None` if the memory, or the session's part of it, is exhausted.
    fn hold(&self, session: SessionId, mut json: Vec<u8>) -> Option<Bytes> {
        json.shrink_to_fit();
        let permit = self.memory.try_acquire_many(session, json.capacity().try_into().ok()?)?;
        Some(Bytes::from_owner(CountedBytes { bytes: json, _permit: permit }))
    }
}

impl Producer {
    pub(super) fn new(key: ProducerKey) -> Self {
        Self {
            key,
            events: watch::Sender::default(),
            last_read: Mutex::default(),
            wake: Notify::new(),
            is_urgent: AtomicBool::new(false),
        }
    }

    /// Removes the producer if its last subscriber has left.
    fn end_if_unused(&self, context: &ProducerContext) -> bool {
        context.remove_if(self, || self.events.receiver_count() == 0)
    }

    /// Reads soon; if urgent, at once.
    pub(super) fn wake(&self, is_urgent: bool) {
        if is_urgent {
            self.is_urgent.store(true, Ordering::SeqCst);
        }
        self.wake.notify_one();
    }

    /// Reads for a new subscriber, who may know a newer state than that of the latest event.
    pub(super) fn refresh(&self) {
        let is_old = self.last_read.lock().is_some_and(|read| read.elapsed() > MIN_GAP);
        if is_old {
            self.wake(true);
        }
    }

    /// Reads until the last subscriber has left or the subscription has failed.
    pub(super) async fn run(self: Arc<Self>, context: Arc<ProducerContext>, request: ProducerRequest) {
        let _counted = context.telemetry.metrics().open_producer();
        let _removed = UnregisterOnDrop { context: &context, producer: &self };
        let mut factor = 1.0;
        loop {
            // What was announced until here is in what is read now.
            self.is_urgent.store(false, Ordering::SeqCst);
            let _ = self.wake.notified().now_or_never();
            *self.last_read.lock() = Some(Instant::now());
            // Boxed: the task waits most of the time, and needs no memory for a read meanwhile.
            let read = Box::pin(self.read(&context, &request));
            let response = tokio::select! {
                response = read => response,
                () = self.events.closed() => {
                    if self.end_if_unused(&context) {
                        return;
                    }
                    continue;
                }
            };
            let Some(is_change) = self.publish(response, &context) else { return };
            factor = next_factor(factor, is_change);
            // With jitter: subscriptions that began together do not read in step.
            let interval = context.settings.interval.mul_f64(factor * rand::random_range(0.8..=1.0));
            loop {
                tokio::select! {
                    () = self.wait_for_next_read(interval) => break,
                    () = self.events.closed() => {}
                }
                if self.end_if_unused(&context) {
                    return;
                }
            }
        }
    }

    /// Runs the operation, as a request of its own.
    async fn read(
        &self,
        context: &ProducerContext,
        ProducerRequest { checked, document_name, session }: &ProducerRequest,
    ) -> Response {
        let telemetry = context.telemetry.begin_without_headers();
        telemetry.set_operation(OperationLabel { document: document_name.clone(), kind: "subscription" });
        let session = session.for_request(Arc::clone(&telemetry));
        let caller = Caller::new(ClientAddress::UNKNOWN, Some(session), Arc::clone(&telemetry));
        let read = timeout(context.settings.read_timeout, context.engine.run(checked, &caller)).await;
        if caller.session.as_ref().is_some_and(|session| session.services().is_ended()) {
            // While it was read: after the logout there is no more event.
            return Error::unauthenticated().into();
        }
        read.unwrap_or_else(|_| Response::timed_out(true))
    }

    /// Publishes a response if it differs from the latest, and returns whether it does. `None` if the subscription is over.
    fn publish(&self, response: Response, context: &ProducerContext) -> Option<bool> {
        let has = |code: ErrorCode| response.codes().contains(&code.as_str());
        // A session that ended and a refused argument do not become valid again.
        if has(ErrorCode::Unauthenticated) || has(ErrorCode::BadUserInput) {
            self.fail(&response);
            return None;
        }
        let Ok((json, _)) = response.write_json() else {
            self.fail(&Error::internal("an event cannot be written").into());
            return None;
        };
        let is_same = self.events.borrow().as_ref().is_some_and(|event| match event {
            Payload::Response(latest) => **latest == *json,
            Payload::Failure(_) => false,
        });
        if !is_same {
            let Some(json) = context.hold(self.key.session, json) else {
                self.fail(&Error::too_many_subscriptions().into());
                return None;
            };
            self.events.send_replace(Some(Payload::Response(json)));
        }
        Some(!is_same)
    }

    /// Ends the subscription with errors.
    fn fail(&self, response: &Response) {
        self.events.send_replace(Some(Payload::failure(response)));
    }

    /// Waits for so long, or until there is something to read. Reads that other sessions cause are spread.
    async fn wait_for_next_read(&self, time: Duration) {
        if timeout(time, self.wake.notified()).await.is_err() || self.is_urgent.load(Ordering::SeqCst) {
            return;
        }
        let earliest = self.last_read.lock().map_or_else(Instant::now, |read| read + MIN_GAP);
        let spread = async {
            sleep(SPREAD.mul_f64(rand::random())).await;
            sleep_until(earliest).await;
        };
        let urgent = async {
            while !self.is_urgent.load(Ordering::SeqCst) {
                self.wake.notified().await;
            }
        };
        tokio::select! {
            () = spread => {}
            () = urgent => {}
        }
    }
}

/// How much longer than the setting the interval after a read is.
fn next_factor(factor: f64, is_change: bool) -> f64 {
    if is_change { 1.0 } else { MAX_FACTOR.min(factor * FACTOR) }
}

/// Removes its producer when the task ends in any way, so that later subscribers do not wait for it.
struct UnregisterOnDrop<'a> {
    context: &'a ProducerContext,
    producer: &'a Producer,
}

impl Drop for UnregisterOnDrop<'_> {
    fn drop(&mut self) {
        self.context.remove_if(self.producer, || true);
    }
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
