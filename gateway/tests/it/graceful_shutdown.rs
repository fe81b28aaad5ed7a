//! Graceful shutdown: requests in flight are completed, later ones go to another gateway, and nothing waits for ever.

use std::{
    error::Error as _,
    io::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use contract::{login::ValidaEmail, seguradora::ListaSeguradora, value::Nothing};
use futures_util::future::join_all;
use gateway::http::{ClientLimits, graceful_shutdown::GracefulShutdown};
use h2::Reason;
use rustls::version::TLS13;
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    time::{interval, timeout, timeout_at},
};
use tokio_rustls::client::TlsStream;

use crate::{
    http1_client::{self, Client, get},
    kit::{self, CLIENT_LIMITS, GatewayParts, READ, TEST_TIMEOUT, default_parts, eventually},
    pki::{self, Authority, VALID},
    program::{line_with, signal, start_over},
    protocols::Http2Client,
    stub::{Answer, one_insurer},
};

/// The response to [`query`].
const PATA: &str = r#"{"data":{"seguradoras":[{"nome":"Pata Segura"}]}}"#;

fn query() -> String {
    http1_client::graphql("", READ)
}

/// The response to a request; `None` if the connection closed before it.
async fn ask(client: &mut Client<impl AsyncRead + AsyncWrite + Unpin>, request: &str) -> Option<kit::Reply> {
    client.0.write_all(request.as_bytes()).await.ok()?;
    client.next().await
}

#[tokio::test]
async fn a_draining_gateway_is_unready_and_still_serves() {
    let drain = GracefulShutdown::new(Duration::from_secs(300), Duration::ZERO);
    let stub = one_insurer().start_with(GatewayParts { shutdown: drain, ..default_parts() }).await;
    let (address, stop) = stub.gateway.listen().await;
    let mut kept = Client::to(address).await;
    let ready = ask(&mut kept, &get("/readyz")).await.unwrap();
    assert_eq!((ready.status.as_u16(), ready.closes()), (200, false));
    drop(stop);
    // An open connection sees it at once.
    let mut unready = ready;
    eventually(async || {
        unready = ask(&mut kept, &get("/readyz")).await.unwrap();
        unready.closes()
    })
    .await;
    assert_eq!((unready.status.as_u16(), unready.text.as_str()), (503, r#"{"ready":false}"#));
    let expected = json!({ "ready": false, "gateway": "draining", "services": "reachable", "breakers": {} });
    assert_eq!(stub.gateway.readiness().await, (503, expected));
    assert!(ask(&mut kept, &query()).await.is_none());
    for (request, body) in [(get("/healthz"), "ok\n"), (query(), PATA)] {
        let answer = http1_client::ask(address, request).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str(), answer.closes()), (200, body, true));
    }
}

#[tokio::test]
async fn at_the_connection_limit_a_shutdown_still_serves_waiting_connections() {
    let client_limits = ClientLimits { connections: 1, connections_per_address: 1, ..CLIENT_LIMITS };
    let stub = one_insurer().holding(|_| true).start_with(GatewayParts { client_limits, ..default_parts() }).await;
    let (address, stop) = stub.gateway.listen().await;
    let mut clients = [Client::to(address).await, Client::to(address).await];
    for client in &mut clients {
        client.send(query()).await;
    }
    stub.arrived::<ListaSeguradora>(1).await;
    drop(stop);
    stub.release_all();
    for mut client in clients {
        let answer = client.answer().await;
        assert_eq!((answer.text.as_str(), answer.closes()), (PATA, true));
    }
}

#[tokio::test]
async fn connections_in_the_backlog_are_served_before_the_end() {
    let stub = one_insurer().start().await;
    let (address, stop) = stub.gateway.listen().await;
    // Without an await, so the gateway accepts none of them before the shutdown.
    let let_in: Vec<_> = (0..50)
        .map(|_| {
            let mut client = std::net::TcpStream::connect(address).unwrap();
            client.write_all(query().as_bytes()).unwrap();
            client.set_nonblocking(true).unwrap();
            Client(TcpStream::from_std(client).unwrap())
        })
        .collect();
    drop(stop);
    for mut client in let_in {
        let answer = client.answer().await;
        assert_eq!((answer.text.as_str(), answer.closes()), (PATA, true));
    }
}

