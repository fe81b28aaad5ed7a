//! HTTP/2 over TLS: what a client library would never send, clients that are slow or hostile, and the end of connections.

mod frames;

use std::time::Duration;

use axum::{Router, body::Bytes, extract::Request, http::Method};
use futures_util::future::join_all;
use gateway::http::ClientLimits;
use h2::{Reason, client};
use http_body_util::Full;
use rustls::version::TLS13;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    time::timeout,
};

use self::frames::{Outcome, RawClient};
use crate::{
    http1_client::{ANSWER, Client, PATIENCE, query},
    kit::{CLIENT_LIMITS, Gateway, Parts, pass, serve},
    pki::connect,
    protocols::{TlsSite, post},
};

const SHORT: Duration = Duration::from_millis(60);
const LONG_QUERY: &str = "{ __schema { types { name description fields { name description } } } }";

fn get(path: &str) -> Request<Full<Bytes>> {
    Request::get(format!("https://localhost{path}")).body(Full::default()).unwrap()
}

/// The `h2` error of a response that did not come.
fn reason(error: &hyper::Error) -> Option<Reason> {
    std::error::Error::source(error).and_then(|source| source.downcast_ref::<h2::Error>()).and_then(h2::Error::reason)
}

/// A well-behaved client is still served.
async fn assert_serves(site: &TlsSite) {
    assert_eq!(timeout(PATIENCE, site.http2().await.query("{ __typename }")).await.unwrap().unwrap().text, ANSWER);
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
    http1.send(query()).await;
    assert_eq!(http1.answer().await.body, ANSWER);
    let mut http1 = Client(site.connect(&[b"http/1.1"]).await);
    http1.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert_eq!(http1.answer().await.status, 505);
    let mut http2 = site.connect(&[b"h2"]).await;
    http2.write_all(query().as_bytes()).await.unwrap();
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, http2.read_to_end(&mut rest)).await.expect("an end");
    assert!(!rest.windows(8).any(|bytes| bytes == b"HTTP/1.1"));
}

#[tokio::test]
async fn requests_of_one_connection_are_answered_side_by_side() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let client = site.http2().await;
    let replies = join_all((0..300).map(|_| {
        let mut client = client.clone();
        async move { client.query("{ __typename }").await.unwrap() }
    }));
    for reply in replies.await {
        assert_eq!((reply.status.as_u16(), reply.text.as_str(), reply.header("connection")), (200, ANSWER, ""));
    }
}

#[tokio::test]
async fn a_long_response_arrives_whole() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let gateway = Gateway::made_of(Parts::default());
    let routed = gateway.run(None, LONG_QUERY, json!({})).await.text;
    assert!(routed.len() > 64 * 1024, "{}", routed.len());
    assert_eq!(site.http2().await.query(LONG_QUERY).await.unwrap().text, routed);
}

