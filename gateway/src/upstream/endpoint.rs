//! Admission control of one service: circuit breaker, adaptive concurrency limit, fair queue. They change together, under
//! one lock.

use std::{
    collections::HashMap,
    ops::RangeInclusive,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use foldhash::fast::RandomState;
use hyper::http::uri::PathAndQuery;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    sync::oneshot::{self, error::TryRecvError},
    time::{Instant, timeout_at},
};
use url::form_urlencoded;

use super::{
    adaptive_limit::{AdaptiveLimit, CallSample},
    base_url::BaseUrl,
    call_key::SessionId,
    call_outcome::CallOutcome,
    circuit_breaker::{Breaker, BreakerPermit, BreakerState},
    drift::DriftWatch,
    error::{CallFailure, Fault},
    fair_queue::{FairQueue, QueueTicket},
    response_data::ServiceResponse,
    settings::UpstreamSettings,
};
use crate::{
    contract::vocabulary::Vocabulary,
    mapping::{Mapping, call_spelling::CallSpelling},
    telemetry::ServiceState,
};

/// Longest queue of one service. A queued call takes a few KiB.
const MAX_QUEUED: usize = 16_384;
/// Bounds of `Retry-After` for a call that was shed, in seconds.
const RETRY_AFTER: RangeInclusive<u64> = 1..=60;
/// The services called so far: 21 at most.
pub(super) struct Endpoints {
    base_url: BaseUrl,
    mapping: Arc<Mapping>,
    /// The API key in the query string, if it stands there.
    api_key: String,
    /// Floor and ceiling of each service's concurrency limit.
    concurrency: RangeInclusive<u16>,
    by_path: Mutex<HashMap<&'static str, Arc<Endpoint>, RandomState>>,
}

/// A service, and the state of its calls.
pub(super) struct Endpoint {
    pub(super) path: &'static str,
    pub(super) base_url: BaseUrl,
    pub(super) target: PathAndQuery,
    /// How its responses are spelt.
    pub(super) spelling: Arc<CallSpelling>,
    pub(super) drift: DriftWatch,
    /// Whether its responses grow with the business.
    pub(super) grows: bool,
    /// Whether it is a step of the login.
    pub(super) is_login_step: bool,
    state: Mutex<State>,
}

struct State {
    breaker: Breaker,
    limit: AdaptiveLimit,
    queue: FairQueue<oneshot::Sender<()>>,
}

impl Endpoints {
    pub(super) fn new(settings: &UpstreamSettings, api_key: &SecretString) -> Self {
        let UpstreamSettings { base_url, mapping, concurrency, .. } = settings.clone();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(key) = mapping.query_api_key() {
            query.append_pair(key, api_key.expose_secret());
        }
        Self { base_url, api_key: query.finish(), mapping, concurrency, by_path: Mutex::default() }
    }

    pub(super) fn of(&self, path: &'static str) -> Arc<Endpoint> {
        let mut by_path = locked(&self.by_path);
        let new = || {
            let spelling = Arc::clone(self.mapping.call(path));
            let base_url = spelling.base_url.as_ref().and_then(|url| url.parse().ok());
            let base_url: BaseUrl = base_url.unwrap_or_else(|| self.base_url.clone());
            let queries = [&*spelling.query, &*self.api_key];
            let query = queries.into_iter().filter(|query| !query.is_empty()).collect::<Vec<_>>().join("&");
            Arc::new(Endpoint::new(path, base_url, &query, spelling, &self.concurrency))
        };
        Arc::clone(by_path.entry(path).or_insert_with(new))
    }

    /// The circuit breaker of each service called so far, by path.
    pub(super) fn breakers(&self) -> Vec<(&'static str, BreakerState)> {
        let now = Instant::now();
        let state = |endpoint: &Arc<Endpoint>| locked(&endpoint.state).breaker.state(now);
        locked(&self.by_path).iter().map(|(path, endpoint)| (*path, state(endpoint))).collect()
    }

    /// State of each service called so far, for the metrics.
    pub(super) fn services(&self) -> Vec<ServiceState> {
        let now = Instant::now();
        let service = |endpoint: &Arc<Endpoint>| {
            let mut state = locked(&endpoint.state);
            ServiceState {
                path: endpoint.path,
                breaker: state.breaker.state(now).as_str(),
                calls: state.queue.in_flight(),
                waiting: state.queue.waiting(),
                limit: state.limit(now),
            }
        };
        locked(&self.by_path).values().map(service).collect()
    }
}

impl Endpoint {
    fn new(
        path: &'static str,
        base_url: BaseUrl,
        query: &str,
        spelling: Arc<CallSpelling>,
        concurrency: &RangeInclusive<u16>,
    ) -> Self {
        let now = Instant::now();
        let contract = Vocabulary::get().calls.iter().find(|call| call.path == path);
        let state =
            State { breaker: Breaker::new(now), limit: AdaptiveLimit::new(concurrency, now), queue: FairQueue::new() };
        Self {
            path,
            target: base_url.target(&spelling.path, query),
            base_url,
            spelling,
            drift: DriftWatch::default(),
            grows: contract.is_some_and(|call| call.grows),
            is_login_step: contract.is_some_and(|call| call.is_login_step),
            state: Mutex::new(state),
        }
    }

