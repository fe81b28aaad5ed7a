//! What was measured, as a table for people and as `results.json`.

use std::{
    fmt::{self, Write as _},
    fs,
    path::Path,
};

use serde::Serialize;

use crate::{
    Outcome,
    cache::CacheCost,
    cliffs::Cliff,
    json_form::{self, FormCost},
    latency::Latency,
    operation,
};

/// One operation on one server.
#[derive(Serialize)]
pub(crate) struct Measured {
    pub(crate) operation: &'static str,
    pub(crate) server: &'static str,
    /// User and system time of the server's process per request, in microseconds.
    pub(crate) cpu: f64,
    /// The same as a multiple of what the first server took in the same round.
    pub(crate) ratio: f64,
    /// Milliseconds within which half of the requests were answered.
    pub(crate) p50: f64,
    /// And nearly all.
    pub(crate) p99: f64,
    pub(crate) per_second: f64,
    /// Calls to the services per request.
    pub(crate) calls: f64,
    /// The same under many parallel connections.
    pub(crate) calls_of_many: f64,
}

/// How long one operation takes at half of the requests that the gateway can answer, in milliseconds: half of the
/// requests, and nearly all of them. `fan` is not asked for what makes no call.
#[derive(Serialize)]
pub(crate) struct HalfLoad {
    pub(crate) operation: &'static str,
    pub(crate) per_second: f64,
    pub(crate) fan: Option<(f64, f64)>,
    pub(crate) gateway: (f64, f64),
}

/// Everything that was measured.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    pub(crate) measured: Vec<Measured>,
    pub(crate) half: Vec<HalfLoad>,
    /// Resident memory of each server after the operations, in mebibytes.
    pub(crate) resident: Vec<(&'static str, f64)>,
    pub(crate) cliffs: Vec<Cliff>,
    pub(crate) latency: Vec<Latency>,
    pub(crate) json: Vec<FormCost>,
    pub(crate) cache: Vec<CacheCost>,
}

impl Report {
    /// The tables of what was measured, in Markdown.
    pub(crate) fn tables(&self) -> String {
        let mut text = String::new();
        // Writing to a text never fails.
        let _ = self.write_tables(&mut text);
        text
    }

    fn write_tables(&self, text: &mut String) -> fmt::Result {
        if !self.measured.is_empty() {
            self.write_operations(text)?;
        }
        if !self.cliffs.is_empty() {
            self.write_cliffs(text)?;
        }
        if !self.latency.is_empty() {
            self.write_latency(text)?;
        }
        if !self.json.is_empty() {
            *text += "\n| JSON of the services | CPU µs/op | × the first | goal |\n|---|---:|---:|---:|\n";
            for FormCost { form, cpu, ratio } in &self.json {
                writeln!(text, "| {form} | {cpu:.0} | {ratio:.2} | ≤ {} |", json_form::GOAL)?;
            }
        }
        if !self.cache.is_empty() {
            *text += "\n| sessions with a kept list | CPU µs/op | calls/op | resident MiB |\n|---:|---:|---:|---:|\n";
            for CacheCost { sessions, cpu, calls, resident } in &self.cache {
                writeln!(text, "| {sessions} | {cpu:.0} | {calls:.2} | {resident:.0} |")?;
            }
        }
        Ok(())
    }

    fn write_operations(&self, text: &mut String) -> fmt::Result {
        *text += "| | server | CPU µs/op | × fan | goal | p50 ms | p99 ms | op/s | calls/op | with 16 conn. |\n\
                  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
        for row in &self.measured {
            let goal = operation::ALL.iter().find(|operation| operation.name == row.operation);
            let goal = goal.and_then(|operation| operation.goal).filter(|_| row.server.starts_with("gateway"));
            let goal = goal.map(|goal| format!("≤ {goal}")).unwrap_or_default();
            let Measured { operation, server, cpu, ratio, p50, p99, per_second, calls, calls_of_many } = row;
            writeln!(
                text,
                "| {operation} | {server} | {cpu:.0} | {ratio:.1} | {goal} | {p50:.2} | {p99:.2} | {per_second:.0} \
                 | {calls:.1} | {calls_of_many:.1} |"
            )?;
        }
        *text += "\n| at half load | op/s | fan p50, p99 ms | gateway p50, p99 ms | added p50, p99 ms |\n\
                  |---|---:|---:|---:|---:|\n";
        for HalfLoad { operation, per_second, fan, gateway } in &self.half {
            let added = fan.map(|fan| (gateway.0 - fan.0, gateway.1 - fan.1));
            let pair =
                |pair: Option<(f64, f64)>| pair.map(|(p50, p99)| format!("{p50:.2}, {p99:.2}")).unwrap_or_default();
            let (fan, gateway, added) = (pair(*fan), pair(Some(*gateway)), pair(added));
            writeln!(text, "| {operation} | {per_second:.0} | {fan} | {gateway} | {added} |")?;
        }
        let resident = self.resident.iter().map(|(server, mebibytes)| format!("{server} {mebibytes:.0} MiB"));
        writeln!(text, "\nResident memory at the end: {}.", resident.collect::<Vec<_>>().join(", "))
    }

    fn write_cliffs(&self, text: &mut String) -> fmt::Result {
        *text += "\n| the same asked otherwise | | fields | calls/op, fan's | CPU µs/op | × fan | its equal | fields \
                  | calls/op | CPU µs/op | × its equal, per field | goal |\n\
                  |---|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|\n";
        for row in &self.cliffs {
            let Cliff { operation, what, fields, cpu, ratio, calls, fan_calls, per_field, .. } = row;
            let Cliff { equal, equal_fields, equal_calls, equal_cpu, goal, .. } = row;
            let goal = goal.map(|goal| format!("≤ {goal}")).unwrap_or_default();
            writeln!(
                text,
                "| {operation} | {what} | {fields} | {calls:.1}, {fan_calls:.1} | {cpu:.0} | {ratio:.1} | {equal} \
                 | {equal_fields} | {equal_calls:.1} | {equal_cpu:.0} | {per_field:.2} | {goal} |"
            )?;
        }
        Ok(())
    }

    fn write_latency(&self, text: &mut String) -> fmt::Result {
        *text += "\n| services take | | connections | server | p50 ms | × fan | p99 ms | op/s | × fan | failed | goal |\n\
                  |---:|---|---:|---|---:|---:|---:|---:|---:|---:|---|\n";
        for row in &self.latency {
            let Latency { operation, connections, upstream, server, p50, p99, per_second, .. } = row;
            let Latency { p50_ratio, per_second_ratio, failures, goal, .. } = row;
            writeln!(
                text,
                "| {upstream} ms | {operation} | {connections} | {server} | {p50:.1} | {p50_ratio:.2} | {p99:.1} \
                 | {per_second:.0} | {per_second_ratio:.2} | {failures} | {goal} |"
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
