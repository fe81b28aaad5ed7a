//! Settings of the calls to the services: timeouts, concurrency limit, memory, caches.

use std::{sync::Arc, time::Duration};

use clap::{Args, value_parser};

use super::value::time;
use crate::{
    available_memory::available_bytes,
    base_url::BaseUrl,
    mapping::Mapping,
    shared_store::SharedStore,
    upstream::{CONNECT_TIMEOUT, CachePolicy, Timeouts, UpstreamSettings, UpstreamTls},
};

const MEBIBYTE: usize = 1024 * 1024;
/// Upper bound of the default cache size in MiB: 192 MiB of it hold the lists of 5,000 acionamentos of some twenty sessions.
const MAX_DEFAULT_CACHE: u16 = 256;

/// The settings as given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Calls to the services")]
pub struct CallArgs {
    /// Timeout of a read, from the queue to the last byte of the response, a retry included.
    #[arg(long, global = true, env = "GATEWAY_READ_TIMEOUT", value_name = "TIME", default_value = "5s", value_parser = time)]
    read_timeout: Duration,
    /// Timeout of a write, from the queue to the last byte of the response. Writes are never retried.
    #[arg(long, global = true, env = "GATEWAY_WRITE_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    write_timeout: Duration,
    /// Concurrency limit of one service: most calls in flight, 1 to 10000; a session has a quarter of it. Further calls wait
    /// until a second before their deadline.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONCURRENCY", value_name = "NUMBER", default_value_t = 1024, value_parser = value_parser!(u16).range(1..=10_000))]
    max_concurrency: u16,
    /// Memory budget of all responses in progress, from the first byte of a service to the last byte sent to a client, and of
    /// request bodies above 4 KiB, in MiB: 16 to 16384. A list larger than a quarter of it is refused. Requests beyond the
    /// budget are refused with Retry-After. The cache is not part of it.
    #[arg(long, global = true, env = "GATEWAY_MEMORY", value_name = "MIB", default_value_t = 128, value_parser = value_parser!(u16).range(16..=16384))]
    memory: u16,
    /// Size of the cache of lists, insurers and procedures in MiB: 0 to 1024; 0 disables it. A list of 5,000 acionamentos takes
    /// 8 to 12. Default: an eighth of the memory that the process may use (its cgroup limit, or the machine's memory), 256 at
    /// most.
    #[arg(long, global = true, env = "GATEWAY_CACHE", value_name = "MIB", value_parser = value_parser!(u16).range(0..=1024))]
    cache: Option<u16>,
}

impl CallArgs {
    /// The settings of calls to services at an address, which differ from the contract as the mapping says.
    pub fn upstream_settings(
        &self,
        base_url: BaseUrl,
        tls: UpstreamTls,
        mapping: Arc<Mapping>,
        store: SharedStore,
    ) -> UpstreamSettings {
        // Reference data is small, though each session has its own: it gets a quarter.
        let reference_bytes = usize::from(self.cache_mib()) * MEBIBYTE / 4;
        UpstreamSettings {
            base_url,
            mapping,
            tls,
            connect_timeout: CONNECT_TIMEOUT,
            timeouts: self.timeouts(),
            max_concurrency: self.max_concurrency,
            memory_budget_bytes: usize::from(self.memory) * MEBIBYTE,
            list_cache: CachePolicy { max_bytes: 3 * reference_bytes, ..CachePolicy::LISTS },
            reference_cache: CachePolicy { max_bytes: reference_bytes, ..CachePolicy::REFERENCES },
            store,
        }
    }

    /// Size of the cache in MiB.
    pub(super) fn cache_mib(&self) -> u16 {
        self.cache.unwrap_or_else(|| default_cache(available_bytes()))
    }

    /// The timeouts of calls, and what follows from them.
    pub fn timeouts(&self) -> Timeouts {
        Timeouts { read: self.read_timeout, write: self.write_timeout }
    }
}

/// The default cache size in MiB: an eighth, since requests need most of the memory.
fn default_cache(available_bytes: u64) -> u16 {
    u16::try_from(available_bytes / 8 / MEBIBYTE as u64).unwrap_or(u16::MAX).clamp(1, MAX_DEFAULT_CACHE)
}

#[cfg(test)]
mod tests {
    use super::{MEBIBYTE, default_cache};

    #[test]
    fn the_default_cache_is_an_eighth_of_the_memory_and_256_mib_at_most() {
        let mebibyte = MEBIBYTE as u64;
        let default = |mebibytes: u64| default_cache(mebibytes * mebibyte);
        assert_eq!([1, 64, 256, 2048, 2049, 32_768, u64::MAX / mebibyte].map(default), [1, 8, 32, 256, 256, 256, 256]);
    }
}