    /// Waits in the fair queue for a permit, as long as enough time is left for the call itself.
    ///
    /// # Errors
    /// The breaker is open, or the call was shed.
    pub(super) async fn acquire(&self, session: SessionId, deadline: Instant) -> Result<CallPermit<'_>, Fault> {
        let (mut queued, patience) = {
            let now = Instant::now();
            let mut state = locked(&self.state);
            // No queueing behind an open breaker.
            if !state.breaker.would_admit(now) {
                return Err(Fault::BreakerOpen);
            }
            let limit = state.limit(now);
            if state.queue.begin(session, limit) {
                return self.admit(&mut state, session, now);
            }
            let (sender, turn) = oneshot::channel();
            // Dropping the sender tells the call that was shed.
            let (ticket, _shed) = state.queue.enqueue(session, sender, MAX_QUEUED);
            let left = deadline.saturating_duration_since(now);
            let patience = left - state.time_for_a_call(left);
            (QueuedCall { endpoint: self, session, ticket, turn }, now + patience)
        };
        let turn = timeout_at(patience, &mut queued.turn).await;
        let now = Instant::now();
        if let Ok(Ok(())) = turn {
            return self.admit(&mut locked(&self.state), session, now);
        }
        let mut state = locked(&self.state);
        if state.breaker.would_admit(now) { Err(state.overloaded(now)) } else { Err(Fault::BreakerOpen) }
    }

    /// Permits a call whose turn has come, if the breaker admits it.
    fn admit(&self, state: &mut State, session: SessionId, now: Instant) -> Result<CallPermit<'_>, Fault> {
        let Some(breaker_permit) = state.breaker.admit(now) else {
            state.release(session, now);
            return Err(Fault::BreakerOpen);
        };
        let sample = state.limit.begin(state.queue.in_flight(), now);
        Ok(CallPermit { endpoint: self, session, breaker_permit, sample, outcome: CallOutcome::Abandoned })
    }
}

impl State {
    fn limit(&mut self, now: Instant) -> usize {
        self.limit.current(self.queue.in_flight(), now)
    }

    /// Ends a call and starts the next ones in the queue.
    fn release(&mut self, session: SessionId, now: Instant) {
        let limit = self.limit(now);
        self.queue.end(session);
        while let Some(sender) = self.queue.next(limit) {
            // The receiver is there: a waiter that leaves removes its call from the queue first.
            let _ = sender.send(());
        }
    }

    /// Share of the remaining time to keep for the call itself: half at most, unless calls usually take longer.
    fn time_for_a_call(&self, left: Duration) -> Duration {
        match (self.limit.usual(), self.limit.patience()) {
            (Some(usual), Some(patience)) => patience.min(usual.max(left / 2)).min(left),
            _ => left / 2,
        }
    }

    /// The fault of a call that is shed, with the time after which the queue should be drained.
    fn overloaded(&mut self, now: Instant) -> Fault {
        let waiting = u32::try_from(self.queue.waiting()).unwrap_or(u32::MAX);
        let limit = u32::try_from(self.limit(now)).unwrap_or(u32::MAX);
        let wait = self.limit.usual().unwrap_or_default().saturating_mul(waiting) / limit;
        let seconds = (wait.as_secs() + 1).clamp(*RETRY_AFTER.start(), *RETRY_AFTER.end());
        Fault::Overloaded { retry_after: seconds }
    }
}

/// A queued call. Dropping it leaves the queue.
struct QueuedCall<'a> {
    endpoint: &'a Endpoint,
    session: SessionId,
    ticket: QueueTicket,
    turn: oneshot::Receiver<()>,
}

impl Drop for QueuedCall<'_> {
    fn drop(&mut self) {
        let mut state = locked(&self.endpoint.state);
        // The sender is used and dropped under this lock.
        match self.turn.try_recv() {
            // Its turn came after the caller left.
            Ok(()) => state.release(self.session, Instant::now()),
            Err(TryRecvError::Empty) => state.queue.cancel(self.session, self.ticket),
            // Taken, or shed.
            Err(TryRecvError::Closed) => {}
        }
    }
}

/// A call in flight. Dropping it reports its outcome to the breaker and the limit, and starts the next call.
pub(super) struct CallPermit<'a> {
    endpoint: &'a Endpoint,
    session: SessionId,
    breaker_permit: BreakerPermit,
    sample: CallSample,
    outcome: CallOutcome,
}

