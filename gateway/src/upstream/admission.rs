//! Admission of calls to one service: a circuit breaker, and how many calls are in flight.
//!
//! A call takes a permit of its session, and then one of the service; both are granted first come, first served. A session has
//! at most a quarter of the service's permits, and its further calls wait for its own: so the first call of another session does
//! not wait behind them.

use std::{collections::HashMap, sync::Arc, time::Duration};

use foldhash::fast::RandomState;
use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::{Instant, timeout_at},
};

use super::{
    circuit_breaker::{Breaker, BreakerState, CallOutcome},
    error::Fault,
    session_id::SessionId,
};

/// Calls that may wait for a service. A waiting call takes a few KiB.
const MAX_WAITING: usize = 16_384;
/// Calls of a session to the service, in flight or waiting.
const MAX_CALLS_OF_SESSION: usize = MAX_WAITING / 4;
/// Time that is kept for the call itself: the rest of its deadline it may wait.
const CALL_TIME: Duration = Duration::from_secs(1);

/// The calls of one service.
pub(super) struct Admission {
    path: &'static str,
    breaker: Mutex<Breaker>,
    calls: Semaphore,
    max_calls: usize,
    sessions: Mutex<HashMap<SessionId, SessionCalls, RandomState>>,
    /// Bounds the queue.
    waiting: Semaphore,
}

/// The calls of one session to the service, in flight or waiting.
struct SessionCalls {
    permits: Arc<Semaphore>,
    count: usize,
}

impl Admission {
    pub(super) fn new(path: &'static str, max_calls: u16) -> Self {
        Self {
            path,
            breaker: Mutex::default(),
            calls: Semaphore::new(max_calls.into()),
            max_calls: max_calls.into(),
            sessions: Mutex::default(),
            waiting: Semaphore::new(MAX_WAITING),
        }
    }

    /// Waits for a permit, as long as enough time is left for the call itself.
    ///
    /// # Errors
    /// The breaker is open, too many calls wait, or the wait was too long.
    pub(super) async fn acquire(&self, session: SessionId, deadline: Instant) -> Result<CallPermit<'_>, Fault> {
        // Nobody waits behind an open breaker.
        if self.breaker_state() == BreakerState::Open {
            return Err(Fault::BreakerOpen);
        }
        let call = self.call_of(session)?;
        let permits = {
            let _waiter = self.waiting.try_acquire().map_err(|_| Fault::Overloaded)?;
            let left = deadline.saturating_duration_since(Instant::now());
            let permits = async { (Arc::clone(&call.permits).acquire_owned().await, self.calls.acquire().await) };
            timeout_at(deadline - CALL_TIME.min(left / 2), permits).await
        };
        let Ok((Ok(of_session), Ok(of_service))) = permits else { return Err(Fault::Overloaded) };
        let is_trial = self.breaker.lock().admit(Instant::now()).ok_or(Fault::BreakerOpen)?;
        Ok(CallPermit {
            admission: self,
            is_trial,
            outcome: CallOutcome::Abandoned,
            _of_service: of_service,
            _of_session: of_session,
            _call: call,
        })
    }

    pub(super) fn breaker_state(&self) -> BreakerState {
        self.breaker.lock().state(Instant::now())
    }

    /// Calls in flight.
    pub(super) fn in_flight(&self) -> usize {
        self.max_calls - self.calls.available_permits()
    }

    /// Calls that wait.
    pub(super) fn waiting(&self) -> usize {
        MAX_WAITING - self.waiting.available_permits()
    }

    /// Counts a call of a session.
    fn call_of(&self, session: SessionId) -> Result<SessionCall<'_>, Fault> {
        let mut sessions = self.sessions.lock();
        let new = || SessionCalls { permits: Arc::new(Semaphore::new(self.max_calls.div_ceil(4))), count: 0 };
        let calls = sessions.entry(session).or_insert_with(new);
        if calls.count == MAX_CALLS_OF_SESSION {
            return Err(Fault::Overloaded);
        }
        calls.count += 1;
        Ok(SessionCall { admission: self, session, permits: Arc::clone(&calls.permits) })
    }
}

/// A call of a session, in flight or waiting.
struct SessionCall<'a> {
    admission: &'a Admission,
    session: SessionId,
    permits: Arc<Semaphore>,
}

impl Drop for SessionCall<'_> {
    fn drop(&mut self) {
        let mut sessions = self.admission.sessions.lock();
        if let Some(calls) = sessions.get_mut(&self.session) {
            calls.count -= 1;
            if calls.count == 0 {
                sessions.remove(&self.session);
            }
        }
    }
}

/// A call in flight. Dropping it reports its outcome to the breaker, and lets the next call start.
pub(super) struct CallPermit<'a> {
    admission: &'a Admission,
    is_trial: bool,
    outcome: CallOutcome,
    _of_service: SemaphorePermit<'a>,
    _of_session: OwnedSemaphorePermit,
    _call: SessionCall<'a>,
}

