//! The memory that the process may use, and the default cache size derived from it.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

const MEBIBYTE: u64 = 1024 * 1024;

/// Upper bound of the default cache size in MiB: 48 MiB of it hold the lists of 5,000
/// acionamentos of at least twenty sessions.
const MAX_DEFAULT_MIB: u16 = 64;

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

/// The default cache size in MiB.
pub(super) fn default_cache_mib() -> u16 {
    share_of(available_bytes())
}

/// An eighth: requests need most of the memory.
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
    fn the_default_cache_is_an_eighth_of_the_memory_and_64_mib_at_most() {
        let share = |mebibytes: u64| share_of(Some(mebibytes * MEBIBYTE));
        assert_eq!([1, 64, 256, 512, 513, 32_768, u64::MAX / MEBIBYTE].map(share), [1, 8, 32, 64, 64, 64, 64]);
        assert_eq!(share_of(None), MAX_DEFAULT_MIB);
    }

    #[test]
    fn the_system_reports_its_memory() {
        assert!(available_bytes().is_some_and(|bytes| bytes > 16 * MEBIBYTE));
    }
}
