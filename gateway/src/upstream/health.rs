//! How the services are doing, for whoever looks after the gateway.

use std::{collections::BTreeMap, sync::Arc};

use super::Upstream;
use crate::{shared_store::RedisState, telemetry::Telemetry};

/// How the services are doing.
#[derive(Clone, Debug)]
pub struct Health {
    /// Whether something accepts connections where they should be. It is tried at most once a second.
    pub is_reachable: bool,
    /// Of each service that was called so far, by its path, whether it is called now: `closed`, or not, because it failed
    /// too often: `open`, or only to see whether it is well again: `half-open`.
    pub breakers: BTreeMap<&'static str, String>,
    /// Whether what gateways share can be asked: `connected` or `unreachable`; `None` where they share nothing.
    pub redis: Option<&'static str>,
}

impl Upstream {
    /// Whether something accepts connections where the services should be. It is tried at most once a second.
    pub async fn is_reachable(&self) -> bool {
        self.inner.calls.is_reachable().await
    }

    /// How the services are doing. Sends them nothing.
    pub async fn health(&self) -> Health {
        let is_reachable = self.is_reachable().await;
        let conditions = self.inner.calls.conditions();
        let breakers = conditions.into_iter().map(|(path, condition)| (path, condition.to_string())).collect();
        let redis = self.inner.store.as_ref().map(|store| store.state().as_str());
        Health { is_reachable, breakers, redis }
    }

    /// How many bytes the answers hold that are under way: see [`memory`](super::memory).
    pub fn memory_used(&self) -> usize {
        self.inner.calls.memory.used()
    }

    /// Has those who measure look at the services. It tells them nothing by itself.
    pub fn watched_by(&self, telemetry: &Telemetry) {
        let upstream = self.clone();
        telemetry.observe_services(move || upstream.inner.calls.services());
        let memory = Arc::clone(&self.inner.calls.memory);
        telemetry.observe_memory(memory.bytes(), move || memory.used());
        if let Some(store) = self.inner.store.clone() {
            telemetry.observe_redis(move || store.state() == RedisState::Connected);
        }
    }
}
