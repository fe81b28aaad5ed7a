//! Connections, byte by byte: what a client library would never send, clients that are slow, and clients that are many.

use std::{net::SocketAddr, time::Duration};

use axum::Router;
use gateway::http::ClientLimits;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};

use crate::kit::{CLIENT_LIMITS, Gateway, Parts, serve};

/// More than any answer takes, and less than anybody waits.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// What has to be over soon in a test about time.
const SHORT: Duration = Duration::from_millis(60);

const QUERY: &str = r#"{"query":"{ __typename }"}"#;
pub(crate) const ANSWER: &str = r#"{"data":{"__typename":"Query"}}"#;

pub(crate) struct Client<S = TcpStream>(pub(crate) S);

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        let json: Value = serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"));
        assert!(json.get("data").is_none(), "{json}");
        assert!(self.head.contains("content-type: application/json; charset=utf-8\r\n"), "{}", self.head);
        json["errors"][0]["extensions"]["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn closes(&self) -> bool {
        self.head.contains("connection: close\r\n")
    }
}

impl Client {
    pub(crate) async fn to(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    pub(crate) async fn answer(&mut self) -> Answer {
        self.next().await.expect("an answer")
    }

    /// The next answer, of the length that it says; `None` if the connection ended before there was any of it.
    pub(crate) async fn next(&mut self) -> Option<Answer> {
        let read = async {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                match self.0.read_u8().await {
                    Ok(byte) => head.push(byte),
                    Err(_) if head.is_empty() => return None,
                    Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&head)),
                }
            }
            let head = String::from_utf8(head).unwrap();
            let length =
                head.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
            let mut body = vec![0; length];
            self.0.read_exact(&mut body).await.unwrap();
            let status = head[9..12].parse().unwrap();
            Some(Answer { status, head, body: String::from_utf8(body).unwrap() })
        };
        timeout(PATIENCE, read).await.expect("an answer in time")
    }

    /// Everything until the gateway closes.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        timeout(PATIENCE, self.0.read_to_end(&mut rest)).await.expect("an end in time").unwrap();
        String::from_utf8(rest).unwrap()
    }
}

fn with(limits: ClientLimits) -> Gateway {
    Gateway::made_of(Parts { client_limits: limits, ..Parts::default() })
}

pub(crate) fn post(fields: &str, body: &str) -> String {
    format!("POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{fields}\r\n{body}")
}

pub(crate) fn query() -> String {
    post(&format!("content-length: {}\r\n", QUERY.len()), QUERY)
}

/// One request on a connection of its own.
async fn ask(address: SocketAddr, request: impl AsRef<[u8]>) -> Answer {
    let mut client = Client::to(address).await;
    client.send(request).await;
    client.answer().await
}

#[tokio::test]
async fn requests_follow_each_other_on_a_connection_however_they_arrive() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    for _ in 0..3 {
        client.send(query()).await;
        let answer = client.answer().await;
        assert_eq!((answer.status, answer.body.as_str(), answer.closes()), (200, ANSWER, false));
    }
    // All at once: each is answered, in order.
    let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    client.send(format!("{}\r\n{get}{}{get}", query(), query())).await;
    for expected in [ANSWER, "ok\n", ANSWER, "ok\n"] {
        assert_eq!(client.answer().await.body, expected);
    }
    // Byte by byte.
    for byte in query().bytes() {
        client.send([byte]).await;
    }
    assert_eq!(client.answer().await.body, ANSWER);
    // In chunks, which say only at their end that they end: the last request of a connection.
    client.send(post("transfer-encoding: chunked\r\n", &format!("{:x}\r\n{QUERY}\r\n0\r\n\r\n", QUERY.len()))).await;
    let answer = client.answer().await;
    assert_eq!((answer.body.as_str(), answer.closes(), client.rest().await), (ANSWER, true, String::new()));
}

#[tokio::test]
async fn a_body_is_asked_for_before_it_is_sent() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    client.send(post(&format!("expect: 100-continue\r\ncontent-length: {}\r\n", QUERY.len()), "")).await;
    assert_eq!(client.answer().await.status, 100);
    client.send(QUERY).await;
    assert_eq!(client.answer().await.body, ANSWER);
    // Nobody wants that much, so nobody asks for it.
    client.send(post("expect: 100-continue\r\ncontent-length: 99999999\r\n", "")).await;
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (413, "PAYLOAD_TOO_LARGE", true));
    let answer = ask(address, post("expect: 200-ok\r\n", "")).await;
    assert_eq!((answer.status, answer.code().as_str()), (417, "EXPECTATION_FAILED"));
}

