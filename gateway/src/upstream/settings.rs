//! The settings of the calls to the services.

use std::{sync::Arc, time::Duration};

use super::response_cache::CachePolicy;
use crate::{
    base_url::BaseUrl,
    mapping::Mapping,
    shared_store::SharedStore,
    tls::{Authorities, Identity},
};

/// Address, timeouts, limits and caches of the calls to the services. `config/calls.rs` and `config/services.rs` declare the
/// settings.
#[derive(Clone, Debug)]
pub struct UpstreamSettings {
    /// Address of the services.
    pub base_url: BaseUrl,
    /// How the services differ from the contract.
    pub mapping: Arc<Mapping>,
    /// TLS options; unused where the address is plain HTTP.
    pub tls: UpstreamTls,
    /// Timeout for opening a connection, TLS handshake included.
    pub connect_timeout: Duration,
    /// Timeouts of a read and a write.
    pub timeouts: Timeouts,
    /// Most calls of one service in flight.
    pub max_concurrency: u16,
    /// Size of the memory budget in bytes: see [`body_budget`](super::body_budget).
    pub memory_budget_bytes: usize,
    /// Cache of lists of acionamentos: the next page of a list costs no call.
    pub list_cache: CachePolicy,
    /// Cache of reference data: insurers and procedures.
    pub reference_cache: CachePolicy,
    /// What several gateways share in Redis.
    pub store: SharedStore,
}

/// The timeouts of calls, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Deadline of a read: queueing, retry and the whole response.
    pub read: Duration,
    /// Deadline of a write: queueing and the whole response.
    pub write: Duration,
}

impl Timeouts {
    /// Timeout of a request, unless its calls may take longer.
    pub const MIN_REQUEST: Duration = Duration::from_secs(15);

    /// Longest that a step of the login takes, during which no other request may use its desafio.
    pub fn login_step(self) -> Duration {
        self.write
    }

    /// Longest that a save takes: the write, then the read of what was saved.
    pub fn save(self) -> Duration {
        self.write + self.read
    }

    /// Timeout of a request, and of an event of a subscription.
    pub fn request(self) -> Duration {
        Self::MIN_REQUEST.max(self.save())
    }

    /// How long a stop waits for requests in flight: twice their timeout, since a write may outlive its request.
    pub fn stop(self) -> Duration {
        self.request() * 2
    }
}

/// TLS options.
#[derive(Clone, Debug, Default)]
pub struct UpstreamTls {
    /// Trusted authorities; those of the machine if `None`.
    pub authorities: Option<Authorities>,
    /// Client certificate for mutual TLS.
    pub identity: Option<Identity>,
}
