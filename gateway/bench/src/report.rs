//! What was measured, as a table for people and as `results.json`.

use std::{fmt::Write as _, fs, path::Path};

use serde::Serialize;

use crate::{Outcome, operation};

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
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) measured: Vec<Measured>,
    pub(crate) half: Vec<HalfLoad>,
    /// Resident memory of each server at the end, in mebibytes.
    pub(crate) resident: Vec<(&'static str, f64)>,
}

impl Report {
    /// The table, in Markdown.
    pub(crate) fn table(&self) -> String {
        let mut text = "| | server | CPU µs/op | × fan | goal | p50 ms | p99 ms | op/s | calls/op | with 16 conn. |\n\
                        |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
        for row in &self.measured {
            let goal = operation::ALL.iter().find(|operation| operation.name == row.operation);
            let goal = goal.and_then(|operation| operation.goal).filter(|_| row.server.starts_with("gateway"));
            let goal = goal.map(|goal| format!("≤ {goal}")).unwrap_or_default();
            let Measured { operation, server, cpu, ratio, p50, p99, per_second, calls, calls_of_many } = row;
            // Writing to a text never fails.
            let _ = writeln!(
                text,
                "| {operation} | {server} | {cpu:.0} | {ratio:.1} | {goal} | {p50:.2} | {p99:.2} | {per_second:.0} \
                 | {calls:.1} | {calls_of_many:.1} |"
            );
        }
        text += "\n| at half load | op/s | fan p50, p99 ms | gateway p50, p99 ms | added p50, p99 ms |\n|---|---:|---:|---:|---:|\n";
        for HalfLoad { operation, per_second, fan, gateway } in &self.half {
            let added = fan.map(|fan| (gateway.0 - fan.0, gateway.1 - fan.1));
            let pair =
                |pair: Option<(f64, f64)>| pair.map(|(p50, p99)| format!("{p50:.2}, {p99:.2}")).unwrap_or_default();
            let (fan, gateway, added) = (pair(*fan), pair(Some(*gateway)), pair(added));
            let _ = writeln!(text, "| {operation} | {per_second:.0} | {fan} | {gateway} | {added} |");
        }
        let resident = self.resident.iter().map(|(server, mebibytes)| format!("{server} {mebibytes:.0} MiB"));
        text + "\nResident memory at the end: " + &resident.collect::<Vec<_>>().join(", ") + "."
    }
}

/// Writes the results beside the bench's sources.
pub(crate) fn write(report: &Report) -> Outcome<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results.json");
    fs::write(path, serde_json::to_string_pretty(report)? + "\n")?;
    Ok(())
}
