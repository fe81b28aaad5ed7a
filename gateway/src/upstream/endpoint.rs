//! One of the services as it is called: how it has been doing lately, and how many calls it has now.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use hyper::{Uri, header::HeaderValue};
use services::wire::{
    Call,
    acionamento::{ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosByStatus},
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout_at},
};

use super::{
    BaseUrl, Fault,
    breaker::{Admission, Breaker, Condition, Outcome},
    calls::Read,
    error::Failure,
    hedge::Latencies,
};
use crate::telemetry::{Service, trail::Trail};

/// Most calls of one service that are under way at a time, so that one that is silent does not hold everything up.
const MOST_UNDER_WAY: usize = 64;
/// How long a call waits for its turn.
const LONGEST_QUEUE: Duration = Duration::from_secs(1);
/// The services whose answers grow with the business.
const LISTS: [&str; 3] =
    [ListaAcionamentosByStatus::PATH, ListaAcionamentosByAutorizacao::PATH, ListaAcionamentosBySeguradoraStatus::PATH];

/// The services that were called so far: 21 at most.
pub(super) struct Endpoints {
    base_url: BaseUrl,
    by_path: Mutex<HashMap<&'static str, Arc<Endpoint>>>,
}

/// A service.
pub(super) struct Endpoint {
    pub(super) path: &'static str,
    pub(super) uri: Uri,
    breaker: Mutex<Breaker>,
    turns: Semaphore,
    latencies: Mutex<Latencies>,
}

impl Endpoints {
    pub(super) fn new(base_url: BaseUrl) -> Self {
        Self { base_url, by_path: Mutex::default() }
    }

    pub(super) fn of(&self, path: &'static str) -> Arc<Endpoint> {
        let mut by_path = locked(&self.by_path);
        let new = || Arc::new(Endpoint::new(path, self.base_url.join(path)));
        Arc::clone(by_path.entry(path).or_insert_with(new))
    }

    /// The breaker of each service that was called so far, by path.
    pub(super) fn conditions(&self) -> Vec<(&'static str, Condition)> {
        let now = Instant::now();
        locked(&self.by_path).iter().map(|(path, endpoint)| (*path, locked(&endpoint.breaker).condition(now))).collect()
    }

    /// The same services as they are now, for those who measure.
    pub(super) fn services(&self) -> Vec<Service> {
        let now = Instant::now();
        let by_path = locked(&self.by_path);
        let service = |endpoint: &Arc<Endpoint>| Service {
            path: endpoint.path,
            breaker: locked(&endpoint.breaker).condition(now).as_str(),
            calls: MOST_UNDER_WAY - endpoint.turns.available_permits(),
        };
        by_path.values().map(service).collect()
    }
}

impl Endpoint {
    fn new(path: &'static str, uri: Uri) -> Self {
        Self {
            path,
            uri,
            breaker: Mutex::new(Breaker::new(Instant::now())),
            turns: Semaphore::new(MOST_UNDER_WAY),
            latencies: Mutex::new(Latencies::new()),
        }
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
        trail: &Trail,
        earlier: u32,
        deadline: Instant,
        send: impl AsyncFnOnce(HeaderValue) -> Result<Read<T>, Failure>,
    ) -> Result<Read<T>, Failure> {
        let mut pass = self.pass(deadline).await.map_err(|fault| {
            trail.unsent(self.path, fault.name());
            Failure::last(fault)
        })?;
        let began = Instant::now();
        let attempt = trail.call(self.path, earlier);
        let send = send(attempt.traceparent());
        let result = timeout_at(deadline, send).await.unwrap_or_else(|_| Err(Failure::last(Fault::Timeout)));
        attempt.end(match &result {
            Ok(read) if read.answer.data.is_none() => "rejected",
            Ok(_) => "ok",
            Err(failure) => failure.fault.name(),
        });
        pass.outcome = match &result {
            // What cannot be read may be one person's record, and memory is ours to give: no reason to close the service to
            // everybody.
            Err(Failure { fault: Fault::InvalidResponse(_) | Fault::NoMemory, .. }) => Outcome::Answered,
            Err(failure) if failure.fault.is_outage() => Outcome::Failed,
            _ => Outcome::Answered,
        };
        if result.is_ok() {
            locked(&self.latencies).record(began.elapsed());
        }
        result
    }

    /// The time that an answer usually keeps within, if that is known.
    pub(super) fn usual_time(&self) -> Option<Duration> {
        locked(&self.latencies).p95()
    }

    async fn pass(&self, deadline: Instant) -> Result<Pass<'_>, Fault> {
        // Asked before the queue too: nobody waits for a turn that will not come.
        if !locked(&self.breaker).would_admit(Instant::now()) {
            return Err(Fault::BreakerOpen);
        }
        let turn = match self.turns.try_acquire() {
            Ok(turn) => turn,
            Err(_) => {
                let patience = deadline.min(Instant::now() + LONGEST_QUEUE);
                let turn = timeout_at(patience, self.turns.acquire()).await;
                turn.ok().and_then(Result::ok).ok_or(Fault::Crowded)?
            }
        };
        let admission = locked(&self.breaker).admit(Instant::now()).ok_or(Fault::BreakerOpen)?;
        Ok(Pass { endpoint: self, admission, outcome: Outcome::Abandoned, _turn: turn })
    }
}

/// A call under way. Dropped, it tells the breaker what came of it.
struct Pass<'a> {
    endpoint: &'a Endpoint,
    admission: Admission,
    outcome: Outcome,
    _turn: SemaphorePermit<'a>,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let path = self.endpoint.path;
        match locked(&self.endpoint.breaker).end(self.admission, self.outcome, Instant::now()) {
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
