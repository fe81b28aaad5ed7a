//! The services that were called: where each is, how it is spelt, and the state of its calls.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use foldhash::fast::RandomState;
use hyper::http::uri::PathAndQuery;
use secrecy::{ExposeSecret as _, SecretString};
use url::form_urlencoded;

use super::{admission::Admission, base_url::BaseUrl, drift::DriftWatch, settings::UpstreamSettings};
use crate::{
    contract::vocabulary::Vocabulary,
    mapping::{Mapping, call_spelling::CallSpelling},
    telemetry::ServiceState,
};

/// The services called so far: 21 at most.
pub(super) struct Endpoints {
    base_url: BaseUrl,
    mapping: Arc<Mapping>,
    /// The API key in the query string, if it stands there.
    api_key: String,
    /// Most calls in flight of one service.
    max_concurrency: u16,
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
    pub(super) admission: Admission,
    /// Whether its responses grow with the business.
    pub(super) grows: bool,
    /// Whether it is a step of the login.
    pub(super) is_login_step: bool,
}

impl Endpoints {
    pub(super) fn new(settings: &UpstreamSettings, api_key: &SecretString) -> Self {
        let UpstreamSettings { base_url, mapping, max_concurrency, .. } = settings.clone();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(key) = mapping.query_api_key() {
            query.append_pair(key, api_key.expose_secret());
        }
        Self { base_url, api_key: query.finish(), mapping, max_concurrency, by_path: Mutex::default() }
    }

    pub(super) fn of(&self, path: &'static str) -> Arc<Endpoint> {
        Arc::clone(self.by_path().entry(path).or_insert_with(|| Arc::new(self.new_endpoint(path))))
    }

    fn new_endpoint(&self, path: &'static str) -> Endpoint {
        let spelling = Arc::clone(self.mapping.call(path));
        let base_url = spelling.base_url.as_ref().and_then(|url| url.parse().ok());
        let base_url: BaseUrl = base_url.unwrap_or_else(|| self.base_url.clone());
        let queries = [&*spelling.query, &*self.api_key];
        let query = queries.into_iter().filter(|query| !query.is_empty()).collect::<Vec<_>>().join("&");
        let contract = Vocabulary::get().calls.iter().find(|call| call.path == path);
        Endpoint {
            path,
            target: base_url.target(&spelling.path, &query),
            base_url,
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