#[tokio::test]
async fn requests_past_the_shutdown_limit_are_abandoned_and_counted() {
    let shutdown = GracefulShutdown::new(Duration::ZERO, Duration::from_millis(50));
    let stub = one_insurer().on::<ValidaEmail>(|_| Answer::Data(Nothing {})).holding(|_| true);
    let stub = stub.start_with(GatewayParts { shutdown, ..default_parts() }).await;
    let (address, stop, server) = stub.gateway.server(None).await;
    let server = tokio::spawn(server);
    let (mut read, mut write) = (Client::to(address).await, Client::to(address).await);
    read.send(query()).await;
    stub.arrived::<ListaSeguradora>(1).await;
    write.send(http1_client::graphql("", "mutation { validarEmail(email: \"ana@x.example\") { __typename } }")).await;
    stub.arrived::<ValidaEmail>(1).await;
    drop(stop);
    let deadline = timeout(TEST_TIMEOUT, server).await.expect("an end").unwrap();
    timeout_at(deadline, stub.gateway.upstream.wait_for_writes()).await.expect_err("a write in progress");
    assert_eq!(stub.gateway.upstream.writes_in_progress(), 1);
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let stub = one_insurer().holding(|_| true).start().await;
    let (mut gateway, _output, address) = start_over(stub.address, &[]).await;
    let mut client = Client::to(address.parse().unwrap()).await;
    let asked = tokio::spawn(async move { ask(&mut client, &query()).await.is_none() });
    stub.arrived::<ListaSeguradora>(1).await;
    signal(&gateway, "-TERM").await;
    let mut log = BufReader::new(gateway.stderr.take().unwrap()).lines();
    line_with("stopping", &mut log).await;
    signal(&gateway, "-TERM").await;
    assert_eq!(timeout(TEST_TIMEOUT, gateway.wait()).await.expect("an end").unwrap().code(), Some(1));
    line_with("segundo sinal", &mut log).await;
    assert!(asked.await.unwrap());
}

/// Whether a request met the GOAWAY of a graceful shutdown on its way, before or after it was sent: the gateway has not begun
/// it, and HTTP clients repeat it elsewhere. One that the gateway had begun fails with another error.
fn was_not_processed(error: &hyper::Error) -> bool {
    let refusal = error.source().and_then(|source| source.downcast_ref::<h2::Error>());
    error.is_canceled() || refusal.is_some_and(|error| error.is_go_away() && error.reason() == Some(Reason::NO_ERROR))
}

/// A load balancer over two gateways with TLS: new connections go to the first while it is ready.
struct Balancer {
    authority: Authority,
    addresses: [String; 2],
    chosen: AtomicUsize,
    answered: [AtomicUsize; 2],
    is_over: AtomicBool,
}

impl Balancer {
    /// The gateway of a new connection, and the connection.
    async fn connect(&self, protocol: &[u8]) -> (usize, TlsStream<TcpStream>) {
        let at = self.chosen.load(Ordering::SeqCst);
        let config = self.authority.client(&[&TLS13], &[protocol]);
        (at, pki::connect(&self.addresses[at], config).await.unwrap())
    }

