//! Subscriptions over HTTP: multipart and server-sent events, to the letter.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    http::header,
};
use contract::{acionamento::ListaAcionamentosByStatus, painel::TotalStatusAcionamentoAno};
use gateway::{http::ClientLimits, schema::subscriptions::SubscriptionSettings};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{ABERTOS_HOJE, Events, Figure, NEVER, OFTEN, abertos_hoje, calls, parts, request, settings, subscribe};
use crate::{
    http1_client::{self, Client, LIMIT},
    kit::{
        CLIENT_LIMITS, GatewayParts, TEST_TIMEOUT, advance_tokio, by_get, default_parts, eventually, graphql, metric,
        scraped,
    },
    protocols::TlsSite,
    stub::{Answer, Stub, acionamento},
};

/// What `HttpLink` of @apollo/client 4 sends for subscriptions.
pub(super) const APOLLO: &str = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,\
                      application/json;q=0.9";

/// What comes of a body up to a text.
async fn read(body: &mut Body, text: &mut String, until: &str) -> String {
    let read = async {
        while !text.ends_with(until) {
            let frame = body.frame().await.unwrap_or_else(|| panic!("an end after {text}")).unwrap();
            text.push_str(str::from_utf8(frame.data_ref().unwrap()).unwrap());
        }
    };
    timeout(TEST_TIMEOUT, read).await.unwrap_or_else(|_| panic!("nothing after {text}"));
    std::mem::take(text)
}

#[tokio::test]
async fn multipart_sends_each_delimiter_with_the_part_before_it() {
    let figure = Figure::default();
    let stub = figure
        .services()
        .on::<TotalStatusAcionamentoAno>(|_| Answer::Http(401))
        .start_with(parts(settings(OFTEN)))
        .await;
    let response = stub.gateway.open(request("ana", APOLLO, &json!({ "query": ABERTOS_HOJE }))).await;
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    let header = |name: &str| headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "multipart/mixed;boundary=graphql;subscriptionSpec=1.0");
    assert_eq!((header("cache-control"), header("x-accel-buffering")), ("private, no-store", "no"));
    let (mut body, mut text) = (response.into_body(), String::new());
    const HEARTBEAT: &str = "\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql";
    assert_eq!(
        read(&mut body, &mut text, "--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql").await,
        format!("\r\n--graphql{HEARTBEAT}")
    );
    for value in 0..3 {
        figure.set(value);
        // Nothing of the next event has to come for this one to be complete.
        let part = read(&mut body, &mut text, "\r\n--graphql").await;
        assert_eq!(
            part,
            format!("\r\ncontent-type: application/json\r\n\r\n{{\"payload\":{}}}\r\n--graphql", abertos_hoje(value))
        );
    }
    let failing = json!({ "query": "subscription { totaisPorStatus(ano: 2026) { mes } }" });
    let mut body = stub.gateway.open(request("bia", APOLLO, &failing)).await.into_body();
    let whole = timeout(TEST_TIMEOUT, (&mut body).collect()).await.unwrap().unwrap().to_bytes();
    let whole = str::from_utf8(&whole).unwrap();
    let (_, failure) = whole.split_once(HEARTBEAT).unwrap();
    let failure = failure.strip_prefix("\r\ncontent-type: application/json\r\n\r\n").unwrap();
    let failure: Value = serde_json::from_str(failure.strip_suffix("\r\n--graphql--\r\n").unwrap()).unwrap();
    assert_eq!(
        (&failure["payload"], &failure["errors"][0]["extensions"]["code"]),
        (&Value::Null, &json!("UNAUTHENTICATED"))
    );
}

