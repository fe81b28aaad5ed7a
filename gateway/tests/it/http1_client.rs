//! A client of HTTP/1.1 that sends whatever bytes a test says.

use std::{net::SocketAddr, time::Duration};

use gateway::http::ClientLimits;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::kit::{Gateway, GatewayParts, PATIENCE, default_parts};

/// A time limit that a test waits for.
pub(crate) const SHORT: Duration = Duration::from_millis(60);

pub(crate) const QUERY: &str = r#"{"query":"{ __typename }"}"#;
pub(crate) const ANSWER: &str = r#"{"data":{"__typename":"Query"}}"#;

pub(crate) struct Client<S = TcpStream>(pub(crate) S);

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In lower case: the case of names has no meaning.
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

    /// The next response, by its content length; `None` if the connection closed before it.
    pub(crate) async fn next(&mut self) -> Option<Answer> {
        let read = async {
            let head = self.until("\r\n\r\n").await?.to_ascii_lowercase();
            let length =
                head.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
            let mut body = vec![0; length];
            self.0.read_exact(&mut body).await.unwrap();
            let status = head[9..12].parse().unwrap();
            Some(Answer { status, head, body: String::from_utf8(body).unwrap() })
        };
        timeout(PATIENCE, read).await.expect("an answer in time")
    }

    /// A request gets its response.
    pub(crate) async fn is_served(&mut self) {
        self.send(query()).await;
        assert_eq!(self.answer().await.body, ANSWER);
    }

    /// What comes up to a text and with it; `None` if the connection closed before.
    pub(crate) async fn until(&mut self, end: &str) -> Option<String> {
        let mut text = Vec::new();
        while !text.ends_with(end.as_bytes()) {
            match timeout(PATIENCE, self.0.read_u8()).await.expect("a byte in time") {
                Ok(byte) => text.push(byte),
                Err(_) if text.is_empty() => return None,
                Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&text)),
            }
        }
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// All bytes until the gateway closes.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        timeout(PATIENCE, self.0.read_to_end(&mut rest)).await.expect("an end in time").unwrap();
        String::from_utf8(rest).unwrap()
    }
}

pub(crate) fn with(limits: ClientLimits) -> Gateway {
    Gateway::made_of(GatewayParts { client_limits: limits, ..default_parts() })
}

pub(crate) fn post(fields: &str, body: &str) -> String {
    format!("POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{fields}\r\n{body}")
}

pub(crate) fn query() -> String {
    post(&format!("content-length: {}\r\n", QUERY.len()), QUERY)
}

/// A GraphQL request of a session, with more header fields.
pub(crate) fn graphql(fields: &str, query: &str) -> String {
    let body = json!({ "query": query }).to_string();
    post(&format!("authorization: Bearer ficha\r\n{fields}content-length: {}\r\n", body.len()), &body)
}

/// One request on a connection of its own.
pub(crate) async fn ask(address: SocketAddr, request: impl AsRef<[u8]>) -> Answer {
    let mut client = Client::to(address).await;
    client.send(request).await;
    client.answer().await
}
