//! What a request is called, and where it stands in a trace.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::Request;
use contract::seguradora::ListaSeguradora;
use gateway::http::cross_origin::BrowserPolicy;
use proptest::prelude::*;
use serde_json::json;

use super::{PARENT, TRACE, ask, by_text};
use crate::{
    kit::{Call, Gateway, GatewayParts, READ, default_parts},
    stub::{Answer, StubBuilder, stub},
};

/// Services without insurers, which fail so many calls in a way that is retried.
fn services(failures: usize) -> StubBuilder {
    let left = AtomicUsize::new(failures);
    stub().on::<ListaSeguradora>(move |_| {
        let fails = left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        if fails { Answer::Http(503) } else { Answer::Data(Vec::new()) }
    })
}

fn header<'a>(call: &'a Call, name: &str) -> &'a str {
    call.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn each_call_is_a_span_of_its_own_in_the_trace_of_the_request() {
    let stub = services(1).start().await;
    let state = ("tracestate", "congo=t61rcWkgMzE, rojo=00f067aa0ba902b7");
    let reply = ask(&stub.gateway, by_text(READ), &[("traceparent", PARENT), state, ("x-request-id", "a.b:c_d")]).await;
    assert_eq!((reply.data(), reply.header("x-request-id")), (json!({ "seguradoras": [] }), "a.b:c_d"));
    let calls = stub.seen();
    assert_eq!(calls.len(), 2);
    let mut spans: Vec<_> = calls.iter().map(|call| header(call, "traceparent")).collect();
    for (call, span) in calls.iter().zip(&spans) {
        assert!(span.len() == PARENT.len() && span.starts_with(&format!("00-{TRACE}-")) && span.ends_with("-01"));
        assert_eq!(header(call, "tracestate"), "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
        assert_eq!(header(call, "x-request-id"), "a.b:c_d");
    }
    spans.push(PARENT);
    spans.sort_unstable();
    spans.dedup();
    assert_eq!(spans.len(), 3, "{spans:?}");
    let long = format!("a={},b={}", "x".repeat(250), "y".repeat(260));
    for state in ["a", "A=1", &long] {
        ask(&stub.gateway, by_text(READ), &[("traceparent", PARENT), ("tracestate", state)]).await.data();
        let call = stub.seen().pop().unwrap();
        assert!(header(&call, "traceparent").contains(TRACE) && header(&call, "tracestate").is_empty(), "{state}");
    }
}

#[tokio::test]
async fn without_a_valid_traceparent_a_new_trace_begins() {
    let stub = services(0).start().await;
    let wrong = [
        &[][..],
        &[("traceparent", "00-0-0-0"), ("tracestate", "a=1")],
        &[("traceparent", PARENT), ("traceparent", PARENT), ("tracestate", "a=1")],
        &[("traceparent", &PARENT.to_uppercase())],
        &[("traceparent", "00-abc-1-01"), ("tracestate", "a=1")],
        &[("traceparent", &PARENT.replace("-01", "-1"))],
        &[("traceparent", &PARENT.replacen("00-4", "00-+", 1))],
    ];
    for headers in wrong {
        ask(&stub.gateway, by_text(READ), headers).await.data();
    }
    let mut traces = Vec::new();
    for call in stub.seen() {
        let parent = header(&call, "traceparent");
        assert!(parent.len() == 55 && parent.ends_with("-00") && !parent.contains(TRACE), "{parent}");
        assert_eq!(header(&call, "tracestate"), "");
        traces.push(parent[3..35].to_owned());
    }
    traces.sort();
    traces.dedup();
    assert_eq!(traces.len(), 7);
}

#[tokio::test]
async fn every_response_has_its_request_id() {
    let browsers = BrowserPolicy {
        origins: vec!["https://portal.example".parse().unwrap()],
        hosts: vec!["gateway.example".parse().unwrap()],
        ..BrowserPolicy::default()
    };
    let gateway = Gateway::of(GatewayParts { browsers, ..default_parts() });
    let (host, origin) = (("host", "gateway.example"), ("origin", "https://portal.example"));
    for (method, path, headers, status) in [
        ("GET", "/healthz", &[host][..], 200),
        ("GET", "/", &[host], 404),
        ("GET", "/assets/none.js", &[host], 404),
        ("POST", "/", &[host], 405),
        ("POST", "/graphql", &[host], 415),
        ("DELETE", "/graphql", &[host], 405),
        ("GET", "/graphql", &[("host", "other.example")], 421),
        ("GET", "/graphql", &[host, ("origin", "https://other.example")], 403),
        ("OPTIONS", "/graphql", &[host, origin, ("access-control-request-method", "POST")], 200),
    ] {
        let request = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let reply = gateway.send(request.body(String::new().into()).unwrap()).await;
        assert_eq!((reply.status.as_u16(), reply.header("x-request-id").len()), (status, 32), "{method} {path}");
    }
}

proptest! {
    /// A name is taken as it is, or not at all.
    #[test]
    fn only_a_safe_request_id_is_taken(name in "[ -~]{0,20}|[A-Za-z0-9_.:=+/-]{1,140}") {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let reply = runtime.block_on(async { Gateway::alone().get("/healthz", &[("x-request-id", &name)]).await });
        let is_harmless = (1..=128).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:=+/".contains(&b));
        let given = reply.header("x-request-id");
        if is_harmless {
            prop_assert_eq!(given, name);
        } else {
            prop_assert!(given.len() == 32 && given.bytes().all(|b| b.is_ascii_hexdigit()));
        }
    }
}