#[tokio::test]
async fn what_two_readers_could_read_differently_is_refused() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let fields = |fields: &str| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{fields}\r\n\r\n");
    let target = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut requests = vec![
        "GET /healthz HTTP/1.1\r\n\r\n".to_owned(),
        fields("host: x"),
        fields("Host: y"),
        "GET /healthz HTTP/1.1\r\nhost: \r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a,b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a@b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a/b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a:b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\nhost: x\n\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: x\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\n host: x\r\n\r\n".to_owned(),
        "GET  /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET /healthz\r\nhost: x\r\n\r\n".to_owned(),
        "GET\t/healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "/healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "\r\n\r\n\r\n:\r\n\r\n".to_owned(),
    ];
    for field in [
        "a: b\r\n c",
        "a: b\r\n\tc",
        "a : b",
        "a",
        ": b",
        "a\0: b",
        "a: b\0c",
        "a: b\rc",
        "é: b",
        "content-length: 1\r\ncontent-length: 1",
        "content-length: 1\r\ncontent-length: 2",
        "content-length: 1, 1",
        "content-length: +1",
        "content-length: -1",
        "content-length: 0x1",
        "content-length: 1 1",
        "content-length:",
        "content-length: 99999999999999999999",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: 5",
        "transfer-encoding: chunked\r\ntransfer-encoding: chunked",
    ] {
        requests.push(fields(field));
    }
    for path in [
        "healthz",
        "*",
        "x:443",
        "//",
        "http://",
        "ftp://x/healthz",
        "http://a@x/",
        "/\u{7f}",
        "/<a>\\^`{|}\0",
        "/healthz#x",
        "/healthz#",
        "/healthz?a#b",
        "http://x/healthz#x",
    ] {
        requests.push(target(path));
    }
    requests.push("CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n".to_owned());
    requests.push("POST /graphql HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n".to_owned());
    for request in requests {
        // What follows must not be taken for a request.
        let answer = ask(address, format!("{request}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        if request.starts_with("GET //") {
            // A path that begins with an empty name; nothing is there.
            assert_eq!(answer.status, 404, "{request:?}");
            continue;
        }
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (400, "BAD_REQUEST", true), "{request:?}");
    }
    for (request, status, code) in [
        (fields("transfer-encoding: gzip, chunked"), 501, "NOT_IMPLEMENTED"),
        (fields("transfer-encoding: xchunked"), 501, "NOT_IMPLEMENTED"),
        (fields("transfer-encoding:\x0bchunked"), 400, "BAD_REQUEST"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), 505, "HTTP_VERSION_NOT_SUPPORTED"),
        ("GET / HTTP/3.0\r\n\r\n".to_owned(), 505, "HTTP_VERSION_NOT_SUPPORTED"),
        // TLS, by somebody who awaits an answer to it.
        ("\x16\x03\x01\x02".to_owned(), 400, "BAD_REQUEST"),
    ] {
        let answer = ask(address, &request).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request:?}");
    }
}

#[tokio::test]
async fn a_refused_request_ends_its_connection_with_nothing_after_it() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    // Two lengths: with the shorter one a request would begin in the body.
    let hidden = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    client.send(format!("{}{}", query(), post("content-length: 0\r\ntransfer-encoding: chunked\r\n", hidden))).await;
    assert_eq!(client.answer().await.body, ANSWER);
    assert_eq!(client.answer().await.status, 400);
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn other_forms_that_are_right_are_taken() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for request in [
        "GET http://other.example/healthz HTTP/1.1\r\nhost: x\r\n\r\n",
        "GET /healthz HTTP/1.0\r\n\r\n",
        "\r\nGET /healthz HTTP/1.1\r\nHOST:x:8080\r\na:\t \r\n\r\n",
        "GET /healthz?a=%00 HTTP/1.1\r\nhost: [::1]:80\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\nhttp2-settings: AA\r\n\r\n",
    ] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"), "{request:?}");
    }
    assert_eq!(ask(address, "OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n").await.status, 405);
    assert_eq!(ask(address, "BREW /graphql HTTP/1.1\r\nhost: x\r\n\r\n").await.status, 405);
    let mut old = Client::to(address).await;
    old.send("GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(old.rest().await.ends_with("ok\n"));
}

