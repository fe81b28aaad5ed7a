//! The line of a request in the log.

use std::panic;

use axum::{extract::Request, http::Method};
use contract::seguradora::ListaSeguradora;
use gateway::telemetry::log::log_panic;
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{INSURERS, PARENT, TRACE, ask, by_id};
use crate::{
    captured_log::CapturedLog,
    http1_client::{self, Client},
    kit::{EMPTY, Gateway, GatewayParts, Setup, answering, default_parts, eventually, trusted},
    stub::stub,
};

/// The fields of the only line, without the time that the request took, which is one.
fn only(mut lines: Vec<(String, Value)>) -> (String, Value) {
    assert_eq!(lines.len(), 1, "{lines:?}");
    let (level, mut fields) = lines.remove(0);
    let took = fields.as_object_mut().unwrap().remove("ms").unwrap();
    assert!(took.as_f64().unwrap() >= 0.0, "{took}");
    (level, fields)
}

#[tokio::test]
async fn a_request_has_one_line_with_its_result() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let parts = GatewayParts { portal_documents: trusted(&[INSURERS]), ..default_parts() };
    let gateway = Gateway::of(Setup { parts, ..Setup::over(answering(200, EMPTY).await) });
    let reply = ask(&gateway, by_id(INSURERS), &[("x-request-id", "pedido-7"), ("traceparent", PARENT)]).await;
    let expected = json!({
        "message": "request", "method": "POST", "route": "/graphql", "status": 200, "operation": "Seguradoras",
        "kind": "query", "calls": 1, "bytes": reply.text.len(), "request_id": "pedido-7", "trace_id": TRACE,
    });
    assert_eq!(only(log.requests()), ("INFO".to_owned(), expected));
}

#[tokio::test]
async fn errors_are_logged_by_code_and_operation_names_of_callers_as_other() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let gateway = Gateway::over(answering(403, "").await);
    let query = "query Maria52998224725 { a: seguradoras { nome } \
                 b: acionamentos(filtro: { status: \"A\" }, first: 501) { totalCount } }";
    gateway.query("ana", query).await;
    let (_, fields) = only(log.requests());
    assert_eq!((&fields["operation"], &fields["kind"]), (&json!("other"), &json!("query")));
    assert_eq!((&fields["errors"], &fields["status"]), (&json!("FORBIDDEN,BAD_USER_INPUT"), &json!(200)));
    assert!(!log.text().contains("52998224725"));

    ask(&gateway, json!({ "query": "{" }), &[]).await;
    ask(&gateway, json!([]), &[]).await;
    let fields: Vec<_> = log.requests().into_iter().map(|(_, fields)| fields["errors"].clone()).collect();
    assert_eq!(fields[1..], [json!("GRAPHQL_PARSE_FAILED"), json!("BAD_REQUEST")]);
}

#[tokio::test]
async fn files_and_health_checks_are_logged_at_debug_and_without_their_paths() {
    for (level, expected) in [(LevelFilter::INFO, &[][..]), (LevelFilter::DEBUG, &["/healthz", "/*", "/*"])] {
        let (log, _lines) = CapturedLog::up_to(level);
        let gateway = Gateway::alone();
        for path in ["/healthz", "/acionamentos/2026000123", "/assets/x.js?q=52998224725"] {
            gateway.get(path, &[]).await;
        }
        let lines = log.requests();
        let routes: Vec<_> = lines.iter().map(|(_, fields)| fields["route"].as_str().unwrap()).collect();
        assert_eq!(routes, expected);
        assert!(!log.text().contains("2026000123") && !log.text().contains("52998224725"), "{}", log.text());
    }
}

#[tokio::test]
async fn a_request_whose_client_left_is_cancelled_and_has_a_line() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let stub = stub().holding(|_| true).start().await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut client = Client::to(address).await;
    client.send(http1_client::graphql("", "{ seguradoras { nome } }")).await;
    stub.arrived::<ListaSeguradora>(1).await;
    drop(client);
    stub.abandoned::<ListaSeguradora>().await;
    eventually(async || !log.requests().is_empty()).await;
    let (_, fields) = only(log.requests());
    assert_eq!((&fields["status"], &fields["aborted"]), (&json!(499), &json!(true)));
    assert_eq!((&fields["calls"], &fields["bytes"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn an_unknown_method_is_not_logged() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::DEBUG);
    let gateway = Gateway::alone();
    for method in ["52998224725", "HEAD"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        gateway.send(Request::builder().method(method).uri("/graphql").body(String::new().into()).unwrap()).await;
    }
    let lines = log.requests();
    let told: Vec<_> = lines.iter().map(|(_, fields)| (&fields["method"], &fields["aborted"])).collect();
    assert_eq!(told, [(&json!("_OTHER"), &Value::Null), (&json!("HEAD"), &Value::Null)]);
}

#[test]
fn a_panic_is_a_line_of_the_log_with_its_place() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let of_tests = panic::take_hook();
    panic::set_hook(Box::new(log_panic));
    let panicked = panic::catch_unwind(|| panic!("de propósito"));
    panic::set_hook(of_tests);
    assert!(panicked.is_err());
    let line: Value = serde_json::from_str(&log.text()).unwrap();
    assert_eq!((&line["level"], &line["fields"]["cause"]), (&json!("ERROR"), &json!("de propósito")));
    assert!(line["fields"]["place"].as_str().unwrap().contains("access_log.rs:"), "{line}");
}
