//! HTTP/2 clients that are hostile, slow or many.

use std::time::Duration;

use axum::{body::Bytes, extract::Request};
use gateway::http::ClientLimits;
use h2::{Reason, client};
use rustls::version::TLS13;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    time::timeout,
};

use super::{
    LONG_QUERY, assert_serves,
    frames::{self, Outcome, RawClient},
};
use crate::{
    http1_client::{ANSWER, PATIENCE, SHORT},
    kit::{CLIENT_LIMITS, Gateway, GatewayParts, default_parts, pass},
    pki::connect,
    protocols::{TlsSite, post},
};

/// The `h2` error of a response that did not come.
fn reason(error: &hyper::Error) -> Option<Reason> {
    std::error::Error::source(error).and_then(|source| source.downcast_ref::<h2::Error>()).and_then(h2::Error::reason)
}

#[tokio::test]
async fn many_bodies_that_are_refused_cost_a_client_no_connection() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut client = site.http2().await;
    // More than the `h2` crate lets streams fail by default.
    for _ in 0..1200 {
        let request = Request::post("https://localhost/graphql").header("content-type", "application/json");
        let reply = client.send(request.body(vec![b' '; 70 * 1024].into()).unwrap()).await.unwrap();
        assert_eq!((reply.status.as_u16(), reply.error().0.as_str()), (413, "PAYLOAD_TOO_LARGE"));
    }
    assert_eq!(client.query("{ __typename }").await.unwrap().text, ANSWER);
}

#[tokio::test]
async fn idle_connections_and_unfinished_beginnings_are_closed() {
    let head_timeout = Duration::from_millis(500);
    let site = TlsSite::with(ClientLimits { head_timeout, ..CLIENT_LIMITS }).await;
    for beginning in [&b""[..], b"PRI * HTTP/2.0\r\n", frames::PREFACE] {
        let mut stream = site.connect(&[b"h2"]).await;
        stream.write_all(beginning).await.unwrap();
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("an end");
    }
    // A header block that never ends is no request.
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x1, 0, 1, &RawClient::request(&[(":method", "GET")])).await;
    raw.assert_closed().await;
    let site = TlsSite::with(ClientLimits { idle_timeout: SHORT, ..CLIENT_LIMITS }).await;
    let mut raw = RawClient::connect(&site).await;
    raw.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(raw.outcome(1).await, Outcome::Status(200));
    raw.assert_closed().await;
}

#[tokio::test]
async fn a_stalled_stream_is_reset_and_its_memory_returned() {
    let limits = ClientLimits { send_timeout: Duration::from_secs(5), ..CLIENT_LIMITS };
    let gateway = Gateway::made_of(GatewayParts { client_limits: limits, ..default_parts() });
    let site = TlsSite::of(&gateway).await;
    let config = site.authority.client_of(&[&TLS13], &[b"h2"]);
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
    pass(Duration::from_secs(6)).await;
    for mut body in stalled {
        let error = timeout(PATIENCE, body.data()).await.expect("a reset").unwrap().unwrap_err();
        assert!(error.is_reset(), "{error}");
    }
    let returned = async {
        while gateway.upstream.memory_used() > 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, returned).await.expect("no memory is held");
}

#[tokio::test]
async fn a_client_that_takes_its_response_slowly_is_not_cut_off() {
    let site = TlsSite::with(ClientLimits { send_timeout: Duration::from_secs(5), ..CLIENT_LIMITS }).await;
    let mut raw = RawClient::with_window(&site, 0).await;
    raw.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    // «ok\n», a byte at a time, each after most of the time that there is.
    for _ in 0..3 {
        pass(Duration::from_secs(4)).await;
        raw.send(0x8, 0, 1, &1_u32.to_be_bytes()).await;
    }
    assert_eq!(raw.outcome_with_bytes(1).await, (Outcome::Status(200), 3));
}

