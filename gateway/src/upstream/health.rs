//! Health of the services, for readiness checks and metrics.

use std::{collections::BTreeMap, sync::Arc};

use super::client::Upstream;
use crate::{shared_store::RedisState, telemetry::Telemetry};

/// Health of the services.
#[derive(Clone, Debug)]
pub struct Health {
    /// Whether their address accepts connections; checked once a second at most.
    pub is_reachable: bool,
    /// Circuit breaker of each service called so far, by path: `closed`, `open` or `half-open`.
    pub breakers: BTreeMap<&'static str, &'static str>,
    /// `connected` or `unreachable`; `None` without Redis.
    pub redis: Option<&'static str>,
}

impl Upstream {
    /// Whether the services' address accepts connections; checked once a second at most.
    pub async fn is_reachable(&self) -> bool {
        self.state.calls.is_reachable().await
    }

    /// Health of the services. Sends them nothing.
    pub async fn health(&self) -> Health {
        let is_reachable = self.is_reachable().await;
        let services = self.state.calls.endpoints.services();
        let breakers = services.into_iter().map(|service| (service.path, service.breaker)).collect();
        let redis = self.state.store.as_ref().map(|store| store.state().as_str());
        Health { is_reachable, breakers, redis }
    }

    /// Bytes in use of the [memory budget](super::body_budget).
    pub fn memory_used(&self) -> usize {
        self.state.calls.memory.used()
    }

    /// Registers the metrics that are observed when they are collected.
    pub fn register_metrics(&self, telemetry: &Telemetry) {
        let state = Arc::clone(&self.state);
        telemetry.metrics().observe_services(move || state.calls.endpoints.services());
        let memory = Arc::clone(&self.state.calls.memory);
        telemetry.metrics().observe_memory(memory.bytes(), move || memory.used());
        if let Some(store) = self.state.store.clone() {
            telemetry.metrics().observe_redis(move || store.state() == RedisState::Connected);
        }
    }
}
