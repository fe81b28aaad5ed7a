//! The services: where each is, its mapping, and the state of its calls.

use std::{collections::HashMap, sync::Arc};

use foldhash::fast::RandomState;
use hyper::Uri;
use secrecy::{ExposeSecret as _, SecretString};
use url::form_urlencoded;

use super::{admission::Admission, drift::DriftWatch, settings::UpstreamSettings};
use crate::{
    contract_schema::schema::{CallSchema, ContractSchema},
    mapping::call_mapping::CallMapping,
    telemetry::ServiceState,
};

/// The services by their paths.
pub(super) type Endpoints = HashMap<&'static str, Endpoint, RandomState>;

/// A service, and the state of its calls.
pub(super) struct Endpoint {
    pub(super) path: &'static str,
    pub(super) uri: Uri,
    /// How its responses are read.
    pub(super) mapping: Arc<CallMapping>,
    pub(super) drift: DriftWatch,
    pub(super) admission: Admission,
    /// Whether its responses grow with the business.
    pub(super) grows: bool,
    /// Whether a save makes its responses stale.
    pub(super) is_stale_after_save: bool,
}

impl Endpoint {
    fn new(call: &CallSchema, settings: &UpstreamSettings, api_key: &str) -> Self {
        let CallSchema { path, grows, is_stale_after_save, .. } = *call;
        let mapping = Arc::clone(settings.mapping.call(path));
        let base_url = mapping.base_url.as_ref().unwrap_or(&settings.base_url);
        let queries = [&*mapping.query, api_key];
        let query = queries.into_iter().filter(|query| !query.is_empty()).collect::<Vec<_>>().join("&");
        Self {
            path,
            uri: base_url.uri(&mapping.path, &query),
            mapping,
            drift: DriftWatch::default(),
            admission: Admission::new(path, settings.max_concurrency),
            grows,
            is_stale_after_save,
        }
    }

    /// Its state, for health checks and metrics.
    pub(super) fn state(&self) -> ServiceState {
        let Self { path, admission, .. } = self;
        ServiceState {
            path,
            breaker: admission.breaker_state().into(),
            calls: admission.in_flight(),
            waiting: admission.waiting(),
        }
    }
}

pub(super) fn endpoints(settings: &UpstreamSettings, api_key: &SecretString) -> Endpoints {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if let Some(key) = settings.mapping.query_api_key() {
        query.append_pair(key, api_key.expose_secret());
    }
    let api_key = query.finish();
    ContractSchema::get().calls.iter().map(|call| (call.path, Endpoint::new(call, settings, &api_key))).collect()
}