#[tokio::test]
async fn a_client_of_multipart_alone_gets_each_response_as_the_last_part() {
    let stub = Figure::default().services().start_with(parts(settings(NEVER))).await;
    let accept = "multipart/mixed;subscriptionSpec=1.0";
    let query = ABERTOS_HOJE.replace("subscription", "query");
    let no_session = graphql(&[("accept", accept)], &json!({ "query": ABERTOS_HOJE }));
    let invalid = request("ana", accept, &json!({ "query": "subscription { nada }" }));
    let valid = request("ana", accept, &json!({ "query": query }));
    for (request, code, payload) in [
        (no_session, json!("UNAUTHENTICATED"), Value::Null),
        (invalid, json!("GRAPHQL_VALIDATION_FAILED"), Value::Null),
        (valid, Value::Null, abertos_hoje(0)),
    ] {
        let reply = stub.gateway.send(request).await;
        assert_eq!(reply.header("content-type"), "multipart/mixed;boundary=graphql;subscriptionSpec=1.0");
        let part = reply.text.strip_suffix("\r\n--graphql--\r\n").unwrap_or_else(|| panic!("{}", reply.text));
        let part: Value = serde_json::from_str(part.rsplit("\r\n\r\n").next().unwrap()).unwrap();
        assert_eq!((&part["errors"][0]["extensions"]["code"], &part["payload"]), (&code, &payload));
    }
}

#[tokio::test]
async fn silence_is_filled_with_heartbeats() {
    let stub = Figure::default().services().start_with(parts(settings(NEVER))).await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    assert_eq!(events.next_block().await.unwrap(), ":");
    events.next().await;
    for _ in 0..3 {
        assert!(events.is_silent());
        advance_tokio(Duration::from_secs(12)).await;
        assert_eq!(events.next_block().await.unwrap(), ":");
    }
    let mut body = stub.gateway.open(request("ana", APOLLO, &json!({ "query": ABERTOS_HOJE }))).await.into_body();
    let mut text = String::new();
    read(&mut body, &mut text, "}}}}\r\n--graphql").await;
    for _ in 0..3 {
        assert!(futures_util::FutureExt::now_or_never(body.frame()).is_none());
        advance_tokio(Duration::from_secs(5)).await;
        assert_eq!(
            read(&mut body, &mut text, "--graphql").await,
            "\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql"
        );
    }
}

#[tokio::test]
async fn server_sent_events_come_by_post_and_get_and_for_queries_too() {
    let stub = Figure::default().services().start_with(parts(settings(NEVER))).await;
    let get = |accept: &str, query: &str| {
        let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
        by_get(&format!("/graphql?query={query}"), &[("accept", accept), ("authorization", "Bearer ana")])
    };
    let query = ABERTOS_HOJE.replace("subscription", "query");
    for accept in ["text/event-stream", "text/*", "*/*", "application/json, text/event-stream;q=0.1"] {
        let response = stub.gateway.open(get(accept, ABERTOS_HOJE)).await;
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        assert_eq!(Events::of(response).next().await, abertos_hoje(0), "{accept}");
    }
    for request in [get("text/event-stream", &query), request("ana", "text/event-stream", &json!({ "query": query }))] {
        let mut events = Events::of(stub.gateway.open(request).await);
        assert_eq!(events.next().await, abertos_hoje(0));
        assert_eq!(events.event().await, Some(("complete".to_owned(), String::new())));
        assert_eq!(events.event().await, None);
    }
    // A query whose client also accepts JSON is answered in JSON.
    assert_eq!(stub.gateway.send(get("text/event-stream, application/json", &query)).await.json(), abertos_hoje(0));
    for accept in [
        "application/json",
        "multipart/mixed;subscriptionSpec=2.0, application/json",
        "application/graphql-response+json",
    ] {
        let refused = stub.gateway.send(request("ana", accept, &json!({ "query": ABERTOS_HOJE }))).await;
        assert_eq!(refused.refusal(), "406 NOT_ACCEPTABLE", "{accept}");
    }
    let refused = stub.gateway.send(request("ana", "multipart/mixed", &json!({ "query": query }))).await;
    assert_eq!(refused.refusal(), "406 NOT_ACCEPTABLE");
}