#[tokio::test]
async fn the_response_to_head_has_a_length_and_no_body() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let request = |method: Method| {
        let request = Request::builder().method(method).uri("https://localhost/graphql?query=%7B__typename%7D");
        request.body(Full::default()).unwrap()
    };
    let mut client = site.http2().await;
    for path in ["/graphql?query=%7B__typename%7D", "/healthz", "/nada"] {
        let mut head = request(Method::HEAD);
        *head.uri_mut() = format!("https://localhost{path}").parse().unwrap();
        let (head, get) = (client.send(head).await.unwrap(), client.send(get(path)).await.unwrap());
        assert_eq!((head.status, head.text.as_str()), (get.status, ""));
        assert_eq!(head.header("content-length"), get.text.len().to_string());
    }
    // As frames: none of data but an empty one.
    let mut raw = RawClient::connect(&site).await;
    let fields = RawClient::request(&[(":method", "HEAD"), (":path", "/healthz")]);
    raw.send_headers(1, &fields).await;
    assert_eq!(raw.outcome_with_bytes(1).await, (Outcome::Status(200), 0));
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
        without(":scheme"),
        without(":path"),
        with(&[(":path", "/x")]),
        with(&[(":authority", "x")]),
        with(&[("a", "b"), (":method", "POST")]),
        with(&[(":status", "200")]),
        with(&[(":other", "x")]),
        with(&[(":protocol", "websocket")]),
        with(&[("Upper", "x")]),
        with(&[("connection", "close")]),
        with(&[("connection", "x-a")]),
        with(&[("keep-alive", "1")]),
        with(&[("proxy-connection", "close")]),
        with(&[("transfer-encoding", "chunked")]),
        with(&[("upgrade", "h2c")]),
        with(&[("te", "gzip")]),
        with(&[("a", "b\r\nc")]),
        with(&[("a", "b\0")]),
        with(&[("a b", "c")]),
        with(&[("content-length", "5")]),
        with(&[("content-length", "+0")]),
        with(&[("content-length", "0"), ("content-length", "1")]),
        changed(":path", ""),
        changed(":scheme", "1http"),
        changed(":authority", "a b"),
    ] {
        let mut raw = RawClient::connect(&site).await;
        raw.send_headers(1, &fields).await;
        let outcome = raw.outcome(1).await;
        assert!(matches!(outcome, Outcome::Reset(1) | Outcome::Closed), "{fields:?}: {outcome:?}");
    }
    // Well-formed for a library, and still read in two ways.
    for fields in [
        with(&[("host", "other.example")]),
        with(&[("host", "localhost"), ("host", "localhost")]),
        with(&[("host", "localhost:443")]),
        [&without(":authority")[..], &[("host", "a,b")]].concat(),
        without(":authority"),
        changed(":authority", "a@localhost"),
        changed(":authority", "localhost:x"),
        changed(":path", "*"),
        vec![(":method", "CONNECT"), (":authority", "localhost:443")],
    ] {
        let mut raw = RawClient::connect(&site).await;
        raw.send_headers(1, &fields).await;
        assert_eq!(raw.outcome(1).await, Outcome::Status(400), "{fields:?}");
    }
    for fields in [base.to_vec(), with(&[("host", "LOCALHOST"), ("te", "trailers")]), {
        [&without(":authority")[..], &[("host", "localhost")]].concat()
    }] {
        let mut raw = RawClient::connect(&site).await;
        raw.send_headers(1, &fields).await;
        assert_eq!(raw.outcome(1).await, Outcome::Status(200), "{fields:?}");
    }
}

#[tokio::test]
async fn a_request_head_has_a_size_limit() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut client = site.http2().await;
    assert_eq!(client.send(get(&format!("/{}", "a".repeat(8 * 1024 - 1)))).await.unwrap().status, 404);
    let reply = client.send(get(&format!("/{}", "a".repeat(8 * 1024)))).await.unwrap();
    assert_eq!((reply.status.as_u16(), reply.error().0.as_str()), (414, "URI_TOO_LONG"));
    let with = |name: &str, count: usize, value: &str| {
        let mut request = get("/healthz");
        for at in 0..count {
            request
                .headers_mut()
                .append(format!("{name}{at}").parse::<axum::http::HeaderName>().unwrap(), value.parse().unwrap());
        }
        request
    };
    assert_eq!(client.send(with("a", 100, "b")).await.unwrap().status, 200);
    for request in [with("a", 101, "b"), with("a", 1, &"b".repeat(16 * 1024)), with("a", 5, &"b".repeat(15 * 1024))] {
        let reply = client.send(request).await.unwrap();
        assert_eq!((reply.status.as_u16(), reply.error().0.as_str()), (431, "REQUEST_HEADER_FIELDS_TOO_LARGE"));
        assert!(!reply.header("x-request-id").is_empty());
    }
    assert_serves(&site).await;
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
async fn a_body_that_takes_too_long_is_answered_and_costs_only_its_stream() {
    let site = TlsSite::with(ClientLimits { body: SHORT, ..CLIENT_LIMITS }).await;
    let mut raw = RawClient::connect(&site).await;
    let fields =
        RawClient::request(&[(":method", "POST"), (":path", "/graphql"), ("content-type", "application/json")]);
    raw.send_open_headers(1, &fields).await;
    assert_eq!(raw.outcome(1).await, Outcome::Status(408));
    raw.send_headers(3, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(raw.outcome(3).await, Outcome::Status(200));
}

#[tokio::test]
async fn idle_connections_and_unfinished_beginnings_are_closed() {
    let site = TlsSite::with(ClientLimits { idle: SHORT, ..CLIENT_LIMITS }).await;
    for beginning in [&b""[..], b"PRI * HTTP/2.0\r\n", frames::PREFACE] {
        let mut stream = site.connect(&[b"h2"]).await;
        stream.write_all(beginning).await.unwrap();
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("an end");
    }
    let mut raw = RawClient::connect(&site).await;
    raw.send_headers(1, &RawClient::request(&[(":method", "GET"), (":path", "/healthz")])).await;
    assert_eq!(raw.outcome(1).await, Outcome::Status(200));
    raw.assert_closed().await;
    // A header block that never ends is no request.
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x1, 0, 1, &RawClient::request(&[(":method", "GET")])).await;
    raw.assert_closed().await;
}

