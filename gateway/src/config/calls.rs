//! Settings of the calls to the services: timeouts, concurrency limit, memory budget, caches.

use std::{sync::Arc, time::Duration};

use clap::{ArgAction, Args, builder::BoolValueParser, value_parser};

use super::{
    ConfigError, config_error, memory,
    value::{TRUE_OR_FALSE, WithRemedy, time, time_or_none},
};
use crate::upstream::{BaseUrl, CachePolicy, UpstreamSettings, UpstreamTls};

/// How long expired reference data is served after its time to live while the service fails.
const STALE_IF_ERROR: Duration = Duration::from_secs(600);
/// Floor of the adaptive concurrency limit: below it, slowness cannot be the gateway's own load.
const MIN_CONCURRENCY: u16 = 16;

/// The settings as given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Calls to the services")]
#[group(skip)]
pub struct CallArgs {
    /// Timeout for opening a connection to a service.
    #[arg(long, global = true, env = "GATEWAY_CONNECT_TIMEOUT", value_name = "TIME", default_value = "1s", value_parser = time)]
    connect_timeout: Duration,
    /// Timeout of a read, from the queue to the last byte of the response, a retry included.
    #[arg(long, global = true, env = "GATEWAY_READ_TIMEOUT", value_name = "TIME", default_value = "5s", value_parser = time)]
    read_timeout: Duration,
    /// Timeout of a write, from the queue to the last byte of the response. Writes are never retried.
    #[arg(long, global = true, env = "GATEWAY_WRITE_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    write_timeout: Duration,
    /// Concurrency limit of one service: most calls in flight, 1 to 10000. An adaptive limit stays between 16 and this.
    /// Further calls wait in a fair queue until their deadline. The first call of a session does not wait for calls of
    /// other sessions, so that up to twice as many calls may be in flight.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONCURRENCY", value_name = "NUMBER", default_value_t = 2048, value_parser = WithRemedy(value_parser!(u16).range(1..=10_000), "use um número inteiro de 1 a 10000"))]
    max_concurrency: u16,
    /// Memory budget of all responses in progress, from the first byte of a service to the last byte sent to a client, in
    /// MiB: 16 to 16384. One request may use two thirds, so the largest list that is read is a third. Requests beyond the
    /// budget are refused with Retry-After. Caches come on top.
    #[arg(long, global = true, env = "GATEWAY_MEMORY_BUDGET_MIB", value_name = "MIB", default_value_t = 144, value_parser = WithRemedy(value_parser!(u16).range(16..=16384), "use um número inteiro de 16 a 16384"))]
    memory_budget_mib: u16,
    /// Time to live of cached lists of acionamentos. Each session has its own; the next page of a list costs no call. The
    /// first page is always read anew, and a save empties the cache. 0s disables it.
    #[arg(long, global = true, env = "GATEWAY_LIST_CACHE_TTL", value_name = "TIME", default_value = "15s", value_parser = time_or_none)]
    list_cache_ttl: Duration,
    /// Time to live of cached insurers and procedures. Each session has its own. When the service fails, an expired list
    /// is served for 10 more minutes (stale-if-error). 0s disables it.
    #[arg(long, global = true, env = "GATEWAY_REFERENCE_CACHE_TTL", value_name = "TIME", default_value = "60s", value_parser = time_or_none)]
    reference_cache_ttl: Duration,
    /// Whether sessions share cached insurers and procedures: only where all users see the same. A session is served from
    /// the shared cache only if a service accepted its token within the time to live.
    #[arg(long, global = true, env = "GATEWAY_SHARED_REFERENCE_CACHE", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, default_value_t = false, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    shared_reference_cache: bool,
    /// Size of these caches in MiB: 0 to 1024. A list of 5,000 acionamentos takes about 2. Default: an eighth of the memory
    /// that the process may use (its cgroup limit, or the machine's memory), 64 at most.
    #[arg(long, global = true, env = "GATEWAY_CACHE_MIB", value_name = "MIB", value_parser = WithRemedy(value_parser!(u16).range(0..=1024), "use um número inteiro de 0 a 1024"))]
    cache_mib: Option<u16>,
}

impl CallArgs {
    pub(super) fn check(self) -> Result<Self, ConfigError> {
        if self.connect_timeout > self.read_timeout.min(self.write_timeout) {
            return Err(config_error(
                "GATEWAY_CONNECT_TIMEOUT é maior que GATEWAY_READ_TIMEOUT ou GATEWAY_WRITE_TIMEOUT, que incluem a \
                 conexão: diminua o primeiro, ou aumente os outros dois",
            ));
        }
        Ok(self)
    }

    /// Size of the caches in MiB.
    pub(super) fn cache_mib(&self) -> u16 {
        self.cache_mib.unwrap_or_else(memory::default_cache_mib)
    }

    /// Settings for services at an address.
    pub fn to(&self, base_url: BaseUrl, tls: UpstreamTls) -> UpstreamSettings {
        // Reference data is small, though each session has its own: a quarter. Lists of acionamentos get the rest.
        let reference_bytes = mebibytes(self.cache_mib()) / 4;
        let list_bytes = 3 * reference_bytes;
        UpstreamSettings {
            base_url,
            dialect: Arc::default(),
            tls,
            connect_timeout: self.connect_timeout,
            read_timeout: self.read_timeout,
            write_timeout: self.write_timeout,
            concurrency: MIN_CONCURRENCY.min(self.max_concurrency)..=self.max_concurrency,
            memory_budget_bytes: mebibytes(self.memory_budget_mib),
            list_cache: CachePolicy { ttl: self.list_cache_ttl, stale_if_error: Duration::ZERO, max_bytes: list_bytes },
            reference_cache: CachePolicy {
                ttl: self.reference_cache_ttl,
                stale_if_error: STALE_IF_ERROR,
                max_bytes: reference_bytes,
            },
            shared_reference_cache: self.shared_reference_cache,
            store: None,
        }
    }

    /// The longest that the calls of one request take: two reads and a write in sequence.
    pub(super) fn longest(&self) -> Duration {
        self.read_timeout * 2 + self.write_timeout
    }
}

fn mebibytes(number: u16) -> usize {
    usize::from(number) * 1024 * 1024
}
