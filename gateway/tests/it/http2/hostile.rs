//! HTTP/2 clients that are hostile, slow or many.

use std::time::Duration;

use axum::{body::Bytes, extract::Request};
use futures_util::future::{join_all, join3};
use gateway::http::ClientLimits;
use h2::client;
use rustls::version::TLS13;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

use super::{
    LONG_QUERY, assert_serves,
    frames::{self, Outcome, RawClient},
};
use crate::{
    http1_client::{ANSWER, LIMIT},
    kit::{
        CLIENT_LIMITS, Gateway, GatewayParts, TEST_TIMEOUT, advance_tokio, advance_until, default_parts, eventually,
    },
    pki::connect,
    protocols::{TlsSite, post},
};

#[tokio::test]
async fn many_bodies_that_are_refused_cost_a_client_no_connection() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut client = site.http2().await;
    // More than the `h2` crate lets streams fail by default.
    for _ in 0..1200 {
        let request = Request::post("https://localhost/graphql").header("content-type", "application/json");
        let reply = client.send(request.body(vec![b' '; 70 * 1024].into()).unwrap()).await.unwrap();
        assert_eq!(reply.refusal(), "413 PAYLOAD_TOO_LARGE");
    }
    assert_eq!(client.query("{ __typename }").await.unwrap().text, ANSWER);
}

#[tokio::test]
async fn idle_connections_and_incomplete_prefaces_and_heads_are_closed() {
    let site = TlsSite::with(ClientLimits { head_timeout: LIMIT, idle_timeout: LIMIT, ..CLIENT_LIMITS }).await;
    let mut begun = Vec::new();
    for beginning in [&b""[..], b"PRI * HTTP/2.0\r\n", frames::PREFACE] {
        let mut stream = site.connect(&[b"h2"]).await;
        stream.write_all(beginning).await.unwrap();
        begun.push(stream);
    }
    let begun = begun.iter_mut().map(async |stream| drop(stream.read_to_end(&mut Vec::new()).await));
    // A header block that never ends is no request.
    let mut unfinished = RawClient::connect(&site).await;
    unfinished.send(0x1, 0, 1, &RawClient::request(&[(":method", "GET")])).await;
    let mut idle = RawClient::connect(&site).await;
    idle.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(idle.outcome(1).await, Outcome::Status(200));
    // Closed sooner than by the timeout of a PING.
    advance_until(LIMIT, join3(join_all(begun), unfinished.assert_closed(), idle.assert_closed())).await;
}

#[tokio::test]
async fn a_stalled_stream_is_reset_and_its_memory_returned() {
    let limits = ClientLimits { send_timeout: Duration::from_secs(5), ..CLIENT_LIMITS };
    let gateway = Gateway::of(GatewayParts { client_limits: limits, ..default_parts() });
    let site = TlsSite::of(&gateway).await;
    let config = site.authority.client(&[&TLS13], &[b"h2"]);
    let stream = connect(&site.address.to_string(), config).await.unwrap();
    let (sender, connection) =
        client::Builder::new().initial_window_size(0).handshake::<_, Bytes>(stream).await.unwrap();
    tokio::spawn(connection);
    let send = async |query: &str| {
        let request = post(query);
        let (head, _) = request.into_parts();
        let mut sender = sender.clone().ready().await.unwrap();
        let (response, mut body) = sender.send_request(Request::from_parts(head, ()), false).unwrap();
        body.send_data(json!({ "query": query }).to_string().into(), true).unwrap();
        response.await.unwrap().into_body()
    };
    let mut stalled = Vec::new();
    for _ in 0..20 {
        stalled.push(send(LONG_QUERY).await);
    }
    // All of them wait, and all of them count.
    assert!(gateway.upstream.memory_used() > 20 * 16 * 1024, "{}", gateway.upstream.memory_used());
    advance_tokio(Duration::from_secs(6)).await;
    for mut body in stalled {
        let error = timeout(TEST_TIMEOUT, body.data()).await.expect("a reset").unwrap().unwrap_err();
        assert!(error.is_reset(), "{error}");
    }
    eventually(async || gateway.upstream.memory_used() == 0).await;
}

