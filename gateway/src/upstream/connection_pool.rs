//! The connections of the calls, and the pool of the idle ones.
//!
//! A connection has no task of its own: the call that uses it polls it, then its response's body does. So a call costs no
//! wake-ups between tasks. An idle connection is not polled; the next call finds out whether the server closed it.

use std::{
    collections::VecDeque,
    error::Error,
    future::poll_fn,
    io, mem,
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Request, Response, Uri,
    body::{Body, Frame, Incoming, SizeHint},
    client::conn::http1::{self, SendRequest},
};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{client::legacy::connect::HttpConnector, rt::TokioIo};
use tokio::{
    net::TcpStream,
    sync::Notify,
    task::coop::unconstrained,
    time::{Instant, sleep_until, timeout},
};
use tower::{BoxError, ServiceExt as _};

use super::{
    base_url::BaseUrl,
    error::{CallFailure, ConnectError, Fault},
    tls::{self, UpstreamTls},
};

/// Idle timeout of a pooled connection. Servers close idle connections after 5 seconds at the earliest; the gateway closes
/// first, since the outcome of a write on a closing connection is unknown.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Read buffer of a connection in bytes, which bounds what is read ahead; a response's head must fit.
const MAX_READ_BUFFER: usize = 64 * 1024;
/// TCP keep-alive: silence before the first probe, and between probes. Also keeps NAT and firewall entries alive.
const KEEPALIVE: Duration = Duration::from_secs(15);
/// Keep-alive probes without a reply after which a connection is dead.
const KEEPALIVE_PROBES: u32 = 3;
/// TCP user timeout: longest that sent data may stay unacknowledged.
#[cfg(target_os = "linux")]
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// A pool of connections to one address.
pub(super) struct ConnectionPool {
    https: HttpsConnector<HttpConnector>,
    origin: Uri,
    connect_timeout: Duration,
    idle: Mutex<IdleConnections>,
    /// Wakes a call that waits for a connection.
    returned: Notify,
}

#[derive(Default)]
struct IdleConnections {
    /// With the time each one expires at; the first to expire is first.
    connections: VecDeque<(Instant, Box<Connection>)>,
    /// Whether a task closes those that expire.
    has_reaper: bool,
}

/// A connection. Dropping it closes it, a call in flight included.
struct Connection {
    requests: SendRequest<Full<Bytes>>,
    /// Reads and writes; `None` once it has ended.
    io: Option<http1::Connection<MaybeHttpsStream<TokioIo<TcpStream>>, Full<Bytes>>>,
    was_idle: bool,
}

impl ConnectionPool {
    pub(super) fn new(base_url: &BaseUrl, tls: &UpstreamTls, connect_timeout: Duration) -> Result<Self, ConnectError> {
        let mut tcp = HttpConnector::new();
        // The connector also opens the TCP connections of `https`.
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_keepalive(Some(KEEPALIVE));
        tcp.set_keepalive_interval(Some(KEEPALIVE));
        tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
        #[cfg(target_os = "linux")]
        tcp.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT));
        let https = HttpsConnector::from((tcp, tls::config(base_url, tls)?));
        let origin = base_url.origin();
        Ok(Self { https, origin, connect_timeout, idle: Mutex::default(), returned: Notify::new() })
    }

    /// Sends a request and returns the head of its response. A request is sent again only if its connection, an idle one
    /// until then, closed before any byte of it was written: safe for writes too.
    pub(super) async fn send(
        self: &Arc<Self>,
        mut request: Request<Full<Bytes>>,
    ) -> Result<Response<ResponseBody>, CallFailure> {
        loop {
            let mut connection = match self.idle_connection() {
                Some(idle) => idle,
                // Boxed: otherwise every call is as large as one that connects.
                None => Box::pin(self.connect_or_wait()).await.map_err(|error| failure(&*error, false))?,
            };
            // Only polling the connection resolves it, so it needs no wake-up and no budget of its own.
            let mut response = pin!(unconstrained(connection.requests.try_send_request(request)));
            let response = poll_fn(|context| {
                connection.poll_io(context);
                response.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            });
            let mut error = match response.await {
                Ok(response) => return Ok(response.map(|body| ResponseBody::new(body, connection, self))),
                Err(error) => error,
            };
            match error.take_message() {
                Some(unsent) if connection.was_idle => request = unsent,
                unsent => {
                    let failure = failure(error.error(), unsent.is_none());
                    // The server probably closed the idle connection before it read the request: a read is worth a retry.
                    let retry_after = if connection.was_idle { Some(Duration::ZERO) } else { failure.retry_after };
                    return Err(CallFailure { retry_after, ..failure });
                }
            }
        }
    }

    /// The connection that was used last, if it is not expired.
    fn idle_connection(&self) -> Option<Box<Connection>> {
        let (expires, connection) = self.locked().connections.pop_back()?;
        if expires > Instant::now() {
            return Some(connection);
        }
        connection.close();
        None
    }

    /// A new connection, or one that becomes idle meanwhile. The new one is then for the next call.
    async fn connect_or_wait(self: &Arc<Self>) -> Result<Box<Connection>, BoxError> {
        let mut connecting = Box::pin(Arc::clone(self).connect());
        tokio::select! {
            biased;
            connection = &mut connecting => connection,
            connection = self.next_idle_connection() => {
                let pool = Arc::clone(self);
                tokio::spawn(async move { connecting.await.map(|connection| pool.put(connection)) });
                Ok(connection)
            }
        }
    }

    async fn connect(self: Arc<Self>) -> Result<Box<Connection>, BoxError> {
        let connecting = timeout(self.connect_timeout, self.https.clone().oneshot(self.origin.clone()));
        let stream = connecting.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        let (requests, io) = http1::Builder::new()
            .max_buf_size(MAX_READ_BUFFER)
            // Requests are short: copying the body behind the head is cheaper than a vectored write.
            .writev(false)
            .handshake(stream)
            .await?;
        Ok(Box::new(Connection { requests, io: Some(io), was_idle: false }))
    }

    async fn next_idle_connection(&self) -> Box<Connection> {
        loop {
            self.returned.notified().await;
            if let Some(connection) = self.idle_connection() {
                return connection;
            }
        }
    }

    fn put(self: &Arc<Self>, mut connection: Box<Connection>) {
        connection.was_idle = true;
        let mut idle = self.locked();
        idle.connections.push_back((Instant::now() + IDLE_TIMEOUT, connection));
        if !mem::replace(&mut idle.has_reaper, true) {
            tokio::spawn(reap(Arc::downgrade(self)));
        }
        drop(idle);
        self.returned.notify_one();
    }

    /// Closes expired connections. Returns when the next one expires.
    fn close_expired(&self) -> Option<Instant> {
        let mut idle = self.locked();
        loop {
            let Some((expires, _)) = idle.connections.front() else {
                idle.has_reaper = false;
                return None;
            };
            if *expires > Instant::now() {
                return Some(*expires);
            }
            idle.connections.pop_front().into_iter().for_each(|(_, connection)| connection.close());
        }
    }

    /// Closes the idle connections.
    pub(super) fn close_idle(&self) {
        let idle = mem::take(&mut self.locked().connections);
        idle.into_iter().for_each(|(_, connection)| connection.close());
    }

    fn locked(&self) -> MutexGuard<'_, IdleConnections> {
        // Nothing panics half-way through a change, so a poisoned state is consistent.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes connections when they expire, until none is idle.
