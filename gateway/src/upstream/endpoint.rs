//! One of the services as it is called: whether it is, how many calls it has in flight, and whose turn is next.

use std::{
    collections::HashMap,
    ops::RangeInclusive,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use foldhash::fast::RandomState;
use hyper::{Uri, header::HeaderValue};
use services::wire::{
    Call,
    acionamento::{ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosByStatus},
};
use tokio::{
    sync::oneshot::{self, error::TryRecvError},
    time::{Instant, timeout_at},
};

use super::{
    BaseUrl, Fault,
    adaptive_limit::{AdaptiveLimit, End, Sample},
    breaker::{Admission, Breaker, Condition, Outcome},
    calls::{Read, Request},
    error::Failure,
    fair_queue::{FairQueue, QueueTicket},
    key::Session,
};
use crate::telemetry::ServiceState;

/// Most calls of one service that wait for their turn. One takes some KiB.
const MOST_WAITING: usize = 16_384;
/// How soon a caller whose call was not made may come back, at the earliest and at the latest.
const COME_BACK: RangeInclusive<u64> = 1..=60;
/// The services whose answers grow with the business.
const LISTS: [&str; 3] =
    [ListaAcionamentosByStatus::PATH, ListaAcionamentosByAutorizacao::PATH, ListaAcionamentosBySeguradoraStatus::PATH];

/// The services that were called so far: 21 at most.
pub(super) struct Endpoints {
    base_url: BaseUrl,
    /// The floor and the ceiling of how many calls each may have in flight.
    concurrency: RangeInclusive<u16>,
    by_path: Mutex<HashMap<&'static str, Arc<Endpoint>, RandomState>>,
}

/// A service.
pub(super) struct Endpoint {
    pub(super) path: &'static str,
    pub(super) uri: Uri,
    state: Mutex<State>,
}

/// How a service has been doing, and its calls.
struct State {
    breaker: Breaker,
    limit: AdaptiveLimit,
    queue: FairQueue<oneshot::Sender<()>>,
}

impl Endpoints {
    pub(super) fn new(base_url: BaseUrl, concurrency: RangeInclusive<u16>) -> Self {
        Self { base_url, concurrency, by_path: Mutex::default() }
    }

    pub(super) fn of(&self, path: &'static str) -> Arc<Endpoint> {
        let mut by_path = locked(&self.by_path);
        let new = || Arc::new(Endpoint::new(path, self.base_url.join(path), &self.concurrency));
        Arc::clone(by_path.entry(path).or_insert_with(new))
    }

    /// The breaker of each service that was called so far, by path.
    pub(super) fn conditions(&self) -> Vec<(&'static str, Condition)> {
        let now = Instant::now();
        let condition = |endpoint: &Arc<Endpoint>| locked(&endpoint.state).breaker.condition(now);
        locked(&self.by_path).iter().map(|(path, endpoint)| (*path, condition(endpoint))).collect()
    }

    /// The same services as they are now, for those who measure.
    pub(super) fn services(&self) -> Vec<ServiceState> {
        let now = Instant::now();
        let service = |endpoint: &Arc<Endpoint>| {
            let mut state = locked(&endpoint.state);
            ServiceState {
                path: endpoint.path,
                breaker: state.breaker.condition(now).as_str(),
                calls: state.queue.in_flight(),
                waiting: state.queue.waiting(),
                limit: state.limit(now),
            }
        };
        locked(&self.by_path).values().map(service).collect()
    }
}

impl Endpoint {
    fn new(path: &'static str, uri: Uri, concurrency: &RangeInclusive<u16>) -> Self {
        let now = Instant::now();
        let state =
            State { breaker: Breaker::new(now), limit: AdaptiveLimit::new(concurrency, now), queue: FairQueue::new() };
        Self { path, uri, state: Mutex::new(state) }
    }

    /// Whether its answers grow with the business.
    pub(super) fn is_list(&self) -> bool {
        LISTS.contains(&self.path)
    }

    /// Has a call sent, once its turn has come and if the breaker lets it, and waits for its answer until the deadline.
    /// It is sent with its own place in the trace, and leaves its mark on the trail, which knows how many were sent
    /// `earlier` for the same question.
    pub(super) async fn call<T>(
        &self,
        request: &Request,
        earlier: u32,
        deadline: Instant,
        send: impl AsyncFnOnce(HeaderValue) -> Result<Read<T>, Failure>,
    ) -> Result<Read<T>, Failure> {
        let telemetry = &request.telemetry;
        let mut permit = self.acquire(request.session, deadline).await.map_err(|fault| {
            telemetry.call_not_sent(self.path, fault.name());
            Failure::last(fault)
        })?;
        let attempt = telemetry.start_call(self.path, earlier);
        // Boxed now that it is this call's turn: thousands may wait, and what sends one is large.
        let send = Box::pin(send(attempt.traceparent()));
        let result = timeout_at(deadline, send).await.unwrap_or_else(|_| Err(Failure::last(Fault::Timeout)));
        attempt.end(match &result {
            Ok(read) if read.answer.data.is_none() => "rejected",
            Ok(_) => "ok",
            Err(failure) => failure.fault.name(),
        });
        permit.end = match &result {
            Ok(read) if read.answer.data.is_some() && !read.waited => End::Answer { bytes: read.bytes },
            // What cannot be read may be one person's record, and memory is ours to give: no reason to close the service to
            // everybody.
            Err(Failure { fault: Fault::InvalidResponse(_) | Fault::NoMemory, .. }) => End::Refusal,
            Err(failure) if failure.fault.is_outage() => End::Failure,
            _ => End::Refusal,
        };
        result
    }

    /// Waits for a turn, for as long as time is left for the call itself.
    async fn acquire(&self, session: Session, deadline: Instant) -> Result<CallPermit<'_>, Fault> {
        let (mut queued, patience) = {
            let now = Instant::now();
            let mut state = locked(&self.state);
            // Nobody waits for a turn that will not come.
            if !state.breaker.would_admit(now) {
                return Err(Fault::BreakerOpen);
            }
            let limit = state.limit(now);
            if state.queue.begin(session, limit) {
                return self.admit(&mut state, session, now);
            }
            let (waker, turn) = oneshot::channel();
            // Who has to give way hears of it as this is dropped.
            let (ticket, _shed) = state.queue.wait(session, waker, MOST_WAITING);
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
        if state.breaker.would_admit(now) { Err(state.crowded(now)) } else { Err(Fault::BreakerOpen) }
    }

    /// Sends a call whose turn it is, if the breaker lets it.
    fn admit(&self, state: &mut State, session: Session, now: Instant) -> Result<CallPermit<'_>, Fault> {
        let Some(admission) = state.breaker.admit(now) else {
            state.release(session, now);
            return Err(Fault::BreakerOpen);
        };
        let sample = state.limit.begin(state.queue.in_flight(), now);
        Ok(CallPermit { endpoint: self, session, admission, sample, end: End::Abandoned })
    }
}