#[tokio::test]
async fn a_stalled_stream_is_reset_and_its_memory_returned() {
    let limits = ClientLimits { send: Duration::from_secs(5), ..CLIENT_LIMITS };
    let gateway = Gateway::made_of(Parts { client_limits: limits, ..Parts::default() });
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
    assert!(gateway.upstream.memory_used() > 20 * 64 * 1024, "{}", gateway.upstream.memory_used());
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
    let site = TlsSite::with(ClientLimits { send: Duration::from_secs(5), ..CLIENT_LIMITS }).await;
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
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x8, 0, 0, &0x7fff_ffff_u32.to_be_bytes()).await;
    raw.assert_closed().await;
    let mut raw = RawClient::connect(&site).await;
    raw.send(0x8, 0, 0, &0_u32.to_be_bytes()).await;
    raw.assert_closed().await;
    assert_serves(&site).await;
}

#[tokio::test]
async fn a_header_list_that_decodes_to_much_is_not_kept() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut raw = RawClient::connect(&site).await;
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
    let gateway = Gateway::with_services(services.local_addr().unwrap(), Parts { client_limits, ..Parts::default() });
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

#[tokio::test]
async fn a_client_that_cancels_takes_its_reads_with_it() {
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = TlsSite::of(&Gateway::with_services(services.local_addr().unwrap(), Parts::default())).await;
    let client = site.http2().await;
    let asked = tokio::spawn({
        let mut client = client.clone();
        async move { client.query("{ seguradoras { nome } }").await.map(drop) }
    });
    let (mut call, _) = services.accept().await.unwrap();
    asked.abort();
    let mut rest = Vec::new();
    timeout(PATIENCE, call.read_to_end(&mut rest)).await.expect("an end").unwrap();
    assert_eq!(client.clone().query("{ __typename }").await.unwrap().text, ANSWER);
}

#[tokio::test]
async fn a_stop_answers_open_streams_and_closes_idle_connections() {
    let (open, opened) = tokio::sync::watch::channel(false);
    let services = Router::new().fallback(move || {
        let mut opened = opened.clone();
        async move {
            opened.wait_for(|open| *open).await.unwrap();
            r#"{"status":1,"messages":"","data":[{"cdSeguradora":"1","nmSeguradora":"Pata","flAtiva":true}]}"#
        }
    });
    let mut site = TlsSite::of(&Gateway::with_services(serve(services).await, Parts::default())).await;
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
    let closed = async {
        while idle.0.ready().await.is_ok() {
            tokio::task::yield_now().await
        }
    };
    timeout(PATIENCE, closed).await.expect("an end");
    // Told to go elsewhere, and still answered.
    let told = async {
        while busy.0.ready().await.is_ok() {
            tokio::task::yield_now().await
        }
    };
    timeout(PATIENCE, told).await.expect("a GOAWAY");
    open.send(true).unwrap();
    assert_eq!(asked.await.unwrap().text, r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#);
}
