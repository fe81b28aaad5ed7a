//! The services that were called: where each is, how it is spelt, and the state of its calls.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use foldhash::fast::RandomState;
use hyper::http::uri::PathAndQuery;

use super::{admission::Admission, base_url::BaseUrl, drift::DriftWatch};
use crate::{
    contract::vocabulary::Vocabulary,
    mapping::{Mapping, call_spelling::CallSpelling},
    telemetry::ServiceState,
};

/// The services called so far: 21 at most.
pub(super) struct Endpoints {
    base_url: BaseUrl,
    mapping: Arc<Mapping>,
    /// Most calls in flight of one service.
    max_concurrency: u16,
    by_path: Mutex<HashMap<&'static str, Arc<Endpoint>, RandomState>>,
}

/// A service, and the state of its calls.
pub(super) struct Endpoint {
    pub(super) path: &'static str,
    pub(super) target: PathAndQuery,
    /// How its responses are spelt.
    pub(super) spelling: Arc<CallSpelling>,
    pub(super) drift: DriftWatch,
    pub(super) admission: Admission,
    /// Whether its responses grow with the business.
    pub(super) grows: bool,
    /// Whether it is a step of the login.
    pub(super) is_login_step: bool,
}

impl Endpoints {
    pub(super) fn new(base_url: BaseUrl, mapping: Arc<Mapping>, max_concurrency: u16) -> Self {
        Self { base_url, mapping, max_concurrency, by_path: Mutex::default() }
    }

    pub(super) fn of(&self, path: &'static str) -> Arc<Endpoint> {
        Arc::clone(self.by_path().entry(path).or_insert_with(|| Arc::new(self.new_endpoint(path))))
    }

    fn new_endpoint(&self, path: &'static str) -> Endpoint {
        let spelling = Arc::clone(self.mapping.call(path));
        let contract = Vocabulary::get().calls.iter().find(|call| call.path == path);
        Endpoint {
            path,
            target: self.base_url.target(&spelling.path, &spelling.query),
            spelling,
            drift: DriftWatch::default(),
            admission: Admission::new(path, self.max_concurrency),
            grows: contract.is_some_and(|call| call.grows),
            is_login_step: contract.is_some_and(|call| call.is_login_step),
        }
    }

    /// State of each service called so far.
    pub(super) fn services(&self) -> Vec<ServiceState> {
        let service = |Endpoint { path, admission, .. }: &Endpoint| ServiceState {
            path,
            breaker: admission.breaker_state().as_str(),
            calls: admission.in_flight(),
            waiting: admission.waiting(),
        };
        self.by_path().values().map(|endpoint| service(endpoint)).collect()
    }

    fn by_path(&self) -> MutexGuard<'_, HashMap<&'static str, Arc<Endpoint>, RandomState>> {
        // Nothing panics half-way through a change, so a poisoned table is consistent.
        self.by_path.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
