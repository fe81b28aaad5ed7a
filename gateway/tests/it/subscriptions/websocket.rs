//! Subscriptions over WebSocket: `graphql-transport-ws` to the letter.

use std::{net::SocketAddr, time::Duration};

use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use gateway::{
    http::ClientLimits,
    schema::persisted_documents::{DocumentPolicy, PersistedDocuments},
};
use serde_json::{Value, json};
use services::wire::painel::TotalStatusAcionamentoAno;
use sha2::{Digest as _, Sha256};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest as _},
};

use super::{ABERTOS_HOJE, Figure, NEVER, OFTEN, abertos_hoje, settings};
use crate::{
    http1_client::{self, Client, PATIENCE, SHORT},
    kit::{CLIENT_LIMITS, Gateway, GatewayParts, default_parts, pass, tool_with},
    protocols::TlsSite,
    stub::{Reply, Stub},
};

/// A client.
pub(crate) struct Socket<S = TcpStream>(WebSocketStream<S>);

impl Socket {
    /// A connection that is not acknowledged yet.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::with(address, &[]).await.unwrap()
    }

    pub(crate) async fn with(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/graphql").into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", "graphql-transport-ws".parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (socket, _) = client_async(request, TcpStream::connect(address).await.unwrap()).await?;
        Ok(Self(socket))
    }

    /// An acknowledged connection.
    async fn of(address: SocketAddr, token: &str) -> Self {
        let mut socket = Self::open(address).await;
        socket.init(token).await;
        socket
    }
}

