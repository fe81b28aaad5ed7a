//! What those who look after the gateway are told of a request: a line in the log, its name and its place in a trace, and
//! counts.

mod access_log;
mod drift;
mod metrics;
mod otlp;
mod prometheus;
mod trace_context;

use axum::extract::Request;
use gateway::{
    schema::persisted_documents::PersistedDocuments,
    telemetry::{Telemetry, TelemetrySettings},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::kit::{Gateway, Reply};

/// A document that is known by its id.
const INSURERS: &str = "query Seguradoras { seguradoras { nome } }";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn id(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The documents that are known by their ids.
fn documents() -> PersistedDocuments {
    let manifest = json!({ format!("sha256:{}", id(INSURERS)): INSURERS }).to_string();
    PersistedDocuments::new(&manifest).unwrap()
}

/// Telemetry that somebody comes for.
fn scraped() -> Telemetry {
    Telemetry::new(&TelemetrySettings { is_scraped: true, collector: None }).unwrap()
}

fn by_text(query: &str) -> Value {
    json!({ "query": query })
}

fn by_id(text: &str) -> Value {
    json!({ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": id(text) } } })
}

/// Asks the graph with a session and headers.
async fn ask(gateway: &Gateway, body: Value, headers: &[(&str, &str)]) -> Reply {
    let request =
        Request::post("/graphql").header("content-type", "application/json").header("authorization", "Bearer a");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    gateway.send(request.body(body.to_string().into()).unwrap()).await
}