#[tokio::test]
async fn streams_outlast_the_request_timeout_uncompressed_over_http1_and_http2() {
    let figure = Figure::default();
    let client_limits =
        ClientLimits { request_timeout: LIMIT, body_timeout: LIMIT, idle_timeout: LIMIT, ..CLIENT_LIMITS };
    let subscriptions = SubscriptionSettings { read_timeout: TEST_TIMEOUT, ..settings(OFTEN) };
    let parts = GatewayParts { client_limits, subscriptions, ..default_parts() };
    let stub = figure.services().start_with(parts).await;
    let site = TlsSite::of(&stub.gateway).await;
    let (mut http1, mut http2) = (site.http1().await, site.http2().await);
    let responses = [http1.open(ABERTOS_HOJE, APOLLO).await, http2.open(ABERTOS_HOJE, APOLLO).await];
    let mut streams = responses.map(|response| {
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        (Body::new(response.into_body()), String::new())
    });
    // Several of the timeouts pass, and no heartbeat is due.
    for value in 1..=4 {
        advance_tokio(LIMIT).await;
        figure.set(value);
        for (body, text) in &mut streams {
            read(body, text, &format!("{{\"payload\":{}}}\r\n--graphql", abertos_hoje(value))).await;
        }
    }
}

/// A gateway whose events are long and each another one.
async fn long_events(client_limits: ClientLimits) -> Stub {
    let figure = Figure::default();
    let parts = GatewayParts { client_limits, telemetry: scraped(), ..parts(settings(OFTEN)) };
    figure
        .services()
        .on::<ListaAcionamentosByStatus>(move |_| {
            figure.0.change(|turn| *turn += 1);
            let turn = figure.0.get();
            let row = |number| contract::acionamento::Acionamento {
                ds_observacao: Some(format!("{turn:0>500}")).into(),
                ..acionamento(number)
            };
            Answer::Data((0..500).map(row).collect())
        })
        .start_with(parts)
        .await
}

const LONG: &str = "subscription { acionamentos(filtro: { status: \"ABERTO\" }, first: 500) { nodes { observacao } } }";

/// Waits until so many subscriptions by multipart are open.
async fn until_open(stub: &Stub, count: f64) {
    let series = "gateway_subscriptions{gateway_transport=\"multipart\"";
    eventually(async || metric(&stub.gateway.telemetry, series) == Some(count)).await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_cut_off_over_http1_and_http2() {
    let stub = long_events(ClientLimits { send_timeout: Duration::from_secs(2), ..CLIENT_LIMITS }).await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut client = Client::to(address).await;
    client.send(http1_client::graphql(&format!("accept: {APOLLO}\r\n"), LONG)).await;
    until_open(&stub, 1.0).await;
    until_open(&stub, 0.0).await;

    let site = TlsSite::of(&stub.gateway).await;
    let mut sender = site.http2().await;
    let unread = sender.open(LONG, APOLLO).await;
    assert_eq!(unread.status(), 200);
    until_open(&stub, 0.0).await;
    // The connection goes on: only the stream was reset.
    assert_eq!(sender.query("{ painel { abertosNoMes { quantidade } } }").await.unwrap().status, 200);
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_subscription() {
    let stub = long_events(CLIENT_LIMITS).await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut client = Client::to(address).await;
    client.send(http1_client::graphql(&format!("accept: {APOLLO}\r\n"), ABERTOS_HOJE)).await;
    calls(&stub, 1).await;
    drop(client);
    until_open(&stub, 0.0).await;
}

#[tokio::test]
async fn a_stopping_gateway_ends_its_streams_without_an_error_and_does_not_wait_for_them() {
    let stub = Figure::default().services().start_with(parts(settings(NEVER))).await;
    let mut site = TlsSite::of(&stub.gateway).await;
    let mut multipart = stub.gateway.open(request("ana", APOLLO, &json!({ "query": ABERTOS_HOJE }))).await.into_body();
    let mut text = String::new();
    read(&mut multipart, &mut text, "}}}}\r\n--graphql").await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    events.next().await;
    let mut sender = site.http2().await;
    let by_http2 = sender.open(ABERTOS_HOJE, "text/event-stream").await.into_body();
    drop(site.stop.take());
    assert_eq!(read(&mut multipart, &mut text, "--\r\n").await, "--\r\n");
    assert!(multipart.frame().await.is_none());
    assert_eq!(events.event().await, None);
    // No `complete`, which would mean that there is nothing more.
    let whole: Bytes = timeout(TEST_TIMEOUT, by_http2.collect()).await.expect("an end").unwrap().to_bytes();
    assert!(!str::from_utf8(&whole).unwrap().contains("complete"));
    eventually(async || tokio::net::TcpStream::connect(site.address).await.is_err()).await;
}
