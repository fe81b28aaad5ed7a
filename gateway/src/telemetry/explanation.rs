//! What one request did, for its sender: `extensions.explain`. It contains no variables, bodies or tokens.

use parking_lot::Mutex;
use serde::Serialize;
use serde_json::Value;

/// The explanation of one request, while it runs.
#[derive(Default)]
pub struct Explanation(Mutex<Explained>);

#[derive(Default, Serialize)]
struct Explained {
    /// The estimated cost, and how near it and the document are to each limit; null if the request was refused before its cost
    /// was known.
    cost: Option<u64>,
    limits: Value,
    calls: Vec<ExplainedCall>,
}

/// A call to a service, or data that needed none.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExplainedCall {
    pub(super) service: &'static str,
    pub(super) outcome: &'static str,
    pub(super) milliseconds: Option<f64>,
    pub(super) from_cache: bool,
    /// The call was another request's, or was made for another part of this one.
    pub(super) shared: bool,
    /// 1 for the first call, 2 for the retry.
    pub(super) attempt: Option<u32>,
}

impl Explanation {
    /// Sets the cost of the operation, and how near it is to each limit.
    pub fn set_cost(&self, cost: u64, limits: Value) {
        let mut explained = self.0.lock();
        explained.cost = Some(cost);
        explained.limits = limits;
    }

    pub(super) fn add(&self, call: ExplainedCall) {
        self.0.lock().calls.push(call);
    }

    /// The explanation so far, as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&*self.0.lock()).unwrap_or_else(|_| b"null".to_vec())
    }
}