async fn reap(pool: Weak<ConnectionPool>) {
    while let Some(expires) = pool.upgrade().and_then(|pool| pool.close_expired()) {
        sleep_until(expires).await;
    }
}

impl Connection {
    /// Reads and writes as far as possible. A failure goes to the response or its body.
    fn poll_io(&mut self, context: &mut Context<'_>) {
        if let Some(io) = &mut self.io
            && Pin::new(io).poll(context).is_ready()
        {
            self.io = None;
        }
    }

    /// Whether the whole response was read and the next request may follow.
    fn is_idle(&self) -> bool {
        self.requests.is_ready()
    }

    /// Closes it gracefully: TLS sends `close_notify`.
    fn close(self) {
        drop(self.requests);
        self.io.map(tokio::spawn);
    }
}

/// The body of a response, which polls its connection. The connection goes back to the pool as soon as all of it has
/// arrived, and closes if the body is dropped before.
pub(super) struct ResponseBody {
    incoming: Incoming,
    connection: Option<(Box<Connection>, Arc<ConnectionPool>)>,
}

impl ResponseBody {
    fn new(incoming: Incoming, connection: Box<Connection>, pool: &Arc<ConnectionPool>) -> Self {
        let mut body = Self { incoming, connection: Some((connection, Arc::clone(pool))) };
        body.give_back();
        body
    }

    /// Returns the connection to the pool if it is idle.
    fn give_back(&mut self) {
        if let Some((connection, pool)) = self.connection.take_if(|(connection, _)| connection.is_idle()) {
            pool.put(connection);
        }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        // Only polling the connection fills it, so it needs no wake-up of its own.
        let mut unwoken = Context::from_waker(Waker::noop());
        let frame = Pin::new(&mut self.incoming).poll_frame(&mut unwoken);
        if frame.is_ready() {
            return frame;
        }
        if let Some((connection, _)) = &mut self.connection {
            connection.poll_io(context);
        }
        self.give_back();
        Pin::new(&mut self.incoming).poll_frame(&mut unwoken)
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.size_hint()
    }
}

/// Classifies an error of the HTTP client. Its text goes to the log and holds no address.
pub(super) fn failure(error: &(dyn Error + 'static), may_be_sent: bool) -> CallFailure {
    let mut text = String::new();
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(error) = tls::error_in(cause)
            && (!may_be_sent || tls::is_refusal(error))
        {
            // A retry would meet the same certificate.
            return CallFailure::last(Fault::NotConnected(tls::explain(error)));
        }
        let colon = if text.is_empty() { "" } else { ": " };
        text = format!("{text}{colon}{cause}");
        next = cause.source();
    }
    if may_be_sent {
        return CallFailure::last(Fault::Broken(text));
    }
    CallFailure { fault: Fault::NotConnected(text), retry_after: Some(Duration::ZERO) }
}