impl<S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin> Socket<S> {
    async fn init(&mut self, token: &str) {
        let payload = json!({ "Authorization": format!("Bearer {token}") });
        self.send(json!({ "type": "connection_init", "payload": payload })).await;
        assert_eq!(self.next().await, json!({ "type": "connection_ack" }));
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn subscribe(&mut self, id: &str, query: &str) {
        self.send(json!({ "id": id, "type": "subscribe", "payload": { "query": query } })).await;
    }

    async fn frame(&mut self) -> Message {
        timeout(PATIENCE, self.0.next()).await.expect("a frame").expect("no end").unwrap()
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Value {
        match self.frame().await {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The code and the text with which the gateway closes.
    async fn closed(&mut self) -> (u16, String) {
        loop {
            match self.frame().await {
                Message::Close(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
                Message::Text(_) | Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

async fn start(
    figure: &Figure,
    interval: Duration,
    parts: GatewayParts,
) -> (Stub, SocketAddr, tokio::sync::oneshot::Sender<()>) {
    let parts = GatewayParts { subscriptions: settings(interval), ..parts };
    let stub = figure
        .services()
        .on::<TotalStatusAcionamentoAno>(|_| Reply::Http(401))
        .start_behind(|address| Gateway::with_services(address, parts))
        .await;
    let (address, stop) = stub.gateway.listen().await;
    (stub, address, stop)
}

#[tokio::test]
async fn operations_of_every_kind_run_side_by_side() {
    let figure = Figure::default();
    let (stub, address, _stop) = start(&figure, OFTEN, default_parts()).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("a", ABERTOS_HOJE).await;
    let next = |id: &str, value: i64| json!({ "id": id, "type": "next", "payload": abertos_hoje(value) });
    assert_eq!(socket.next().await, next("a", 0));
    figure.set(1);
    assert_eq!(socket.next().await, next("a", 1));
    socket.subscribe("b\"", &ABERTOS_HOJE.replace("subscription", "query")).await;
    assert_eq!(socket.next().await, next("b\"", 1));
    assert_eq!(socket.next().await, json!({ "id": "b\"", "type": "complete" }));
    socket.subscribe("c", "mutation { validarEmail(email: \"x\") { __typename } }").await;
    assert_eq!(socket.next().await["payload"]["data"]["validarEmail"]["__typename"], "Recusa");
    assert_eq!(socket.next().await["type"], "complete");
    // Nothing comes of an operation that the client has ended, and its id is free.
    socket.send(json!({ "id": "a", "type": "complete" })).await;
    socket.send(json!({ "id": "a", "type": "complete" })).await;
    socket.send(json!({ "type": "ping", "payload": { "n": 1 } })).await;
    let mut message = socket.next().await;
    while message["id"] == "a" {
        message = socket.next().await;
    }
    assert_eq!(message, json!({ "type": "pong", "payload": { "n": 1 } }));
    figure.set(2);
    socket.subscribe("a", ABERTOS_HOJE).await;
    assert_eq!(socket.next().await, next("a", 2));
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.next().await, json!({ "type": "pong" }));
    socket.send(json!({ "type": "pong" })).await;
    socket.0.close(None).await.unwrap();
    assert!(timeout(PATIENCE, socket.0.next()).await.unwrap().is_none_or(|end| matches!(end, Ok(Message::Close(_)))));
    assert!(stub.seen().iter().all(|call| call.authorization.as_deref() != Some("Bearer ")));
}

#[tokio::test]
async fn what_fails_gets_an_error_message_and_no_complete() {
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, default_parts()).await;
    let mut socket = Socket::of(address, "ana").await;
    for (query, code) in [
        ("subscription { nada }", "GRAPHQL_VALIDATION_FAILED"),
        ("{ nada }", "GRAPHQL_VALIDATION_FAILED"),
        ("{", "GRAPHQL_PARSE_FAILED"),
        ("query A { __typename } query B { __typename }", "OPERATION_RESOLUTION_FAILURE"),
        ("subscription { totaisPorStatus(ano: 2026) { mes } }", "UNAUTHENTICATED"),
    ] {
        // The id is free again after each.
        socket.subscribe("x", query).await;
        let message = socket.next().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("error"), &json!("x")), "{message}");
        assert_eq!(message["payload"][0]["extensions"]["code"], code, "{message}");
    }
    socket.send(json!({ "id": "y", "type": "subscribe", "payload": {} })).await;
    assert_eq!(socket.next().await["payload"][0]["extensions"]["code"], "BAD_REQUEST");
    // A field's error does not end an operation.
    socket.subscribe("z", "{ __typename acionamento(sinistro: \"\") { id } }").await;
    let message = socket.next().await;
    assert_eq!(
        (&message["type"], &message["payload"]["errors"][0]["extensions"]["code"]),
        (&json!("next"), &json!("BAD_USER_INPUT"))
    );
    assert_eq!(socket.next().await, json!({ "id": "z", "type": "complete" }));
}

#[tokio::test]
async fn violations_of_the_protocol_close_the_connection_with_its_codes() {
    let limits = ClientLimits { body_bytes: 4096, ..CLIENT_LIMITS };
    let parts = GatewayParts { client_limits: limits, ..default_parts() };
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, parts).await;
    let invalid = (4400, "Invalid message".to_owned());
    for message in [
        "",
        "{",
        "[]",
        "1",
        "{}",
        r#"{"type":"nada"}"#,
        r#"{"type":"next","id":"1","payload":{}}"#,
        r#"{"type":"subscribe","payload":{"query":"{__typename}"}}"#,
        r#"{"type":"subscribe","id":"","payload":{"query":"{__typename}"}}"#,
        r#"{"type":"subscribe","id":1,"payload":{"query":"{__typename}"}}"#,
        r#"{"type":"subscribe","id":"1"}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":1}}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":"{__typename}","variables":[]}}"#,
        r#"{"type":"complete"}"#,
        r#"{"type":"ping","payload":1}"#,
        r#"{"type":"connection_init","payload":1}"#,
        r#"{"type":"pong","type":"pong"}"#,
    ] {
        let mut socket = Socket::of(address, "ana").await;
        socket.0.send(Message::text(message)).await.unwrap();
        assert_eq!(socket.closed().await, invalid, "{message}");
    }
    let mut socket = Socket::of(address, "ana").await;
    socket.0.send(Message::binary(b"{}".to_vec())).await.unwrap();
    assert_eq!(socket.closed().await, invalid);

    let mut socket = Socket::open(address).await;
    socket.subscribe("1", "{ __typename }").await;
    assert_eq!(socket.closed().await, (4401, "Unauthorized".to_owned()));
    for authorization in ["ana", "Basic ana", "Bearer 0", "Bearer"] {
        let mut socket = Socket::open(address).await;
        socket.send(json!({ "type": "connection_init", "payload": { "authorization": authorization } })).await;
        assert_eq!(
            socket.closed().await,
            (4403, "Forbidden: Authorization must be Bearer and a token".to_owned()),
            "{authorization}"
        );
    }
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("um", ABERTOS_HOJE).await;
    socket.next().await;
    socket.subscribe("um", ABERTOS_HOJE).await;
    assert_eq!(socket.closed().await, (4409, "Subscriber for um already exists".to_owned()));
    let mut socket = Socket::of(address, "ana").await;
    socket.send(json!({ "type": "connection_init" })).await;
    assert_eq!(socket.closed().await, (4429, "Too many initialisation requests".to_owned()));
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("1", &" ".repeat(5000)).await;
    assert_eq!(socket.closed().await.0, 1009);
}

#[tokio::test]
async fn a_connection_has_to_be_initialised_and_used_in_time() {
    let parts = |limits| GatewayParts { client_limits: limits, ..default_parts() };
    let (_stub, address, _stop) =
        start(&Figure::default(), NEVER, parts(ClientLimits { head_timeout: SHORT, ..CLIENT_LIMITS })).await;
    let mut socket = Socket::open(address).await;
    assert_eq!(socket.closed().await, (4408, "Connection initialisation timeout".to_owned()));
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, parts(CLIENT_LIMITS)).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    socket.next().await;
    // It is in use.
    pass(2 * CLIENT_LIMITS.idle_timeout).await;
    assert!(matches!(socket.frame().await, Message::Ping(_)));
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.next().await["type"], "pong");
    socket.send(json!({ "id": "1", "type": "complete" })).await;
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.next().await["type"], "pong");
    pass(CLIENT_LIMITS.idle_timeout).await;
    assert_eq!(socket.closed().await, (1000, "Idle".to_owned()));
}

#[tokio::test]
async fn handshakes_of_other_origins_versions_and_protocols_are_refused() {
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, default_parts()).await;
    let Err(Error::Http(refused)) = Socket::with(address, &[("origin", "https://outra.example")]).await else {
        panic!("a page of another origin got a connection")
    };
    assert_eq!(refused.status(), 403);
    let own = format!("http://{address}");
    Socket::with(address, &[("origin", &own)]).await.unwrap().init("ana").await;
    const KEY: &str = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (headers, status) in [
        (format!("{KEY}sec-websocket-version: 13\r\n"), 400),
        (format!("{KEY}sec-websocket-version: 13\r\nsec-websocket-protocol: graphql-ws\r\n"), 400),
        (format!("{KEY}sec-websocket-version: 8\r\nsec-websocket-protocol: graphql-transport-ws\r\n"), 400),
        ("connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\n".to_owned(), 400),
        ("upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\n".to_owned(), 400),
    ] {
        let answer = http1_client::ask(address, format!("GET /graphql HTTP/1.1\r\nhost: x\r\n{headers}\r\n")).await;
        assert_eq!(answer.status, status, "{headers}");
    }
    // The only case in which Python's gql finds the subprotocol is that of its own request.
    let mut client = Client::to(address).await;
    client.send(format!("GET /graphql HTTP/1.1\r\nHost: x\r\n{KEY}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n")).await;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.0.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    assert!(head.contains("\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"), "{head}");
    // The example of RFC 6455, with the first message in the same packet.
    let mut client = Client::to(address).await;
    let init = r#"{"type":"connection_init"}"#;
    let mut bytes = format!("GET /graphql HTTP/1.1\r\nhost: x\r\n{KEY}sec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n").into_bytes();
    bytes.extend([0x81, 0x80 | u8::try_from(init.len()).unwrap(), 0, 0, 0, 0]);
    bytes.extend(init.as_bytes());
    client.0.write_all(&bytes).await.unwrap();
    let mut read = Vec::new();
    let acknowledged = async {
        while !read.ends_with(br#"{"type":"connection_ack"}"#) {
            read.push(client.0.read_u8().await.unwrap());
        }
    };
    timeout(PATIENCE, acknowledged).await.expect("an acknowledgement");
    let head = String::from_utf8_lossy(&read).to_lowercase();
    assert!(
        head.starts_with("http/1.1 101 switching protocols\r\n")
            && head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"),
        "{head}"
    );
}

