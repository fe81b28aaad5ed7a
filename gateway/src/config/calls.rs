//! Settings of the calls to the services: timeouts, concurrency limit, memory budget.

use std::{sync::Arc, time::Duration};

use clap::{Args, value_parser};

use super::{
    cache::CacheArgs,
    error::{ConfigError, config_error},
    value::{WithRemedy, mebibytes, time},
};
use crate::upstream::{BaseUrl, UpstreamSettings, UpstreamTls};

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
    /// Concurrency limit of one service: most calls in flight, 1 to 10000; a session has a quarter of it. Further calls wait
    /// until a second before their deadline.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONCURRENCY", value_name = "NUMBER", default_value_t = 512, value_parser = WithRemedy(value_parser!(u16).range(1..=10_000), "use um número inteiro de 1 a 10000"))]
    max_concurrency: u16,
    /// Memory budget of all responses in progress, from the first byte of a service to the last byte sent to a client, in
    /// MiB: 16 to 16384. The largest list that is read is a quarter. Requests beyond the budget are refused with
    /// Retry-After. Caches come on top.
    #[arg(long, global = true, env = "GATEWAY_MEMORY_BUDGET_MIB", value_name = "MIB", default_value_t = 128, value_parser = WithRemedy(value_parser!(u16).range(16..=16384), "use um número inteiro de 16 a 16384"))]
    memory_budget_mib: u16,
    #[command(flatten)]
    caches: CacheArgs,
}

impl CallArgs {
    pub(super) fn validate(self) -> Result<Self, ConfigError> {
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
        self.caches.mib()
    }

    /// Settings for services at an address.
    pub fn to(&self, base_url: BaseUrl, tls: UpstreamTls) -> UpstreamSettings {
        UpstreamSettings {
            base_url,
            mapping: Arc::default(),
            tls,
            connect_timeout: self.connect_timeout,
            read_timeout: self.read_timeout,
            write_timeout: self.write_timeout,
            max_concurrency: self.max_concurrency,
            memory_budget_bytes: mebibytes(self.memory_budget_mib),
            list_cache: self.caches.list_cache(),
            reference_cache: self.caches.reference_cache(),
            store: None,
        }
    }

    /// The longest that the calls of one request take: two reads and a write in sequence.
    pub(super) fn longest(&self) -> Duration {
        self.read_timeout * 2 + self.write_timeout
    }
}