impl State {
    fn limit(&mut self, now: Instant) -> usize {
        self.limit.limit(self.queue.in_flight(), now)
    }

    /// Gives a place to whoever is next.
    fn release(&mut self, session: Session, now: Instant) {
        let limit = self.limit(now);
        self.queue.end(session);
        while let Some(waker) = self.queue.next(limit) {
            // It is heard: whoever leaves takes their call out of the queue first.
            let _ = waker.send(());
        }
    }

    /// How much of the time that is left a call needs for itself: not more than half, unless it usually takes more.
    fn time_for_a_call(&self, left: Duration) -> Duration {
        match (self.limit.usual(), self.limit.patience()) {
            (Some(usual), Some(patience)) => patience.min(usual.max(left / 2)).min(left),
            _ => left / 2,
        }
    }

    /// The fault of a call that is not made, since too many wait: it may come back when they are gone.
    fn crowded(&mut self, now: Instant) -> Fault {
        let waiting = u32::try_from(self.queue.waiting()).unwrap_or(u32::MAX);
        let limit = u32::try_from(self.limit(now)).unwrap_or(u32::MAX);
        let wait = self.limit.usual().unwrap_or_default().saturating_mul(waiting) / limit;
        let seconds = (wait.as_secs() + 1).clamp(*COME_BACK.start(), *COME_BACK.end());
        Fault::Crowded { retry_after: seconds }
    }
}

/// A call that waits for its turn. Dropped, it gives it up.
struct QueuedCall<'a> {
    endpoint: &'a Endpoint,
    session: Session,
    ticket: QueueTicket,
    turn: oneshot::Receiver<()>,
}

impl Drop for QueuedCall<'_> {
    fn drop(&mut self) {
        let mut state = locked(&self.endpoint.state);
        // What comes of it is said under the same lock.
        match self.turn.try_recv() {
            // Its turn came, and nobody was there to take it.
            Ok(()) => state.release(self.session, Instant::now()),
            Err(TryRecvError::Empty) => state.queue.cancel(self.session, self.ticket),
            // Taken, or sent away.
            Err(TryRecvError::Closed) => {}
        }
    }
}

