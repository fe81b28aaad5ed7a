//! The results as Markdown tables and as `results.json`.

use std::{
    fmt::{self, Write as _},
    fs,
    path::Path,
};

use serde::Serialize;

use crate::{Outcome, cache::CacheCost, cliffs::Cliff, latency::Latency, operation, renamed_keys::MappingCost};

/// One operation on one server.
#[derive(Serialize)]
pub(crate) struct OperationResult {
    pub(crate) operation: &'static str,
    pub(crate) server: &'static str,
    /// CPU time (user and system) of the server's process per request.
    pub(crate) cpu_us: f64,
    /// CPU time as a multiple of the bare proxy's in the same round.
    pub(crate) ratio_to_bare_proxy: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) per_second: f64,
    /// Calls to the services per request.
    pub(crate) calls: f64,
    /// The same with 16 connections.
    pub(crate) calls_at_16_connections: f64,
}

/// Latency of an operation (p50 and p99 in milliseconds) at half of the gateway's maximum throughput. The bare proxy is not
/// measured for operations that are served from the cache.
#[derive(Serialize)]
pub(crate) struct HalfLoad {
    pub(crate) operation: &'static str,
    pub(crate) per_second: f64,
    pub(crate) bare_proxy: Option<(f64, f64)>,
    pub(crate) gateway: (f64, f64),
}

/// All results.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    pub(crate) operations: Vec<OperationResult>,
    pub(crate) half_load: Vec<HalfLoad>,
    /// Resident memory of each server after the operations.
    pub(crate) resident_mib: Vec<(&'static str, f64)>,
    pub(crate) cliffs: Vec<Cliff>,
    pub(crate) latency: Vec<Latency>,
    pub(crate) mapping: Vec<MappingCost>,
    pub(crate) cache: Vec<CacheCost>,
}

impl Report {
    /// The results as Markdown tables.
    pub(crate) fn tables(&self) -> String {
        let mut text = String::new();
        // Writing to a String never fails.
        let _ = self.write_tables(&mut text);
        text
    }

    fn write_tables(&self, text: &mut String) -> fmt::Result {
        if !self.operations.is_empty() {
            self.write_operations(text)?;
        }
        if !self.cliffs.is_empty() {
            self.write_cliffs(text)?;
        }
        if !self.latency.is_empty() {
            self.write_latency(text)?;
        }
        if !self.mapping.is_empty() {
            *text += "\n| a mapping renames every key | CPU µs/op | × without | goal |\n|---|---:|---:|---:|\n";
            for MappingCost { operation, cpu_us, ratio, goal } in &self.mapping {
                writeln!(text, "| {operation} | {cpu_us:.0} | {ratio:.2} | ≤ {goal} |")?;
            }
        }
        if !self.cache.is_empty() {
            *text += "\n| sessions with a cached list | CPU µs/op | calls/op | resident MiB |\n|---:|---:|---:|---:|\n";
            for CacheCost { sessions, cpu_us, calls, resident_mib } in &self.cache {
                writeln!(text, "| {sessions} | {cpu_us:.0} | {calls:.2} | {resident_mib:.0} |")?;
            }
        }
        Ok(())
    }

    fn write_operations(&self, text: &mut String) -> fmt::Result {
        *text += "| operation | server | CPU µs/op | × bare proxy | goal | p50 ms | p99 ms | op/s | calls/op \
                  | calls/op with 16 connections |\n\
                  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
        for row in &self.operations {
            let goal = operation::ALL.iter().find(|operation| operation.name == row.operation);
            let goal = goal.and_then(|operation| operation.goal).filter(|_| row.server.starts_with("gateway"));
            let goal = goal.map(|goal| format!("≤ {goal}")).unwrap_or_default();
            let OperationResult { operation, server, cpu_us, ratio_to_bare_proxy, p50_ms, p99_ms, .. } = row;
            let OperationResult { per_second, calls, calls_at_16_connections, .. } = row;
            writeln!(
                text,
                "| {operation} | {server} | {cpu_us:.0} | {ratio_to_bare_proxy:.1} | {goal} | {p50_ms:.2} \
                 | {p99_ms:.2} | {per_second:.0} \
                 | {calls:.1} | {calls_at_16_connections:.1} |"
            )?;
        }
        *text += "\n| at half load | op/s | bare proxy p50, p99 ms | gateway p50, p99 ms | added p50, p99 ms |\n\
                  |---|---:|---:|---:|---:|\n";
        for HalfLoad { operation, per_second, bare_proxy, gateway } in &self.half_load {
            let added = bare_proxy.map(|proxy| (gateway.0 - proxy.0, gateway.1 - proxy.1));
            let pair =
                |pair: Option<(f64, f64)>| pair.map(|(p50, p99)| format!("{p50:.2}, {p99:.2}")).unwrap_or_default();
            let (proxy, gateway, added) = (pair(*bare_proxy), pair(Some(*gateway)), pair(added));
            writeln!(text, "| {operation} | {per_second:.0} | {proxy} | {gateway} | {added} |")?;
        }
        let resident = self.resident_mib.iter().map(|(server, mebibytes)| format!("{server} {mebibytes:.0} MiB"));
        writeln!(text, "\nResident memory at the end: {}.", resident.collect::<Vec<_>>().join(", "))
    }

    fn write_cliffs(&self, text: &mut String) -> fmt::Result {
        *text += "\n| variant | description | fields | calls/op, bare proxy's | CPU µs/op | × bare proxy | baseline | fields \
                  | calls/op | CPU µs/op | × baseline, per field | goal |\n\
                  |---|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|\n";
        for row in &self.cliffs {
            let Cliff { operation, what, fields, cpu_us, ratio_to_bare_proxy, calls, bare_proxy_calls, .. } = row;
            let Cliff { baseline, baseline_fields, baseline_calls, baseline_cpu_us, per_field_ratio, goal, .. } = row;
            let goal = goal.map(|goal| format!("≤ {goal}")).unwrap_or_default();
            writeln!(
                text,
                "| {operation} | {what} | {fields} | {calls:.1}, {bare_proxy_calls:.1} | {cpu_us:.0} \
                 | {ratio_to_bare_proxy:.1} | {baseline} | {baseline_fields} | {baseline_calls:.1} \
                 | {baseline_cpu_us:.0} | {per_field_ratio:.2} | {goal} |"
            )?;
        }
        Ok(())
    }

    fn write_latency(&self, text: &mut String) -> fmt::Result {
        *text += "\n| latency of the services | operation | connections | server | p50 ms | × bare proxy | p99 ms | op/s \
                  | × bare proxy | core busy | failed | goal |\n\
                  |---:|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---|\n";
        for row in &self.latency {
            let Latency { operation, connections, upstream_ms, server, p50_ms, p99_ms, per_second, .. } = row;
            let Latency { p50_ratio, per_second_ratio, busy, failures, goal, .. } = row;
            let busy = busy * 100.0;
            writeln!(
                text,
                "| {upstream_ms} ms | {operation} | {connections} | {server} | {p50_ms:.1} | {p50_ratio:.2} | {p99_ms:.1} \
                 | {per_second:.0} | {per_second_ratio:.2} | {busy:.0} % | {failures} | {goal} |"
            )?;
        }
        Ok(())
    }
}

/// Writes the results beside the bench's sources.
pub(crate) fn write(report: &Report) -> Outcome<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results.json");
    fs::write(path, serde_json::to_string_pretty(report)? + "\n")?;
    Ok(())
}