impl CallPermit<'_> {
    /// Sets the outcome. Without it the call counts as abandoned.
    pub(super) fn finish(&mut self, fault: Option<&Fault>) {
        let is_failed = fault.is_some_and(Fault::is_outage);
        self.outcome = if is_failed { CallOutcome::Failed } else { CallOutcome::Answered };
    }
}

impl Drop for CallPermit<'_> {
    fn drop(&mut self) {
        let Admission { path, breaker, .. } = self.admission;
        match breaker.lock().end(self.is_trial, self.outcome, Instant::now()) {
            Some(BreakerState::Open) => tracing::warn!(path, "circuit breaker opened: too many failures"),
            Some(_) => tracing::info!(path, "circuit breaker closed: the service responds"),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use futures_util::{FutureExt as _, future::join_all};
    use tokio::time::{Instant, sleep};

    use super::{Admission, Fault, MAX_CALLS_OF_SESSION, MAX_WAITING, SessionId};

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    /// A call that takes 100 ms, and how long it waited before.
    async fn call(admission: Arc<Admission>, number: usize) -> Result<Duration, Fault> {
        let began = Instant::now();
        let mut permit = admission.acquire(SessionId::numbered(number), began + Duration::from_secs(600)).await?;
        let waited = began.elapsed();
        sleep(Duration::from_millis(100)).await;
        permit.finish(None);
        Ok(waited)
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_with_five_hundred_calls_does_not_delay_the_first_call_of_another() {
        for limit in [1, 2, 8, 64, 512] {
            let admission = Arc::new(Admission::new("/path", limit));
            let busy: Vec<_> = (0..500).map(|_| tokio::spawn(call(Arc::clone(&admission), 1))).collect();
            sleep(Duration::from_millis(1)).await;
            let others = join_all((2..5).map(|other| call(Arc::clone(&admission), other))).await;
            // One call's time; where one call is in flight at a time, each of the others waits for those before it.
            let calls_before = if limit > 1 { 1 } else { 3 };
            for waited in others {
                assert!(waited.unwrap() <= calls_before * Duration::from_millis(100), "{limit}");
            }
            assert!(join_all(busy).await.into_iter().all(|call| call.unwrap().is_ok()));
            assert!(admission.sessions.lock().is_empty());
            assert_eq!((admission.in_flight(), admission.waiting()), (0, 0));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_waits_until_its_time_is_short_and_a_waiter_that_leaves_frees_its_place() {
        let admission = Admission::new("/path", 1);
        let held = admission.acquire(SessionId::numbered(0), soon()).await.ok().unwrap();
        let began = Instant::now();
        assert_eq!(admission.acquire(SessionId::numbered(1), soon()).await.err(), Some(Fault::Overloaded));
        assert_eq!(began.elapsed(), Duration::from_secs(4));
        let mut leaves = Box::pin(admission.acquire(SessionId::numbered(1), soon()));
        let mut stays = Box::pin(admission.acquire(SessionId::numbered(2), soon()));
        assert!(leaves.as_mut().now_or_never().is_none() && stays.as_mut().now_or_never().is_none());
        assert_eq!(admission.waiting(), 2);
        drop((leaves, held));
        assert!(stays.await.is_ok());
        assert_eq!((admission.in_flight(), admission.waiting()), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_calls_are_bounded_of_a_service_and_of_a_session() {
        let admission = Admission::new("/path", 1);
        let _held = admission.acquire(SessionId::numbered(0), soon()).await.ok().unwrap();
        let wait = |number| {
            let mut wait = Box::pin(admission.acquire(SessionId::numbered(number), soon()));
            let result = wait.as_mut().now_or_never().map(Result::err);
            (wait, result)
        };
        let mut waiting: Vec<_> = (0..MAX_CALLS_OF_SESSION).map(|_| wait(1)).collect();
        assert!(waiting.iter().all(|(_, result)| result.is_none()));
        assert_eq!(wait(1).1, Some(Some(Fault::Overloaded)));
        waiting.extend((MAX_CALLS_OF_SESSION..MAX_WAITING).map(wait));
        assert!(waiting.iter().all(|(_, result)| result.is_none()));
        assert_eq!(wait(MAX_WAITING).1, Some(Some(Fault::Overloaded)));
    }

    #[tokio::test(start_paused = true)]
    async fn calls_that_wait_while_the_breaker_opens_are_not_sent() {
        let admission = Admission::new("/path", 1);
        for _ in 0..6 {
            let mut permit = admission.acquire(SessionId::numbered(0), soon()).await.ok().unwrap();
            permit.finish(Some(&Fault::Timeout));
        }
        let mut last = admission.acquire(SessionId::numbered(0), soon()).await.ok().unwrap();
        let mut waiting =
            Box::pin(join_all((1..10).map(|number| admission.acquire(SessionId::numbered(number), soon()))));
        assert!(waiting.as_mut().now_or_never().is_none());
        last.finish(Some(&Fault::Timeout));
        drop(last);
        assert!(waiting.await.into_iter().all(|permit| permit.err() == Some(Fault::BreakerOpen)));
    }
}