#[tokio::test]
async fn a_client_that_takes_its_response_slowly_is_not_cut_off() {
    let site = TlsSite::with(ClientLimits { send_timeout: Duration::from_secs(5), ..CLIENT_LIMITS }).await;
    let mut raw = RawClient::with_window(&site, 0).await;
    raw.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    // «ok\n», a byte at a time, each after most of the time that there is.
    for _ in 0..3 {
        advance_tokio(Duration::from_secs(4)).await;
        raw.send(0x8, 0, 1, &1_u32.to_be_bytes()).await;
    }
    // The end comes with the third byte.
    assert_eq!(raw.outcome(1).await, Outcome::Status(200));
}

/// Other clients are served while one floods its connection, and after it.
async fn serves_beside(site: &TlsSite, flood: impl Future<Output = ()>) {
    let served = async {
        for _ in 0..2 {
            assert_serves(site).await;
        }
    };
    tokio::select! {
        () = flood => {}
        () = served => {}
    }
    assert_serves(site).await;
}

#[tokio::test]
async fn floods_of_frames_harm_no_other_client() {
    let gateway = Gateway::of(default_parts());
    let site = TlsSite::of(&gateway).await;
    let request = RawClient::request(&[(":method", "GET"), (":path", "/healthz")]);
    let frame = RawClient::frame;
    let post = [(":method", "POST"), (":path", "/graphql"), ("content-type", "application/json")];
    let open = frame(0x1, 0x4, 1, &RawClient::request(&post));
    // These cost the gateway time alone.
    for (name, before, flood) in [
        ("PING", Vec::new(), frame(0x6, 0, 0, &[0; 8])),
        ("SETTINGS", Vec::new(), frame(0x4, 0, 0, &[0, 4, 0, 0, 255, 255])),
        ("PRIORITY", Vec::new(), frame(0x2, 0, 1, &[0, 0, 0, 0, 1])),
        ("unknown frames", Vec::new(), frame(0xbb, 0, 0, &[])),
        ("WINDOW_UPDATE", Vec::new(), frame(0x8, 0, 0, &1_u32.to_be_bytes())),
        ("empty DATA", open, frame(0x0, 0, 1, &[])),
    ] {
        let mut raw = RawClient::connect(&site).await;
        raw.send_bytes(&before).await;
        let flood = flood.repeat(1000);
        serves_beside(&site, raw.flood(|_| flood.clone())).await;
        assert_eq!(gateway.upstream.memory_used(), 0, "{name}");
    }
    // Rapid reset, which h2 ends if it sees a reset before hyper has the request.
    let mut raw = RawClient::connect(&site).await;
    let reset = |at| [frame(0x1, 0x5, 2 * at + 1, &request), frame(0x3, 0, 2 * at + 1, &8_u32.to_be_bytes())].concat();
    serves_beside(&site, raw.flood(reset)).await;
    // These end their connection: a header block without an end,
    let mut raw = RawClient::connect(&site).await;
    raw.send_bytes(&frame(0x1, 0, 1, &request)).await;
    let flood = frame(0x9, 0, 1, &[]).repeat(1000);
    timeout(TEST_TIMEOUT, raw.flood(|_| flood.clone())).await.expect("an end");
    // and streams that the gateway must reset, since their windows overflow (MadeYouReset).
    let mut raw = RawClient::connect(&site).await;
    let overflow = |at| {
        [frame(0x1, 0x4, 2 * at + 1, &request), frame(0x8, 0, 2 * at + 1, &0x7fff_ffff_u32.to_be_bytes())].concat()
    };
    timeout(TEST_TIMEOUT, raw.flood(overflow)).await.expect("an end");
    for increment in [0x7fff_ffff_u32, 0] {
        let mut raw = RawClient::connect(&site).await;
        raw.send(0x8, 0, 0, &increment.to_be_bytes()).await;
        raw.assert_closed().await;
    }
    assert_serves(&site).await;
}

#[tokio::test]
async fn a_header_list_that_decodes_to_much_is_not_kept() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut raw = RawClient::connect(&site).await;
    // SETTINGS_MAX_HEADER_LIST_SIZE.
    assert_eq!(raw.setting(0x6).await, 16 * 1024);
    // One field of 4,000 bytes in the table, named 4,000 times with a byte each.
    let mut fields = RawClient::request(&[(":method", "GET"), (":path", "/healthz")]);
    fields.extend(RawClient::indexed_field("a", &"b".repeat(4000)));
    fields.extend([0xbe; 4000]);
    raw.send_headers(1, &fields).await;
    let outcome = raw.outcome(1).await;
    assert!(matches!(outcome, Outcome::Status(431) | Outcome::Reset(_) | Outcome::Closed), "{outcome:?}");
    assert_serves(&site).await;
}
