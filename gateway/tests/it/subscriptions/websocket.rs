//! Subscriptions over WebSocket: `graphql-transport-ws` to the letter.

mod handshake;
mod shutdown;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use contract::{calendar::Clock, painel::TotalStatusAcionamentoAno, seguradora::ListaSeguradora};
use futures_util::{SinkExt as _, StreamExt as _};
use gateway::http::ClientLimits;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest as _},
};

use super::{ABERTOS_HOJE, Figure, NEVER, OFTEN, abertos_hoje, parts, settings};
use crate::{
    http1_client::LIMIT,
    kit::{CLIENT_LIMITS, GatewayParts, NOW, Setup, Shared, TEST_TIMEOUT, advance_tokio, advance_until, default_parts},
    protocols::TlsSite,
    stub::{Answer, Stub, stub},
};

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
        self.init_with(json!({ "Authorization": format!("Bearer {token}") })).await;
    }

    pub(crate) async fn init_with(&mut self, payload: Value) {
        self.send(json!({ "type": "connection_init", "payload": payload })).await;
        assert_eq!(self.next().await, json!({ "type": "connection_ack" }));
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn subscribe(&mut self, id: &str, query: &str) {
        self.send(json!({ "id": id, "type": "subscribe", "payload": { "query": query } })).await;
    }

    /// The payload of the first response to an operation.
    async fn first(&mut self, query: &str) -> Value {
        self.subscribe("1", query).await;
        self.next().await["payload"].take()
    }

    async fn frame(&mut self) -> Message {
        timeout(TEST_TIMEOUT, self.0.next()).await.expect("a frame").expect("no end").unwrap()
    }

    pub(crate) async fn next(&mut self) -> Value {
        match self.frame().await {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// A ping is answered next.
    async fn is_alive(&mut self) {
        self.send(json!({ "type": "ping" })).await;
        assert_eq!(self.next().await, json!({ "type": "pong" }));
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
    let stub = figure.services().on::<TotalStatusAcionamentoAno>(|_| Answer::Http(401)).start_with(parts).await;
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
    socket.is_alive().await;
    socket.send(json!({ "type": "pong" })).await;
    socket.0.close(None).await.unwrap();
    assert!(
        timeout(TEST_TIMEOUT, socket.0.next()).await.unwrap().is_none_or(|end| matches!(end, Ok(Message::Close(_))))
    );
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
        r#"{"type":"pong","payload":1}"#,
        r#"{"type":"connection_init","payload":1}"#,
        // The fields of a message, and of a request, in their order.
        r#"["subscribe","1",{"query":"{__typename}"}]"#,
        r#"{"type":"subscribe","id":"1","payload":["{__typename}",null,null,null,null]}"#,
        r#"{"type":"pong","type":"pong"}"#,
    ] {
        let mut socket = Socket::of(address, "ana").await;
        socket.0.send(Message::text(message)).await.unwrap();
        assert_eq!(socket.closed().await, invalid, "{message}");
    }
    let mut socket = Socket::of(address, "ana").await;
    socket.0.send(Message::binary(b"{}".to_vec())).await.unwrap();
    assert_eq!(socket.closed().await, invalid);
    // A frame with a reserved bit.
    let mut socket = Socket::of(address, "ana").await;
    socket.0.get_mut().write_all(&[0xC1, 0x80, 0, 0, 0, 0]).await.unwrap();
    assert_eq!(socket.closed().await, (1002, "Protocol error".to_owned()));

    let mut socket = Socket::open(address).await;
    socket.subscribe("1", "{ __typename }").await;
    assert_eq!(socket.closed().await, (4401, "Unauthorized".to_owned()));
    let texts = ["ana", "Basic ana", "Bearer 0", "Bearer"].map(Value::from);
    // A promise that was not awaited, say.
    for authorization in texts.into_iter().chain([json!({}), json!(5), json!(["Bearer ana"])]) {
        let mut socket = Socket::open(address).await;
        socket.send(json!({ "type": "connection_init", "payload": { "authorization": authorization } })).await;
        assert_eq!(
            socket.closed().await,
            (4403, "Forbidden: Authorization must be Bearer and a token".to_owned()),
            "{authorization}"
        );
    }
    // A proxy's own credentials in the handshake are no token, as over HTTP.
    Socket::with(address, &[("authorization", "Basic ana")]).await.unwrap().init_with(json!({})).await;
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
        start(&Figure::default(), NEVER, parts(ClientLimits { head_timeout: LIMIT, ..CLIENT_LIMITS })).await;
    let mut socket = Socket::open(address).await;
    assert_eq!(advance_until(LIMIT, socket.closed()).await, (4408, "Connection initialisation timeout".to_owned()));
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, parts(CLIENT_LIMITS)).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.first(ABERTOS_HOJE).await;
    // It is in use.
    advance_tokio(2 * CLIENT_LIMITS.idle_timeout).await;
    assert!(matches!(socket.frame().await, Message::Ping(_)));
    socket.is_alive().await;
    socket.send(json!({ "id": "1", "type": "complete" })).await;
    socket.is_alive().await;
    advance_tokio(CLIENT_LIMITS.idle_timeout).await;
    assert_eq!(socket.closed().await, (1000, "Idle".to_owned()));
}

#[tokio::test]
async fn a_busy_subscription_starves_no_other_and_operations_have_a_limit() {
    let figure = Figure::default();
    let subscriptions =
        gateway::schema::subscriptions::SubscriptionSettings { subscriptions_per_session: 200, ..settings(OFTEN) };
    let busy = figure.clone();
    let stub = figure
        .services()
        .on::<contract::painel::TotalAcionamentoFaturadosMes>(move |_| {
            busy.0.change(|turn| *turn += 1);
            busy.total()
        })
        .start_with(parts(subscriptions))
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
    timeout(TEST_TIMEOUT, answered).await.expect("an answer between the events");
}

#[tokio::test]
async fn a_field_that_panics_ends_its_subscription_and_no_other() {
    let (figure, panics) = (Figure::default(), Shared::new(false));
    let (now, panics_once) = (NOW.parse().unwrap(), panics.clone());
    let clock: Clock = Arc::new(move || if panics_once.change(std::mem::take) { panic!("segredo") } else { now });
    let setup = |address| Setup { parts: parts(settings(OFTEN)), clock, ..Setup::over(address) };
    let stub = figure.services().start_behind(setup).await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut socket = Socket::of(address, "ana").await;
    for id in ["a", "b"] {
        socket.subscribe(id, ABERTOS_HOJE).await;
        assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    }
    panics.set(true);
    let failed = socket.next().await;
    assert_eq!(failed["payload"][0]["extensions"]["code"], "INTERNAL_SERVER_ERROR", "{failed}");
    figure.set(1);
    let other = if failed["id"] == "a" { "b" } else { "a" };
    assert_eq!(socket.next().await, json!({ "id": other, "type": "next", "payload": abertos_hoje(1) }));
}

#[tokio::test]
async fn operations_count_in_the_limit_of_requests_in_progress() {
    // Three of one address.
    let client_limits = ClientLimits { requests: 4, requests_per_address: 3, ..CLIENT_LIMITS };
    let parts = GatewayParts { client_limits, ..default_parts() };
    let stub = stub().on::<ListaSeguradora>(|_| Answer::Data(Vec::new())).holding(|_| true).start_with(parts).await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut socket = Socket::of(address, "ana").await;
    for id in ["1", "2", "3", "4"] {
        socket.subscribe(id, "{ seguradoras { id } }").await;
    }
    let refused = socket.next().await;
    assert_eq!((&refused["type"], &refused["id"]), (&json!("error"), &json!("4")));
    assert_eq!(refused["payload"][0]["extensions"]["code"], "TOO_MANY_REQUESTS");
    stub.release_all();
    for _ in 0..6 {
        assert_ne!(socket.next().await["type"], "error");
    }
    socket.subscribe("5", "{ seguradoras { id } }").await;
    assert_eq!(socket.next().await["type"], "next");
}

#[tokio::test]
async fn clients_are_pinged_and_given_up_when_they_are_silent() {
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, default_parts()).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.first(ABERTOS_HOJE).await;
    for _ in 0..3 {
        advance_tokio(Duration::from_secs(12)).await;
        assert!(matches!(socket.frame().await, Message::Ping(_)));
        // tungstenite answers with the next frame.
        socket.is_alive().await;
    }
    advance_tokio(Duration::from_secs(12)).await;
    assert!(matches!(socket.frame().await, Message::Ping(_)));
    let mut silent = socket.0.into_inner();
    advance_tokio(Duration::from_secs(12)).await;
    let mut rest = Vec::new();
    timeout(TEST_TIMEOUT, silent.read_to_end(&mut rest)).await.expect("an end").unwrap();
    assert_eq!(rest, b"");
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
    assert_eq!(socket.first(ABERTOS_HOJE).await, abertos_hoje(0));
    figure.set(1);
    assert_eq!(socket.next().await["payload"], abertos_hoje(1));
    drop(site.stop.take());
    assert_eq!(socket.closed().await.0, 1012);
}