impl CallPermit<'_> {
    /// Sets the outcome. Without it the call counts as abandoned.
    pub(super) fn finish<T>(&mut self, result: &Result<ServiceResponse<T>, CallFailure>) {
        self.outcome = match result {
            Ok(response) if response.answer.data.is_some() && !response.waited => {
                CallOutcome::Answered { bytes: response.bytes }
            }
            // Invalid responses and local memory exhaustion do not count as breaker failures: one bad record, or the load of
            // this gateway, must not open the breaker for all callers.
            Err(CallFailure { fault: Fault::InvalidResponse(_) | Fault::NoMemory, .. }) => CallOutcome::Refused,
            Err(failure) if failure.fault.is_outage() => CallOutcome::Failed,
            _ => CallOutcome::Refused,
        };
    }
}

impl Drop for CallPermit<'_> {
    fn drop(&mut self) {
        let path = self.endpoint.path;
        let now = Instant::now();
        let mut state = locked(&self.endpoint.state);
        let in_flight = state.queue.in_flight();
        state.limit.end(self.sample, self.outcome, in_flight, now);
        let change = state.breaker.end(self.breaker_permit, self.outcome, now);
        if change == Some(BreakerState::Open) {
            // Dropping their senders fails the queued calls.
            drop(state.queue.clear());
        }
        state.release(self.session, now);
        drop(state);
        match change {
            Some(BreakerState::Open) => tracing::warn!(path, "circuit breaker opened: too many failures"),
            Some(_) => tracing::info!(path, "circuit breaker closed: the service responds"),
            None => {}
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics half-way through a change, so a poisoned state is consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use futures_util::{FutureExt as _, future::join_all};
    use services::wire::{Call as _, acionamento::ListaAcionamentosByStatus};
    use tokio::time::Instant;

    use super::{CallOutcome, CallPermit, Endpoint, Fault, MAX_QUEUED, Mapping, SessionId};

    fn session(number: usize) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    /// Takes the only permit.
    async fn full(endpoint: &Endpoint) -> CallPermit<'_> {
        endpoint.acquire(session(0), soon()).await.ok().unwrap()
    }

    fn endpoint() -> Endpoint {
        let spelling = Arc::clone(Mapping::default().call(ListaAcionamentosByStatus::PATH));
        Endpoint::new("/path", "http://127.0.0.1".parse().unwrap(), "", spelling, &(1..=1))
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    fn counts(endpoint: &Endpoint) -> (usize, usize) {
        let state = super::locked(&endpoint.state);
        (state.queue.in_flight(), state.queue.waiting())
    }

    #[tokio::test]
    async fn a_call_that_leaves_the_queue_frees_its_permit() {
        let endpoint = endpoint();
        let held = full(&endpoint).await;
        let mut waiting: Vec<_> = (1..4).map(|number| Box::pin(endpoint.acquire(session(number), soon()))).collect();
        for wait in &mut waiting {
            assert!(wait.as_mut().now_or_never().is_none());
        }
        assert_eq!(counts(&endpoint), (1, 3));
        // One leaves while it is queued, one after its turn came.
        drop(waiting.remove(1));
        drop(held);
        assert_eq!(counts(&endpoint), (1, 1));
        drop(waiting.remove(0));
        assert_eq!(counts(&endpoint), (1, 0));
        drop(waiting.remove(0).await.ok().unwrap());
        assert_eq!(counts(&endpoint), (0, 0));
    }

    #[tokio::test]
    async fn an_opening_breaker_fails_queued_calls_at_once() {
        let endpoint = endpoint();
        for _ in 0..6 {
            full(&endpoint).await.outcome = CallOutcome::Failed;
        }
        let mut last = full(&endpoint).await;
        let waiting = join_all((1..10).map(|number| endpoint.acquire(session(number), soon())));
        let mut waiting = std::pin::pin!(waiting);
        assert!(waiting.as_mut().now_or_never().is_none());
        last.outcome = CallOutcome::Failed;
        drop(last);
        assert!(waiting.await.iter().all(|permit| matches!(permit, Err(Fault::BreakerOpen))));
        assert_eq!(counts(&endpoint), (0, 0));
    }

    #[tokio::test]
    async fn a_full_queue_sheds_the_newest_call_with_a_retry_after() {
        let endpoint = endpoint();
        let _held = full(&endpoint).await;
        let mut all: Vec<_> = (0..=MAX_QUEUED).map(|_| Box::pin(endpoint.acquire(session(1), soon()))).collect();
        let shed: Vec<_> = all.iter_mut().filter_map(|wait| wait.as_mut().now_or_never()).collect();
        assert!(matches!(&shed[..], [Err(Fault::Overloaded { retry_after: 1 })]));
        // The newest call of the session with most queued calls is shed.
        let mut other = Box::pin(endpoint.acquire(session(2), soon()));
        assert!(other.as_mut().now_or_never().is_none());
        let newest = all[MAX_QUEUED - 1].as_mut().now_or_never();
        assert!(matches!(newest, Some(Err(Fault::Overloaded { .. }))));
        assert_eq!(counts(&endpoint), (1, MAX_QUEUED));
    }
}