/// A call in flight. Dropped, it tells the breaker and the limit what came of it, and gives its place to the next.
struct CallPermit<'a> {
    endpoint: &'a Endpoint,
    session: Session,
    admission: Admission,
    sample: Sample,
    end: End,
}

impl Drop for CallPermit<'_> {
    fn drop(&mut self) {
        let path = self.endpoint.path;
        let now = Instant::now();
        let mut state = locked(&self.endpoint.state);
        let in_flight = state.queue.in_flight();
        state.limit.end(self.sample, self.end, in_flight, now);
        let outcome = match self.end {
            End::Answer { .. } | End::Refusal => Outcome::Answered,
            End::Failure => Outcome::Failed,
            End::Abandoned => Outcome::Abandoned,
        };
        let change = state.breaker.end(self.admission, outcome, now);
        if change == Some(Condition::Open) {
            // They hear of it as this is dropped.
            drop(state.queue.clear());
        }
        state.release(self.session, now);
        drop(state);
        match change {
            Some(Condition::Open) => tracing::warn!(path, "not called for a while: it failed too often"),
            Some(_) => tracing::info!(path, "called again: it answered"),
            None => {}
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics half-way through a change, so what a panic elsewhere left is whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::{FutureExt as _, future::join_all};
    use tokio::time::Instant;

    use super::{CallPermit, End, Endpoint, Fault, MOST_WAITING, Session};

    fn session(number: usize) -> Session {
        Session::of(&format!("Bearer {number}").try_into().unwrap())
    }

    /// A service with one place, which is taken.
    async fn full(endpoint: &Endpoint) -> CallPermit<'_> {
        endpoint.acquire(session(0), soon()).await.ok().unwrap()
    }

    fn endpoint() -> Endpoint {
        Endpoint::new("/path", "http://localhost/path".parse().unwrap(), &(1..=1))
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    fn counts(endpoint: &Endpoint) -> (usize, usize) {
        let state = super::locked(&endpoint.state);
        (state.queue.in_flight(), state.queue.waiting())
    }

    #[tokio::test]
    async fn whoever_leaves_the_queue_leaves_no_place_taken() {
        let endpoint = endpoint();
        let held = full(&endpoint).await;
        let mut waiting: Vec<_> = (1..4).map(|number| Box::pin(endpoint.acquire(session(number), soon()))).collect();
        for wait in &mut waiting {
            assert!(wait.as_mut().now_or_never().is_none());
        }
        assert_eq!(counts(&endpoint), (1, 3));
        // One leaves while it waits, one when its turn has come.
        drop(waiting.remove(1));
        drop(held);
        assert_eq!(counts(&endpoint), (1, 1));
        drop(waiting.remove(0));
        assert_eq!(counts(&endpoint), (1, 0));
        drop(waiting.remove(0).await.ok().unwrap());
        assert_eq!(counts(&endpoint), (0, 0));
    }

    #[tokio::test]
    async fn whoever_waits_hears_at_once_that_the_service_is_not_called_any_more() {
        let endpoint = endpoint();
        for _ in 0..6 {
            full(&endpoint).await.end = End::Failure;
        }
        let mut last = full(&endpoint).await;
        let waiting = join_all((1..10).map(|number| endpoint.acquire(session(number), soon())));
        let mut waiting = std::pin::pin!(waiting);
        assert!(waiting.as_mut().now_or_never().is_none());
        last.end = End::Failure;
        drop(last);
        assert!(waiting.await.iter().all(|permit| matches!(permit, Err(Fault::BreakerOpen))));
        assert_eq!(counts(&endpoint), (0, 0));
    }

    #[tokio::test]
    async fn of_too_many_who_wait_the_newest_is_told_when_to_come_back() {
        let endpoint = endpoint();
        let _held = full(&endpoint).await;
        let mut all: Vec<_> = (0..=MOST_WAITING).map(|_| Box::pin(endpoint.acquire(session(1), soon()))).collect();
        let told: Vec<_> = all.iter_mut().filter_map(|wait| wait.as_mut().now_or_never()).collect();
        assert!(matches!(&told[..], [Err(Fault::Crowded { retry_after: 1 })]));
        // Another session has most of it, and gives way.
        let mut other = Box::pin(endpoint.acquire(session(2), soon()));
        assert!(other.as_mut().now_or_never().is_none());
        let newest = all[MOST_WAITING - 1].as_mut().now_or_never();
        assert!(matches!(newest, Some(Err(Fault::Crowded { .. }))));
        assert_eq!(counts(&endpoint), (1, MOST_WAITING));
    }
}
