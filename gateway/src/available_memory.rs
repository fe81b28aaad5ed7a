//! How much memory this process may use.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// Bytes that the process may use: the lowest limit of its cgroup and its ancestors, or the machine's memory. `u64::MAX` where
/// the system does not report them.
pub(crate) fn available_bytes() -> u64 {
    let Ok(mut system) = System::new() else { return u64::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = Some(system.total_memory()).filter(|bytes| *bytes > 0);
    let limits = get_current_pid().ok().and_then(|pid| {
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, ProcessRefreshKind::nothing());
        system.process(pid)?.cgroup_limits()
    });
    limits.map(|limits| limits.total_memory).into_iter().chain(machine).min().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::available_bytes;

    #[test]
    fn the_system_reports_its_memory() {
        assert!((16 * 1024 * 1024..u64::MAX).contains(&available_bytes()));
    }
}