    async fn watch(&self) {
        let mut interval = interval(Duration::from_millis(20));
        loop {
            interval.tick().await;
            let (_, stream) = self.connect(b"http/1.1").await;
            let answer = ask(&mut Client(stream), &get("/readyz")).await;
            if answer.is_none_or(|answer| answer.status != 200) {
                return self.chosen.store(1, Ordering::SeqCst);
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::SeqCst)
    }

    fn count(&self, at: usize) {
        self.answered[at].fetch_add(1, Ordering::SeqCst);
    }

    /// Sends requests one after the other, over kept-alive or new connections. Any failure fails the test, except a used
    /// connection that closes without a response: HTTP clients repeat such a request.
    async fn ask_by_http1(&self, keeps: bool) {
        let mut kept = None;
        while self.goes_on() {
            let was_used = kept.is_some();
            let (at, mut client) = match kept.take() {
                Some(kept) => kept,
                None => {
                    let (at, stream) = self.connect(b"http/1.1").await;
                    (at, Client(stream))
                }
            };
            let answer = match ask(&mut client, &query()).await {
                Some(answer) => answer,
                None if was_used => continue,
                None => panic!("gateway {at} took a connection and did not answer"),
            };
            assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, PATA));
            self.count(at);
            if keeps && !answer.closes() {
                kept = Some((at, client));
            }
        }
    }

    /// The same over HTTP/2, each connection until the gateway says that it takes no more (GOAWAY).
    async fn ask_by_http2(&self) {
        while self.goes_on() {
            let (at, stream) = self.connect(b"h2").await;
            let mut client = Http2Client::over(stream).await;
            while self.goes_on() && client.0.ready().await.is_ok() {
                match client.query(READ).await {
                    Ok(reply) => assert_eq!(reply.text, PATA),
                    Err(error) if was_not_processed(&error) => break,
                    Err(error) => panic!("gateway {at} failed a request: {error:?}"),
                }
                self.count(at);
            }
        }
    }

    async fn has_answered(&self, at: usize, times: usize) {
        eventually(async || self.answered[at].load(Ordering::SeqCst) >= times).await;
    }
}

#[tokio::test]
async fn sigterm_under_load_fails_no_request_of_http1_and_http2() {
    let (stub, authority) = (one_insurer().start().await, Authority::new());
    authority.issue("site", "localhost", VALID);
    let (certificate, key) = (authority.argument("site.pem"), authority.argument("site.key"));
    let settings = ["--drain-delay", "5s", "--tls-cert", &certificate, "--tls-key", &key];
    let start = || start_over(stub.address, &settings);
    let ((mut first, _output, one), (_second, _other_output, two)) = tokio::join!(start(), start());
    let balancer = Arc::new(Balancer {
        authority,
        addresses: [one, two],
        chosen: AtomicUsize::default(),
        answered: Default::default(),
        is_over: AtomicBool::default(),
    });
    let tasks = (0..48).map(|at| {
        let balancer = Arc::clone(&balancer);
        tokio::spawn(async move {
            match at % 3 {
                _ if at == 0 => balancer.watch().await,
                0 => balancer.ask_by_http2().await,
                kind => balancer.ask_by_http1(kind == 1).await,
            }
        })
    });
    let tasks: Vec<_> = tasks.collect();
    let stopped = async {
        balancer.has_answered(0, 500).await;
        signal(&first, "-TERM").await;
        assert!(first.wait().await.unwrap().success());
        balancer.has_answered(1, 500).await;
        balancer.is_over.store(true, Ordering::SeqCst);
        join_all(tasks).await
    };
    // Hundreds of TLS handshakes take their time on a busy machine.
    let ends = timeout(3 * TEST_TIMEOUT, stopped).await.expect("an end");
    assert_eq!(ends.iter().filter(|end| end.is_err()).count(), 0);
}

#[tokio::test]
async fn a_shutdown_answers_requests_in_flight_and_closes_idle_connections() {
    let stub = one_insurer().holding(|_| true).start().await;
    let (address, stop) = stub.gateway.listen().await;
    let mut idle = Client::to(address).await;
    idle.is_served().await;
    let (mut fresh, mut begun, mut busy) =
        (Client::to(address).await, Client::to(address).await, Client::to(address).await);
    begun.send("GET /healthz HTTP/1.1\r\n").await;
    busy.send(query()).await;
    // All are accepted once a later connection has its response.
    http1_client::ask(address, http1_client::query()).await;
    drop(stop);
    assert_eq!((idle.rest().await, fresh.rest().await), (String::new(), String::new()));
    begun.send("host: x\r\n\r\n").await;
    let answer = begun.answer().await;
    assert_eq!((answer.text.as_str(), answer.closes()), ("ok\n", true));
    stub.release_all();
    let answer = busy.answer().await;
    assert_eq!((answer.text.as_str(), answer.closes()), (PATA, true));
    assert!(TcpStream::connect(address).await.is_err());
}
