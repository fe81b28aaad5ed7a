//! A service whose connections a test scripts, and what it saw of them.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use futures_util::future::join_all;
use gateway::upstream::UpstreamTls;
use rustls::ServerConfig;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::timeout,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::kit::{EMPTY, Gateway, READ, Reply, TEST_TIMEOUT, https};

/// A service whose connections a test scripts.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    pub(crate) events: Events,
}

/// What the connections saw, in order, each event after the number of its connection.
#[derive(Clone, Default)]
pub(crate) struct Events {
    so_far: Arc<Mutex<Vec<String>>>,
    more: Arc<Notify>,
}

/// The service's end of a connection.
pub(crate) struct Peer<S = TcpStream> {
    pub(crate) socket: S,
    pub(crate) number: usize,
    events: Events,
    /// Received, and not yet part of a request.
    received: Vec<u8>,
}

impl Service {
    pub(crate) async fn with<F>(script: impl Fn(Peer) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = Self { address: listener.local_addr().unwrap(), events: Events::default() };
        let events = service.events.clone();
        tokio::spawn(async move {
            for number in 1.. {
                let (socket, _) = listener.accept().await.unwrap();
                events.add(number, "opened");
                let events = events.clone();
                tokio::spawn(script(Peer { socket, number, events, received: Vec::new() }));
            }
        });
        service
    }

    /// Responds to all requests of the connections whose TLS handshake succeeds.
    pub(crate) async fn over_tls(config: Arc<ServerConfig>) -> Self {
        Self::with(move |peer| {
            let acceptor = TlsAcceptor::from(Arc::clone(&config));
            async move {
                if let Some(mut peer) = peer.over_tls(acceptor).await {
                    peer.serve().await;
                }
            }
        })
        .await
    }

    pub(crate) fn gateway(&self) -> Gateway {
        Gateway::over(self.address)
    }

    pub(crate) fn called_over_tls(&self, tls: UpstreamTls) -> Gateway {
        Gateway::of(https(self.address, tls))
    }
}

impl Events {
    fn add(&self, number: usize, event: &str) {
        self.so_far.lock().unwrap().push(format!("{number} {event}"));
        self.more.notify_waiters();
    }

    pub(crate) fn count(&self, event: &str) -> usize {
        self.so_far.lock().unwrap().iter().filter(|seen| seen.ends_with(event)).count()
    }

    /// Waits for so many events of a kind, and returns all so far.
    pub(crate) async fn until(&self, count: usize, event: &str) -> String {
        let waiting = async {
            loop {
                let more = self.more.notified();
                if self.count(event) >= count {
                    return;
                }
                more.await;
            }
        };
        let waited = timeout(TEST_TIMEOUT, waiting).await;
        let all = self.so_far.lock().unwrap().join(", ");
        assert!(waited.is_ok(), "no {count} {event} in {all}");
        // Another connection opens only after the runtime has seen what the service did to those of the gateway.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let opened = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        drop((listener.accept().await.unwrap(), opened));
        all
    }
}

impl Peer {
    /// The same connection after a TLS handshake, if it succeeds.
    async fn over_tls(self, acceptor: TlsAcceptor) -> Option<Peer<TlsStream<TcpStream>>> {
        let Self { socket, number, events, received } = self;
        let socket = acceptor.accept(socket).await.ok()?;
        events.add(number, "shook hands");
        Some(Peer { socket, number, events, received })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Peer<S> {
    pub(crate) fn saw(&self, event: &str) {
        self.events.add(self.number, event);
    }

    /// Reads a request, and returns whether there is one.
    pub(crate) async fn request(&mut self) -> bool {
        loop {
            let text = String::from_utf8_lossy(&self.received).to_ascii_lowercase();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.unwrap().trim().parse().unwrap();
                if body.len() >= length {
                    assert_eq!(body.len(), length, "more than a request: {text}");
                    let path = head.split(' ').nth(1).unwrap();
                    self.saw(path.rsplit('/').next().unwrap());
                    self.received.clear();
                    return true;
                }
            }
            if !self.read().await {
                return false;
            }
        }
    }

    /// Reads some bytes, and returns whether there are any.
    async fn read(&mut self) -> bool {
        let mut chunk = [0; 4096];
        match self.socket.read(&mut chunk).await {
            Ok(0) => self.saw("closed"),
            // TLS without `close_notify`, or a reset.
            Err(_) => self.saw("cut off"),
            Ok(length) => {
                self.received.extend_from_slice(&chunk[..length]);
                return true;
            }
        }
        false
    }

    /// A failure is seen when it reads.
    pub(crate) async fn say(&mut self, text: &str) {
        let _ = self.socket.write_all(text.as_bytes()).await;
        let _ = self.socket.flush().await;
    }

    /// Responds to all further requests.
    pub(crate) async fn serve(&mut self) {
        while self.request().await {
            self.say(&ok()).await;
        }
    }

    /// Waits until the gateway closes.
    pub(crate) async fn drain(&mut self) {
        while self.read().await {}
    }
}

/// A response with a Content-Length.
pub(crate) fn http(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// An empty list.
pub(crate) fn ok() -> String {
    http("200 OK", EMPTY)
}

pub(crate) async fn read(gateway: &Gateway) -> Reply {
    gateway.query("ficha", READ).await
}

/// A read that succeeds.
pub(crate) async fn read_well(gateway: &Gateway) {
    assert_eq!(read(gateway).await.data(), json!({ "seguradoras": [] }));
}

/// So many reads at a time, each of a session.
pub(crate) async fn reads(gateway: &Gateway, count: usize) -> Vec<Value> {
    let one = async |number| gateway.query(&format!("ficha-{number}"), READ).await.data();
    join_all((0..count).map(one)).await
}
