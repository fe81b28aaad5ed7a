//! Graceful shutdown: requests in flight are completed, later ones go to another gateway, and nothing waits for ever.

use std::{
    io::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::Router;
use futures_util::future::join_all;
use gateway::http::{ClientLimits, graceful_shutdown::GracefulShutdown};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    time::{interval, timeout, timeout_at},
};

use crate::{
    http1_client::{self, Answer, Client},
    kit::{CLIENT_LIMITS, Gateway, GatewayParts, PATIENCE, default_parts, serve, until},
    program::{line_with, post, signal, start},
    protocols::{SEGURADORAS, TlsSite, held_services},
};

async fn connect(address: &str) -> Client<BufReader<TcpStream>> {
    Client(BufReader::new(TcpStream::connect(address).await.unwrap()))
}

/// The response to a request; `None` if the connection closed before it.
async fn ask(client: &mut Client<BufReader<TcpStream>>, request: &str) -> Option<Answer> {
    client.0.write_all(request.as_bytes()).await.ok()?;
    client.next().await
}

fn query() -> String {
    http1_client::graphql("", "{ seguradoras { nome } }")
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")
}

#[tokio::test]
async fn a_draining_gateway_is_unready_and_still_serves() {
    let services = serve(Router::new().fallback(async || SEGURADORAS)).await;
    let drain = GracefulShutdown::new(Duration::from_secs(300), Duration::ZERO);
    let gateway = Gateway::with_services(services, GatewayParts { shutdown: drain, ..default_parts() });
    let (address, stop) = gateway.listen().await;
    let address = address.to_string();
    let mut kept = connect(&address).await;
    let ready = ask(&mut kept, &get("/readyz")).await.unwrap();
    assert_eq!((ready.status, ready.closes()), (200, false));
    drop(stop);
    // An open connection sees it at once.
    let mut unready = ready;
    until(async || {
        unready = ask(&mut kept, &get("/readyz")).await.unwrap();
        unready.closes()
    })
    .await;
    assert_eq!((unready.status, unready.body.as_str()), (503, r#"{"ready":false}"#));
    let expected = json!({ "ready": false, "gateway": "draining", "services": "reachable", "breakers": {} });
    assert_eq!(gateway.readiness().await, (503, expected));
    assert!(ask(&mut kept, &query()).await.is_none());
    for (request, body) in [(get("/healthz"), "ok\n"), (query(), r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#)] {
        let answer = ask(&mut connect(&address).await, &request).await.unwrap();
        assert_eq!((answer.status, answer.body.as_str(), answer.closes()), (200, body, true));
    }
}

#[tokio::test]
async fn at_the_connection_limit_a_shutdown_still_serves_waiting_connections() {
    // Stub services; the test writes their responses.
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client_limits = ClientLimits { connections: 1, connections_per_address: 1, ..CLIENT_LIMITS };
    let parts = GatewayParts { client_limits, ..default_parts() };
    let (address, stop) = Gateway::with_services(services.local_addr().unwrap(), parts).listen().await;
    let address = address.to_string();
    let mut clients = [connect(&address).await, connect(&address).await];
    for client in &mut clients {
        client.0.write_all(query().as_bytes()).await.unwrap();
    }
    let (mut call, _) = services.accept().await.unwrap();
    drop(stop);
    let answered = async {
        for mut client in clients {
            let length = SEGURADORAS.len();
            let answer =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{SEGURADORAS}");
            call.write_all(answer.as_bytes()).await.unwrap();
            let answer = client.answer().await;
            assert_eq!(
                (answer.body.as_str(), answer.closes()),
                (r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#, true)
            );
            drop(client);
            tokio::select! {
                next = services.accept() => call = next.unwrap().0,
                // After the last response.
                () = refused(&address) => {}
            }
        }
    };
    timeout(PATIENCE, answered).await.expect("an end");
}

/// Waits until connections are refused.
async fn refused(address: &str) {
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn connections_in_the_backlog_are_served_before_the_end() {
    let services = serve(Router::new().fallback(async || SEGURADORAS)).await;
    let (address, stop) = Gateway::with_services(services, default_parts()).listen().await;
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
        assert_eq!((answer.body.as_str(), answer.closes()), (r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#, true));
    }
}

#[tokio::test]
async fn requests_past_the_shutdown_limit_are_abandoned_and_counted() {
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let shutdown = GracefulShutdown::new(Duration::ZERO, Duration::from_millis(50));
    let parts = GatewayParts { shutdown, ..default_parts() };
    let gateway = Gateway::with_services(services.local_addr().unwrap(), parts);
    let (address, stop, server) = gateway.server(None).await;
    let server = tokio::spawn(server);
    let address = address.to_string();
    let mut read = connect(&address).await;
    read.0.write_all(query().as_bytes()).await.unwrap();
    let (_read_under_way, _) = services.accept().await.unwrap();
    let write = tokio::spawn(async move {
        post(&address, "mutation { validarEmail(email: \"ana@x.example\") { __typename } }").await
    });
    let (_write_under_way, _) = services.accept().await.unwrap();
    drop(stop);
    let deadline = timeout(PATIENCE, server).await.expect("an end").unwrap();
    timeout_at(deadline, gateway.upstream.settle()).await.expect_err("a write in progress");
    assert_eq!(gateway.upstream.writes_in_progress(), 1);
    write.abort();
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", services.local_addr().unwrap());
    let (mut gateway, _output, address) = start(&["--upstream-url", &url, "--api-key", "chave"]).await;
    let mut client = connect(&address).await;
    let asked = tokio::spawn(async move { ask(&mut client, &query()).await.is_none() });
    let (_under_way, _) = services.accept().await.unwrap();
    signal(&gateway, "-TERM").await;
    let mut log = BufReader::new(gateway.stderr.take().unwrap()).lines();
    line_with("stopping", &mut log).await;
    signal(&gateway, "-TERM").await;
    assert_eq!(timeout(PATIENCE, gateway.wait()).await.expect("an end").unwrap().code(), Some(1));
    line_with("segundo sinal", &mut log).await;
    assert!(asked.await.unwrap());
}

/// A load balancer over two gateways: new connections go to the first while it is ready.
struct Balancer {
    addresses: [String; 2],
    chosen: AtomicUsize,
    answered: [AtomicUsize; 2],
    is_over: AtomicBool,
}

impl Balancer {
    async fn watch(&self) {
        let mut interval = interval(Duration::from_millis(20));
        loop {
            interval.tick().await;
            let answer = ask(&mut connect(&self.addresses[0]).await, &get("/readyz")).await;
            if answer.is_none_or(|answer| answer.status != 200) {
                return self.chosen.store(1, Ordering::SeqCst);
            }
        }
    }

    /// Sends requests one after the other, over kept-alive or new connections. Any failure fails the test, except a used
    /// connection that closes without a response: HTTP clients repeat such a request.
    async fn ask(&self, keeps: bool) {
        let mut kept: Option<(usize, Client<BufReader<TcpStream>>)> = None;
        while !self.is_over.load(Ordering::SeqCst) {
            let was_used = kept.is_some();
            let (at, mut connection) = match kept.take() {
                Some(kept) => kept,
                None => {
                    let at = self.chosen.load(Ordering::SeqCst);
                    (at, connect(&self.addresses[at]).await)
                }
            };
            let answer = match ask(&mut connection, &query()).await {
                Some(answer) => answer,
                None if was_used => continue,
                None => panic!("gateway {at} took a connection and did not answer"),
            };
            assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#));
            self.answered[at].fetch_add(1, Ordering::SeqCst);
            if keeps && !answer.closes() {
                kept = Some((at, connection));
            }
        }
    }

    async fn has_answered(&self, at: usize, times: usize) {
        while self.answered[at].load(Ordering::SeqCst) < times {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn sigterm_under_load_fails_no_request() {
    let url = format!("http://{}", serve(Router::new().fallback(async || SEGURADORAS)).await);
    let settings = ["--upstream-url", &url, "--api-key", "chave", "--drain-delay", "1s"];
    let ((mut first, _output, one), (_second, _other_output, two)) = tokio::join!(start(&settings), start(&settings));
    let balancer = Arc::new(Balancer {
        addresses: [one, two],
        chosen: AtomicUsize::default(),
        answered: Default::default(),
        is_over: AtomicBool::default(),
    });
    let mut tasks = vec![tokio::spawn({
        let balancer = Arc::clone(&balancer);
        async move { balancer.watch().await }
    })];
    for at in 0..32 {
        let balancer = Arc::clone(&balancer);
        tasks.push(tokio::spawn(async move { balancer.ask(at % 2 == 0).await }));
    }
    let stopped = async {
        balancer.has_answered(0, 500).await;
        signal(&first, "-TERM").await;
        assert!(first.wait().await.unwrap().success());
        balancer.has_answered(1, 500).await;
        balancer.is_over.store(true, Ordering::SeqCst);
        join_all(tasks).await
    };
    let ends = timeout(PATIENCE, stopped).await.expect("an end");
    let failed = ends.iter().filter(|end| end.is_err()).count();
    assert_eq!(failed, 0);
}

#[tokio::test]
async fn a_shutdown_answers_requests_in_flight_and_closes_idle_connections() {
    let (open, services) = held_services();
    let gateway = Gateway::with_services(serve(services).await, default_parts());
    let (address, stop) = gateway.listen().await;
    let mut idle = Client::to(address).await;
    idle.send(http1_client::query()).await;
    idle.answer().await;
    let mut fresh = Client::to(address).await;
    let mut begun = Client::to(address).await;
    begun.send("GET /healthz HTTP/1.1\r\n").await;
    let mut busy = Client::to(address).await;
    busy.send(query()).await;
    // All are accepted once a later connection has its response.
    http1_client::ask(address, http1_client::query()).await;
    drop(stop);
    assert_eq!((idle.rest().await, fresh.rest().await), (String::new(), String::new()));
    begun.send("host: x\r\n\r\n").await;
    let answer = begun.answer().await;
    assert_eq!((answer.body.as_str(), answer.closes()), ("ok\n", true));
    open.send(true).unwrap();
    let answer = busy.answer().await;
    assert_eq!((answer.body.as_str(), answer.closes()), (r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#, true));
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_shutdown_under_load_fails_no_http2_request() {
    let services = serve(Router::new().fallback(async || SEGURADORAS)).await;
    let shutdown = GracefulShutdown::new(Duration::from_secs(2), PATIENCE);
    let mut first = TlsSite::of(&Gateway::with_services(services, GatewayParts { shutdown, ..default_parts() })).await;
    let stop = first.stop.take();
    let second = TlsSite::of(&Gateway::with_services(services, default_parts())).await;
    let sites = Arc::new([first, second]);
    let (chosen, is_over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let answered: Arc<[AtomicUsize; 2]> = Arc::default();
    let clients = (0..16).map(|_| {
        let (sites, chosen, is_over, answered) =
            (Arc::clone(&sites), Arc::clone(&chosen), Arc::clone(&is_over), Arc::clone(&answered));
        tokio::spawn(async move {
            while !is_over.load(Ordering::SeqCst) {
                let at = chosen.load(Ordering::SeqCst);
                let mut client = sites[at].http2().await;
                // Until the gateway says that it takes no more (GOAWAY).
                while !is_over.load(Ordering::SeqCst) && client.0.ready().await.is_ok() {
                    match client.query("{ seguradoras { nome } }").await {
                        Ok(reply) => assert_eq!(reply.text, r#"{"data":{"seguradoras":[{"nome":"Pata"}]}}"#),
                        // It was not sent: the GOAWAY came first.
                        Err(error) if error.is_canceled() => break,
                        Err(error) => panic!("gateway {at} failed a request: {error:?}"),
                    }
                    answered[at].fetch_add(1, Ordering::SeqCst);
                }
            }
        })
    });
    let clients: Vec<_> = clients.collect();
    let has_answered = async |at: usize, times: usize| {
        while answered[at].load(Ordering::SeqCst) < times {
            tokio::task::yield_now().await;
        }
    };
    let stopped = async {
        has_answered(0, 300).await;
        drop(stop);
        // New connections are still served.
        has_answered(0, answered[0].load(Ordering::SeqCst) + 50).await;
        chosen.store(1, Ordering::SeqCst);
        has_answered(1, 300).await;
        refused(&sites[0].address.to_string()).await;
        is_over.store(true, Ordering::SeqCst);
        for end in join_all(clients).await {
            end.unwrap();
        }
    };
    timeout(PATIENCE, stopped).await.expect("an end");
}
