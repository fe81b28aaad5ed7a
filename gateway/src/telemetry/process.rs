//! What the process takes of the machine, read where Linux tells it; on other systems these are missing.

use std::{fs, time::Instant};

use opentelemetry::{KeyValue, metrics::Meter};

/// In what Linux counts time for programs: hundredths of a second, on every machine that this is built for.
const TICKS_PER_SECOND: f64 = 100.0;

/// Has the process be looked at whenever somebody wants to know.
pub(super) fn watch(meter: &Meter) {
    let began = Instant::now();
    let cpu = meter.f64_observable_counter("process.cpu.time").with_unit("s");
    cpu.with_description("Processor time that the process has taken.")
        .with_callback(|seen| {
            let Some((user, system)) = cpu_time() else { return };
            seen.observe(user, &[KeyValue::new("cpu.mode", "user")]);
            seen.observe(system, &[KeyValue::new("cpu.mode", "system")]);
        })
        .build();
    let memory = meter.i64_observable_up_down_counter("process.memory.usage").with_unit("By");
    memory
        .with_description("Memory that the process has now.")
        .with_callback(|seen| {
            if let Some(bytes) = status("VmRSS:") {
                seen.observe(bytes * 1024, &[]);
            }
        })
        .build();
    let threads = meter.i64_observable_up_down_counter("process.thread.count");
    threads
        .with_description("Threads of the process.")
        .with_callback(|seen| {
            if let Some(threads) = status("Threads:") {
                seen.observe(threads, &[]);
            }
        })
        .build();
    let files = meter.i64_observable_up_down_counter("process.unix.file_descriptor.count");
    files
        .with_description("Files and sockets that the process has open.")
        .with_callback(|seen| {
            if let Ok(files) = fs::read_dir("/proc/self/fd") {
                // One of them is that of the looking.
                seen.observe(i64::try_from(files.count()).unwrap_or(i64::MAX) - 1, &[]);
            }
        })
        .build();
    let most = meter.u64_observable_gauge("gateway.files.limit");
    most.with_description("Files and sockets that the system lets the process open.")
        .with_callback(|seen| {
            if let Ok((most, _)) = rlimit::getrlimit(rlimit::Resource::NOFILE) {
                seen.observe(most, &[]);
            }
        })
        .build();
    let uptime = meter.f64_observable_gauge("process.uptime").with_unit("s");
    uptime
        .with_description("For how long the process has been running.")
        .with_callback(move |seen| seen.observe(began.elapsed().as_secs_f64(), &[]))
        .build();
    let build = meter.u64_observable_gauge("gateway.build.info");
    build
        .with_description("1, beside the version that runs.")
        .with_callback(|seen| seen.observe(1, &[KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))]))
        .build();
}

/// User and system time in seconds.
fn cpu_time() -> Option<(f64, f64)> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets, and may have spaces and brackets of its own.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut ticks = fields.split(' ').skip(11).map(str::parse::<f64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some((user / TICKS_PER_SECOND, system / TICKS_PER_SECOND))
}

/// A number of the process's own status.
fn status(name: &str) -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().trim_end_matches(" kB").parse().ok()
}
