//! Traces and metrics as a collector of OpenTelemetry is sent them.

use std::{future::ready, net::SocketAddr, time::Duration};

use axum::{body::Bytes, http::StatusCode};
use data_encoding::HEXLOWER;
use gateway::telemetry::{Collector, Telemetry};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::{KeyValue, any_value::Value},
    trace::v1::Span,
};
use prost::Message as _;

use super::{INSURERS, PARENT, TRACE, ask, by_id, by_text};
use crate::kit::{Calls, EMPTY, Gateway, GatewayParts, Setup, answering, default_parts, services, trusted};

/// What a collector was sent.
struct Sent(Calls);

impl Sent {
    /// What is sent of one request to a gateway.
    async fn of(takes_documents: bool, request: serde_json::Value, headers: &[(&str, &str)]) -> Self {
        let (address, calls) = services(|_| ready(StatusCode::OK)).await;
        let telemetry = telemetry(address, takes_documents);
        ask(&gateway(&telemetry).await, request, headers).await.data();
        telemetry.shutdown(SOON).await;
        Self(calls)
    }

    fn bodies(&self, path: &str) -> Vec<Bytes> {
        let calls = self.0.so_far();
        assert!(calls.iter().all(|call| call.headers["content-type"] == "application/x-protobuf"));
        calls.into_iter().filter(|call| call.path == path).map(|call| call.body).collect()
    }

    fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        for body in self.bodies("/v1/traces") {
            for resource in ExportTraceServiceRequest::decode(body).unwrap().resource_spans {
                assert_eq!(text(&resource.resource.unwrap().attributes, "service.name"), "gateway");
                spans.extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
            }
        }
        spans
    }
}

fn text(attributes: &[KeyValue], name: &str) -> String {
    let attribute = attributes.iter().find(|attribute| attribute.key == name);
    match attribute.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("{name}: {other:?}"),
    }
}

fn telemetry(address: SocketAddr, takes_documents: bool) -> Telemetry {
    let collector = Collector { address: format!("http://{address}"), takes_documents };
    Telemetry::new(false, Some(&collector)).unwrap()
}

/// A gateway that is told about, over services that give empty lists.
async fn gateway(telemetry: &Telemetry) -> Gateway {
    let parts =
        GatewayParts { portal_documents: trusted(&[INSURERS]), telemetry: telemetry.clone(), ..default_parts() };
    Gateway::of(Setup { parts, ..Setup::over(answering(200, EMPTY).await) })
}

const SOON: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_request_and_its_calls_are_spans_of_one_trace() {
    let mut spans = Sent::of(false, by_id(INSURERS), &[("traceparent", PARENT)]).await.spans();
    spans.sort_by_key(|span| span.kind);
    let [request, call] = &spans[..] else { panic!("{spans:#?}") };
    assert_eq!(
        (HEXLOWER.encode(&request.trace_id), HEXLOWER.encode(&call.trace_id)),
        (TRACE.to_owned(), TRACE.to_owned())
    );
    assert_eq!(
        (HEXLOWER.encode(&request.parent_span_id).as_str(), &call.parent_span_id),
        ("00f067aa0ba902b7", &request.span_id)
    );
    assert_eq!((request.name.as_str(), call.name.as_str()), ("query Seguradoras", "POST /seguradora/lista-seguradora"));
    for (name, value) in [
        ("http.request.method", "POST"),
        ("http.route", "/graphql"),
        ("http.response.status_code", "200"),
        ("graphql.operation.name", "Seguradoras"),
        ("graphql.operation.type", "query"),
    ] {
        assert_eq!(text(&request.attributes, name), value);
    }
    assert_eq!(request.attributes.len(), 5);
    assert_eq!(text(&call.attributes, "gateway.outcome"), "ok");
    assert!(request.start_time_unix_nano <= call.start_time_unix_nano);
    assert!(call.end_time_unix_nano <= request.end_time_unix_nano);
}

#[tokio::test]
async fn traces_are_sampled_by_the_callers_flag_and_have_nothing_that_it_made_up() {
    let unsampled = PARENT.replace("-01", "-00");
    for (parent, count) in [(None, 2), (Some(unsampled.as_str()), 0), (Some(PARENT), 2)] {
        let headers: Vec<_> = parent.iter().map(|parent| ("traceparent", *parent)).collect();
        let sent = Sent::of(false, by_text("query Segredo { seguradoras { nome } }"), &headers).await;
        assert_eq!(sent.spans().len(), count, "{parent:?}");
        let bodies = [sent.bodies("/v1/traces"), sent.bodies("/v1/metrics")].concat();
        assert!(bodies.iter().all(|body| !String::from_utf8_lossy(body).contains("Segredo")));
    }
}

#[tokio::test]
async fn a_document_is_sent_in_development() {
    let spans = Sent::of(true, by_id(INSURERS), &[]).await.spans();
    let request = spans.iter().find(|span| span.name == "query Seguradoras").unwrap();
    assert_eq!(text(&request.attributes, "graphql.document"), INSURERS);
}

#[tokio::test]
async fn an_unreachable_collector_fails_no_request() {
    let telemetry = telemetry(([127, 0, 0, 1], 9).into(), false);
    let gateway = gateway(&telemetry).await;
    // More than are ever queued for it.
    for _ in 0..1500 {
        ask(&gateway, by_id(INSURERS), &[]).await.data();
    }
    telemetry.shutdown(SOON).await;
}
