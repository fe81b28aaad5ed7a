//! HTTP/2 over TLS: ALPN, requests that two programs could read in two ways, limits of requests, and the shutdown.

mod frames;
mod hostile;

use contract::seguradora::ListaSeguradora;
use gateway::http::{ClientLimits, cross_origin::BrowserPolicy};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

use self::frames::{Outcome, RawClient};
use crate::{
    http1_client::{ANSWER, Client, SHORT, query},
    kit::{CLIENT_LIMITS, Gateway, GatewayParts, TEST_TIMEOUT, default_parts, eventually},
    protocols::TlsSite,
    stub::one_insurer,
};

const LONG_QUERY: &str = "{ __schema { types { name description fields { name description } } } }";

/// The outcome of a request with these fields, on a connection of its own.
async fn outcome(site: &TlsSite, fields: &[(&str, &str)]) -> Outcome {
    let mut raw = RawClient::connect(site).await;
    raw.send_headers(1, &RawClient::header_block(fields)).await;
    raw.outcome(1).await
}

/// A well-behaved client is still served.
async fn assert_serves(site: &TlsSite) {
    assert_eq!(timeout(TEST_TIMEOUT, site.http2().await.query("{ __typename }")).await.unwrap().unwrap().text, ANSWER);
}

#[tokio::test]
async fn a_connection_speaks_what_alpn_chose_and_nothing_else() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    for (offered, chosen) in
        [(&[&b"h2"[..], b"http/1.1"][..], Some(&b"h2"[..])), (&[b"http/1.1"], Some(b"http/1.1")), (&[], None)]
    {
        assert_eq!(site.connect(offered).await.get_ref().1.alpn_protocol(), chosen);
    }
    let mut http1 = Client(site.connect(&[]).await);
    http1.is_served().await;
    let mut http1 = Client(site.connect(&[b"http/1.1"]).await);
    http1.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(http1.next().await.is_none_or(|answer| answer.status == 400));
    let mut http2 = site.connect(&[b"h2"]).await;
    http2.write_all(query().as_bytes()).await.unwrap();
    let mut rest = Vec::new();
    let _ = timeout(TEST_TIMEOUT, http2.read_to_end(&mut rest)).await.expect("an end");
    assert!(!rest.windows(8).any(|bytes| bytes == b"HTTP/1.1"));
}

#[tokio::test]
async fn ambiguous_requests_are_refused() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let base = [(":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", "/healthz")];
    let without = |name: &str| base.into_iter().filter(|(field, _)| *field != name).collect::<Vec<_>>();
    let with = |more: &[(&'static str, &'static str)]| [&base[..], more].concat();
    let changed = |name: &str, value: &'static str| {
        base.into_iter().map(|(field, old)| (field, if field == name { value } else { old })).collect::<Vec<_>>()
    };
    // Malformed by RFC 9113: the stream is reset.
    for fields in [
        without(":method"),
        with(&[(":authority", "x")]),
        with(&[(":other", "x")]),
        with(&[("connection", "close")]),
        with(&[("transfer-encoding", "chunked")]),
        with(&[("content-length", "5")]),
        with(&[("content-length", "0"), ("content-length", "1")]),
    ] {
        let outcome = outcome(&site, &fields).await;
        assert!(matches!(outcome, Outcome::Reset(1) | Outcome::Closed), "{fields:?}: {outcome:?}");
    }
    // Well-formed for `h2`, and of two hosts or none: where the hosts are known, of none of them.
    let browsers = BrowserPolicy { hosts: vec!["localhost".parse().unwrap()], ..BrowserPolicy::default() };
    let known = TlsSite::of(&Gateway::of(GatewayParts { browsers, ..default_parts() })).await;
    let path = (":path", "/graphql");
    for fields in [
        with(&[("host", "other.example")]),
        with(&[("host", "localhost"), ("host", "localhost")]),
        [&without(":authority")[..], &[("host", "a,b")]].concat(),
        without(":authority"),
        changed(":authority", "a@localhost"),
    ] {
        let fields: Vec<_> = fields.into_iter().map(|field| if field.0 == ":path" { path } else { field }).collect();
        assert_eq!(outcome(&known, &fields).await, Outcome::Status(421), "{fields:?}");
    }
    for fields in [base.to_vec(), with(&[("host", "LOCALHOST"), ("te", "trailers")]), {
        [&without(":authority")[..], &[("host", "localhost")]].concat()
    }] {
        assert_eq!(outcome(&site, &fields).await, Outcome::Status(200), "{fields:?}");
    }
}

#[tokio::test]
async fn a_body_that_takes_too_long_is_answered_and_costs_only_its_stream() {
    let site = TlsSite::with(ClientLimits { body_timeout: SHORT, ..CLIENT_LIMITS }).await;
    let mut raw = RawClient::connect(&site).await;
    let fields =
        RawClient::request(&[(":method", "POST"), (":path", "/graphql"), ("content-type", "application/json")]);
    // Its body is still to come.
    raw.send(0x1, 0x4, 1, &fields).await;
    assert_eq!(raw.outcome(1).await, Outcome::Status(408));
    raw.send_headers(3, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(raw.outcome(3).await, Outcome::Status(200));
}

#[tokio::test]
async fn a_client_that_cancels_takes_its_reads_with_it() {
    let stub = one_insurer().holding(|_| true).start().await;
    let site = TlsSite::of(&stub.gateway).await;
    let client = site.http2().await;
    let asked = tokio::spawn({
        let mut client = client.clone();
        async move { client.query("{ seguradoras { nome } }").await.map(drop) }
    });
    stub.arrived::<ListaSeguradora>(1).await;
    asked.abort();
    stub.abandoned::<ListaSeguradora>().await;
    assert_eq!(client.clone().query("{ __typename }").await.unwrap().text, ANSWER);
}

#[tokio::test]
async fn a_stop_answers_open_streams_and_closes_idle_connections() {
    let stub = one_insurer().holding(|_| true).start().await;
    let mut site = TlsSite::of(&stub.gateway).await;
    let mut idle = site.http2().await;
    assert_eq!(idle.query("{ __typename }").await.unwrap().text, ANSWER);
    let mut fresh = RawClient::connect(&site).await;
    let mut busy = site.http2().await;
    let asked = tokio::spawn({
        let mut busy = busy.clone();
        async move { busy.query("{ seguradoras { nome } }").await.unwrap() }
    });
    assert_eq!(busy.query("{ __typename }").await.unwrap().text, ANSWER);
    site.stop.take();
    fresh.assert_closed().await;
    eventually(async || idle.0.ready().await.is_err()).await;
    // After GOAWAY the open stream still gets its response.
    let told = async { while busy.query("{ __typename }").await.is_ok() {} };
    timeout(TEST_TIMEOUT, told).await.expect("a GOAWAY");
    stub.release_all();
    assert_eq!(asked.await.unwrap().text, r#"{"data":{"seguradoras":[{"nome":"Pata Segura"}]}}"#);
}