#[tokio::test]
async fn floods_of_frames_end_their_connection_and_no_other() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let request = RawClient::request(&[(":method", "GET"), (":path", "/healthz")]);
    let frame = RawClient::frame;
    let ping = frame(0x6, 0, 0, &[0; 8]);
    let settings = frame(0x4, 0, 0, &[0, 4, 0, 0, 255, 255]);
    let priority = frame(0x2, 0, 1, &[0, 0, 0, 0, 1]);
    let unknown = frame(0xbb, 0, 0, &[]);
    let window_update = frame(0x8, 0, 0, &1_u32.to_be_bytes());
    let continuation = frame(0x9, 0, 1, &[]);
    let empty_data = frame(0x0, 0, 1, &[]);
    let open = frame(
        0x1,
        0x4,
        1,
        &RawClient::request(&[(":method", "POST"), (":path", "/graphql"), ("content-type", "application/json")]),
    );
    let endless_head = frame(0x1, 0, 1, &request);
    for (name, before, flood) in [
        ("PING", Vec::new(), ping.repeat(1000)),
        ("SETTINGS", Vec::new(), settings.repeat(1000)),
        ("PRIORITY", Vec::new(), priority.repeat(1000)),
        ("unknown frames", Vec::new(), unknown.repeat(1000)),
        ("WINDOW_UPDATE", Vec::new(), window_update.repeat(1000)),
        ("CONTINUATION", endless_head, continuation.repeat(1000)),
        ("empty DATA", open, empty_data.repeat(1000)),
    ] {
        let mut raw = RawClient::connect(&site).await;
        raw.send_bytes(&before).await;
        let sent = raw.flood(|_| flood.clone()).await;
        assert!(sent < 8 * 1024 * 1024, "{name}: {sent} bytes were taken");
        assert_serves(&site).await;
    }
    // Rapid reset, at once and after a while; and requests whose windows overflow.
    for after in [0, 50] {
        let mut raw = RawClient::connect(&site).await;
        let sent = raw
            .flood(|at| {
                let stream = |back: u32| 2 * (at + 1).saturating_sub(back) + 1;
                let mut bytes = frame(0x1, 0x5, stream(0), &request);
                if at >= after {
                    bytes.extend(frame(0x3, 0, stream(after), &8_u32.to_be_bytes()));
                }
                bytes
            })
            .await;
        assert!(sent < 8 * 1024 * 1024, "{sent} bytes were taken");
        assert_serves(&site).await;
    }
    // Streams that the gateway must reset, since their windows overflow (MadeYouReset).
    let mut raw = RawClient::connect(&site).await;
    let sent = raw
        .flood(|at| {
            [frame(0x1, 0x4, 2 * at + 1, &request), frame(0x8, 0, 2 * at + 1, &0x7fff_ffff_u32.to_be_bytes())].concat()
        })
        .await;
    assert!(sent < 8 * 1024 * 1024, "{sent} bytes were taken");
    assert_serves(&site).await;
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x8, 0, 0, &0x7fff_ffff_u32.to_be_bytes()).await;
    raw.assert_closed().await;
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x8, 0, 0, &0_u32.to_be_bytes()).await;
    raw.assert_closed().await;
    assert_serves(&site).await;
}

#[tokio::test]
async fn cancelled_requests_beyond_the_completed_ones_end_their_connection() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let request = [(":method", "POST"), (":path", "/graphql"), ("content-type", "application/json")];
    let request = RawClient::request(&request);
    let mut raw = RawClient::connect(&site).await;
    let mut cancelled = 0;
    loop {
        let stream = 2 * cancelled + 1;
        // The request is accepted before it is cancelled.
        let is_served = raw.is_served_after(&RawClient::frame(0x1, 0x4, stream, &request)).await
            && raw.is_served_after(&RawClient::frame(0x3, 0, stream, &8_u32.to_be_bytes())).await;
        if !is_served {
            break;
        }
        cancelled += 1;
    }
    // So many have fewer bytes than any connection may send.
    assert!((200..500).contains(&cancelled), "{cancelled}");
    assert_serves(&site).await;
}

#[tokio::test]
async fn a_header_list_that_decodes_to_much_is_not_kept() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut raw = RawClient::connect(&site).await;
    // SETTINGS_MAX_HEADER_LIST_SIZE.
    assert_eq!(raw.setting(0x6).await, 64 * 1024);
    // One field of 4,000 bytes in the table, named 4,000 times with a byte each.
    let mut fields = RawClient::request(&[(":method", "GET"), (":path", "/healthz")]);
    fields.extend(RawClient::indexed_field("a", &"b".repeat(4000)));
    fields.extend([0xbe; 4000]);
    raw.send_headers(1, &fields).await;
    let outcome = raw.outcome(1).await;
    assert!(matches!(outcome, Outcome::Status(431) | Outcome::Reset(_) | Outcome::Closed), "{outcome:?}");
    assert_serves(&site).await;
}

#[tokio::test]
async fn streams_count_as_connections_and_those_beyond_the_limit_are_refused() {
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client_limits = ClientLimits { connections: 4, connections_per_address: 4, ..CLIENT_LIMITS };
    let gateway =
        Gateway::with_services(services.local_addr().unwrap(), GatewayParts { client_limits, ..default_parts() });
    let site = TlsSite::of(&gateway).await;
    let client = site.http2().await;
    let ask = |at: usize| {
        let mut client = client.clone();
        let request = post(&format!("{{ a{at}: seguradoras {{ nome }} }}"));
        tokio::spawn(async move { client.send(request).await })
    };
    // The connection and its first stream, and three more.
    let open: Vec<_> = (0..4).map(ask).collect();
    let (_call, _) = services.accept().await.unwrap();
    let refused = async {
        loop {
            if let Err(error) = ask(9).await.unwrap() {
                return error;
            }
        }
    };
    let error = timeout(PATIENCE, refused).await.expect("a refusal");
    assert_eq!(reason(&error), Some(Reason::REFUSED_STREAM), "{error:?}");
    for stream in open {
        stream.abort();
    }
}

#[tokio::test]
async fn at_the_connection_limit_an_idle_connection_is_closed() {
    let site = TlsSite::with(ClientLimits { connections: 1, connections_per_address: 1, ..CLIENT_LIMITS }).await;
    let mut idle = RawClient::connect(&site).await;
    idle.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(idle.outcome(1).await, Outcome::Status(200));
    assert_serves(&site).await;
    idle.assert_closed().await;
}