#[tokio::test]
async fn a_head_may_be_as_large_as_the_limits_and_no_larger() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let long = |target: usize| format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(target - 1));
    assert_eq!(ask(address, long(8 * 1024)).await.status, 404);
    let answer = ask(address, long(8 * 1024 + 1)).await;
    assert_eq!((answer.status, answer.code().as_str()), (414, "URI_TOO_LONG"));
    assert_eq!(ask(address, long(64 * 1024)).await.status, 414);

    let fields = |count: usize| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(count - 1));
    assert_eq!(ask(address, fields(100)).await.status, 200);
    let answer = ask(address, fields(101)).await;
    assert_eq!((answer.status, answer.code().as_str()), (431, "REQUEST_HEADER_FIELDS_TOO_LARGE"));

    let large = |bytes: usize| {
        let rest = "GET /healthz HTTP/1.1\r\nhost: x\r\na: \r\n\r\n";
        rest.replace("a: ", &format!("a: {}", "b".repeat(bytes - rest.len())))
    };
    assert_eq!(ask(address, large(16 * 1024)).await.status, 200);
    let answer = ask(address, large(16 * 1024 + 1)).await;
    assert_eq!((answer.status, answer.code().as_str()), (431, "REQUEST_HEADER_FIELDS_TOO_LARGE"));
    assert_eq!(ask(address, large(1024 * 1024)).await.status, 431);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_so_while_it_is_still_sent() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let half = " ".repeat(512 * 1024);
    for request in [
        post("content-length: 1048576\r\n", &half),
        post("transfer-encoding: chunked\r\n", &format!("80000\r\n{half}")),
    ] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (413, "PAYLOAD_TOO_LARGE", true));
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_or_is_wrong_is_refused() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for chunks in ["x\r\n", "-1\r\n", "1\r\nab\r\n0\r\n\r\n", "fffffffffffffffff\r\n", "5 5\r\n", "\r\n", "1\n{\n"] {
        let answer = ask(address, post("transfer-encoding: chunked\r\n", chunks)).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (400, "BAD_REQUEST", true), "{chunks:?}");
    }
}

#[tokio::test]
async fn a_head_that_takes_too_long_is_told_so() {
    let (address, _stop) = with(ClientLimits { head: SHORT, ..CLIENT_LIMITS }).listen().await;
    for beginning in ["G", "GET / HTTP/1.1\r\nhost: x\r\n"] {
        let answer = ask(address, beginning).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (408, "REQUEST_TIMEOUT", true));
    }
    // Not even the empty lines that may stand before a request give more time, however many come.
    let mut client = Client::to(address).await;
    let (mut read, mut write) = client.0.split();
    let flood = async {
        while write.write_all(b"\r\n").await.is_ok() {
            tokio::task::yield_now().await;
        }
        std::future::pending::<()>().await;
    };
    let mut first = [0; 12];
    tokio::select! {
        () = flood => {}
        read = timeout(PATIENCE, read.read_exact(&mut first)) => { read.unwrap().unwrap(); }
    }
    assert_eq!(&first, b"HTTP/1.1 408");
}

#[tokio::test]
async fn a_body_that_takes_too_long_is_told_so() {
    let (address, _stop) = with(ClientLimits { body: SHORT, ..CLIENT_LIMITS }).listen().await;
    for request in [post("content-length: 26\r\n", "{"), post("transfer-encoding: chunked\r\n", "1\r\n{\r\n")] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (408, "REQUEST_TIMEOUT", true));
    }
}

