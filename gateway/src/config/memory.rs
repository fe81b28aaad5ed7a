//! How much memory the process may use, and the share of it that answers are kept in where nobody says how much.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

const MEBIBYTE: u64 = 1024 * 1024;

/// Upper bound of the default cache size in MiB: it holds lists of 5,000 acionamentos of at least twenty sessions.
const MOST: u16 = 64;

/// The bytes that the process may use: the least limit of its cgroup and those around it, or else what the machine has.
/// `None` where the system does not tell.
fn of_process() -> Option<u64> {
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
pub(super) fn kept_mib() -> u16 {
    share_of(of_process())
}

/// An eighth, so that requests have most of it.
fn share_of(bytes: Option<u64>) -> u16 {
    let eighth = bytes.map(|bytes| bytes / 8 / MEBIBYTE);
    eighth.and_then(|mebibytes| u16::try_from(mebibytes).ok()).map_or(MOST, |mebibytes| mebibytes.clamp(1, MOST))
}

#[cfg(test)]
mod tests {
    use super::{MEBIBYTE, MOST, of_process, share_of};

    #[test]
    fn an_eighth_of_the_memory_is_kept_and_64_mib_at_most() {
        let share = |mebibytes: u64| share_of(Some(mebibytes * MEBIBYTE));
        assert_eq!([1, 64, 256, 512, 513, 32_768, u64::MAX / MEBIBYTE].map(share), [1, 8, 32, 64, 64, 64, 64]);
        assert_eq!(share_of(None), MOST);
    }

    #[test]
    fn the_system_tells_how_much_memory_there_is() {
        assert!(of_process().is_some_and(|bytes| bytes > 16 * MEBIBYTE));
    }
}
