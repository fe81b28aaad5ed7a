//! What one request did, for its sender: `extensions.explain`. It has nothing of variables, bodies or tokens.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Serialize;
use serde_json::Value;

/// The account of one request, while it runs.
#[derive(Default)]
pub struct Explanation(Mutex<Explained>);

#[derive(Default, Serialize)]
struct Explained {
    /// The estimated cost, and how near it and the document are to each limit; null if the document did not get so far.
    cost: Option<u64>,
    limits: Value,
    calls: Vec<ExplainedCall>,
}

/// A call to a service, or data that needed none.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplainedCall {
    service: &'static str,
    outcome: &'static str,
    milliseconds: Option<f64>,
    from_cache: bool,
    /// The call was another request's, or was made for another part of this one.
    shared: bool,
    /// 1 for the first call, 2 for the retry.
    attempt: Option<u32>,
}

impl Explanation {
    /// Sets the cost of the operation, and how near it is to each limit.
    pub fn set_cost(&self, cost: u64, limits: Value) {
        let mut explained = self.lock();
        explained.cost = Some(cost);
        explained.limits = limits;
    }

    /// Adds a call that was sent.
    pub(super) fn call(&self, service: &'static str, resends: u32, outcome: &'static str, took: Duration) {
        let milliseconds = (took.as_secs_f64() * 10_000.0).round() / 10.0;
        self.add(ExplainedCall {
            service,
            outcome,
            milliseconds: Some(milliseconds),
            from_cache: false,
            shared: false,
            attempt: Some(resends + 1),
        });
    }

    /// Adds data of the cache.
    pub(super) fn cached(&self, service: &'static str, outcome: &'static str) {
        let call =
            ExplainedCall { service, outcome, milliseconds: None, from_cache: true, shared: false, attempt: None };
        self.add(call);
    }

    /// Adds a read that joined an equal one.
    pub(super) fn joined(&self, service: &'static str) {
        let outcome = "joined";
        let call =
            ExplainedCall { service, outcome, milliseconds: None, from_cache: false, shared: true, attempt: None };
        self.add(call);
    }

    /// The account so far, as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&*self.lock()).unwrap_or_else(|_| b"null".to_vec())
    }

    fn add(&self, call: ExplainedCall) {
        self.lock().calls.push(call);
    }

    fn lock(&self) -> MutexGuard<'_, Explained> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
