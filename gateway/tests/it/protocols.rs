//! HTTP/1.1 and HTTP/2 over TLS against a real socket, for tests that must hold over both.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, Response, Uri, header, uri::Authority as UriAuthority},
};
use gateway::http::{ClientLimits, tls::ServerTls};
use http_body_util::{BodyExt as _, Full};
use hyper::{body::Incoming, client::conn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::version::TLS13;
use tokio::{net::TcpStream, sync::oneshot};
use tokio_rustls::client::TlsStream;

use crate::{
    kit::{Gateway, GatewayParts, Reply, default_parts},
    pki::{Authority, VALID, connect},
};

/// A gateway that speaks TLS as `localhost`.
pub(crate) struct TlsSite {
    pub(crate) authority: Authority,
    pub(crate) tls: Arc<ServerTls>,
    pub(crate) address: SocketAddr,
    /// Dropped, it stops the gateway.
    pub(crate) stop: Option<oneshot::Sender<()>>,
}

impl TlsSite {
    pub(crate) async fn with(client_limits: ClientLimits) -> Self {
        Self::of(&Gateway::of(GatewayParts { client_limits, ..default_parts() })).await
    }

    pub(crate) async fn of(gateway: &Gateway) -> Self {
        let authority = Authority::new();
        let tls = Arc::new(ServerTls::new(authority.issue("site", "localhost", VALID)).unwrap());
        let (address, stop) = gateway.listen_with(Some(Arc::clone(&tls))).await;
        Self { authority, tls, address, stop: Some(stop) }
    }

    /// A connection whose client offers these protocols.
    pub(crate) async fn connect(&self, protocols: &[&[u8]]) -> TlsStream<TcpStream> {
        let config = self.authority.client(&[&TLS13], protocols);
        connect(&self.address.to_string(), config).await.unwrap()
    }

    /// A connection of an HTTP/1.1 client.
    pub(crate) async fn http1(&self) -> Http1Client {
        let stream = TokioIo::new(self.connect(&[b"http/1.1"]).await);
        let (sender, connection) = conn::http1::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        Http1Client(sender)
    }

    /// A connection of an HTTP/2 client, which works until it is dropped.
    pub(crate) async fn http2(&self) -> Http2Client {
        Http2Client::over(self.connect(&[b"h2"]).await).await
    }
}

pub(crate) struct Http1Client(conn::http1::SendRequest<Full<Bytes>>);

impl Http1Client {
    /// A response that goes on.
    pub(crate) async fn open(&mut self, query: &str, accept: &str) -> Response<Incoming> {
        let mut request = accepting(query, accept);
        *request.uri_mut() = Uri::from_static("/graphql");
        request.headers_mut().insert(header::HOST, "localhost".parse().unwrap());
        self.0.send_request(request).await.unwrap()
    }
}

/// A client that speaks HTTP/2. A clone uses the same connection.
#[derive(Clone)]
pub(crate) struct Http2Client(pub(crate) conn::http2::SendRequest<Full<Bytes>>);

impl Http2Client {
    pub(crate) async fn over(stream: TlsStream<TcpStream>) -> Self {
        let (sender, connection) = conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self(sender)
    }

    pub(crate) async fn send(&mut self, request: Request<Full<Bytes>>) -> hyper::Result<Reply> {
        self.0.ready().await?;
        reply(self.0.send_request(request).await?).await
    }

    pub(crate) async fn query(&mut self, query: &str) -> hyper::Result<Reply> {
        self.send(post(query)).await
    }

    /// A response that goes on.
    pub(crate) async fn open(&mut self, query: &str, accept: &str) -> Response<Incoming> {
        self.0.ready().await.unwrap();
        self.0.send_request(accepting(query, accept)).await.unwrap()
    }
}

fn accepting(query: &str, accept: &str) -> Request<Full<Bytes>> {
    let mut request = post(query);
    request.headers_mut().insert(header::ACCEPT, accept.parse().unwrap());
    request.headers_mut().insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    request
}

/// A query with a session, as HTTP/2 has it.
pub(crate) fn post(query: &str) -> Request<Full<Bytes>> {
    let body = serde_json::json!({ "query": query }).to_string();
    Request::post("https://localhost/graphql")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, "Bearer ficha")
        .body(body.into())
        .unwrap()
}

async fn reply(response: Response<Incoming>) -> hyper::Result<Reply> {
    let (head, body) = response.into_parts();
    let text = String::from_utf8_lossy(&body.collect().await?.to_bytes()).into_owned();
    Ok(Reply { status: head.status, headers: head.headers, text })
}

/// Sends a request into the router, over HTTP/1.1 and over HTTP/2, which must give the same response.
///
/// A request whose `Host` no client could send goes into the router alone.
pub(crate) async fn send(gateway: &Gateway, request: Request) -> Reply {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let rebuild = || Request::from_parts(head.clone(), Body::from(body.clone()));
    let routed = gateway.send(rebuild()).await;
    let host = head.headers.get(header::HOST).map_or("localhost", |host| host.to_str().unwrap());
    let Ok(authority) = host.parse::<UriAuthority>() else { return routed };
    if head.uri.authority().is_some() {
        return routed;
    }

    let site = TlsSite::of(gateway).await;
    let mut request = Request::from_parts(head.clone(), Full::new(body.clone()));
    request.headers_mut().insert(header::HOST, host.parse().unwrap());
    let http1 = reply(site.http1().await.0.send_request(request).await.unwrap()).await.unwrap();

    let mut request = Request::from_parts(head.clone(), Full::new(body.clone()));
    request.headers_mut().remove(header::HOST);
    *request.uri_mut() = Uri::builder()
        .scheme("https")
        .authority(authority)
        .path_and_query(head.uri.path_and_query().unwrap().clone())
        .build()
        .unwrap();
    let http2 = site.http2().await.send(request).await.unwrap();

    let seen = |reply: &Reply| (reply.status, comparable(&reply.headers), reply.text.clone());
    assert_eq!(seen(&http1), seen(&http2), "{} {}", head.method, head.uri);
    assert_eq!((routed.status, &routed.text), (http2.status, &http2.text), "{} {}", head.method, head.uri);
    http2
}

/// Headers but for those that are another with each response or belong to a connection.
fn comparable(headers: &HeaderMap) -> Vec<(String, String)> {
    let varies = |name: &str| matches!(name, "date" | "x-request-id" | "connection" | "transfer-encoding");
    let mut all: Vec<_> = headers
        .iter()
        .filter(|(name, _)| !varies(name.as_str()))
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    all.sort();
    all
}
