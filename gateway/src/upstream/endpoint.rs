//! The services: where each is, its mapping, and the state of its calls.

use std::{collections::HashMap, sync::Arc};

use contract::CallInfo;
use foldhash::fast::RandomState;
use hyper::Uri;
use secrecy::{ExposeSecret as _, SecretString};
use url::form_urlencoded;

use super::{admission::Admission, drift::DriftWatch, settings::UpstreamSettings};
use crate::{contract_schema::schema::ContractSchema, mapping::call_mapping::CallMapping, telemetry::ServiceState};

/// The services by their paths.
pub(super) type Endpoints = HashMap<&'static str, Endpoint, RandomState>;

/// A service, and the state of its calls.
pub(super) struct Endpoint {
    pub(super) call: &'static CallInfo,
    pub(super) uri: Uri,
    /// How its responses are read.
    pub(super) mapping: Arc<CallMapping>,
    pub(super) drift: DriftWatch,
    pub(super) admission: Admission,
}

impl Endpoint {
    fn new(call: &'static CallInfo, settings: &UpstreamSettings, api_key: &str) -> Self {
        let mapping = Arc::clone(settings.mapping.call(call.path));
        let base_url = mapping.base_url.as_ref().unwrap_or(&settings.base_url);
        let queries = [&*mapping.query, api_key];
        let query = queries.into_iter().filter(|query| !query.is_empty()).collect::<Vec<_>>().join("&");
        Self {
            call,
            uri: base_url.uri(&mapping.path, &query),
            mapping,
            drift: DriftWatch::default(),
            admission: Admission::new(call.path, settings.max_concurrency),
        }
    }

    /// Its state, for health checks and metrics.
    pub(super) fn state(&self) -> ServiceState {
        let Self { call, admission, .. } = self;
        ServiceState {
            path: call.path,
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
    ContractSchema::get()
        .calls
        .iter()
        .map(|call| (call.path(), Endpoint::new(&call.info, settings, &api_key)))
        .collect()
}
