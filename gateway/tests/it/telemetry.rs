//! What those who look after the gateway are told of a request: a line in the log, its name and its place in a trace, and
//! counts.

mod access_log;
mod drift;
mod metrics;
mod otlp;
mod trace_context;

use std::collections::BTreeSet;

use gateway::telemetry::Telemetry;
use serde_json::{Value, json};

use crate::kit::{Gateway, Reply, persisted_query};

/// A document that is known by its id.
const INSURERS: &str = "query Seguradoras { seguradoras { nome } }";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn by_id(text: &str) -> Value {
    json!({ "extensions": persisted_query(text) })
}

/// Asks the graph with a session and headers.
async fn ask(gateway: &Gateway, body: Value, headers: &[(&str, &str)]) -> Reply {
    gateway.ask(&[&[("authorization", "Bearer a")], headers].concat(), &body).await
}

fn by_text(query: &str) -> Value {
    json!({ "query": query })
}

/// The names of all series with their labels.
fn series(telemetry: &Telemetry) -> BTreeSet<String> {
    let text = telemetry.prometheus_text().unwrap().unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect()
}