#[tokio::test]
async fn the_bearer_and_the_tool_key_come_in_the_first_message_or_the_handshake() {
    const KEY: &str = "0123456789abcdef0123456789abcdef";
    const TRUSTED: &str = "subscription { painel { abertosHoje { quantidade } } } # by its id";
    let id =
        "sha256:".to_owned() + &Sha256::digest(TRUSTED).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let manifest = json!({ &id: TRUSTED }).to_string();
    let parts = || GatewayParts {
        documents: PersistedDocuments::new(&manifest).unwrap(),
        policy: DocumentPolicy::TrustedOrTool,
        tools: tool_with(KEY),
        ..default_parts()
    };
    let (stub, address, _stop) = start(&Figure::default(), NEVER, parts()).await;
    let closed = Socket::of(address, "ana");
    let mut socket = closed.await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    assert_eq!(socket.next().await["payload"][0]["extensions"]["code"], "DOCUMENT_NOT_TRUSTED");
    socket.send(json!({ "id": "2", "type": "subscribe", "payload": { "documentId": id } })).await;
    assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    for payload in [
        json!({ "Authorization": "Bearer ana", "X-Tool-Key": KEY }),
        json!({ "headers": { "authorization": "bearer ana", "x-tool-key": KEY } }),
    ] {
        let mut socket = Socket::open(address).await;
        socket.send(json!({ "type": "connection_init", "payload": payload })).await;
        socket.next().await;
        socket.subscribe("1", ABERTOS_HOJE).await;
        assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    }
    let mut socket = Socket::with(address, &[("authorization", "Bearer bia"), ("x-tool-key", KEY)]).await.unwrap();
    socket.send(json!({ "type": "connection_init" })).await;
    socket.next().await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    let seen: Vec<_> = stub.seen().into_iter().map(|call| call.authorization.unwrap()).collect();
    assert_eq!(seen, ["Bearer ana", "Bearer ana", "Bearer ana", "Bearer bia"]);
    // Without a token: public queries and nothing else.
    let mut socket = Socket::open(address).await;
    socket.send(json!({ "type": "connection_init", "payload": null })).await;
    socket.next().await;
    socket.subscribe("1", "{ __typename }").await;
    assert_eq!(socket.next().await["payload"], json!({ "data": { "__typename": "Query" } }));
}

