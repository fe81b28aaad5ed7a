//! Metrics of the process, read from `/proc`. Other systems than Linux have none.

use std::{fs, time::Instant};

use opentelemetry::{KeyValue, metrics::Meter};

/// Linux' `USER_HZ`, on every architecture that this is built for.
const TICKS_PER_SECOND: f64 = 100.0;

/// Registers the metrics.
pub(super) fn observe(meter: &Meter) {
    let began = Instant::now();
    let cpu = meter.f64_observable_counter("process.cpu.time").with_unit("s");
    cpu.with_description("CPU time of the process.")
        .with_callback(|observer| {
            let Some((user, system)) = cpu_time() else { return };
            observer.observe(user, &[KeyValue::new("cpu.mode", "user")]);
            observer.observe(system, &[KeyValue::new("cpu.mode", "system")]);
        })
        .build();
    let memory = meter.i64_observable_up_down_counter("process.memory.usage").with_unit("By");
    memory
        .with_description("Resident memory of the process.")
        .with_callback(|observer| {
            if let Some(bytes) = status("VmRSS:") {
                observer.observe(bytes * 1024, &[]);
            }
        })
        .build();
    let threads = meter.i64_observable_up_down_counter("process.thread.count");
    threads
        .with_description("Threads of the process.")
        .with_callback(|observer| {
            if let Some(threads) = status("Threads:") {
                observer.observe(threads, &[]);
            }
        })
        .build();
    let files = meter.i64_observable_up_down_counter("process.unix.file_descriptor.count");
    files
        .with_description("Open file descriptors.")
        .with_callback(|observer| {
            if let Ok(files) = fs::read_dir("/proc/self/fd") {
                // One of them is that of this listing.
                observer.observe(i64::try_from(files.count()).unwrap_or(i64::MAX) - 1, &[]);
            }
        })
        .build();
    let most = meter.u64_observable_gauge("gateway.files.limit");
    most.with_description("Limit of open file descriptors.")
        .with_callback(|observer| {
            if let Ok((most, _)) = rlimit::getrlimit(rlimit::Resource::NOFILE) {
                observer.observe(most, &[]);
            }
        })
        .build();
    let uptime = meter.f64_observable_gauge("process.uptime").with_unit("s");
    uptime
        .with_description("Time since the start of the process.")
        .with_callback(move |observer| observer.observe(began.elapsed().as_secs_f64(), &[]))
        .build();
    let build = meter.u64_observable_gauge("gateway.build.info");
    build
        .with_description("1, labelled with the version.")
        .with_callback(|observer| observer.observe(1, &[KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))]))
        .build();
}

/// User and system time in seconds.
fn cpu_time() -> Option<(f64, f64)> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name stands in parentheses and may contain spaces and parentheses.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut ticks = fields.split(' ').skip(11).map(str::parse::<f64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some((user / TICKS_PER_SECOND, system / TICKS_PER_SECOND))
}

/// A number from `/proc/self/status`.
fn status(name: &str) -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().trim_end_matches(" kB").parse().ok()
}
