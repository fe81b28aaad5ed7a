//! A client of HTTP/1.1 that sends whatever bytes a test says.

use std::{net::SocketAddr, time::Duration};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use gateway::http::ClientLimits;
use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::kit::{Gateway, GatewayParts, Reply, TEST_TIMEOUT, default_parts};

/// A time limit that a test waits for, since nothing has to be done within it.
pub(crate) const SHORT: Duration = Duration::from_millis(60);
/// A time limit for [`advance_until`](crate::kit::advance_until): a busy machine does within it what a test needs first.
pub(crate) const LIMIT: Duration = Duration::from_secs(4);

pub(crate) const QUERY: &str = r#"{"query":"{ __typename }"}"#;
pub(crate) const ANSWER: &str = r#"{"data":{"__typename":"Query"}}"#;

pub(crate) struct Client<S = TcpStream>(pub(crate) S);

impl Client {
    pub(crate) async fn to(address: SocketAddr) -> Self {
        let socket = TcpStream::connect(address).await.unwrap();
        // No request waits for the acknowledgement of the one before it.
        socket.set_nodelay(true).unwrap();
        Self(socket)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    pub(crate) async fn answer(&mut self) -> Reply {
        self.next().await.expect("an answer")
    }

    /// The next response, by its content length; `None` if the connection closed before it.
    pub(crate) async fn next(&mut self) -> Option<Reply> {
        let read = async {
            let head = self.until("\r\n\r\n").await?;
            let fields = head.lines().filter_map(|line| line.split_once(": "));
            let headers: HeaderMap = fields
                .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse::<HeaderValue>().unwrap()))
                .collect();
            let length = headers.get("content-length").map_or(0, |length| length.to_str().unwrap().parse().unwrap());
            let mut body = vec![0; length];
            self.0.read_exact(&mut body).await.unwrap();
            Some(Reply { status: head[9..12].parse().unwrap(), headers, text: String::from_utf8(body).unwrap() })
        };
        timeout(TEST_TIMEOUT, read).await.expect("an answer in time")
    }

    pub(crate) async fn is_served(&mut self) {
        self.send(query()).await;
        assert_eq!(self.answer().await.text, ANSWER);
    }

    /// What comes up to a text and with it; `None` if the connection closed before.
    pub(crate) async fn until(&mut self, end: &str) -> Option<String> {
        let mut text = Vec::new();
        while !text.ends_with(end.as_bytes()) {
            match timeout(TEST_TIMEOUT, self.0.read_u8()).await.expect("a byte in time") {
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
        timeout(TEST_TIMEOUT, self.0.read_to_end(&mut rest)).await.expect("an end in time").unwrap();
        String::from_utf8(rest).unwrap()
    }
}

pub(crate) fn with(limits: ClientLimits) -> Gateway {
    Gateway::of(GatewayParts { client_limits: limits, ..default_parts() })
}

pub(crate) fn post(fields: &str, body: &str) -> String {
    format!("POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{fields}\r\n{body}")
}

pub(crate) fn query() -> String {
    post(&format!("content-length: {}\r\n", QUERY.len()), QUERY)
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")
}

/// A GraphQL request of a session, with more header fields.
pub(crate) fn graphql(fields: &str, query: &str) -> String {
    let body = json!({ "query": query }).to_string();
    post(&format!("authorization: Bearer ficha\r\n{fields}content-length: {}\r\n", body.len()), &body)
}

/// One request on a connection of its own.
pub(crate) async fn ask(address: SocketAddr, request: impl AsRef<[u8]>) -> Reply {
    let mut client = Client::to(address).await;
    client.send(request).await;
    client.answer().await
}
