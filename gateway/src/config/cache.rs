//! Settings of the caches: time to live, size.

use std::time::Duration;

use clap::{Args, value_parser};
use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

use super::value::{WithRemedy, mebibytes, time_or_none};
use crate::upstream::CachePolicy;

const MEBIBYTE: u64 = 1024 * 1024;
/// How long expired reference data is served after its time to live while the service fails.
const STALE_IF_ERROR: Duration = Duration::from_secs(600);

/// Upper bound of the default cache size in MiB: 192 MiB of it hold the lists of 5,000 acionamentos of some twenty sessions.
const MAX_DEFAULT_MIB: u16 = 256;

/// The settings as given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Caches")]
#[group(skip)]
pub(super) struct CacheArgs {
    /// Time to live of cached lists of acionamentos. Each session has its own; the next page of a list costs no call. The
    /// first page is always read anew, and a save empties the cache. 0s disables it.
    #[arg(long, global = true, env = "GATEWAY_LIST_CACHE_TTL", value_name = "TIME", default_value = "15s", value_parser = time_or_none)]
    list_cache_ttl: Duration,
    /// Time to live of cached insurers and procedures. Each session has its own. When the service fails, an expired list
    /// is served for 10 more minutes (stale-if-error). 0s disables it.
    #[arg(long, global = true, env = "GATEWAY_REFERENCE_CACHE_TTL", value_name = "TIME", default_value = "60s", value_parser = time_or_none)]
    reference_cache_ttl: Duration,
    /// Size of these caches in MiB: 0 to 1024. A list of 5,000 acionamentos takes 8 to 12. Default: an eighth of the memory
    /// that the process may use (its cgroup limit, or the machine's memory), 256 at most.
    #[arg(long, global = true, env = "GATEWAY_CACHE_MIB", value_name = "MIB", value_parser = WithRemedy(value_parser!(u16).range(0..=1024), "use um número inteiro de 0 a 1024"))]
    cache_mib: Option<u16>,
}

impl CacheArgs {
    /// Size of the caches in MiB.
    pub(super) fn mib(&self) -> u16 {
        self.cache_mib.unwrap_or_else(|| share_of(available_bytes()))
    }

    /// The cache of lists of acionamentos: what reference data leave.
    pub(super) fn list_cache(&self) -> CachePolicy {
        CachePolicy { ttl: self.list_cache_ttl, stale_if_error: Duration::ZERO, max_bytes: 3 * self.reference_bytes() }
    }

    /// The cache of insurers and procedures.
    pub(super) fn reference_cache(&self) -> CachePolicy {
        CachePolicy { ttl: self.reference_cache_ttl, stale_if_error: STALE_IF_ERROR, max_bytes: self.reference_bytes() }
    }

    /// A quarter: reference data is small, though each session has its own.
    fn reference_bytes(&self) -> usize {
        mebibytes(self.mib()) / 4
    }
}

/// Bytes that the process may use: the lowest limit of its cgroup and its ancestors, or the machine's memory. `None` where
/// the system does not report it.
fn available_bytes() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = Some(system.total_memory()).filter(|bytes| *bytes > 0);
    let pid = get_current_pid().ok();
    let limit = pid.and_then(|pid| {
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, ProcessRefreshKind::nothing());
        system.process(pid)?.cgroup_limits()
    });
    limit.map(|limits| limits.total_memory).into_iter().chain(machine).min()
}

/// The default cache size in MiB. An eighth: requests need most of the memory.
fn share_of(bytes: Option<u64>) -> u16 {
    let eighth = bytes.map(|bytes| bytes / 8 / MEBIBYTE);
    eighth
        .and_then(|mebibytes| u16::try_from(mebibytes).ok())
        .map_or(MAX_DEFAULT_MIB, |mebibytes| mebibytes.clamp(1, MAX_DEFAULT_MIB))
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEFAULT_MIB, MEBIBYTE, available_bytes, share_of};

    #[test]
    fn the_default_cache_is_an_eighth_of_the_memory_and_256_mib_at_most() {
        let share = |mebibytes: u64| share_of(Some(mebibytes * MEBIBYTE));
        assert_eq!([1, 64, 256, 2048, 2049, 32_768, u64::MAX / MEBIBYTE].map(share), [1, 8, 32, 256, 256, 256, 256]);
        assert_eq!(share_of(None), MAX_DEFAULT_MIB);
    }

    #[test]
    fn the_system_reports_its_memory() {
        assert!(available_bytes().is_some_and(|bytes| bytes > 16 * MEBIBYTE));
    }
}