#[tokio::test]
async fn a_connection_that_is_idle_is_closed_without_a_word() {
    let (address, _stop) = with(ClientLimits { idle: SHORT, ..CLIENT_LIMITS }).listen().await;
    assert_eq!(Client::to(address).await.rest().await, "");
    let mut client = Client::to(address).await;
    client.send(query()).await;
    assert_eq!(client.answer().await.body, ANSWER);
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn a_client_that_takes_nothing_of_its_answer_is_given_up() {
    let gateway = with(ClientLimits { send: SHORT, connections: 1, ..CLIENT_LIMITS });
    let (address, _stop) = gateway.listen().await;
    // More answers than the system holds for somebody who does not read.
    let mut client = Client::to(address).await;
    let body =
        json!({ "query": "{ __schema { types { name description fields { name description } } } }" }).to_string();
    let long = post(&format!("content-length: {}\r\n", body.len()), &body);
    let flood = async { while client.0.write_all(long.as_bytes()).await.is_ok() {} };
    timeout(PATIENCE, flood).await.expect("an end");
    // Its place is free again.
    assert_eq!(ask(address, query()).await.body, ANSWER);
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_told_what_is_known_of_it() {
    let (services, _held) = silent().await;
    let limits = ClientLimits { request: SHORT, ..CLIENT_LIMITS };
    let gateway = Gateway::with_services(services, Parts { client_limits: limits, ..Parts::default() });
    let read = gateway.run(Some("t"), "{ seguradoras { nome } }", json!({})).await;
    assert_eq!((read.status.as_u16(), read.error().0.as_str()), (504, "UPSTREAM_TIMEOUT"));
    let write =
        gateway.run(None, "mutation { validarEmail(email: \"ana@x.example\") { __typename } }", json!({})).await;
    assert_eq!((write.status.as_u16(), write.error().0.as_str()), (504, "UPSTREAM_OUTCOME_UNKNOWN"));
    assert!(write.error().1.starts_with("Resultado desconhecido"), "{}", write.text);
}

/// Services that take every call and answer none.
async fn silent() -> (SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let hold = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((socket, _)) = listener.accept().await {
            held.push(socket);
        }
    });
    (address, hold)
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_reads_with_it() {
    let services = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gateway = Gateway::with_services(services.local_addr().unwrap(), Parts::default());
    let (address, _stop) = gateway.listen().await;
    let mut client = Client::to(address).await;
    let body = json!({ "query": "{ seguradoras { nome } }" }).to_string();
    client.send(post(&format!("authorization: Bearer t\r\ncontent-length: {}\r\n", body.len()), &body)).await;
    let (mut call, _) = services.accept().await.unwrap();
    let mut first = [0; 16];
    call.read_exact(&mut first).await.unwrap();
    drop(client);
    // The call's own connection is closed: nobody waits for its answer.
    let mut rest = Vec::new();
    timeout(PATIENCE, call.read_to_end(&mut rest)).await.expect("an end").unwrap();
}

#[tokio::test]
async fn where_all_places_are_taken_whoever_is_idle_for_longest_gives_up_its_own() {
    let (address, _stop) =
        with(ClientLimits { connections: 2, connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let mut first = Client::to(address).await;
    first.send(query()).await;
    first.answer().await;
    let mut second = Client::to(address).await;
    second.send(query()).await;
    second.answer().await;
    // The third finds no place but the first one's.
    assert_eq!(ask(address, query()).await.body, ANSWER);
    assert_eq!(first.rest().await, "");
    second.send(query()).await;
    assert_eq!(second.answer().await.body, ANSWER);
}

#[tokio::test]
async fn an_address_with_too_many_connections_closes_nobody_elses() {
    let (address, _stop) =
        with(ClientLimits { connections: 3, connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let to = async |from: [u8; 4]| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let mut client = Client(socket.connect(address).await.unwrap());
        client.send(query()).await;
        (client.answer().await.status, client)
    };
    let (_, mut others) = to([127, 0, 0, 2]).await;
    let (_, mut first) = to([127, 0, 0, 1]).await;
    let (_, mut second) = to([127, 0, 0, 1]).await;
    // Every place is taken, and the one that has been idle for longest is another address's.
    for _ in 0..3 {
        assert_eq!(to([127, 0, 0, 1]).await.0, 429);
    }
    for client in [&mut others, &mut first, &mut second] {
        client.send(query()).await;
        assert_eq!(client.answer().await.body, ANSWER);
    }
    // Whoever may have one more still finds a place.
    assert_eq!(to([127, 0, 0, 3]).await.0, 200);
    assert_eq!(others.rest().await, "");
}

#[tokio::test]
async fn an_address_may_have_so_many_connections_and_no_more() {
    let (address, _stop) = with(ClientLimits { connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut client = Client::to(address).await;
        client.send(query()).await;
        client.answer().await;
        held.push(client);
    }
    let answer = Client::to(address).await.answer().await;
    assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (429, "TOO_MANY_CONNECTIONS", true));
    // A place is free once somebody has gone.
    let mut gone = held.pop().unwrap();
    gone.send("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(gone.rest().await.ends_with("ok\n"));
    let freed = async {
        while ask(address, query()).await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, freed).await.expect("a place");
}

#[tokio::test]
async fn many_who_are_idle_or_slow_keep_nobody_waiting() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut others = Vec::new();
    for at in 0..400 {
        let mut client = Client::to(address).await;
        match at % 4 {
            0 => {}
            1 => client.send("GET / HT").await,
            2 => client.send(post("content-length: 100\r\n", "{")).await,
            _ => {
                client.send(query()).await;
                client.answer().await;
            }
        }
        others.push(client);
    }
    for _ in 0..20 {
        assert_eq!(ask(address, query()).await.body, ANSWER);
    }
}

#[tokio::test]
async fn a_stop_answers_what_was_asked_and_closes_what_is_idle() {
    let (open, opened) = tokio::sync::watch::channel(false);
    let services = Router::new().fallback(move || {
        let mut opened = opened.clone();
        async move {
            opened.wait_for(|open| *open).await.unwrap();
            r#"{"status":1,"messages":"","data":[{"cdSeguradora":"1","nmSeguradora":"Pata","flAtiva":true}]}"#
        }
    });
    let gateway = Gateway::with_services(serve(services).await, Parts::default());
    let (address, stop) = gateway.listen().await;
    let mut idle = Client::to(address).await;
    idle.send(query()).await;
    idle.answer().await;
    let mut fresh = Client::to(address).await;
    let mut begun = Client::to(address).await;
    begun.send("GET /healthz HTTP/1.1\r\n").await;
    let mut busy = Client::to(address).await;
    let body = json!({ "query": "{ seguradoras { nome } }" }).to_string();
    busy.send(post(&format!("authorization: Bearer t\r\ncontent-length: {}\r\n", body.len()), &body)).await;
    // Each is past the door once a later one was answered.
    ask(address, query()).await;
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