#[tokio::test]
async fn a_busy_subscription_starves_no_other_and_operations_have_a_limit() {
    let figure = Figure::default();
    let subscriptions =
        gateway::schema::subscriptions::SubscriptionSettings { streams_per_session: 200, ..settings(OFTEN) };
    let busy = figure.clone();
    let stub = figure
        .services()
        .on::<services::wire::painel::TotalAcionamentoFaturadosMes>(move |_| {
            busy.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            busy.total()
        })
        .start_behind(|address| Gateway::with_services(address, GatewayParts { subscriptions, ..default_parts() }))
        .await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut socket = Socket::of(address, "ana").await;
    for id in 0..100 {
        socket.subscribe(&id.to_string(), "subscription { painel { faturadosNoMes { quantidade } } }").await;
    }
    socket.subscribe("100", "{ __typename }").await;
    let mut seen = std::collections::HashSet::new();
    while seen.len() < 101 {
        let message = socket.next().await;
        let id = message["id"].as_str().unwrap().to_owned();
        assert_eq!(
            (message["type"] == "error", message["payload"][0]["extensions"]["code"] == "RATE_LIMITED"),
            (id == "100", id == "100")
        );
        seen.insert(id);
    }
    socket.send(json!({ "id": "7", "type": "complete" })).await;
    socket.subscribe("q", "{ __typename }").await;
    let answered = async { while socket.next().await["id"] != "q" {} };
    timeout(PATIENCE, answered).await.expect("an answer between the events");
}

#[tokio::test]
async fn clients_are_pinged_and_given_up_when_they_are_silent() {
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, default_parts()).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    socket.next().await;
    for _ in 0..3 {
        pass(Duration::from_secs(12)).await;
        assert!(matches!(socket.frame().await, Message::Ping(_)));
        // tungstenite answers with the next frame.
        socket.send(json!({ "type": "ping" })).await;
        assert_eq!(socket.next().await["type"], "pong");
    }
    pass(Duration::from_secs(12)).await;
    assert!(matches!(socket.frame().await, Message::Ping(_)));
    let mut silent = socket.0.into_inner();
    pass(Duration::from_secs(12)).await;
    let mut rest = Vec::new();
    timeout(PATIENCE, silent.read_to_end(&mut rest)).await.expect("an end").unwrap();
    assert_eq!(rest, b"");
}

#[tokio::test]
async fn connections_count_in_the_limit_and_a_stop_tells_them_to_come_back() {
    let limits = ClientLimits { connections: 1, connections_per_address: 1, ..CLIENT_LIMITS };
    let (_stub, address, stop) =
        start(&Figure::default(), NEVER, GatewayParts { client_limits: limits, ..default_parts() }).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    socket.next().await;
    let mut waiting = Client::to(address).await;
    waiting.send(http1_client::query()).await;
    // The only permit is in use.
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.next().await["type"], "pong");
    assert!(waiting.0.read_u8().now_or_never().is_none());
    socket.0.close(None).await.unwrap();
    while let Some(Ok(_)) = socket.0.next().await {}
    assert_eq!(waiting.answer().await.status, 200);
    drop(waiting);
    let mut socket = Socket::of(address, "ana").await;
    drop(stop);
    assert_eq!(socket.closed().await, (1012, "Service Restart".to_owned()));
}

#[tokio::test]
async fn a_websocket_works_over_tls() {
    let figure = Figure::default();
    let (stub, _, _stop) = start(&figure, OFTEN, default_parts()).await;
    let mut site = TlsSite::of(&stub.gateway).await;
    let mut request = "wss://localhost/graphql".into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "graphql-transport-ws".parse().unwrap());
    let (socket, _) = client_async(request, site.connect(&[b"http/1.1"]).await).await.unwrap();
    let mut socket = Socket(socket);
    socket.init("ana").await;
    socket.subscribe("1", ABERTOS_HOJE).await;
    assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    figure.set(1);
    assert_eq!(socket.next().await["payload"], abertos_hoje(1));
    drop(site.stop.take());
    assert_eq!(socket.closed().await.0, 1012);
}
