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
    /// Deadline of a read: queueing, retry and the whole response.
    pub read_timeout: Duration,
    /// Deadline of a write: queueing and the whole response.
    pub write_timeout: Duration,
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

/// TLS options.
#[derive(Clone, Debug, Default)]
pub struct UpstreamTls {
    /// Trusted authorities; those of the machine if `None`.
    pub authorities: Option<Authorities>,
    /// Client certificate for mutual TLS.
    pub identity: Option<Identity>,
}
