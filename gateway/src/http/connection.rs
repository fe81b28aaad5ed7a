//! One client connection: the TLS handshake, then HTTP/1.1 or HTTP/2 by hyper, as ALPN chose.
//!
//! hyper and h2 bound what they read: heads, frames, streams that are reset. This module adds the timeouts that they lack: of
//! the first byte, of the first request, of an idle connection (of both protocols alike) and of a write. A connection is idle
//! until the head of its request is complete, so the idle timeout also ends slow heads.

use std::{
    convert::Infallible,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::{Body, HttpBody},
    extract::{ConnectInfo, Request},
    http::{HeaderValue, StatusCode, Version, header},
    response::Response,
};
use http_body_util::BodyExt as _;
use hyper::{
    body::Incoming,
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use tokio::{
    net::TcpStream,
    time::{Instant, sleep, sleep_until, timeout_at},
};
use tokio_io_timeout::TimeoutWriter;
use tokio_util::either::Either;
use tower::ServiceExt as _;

use super::{
    client_limits::{CLOSE_TIMEOUT, ClientLimits, HTTP2_PING_INTERVAL, HTTP2_PING_TIMEOUT},
    graceful_shutdown::GracefulShutdown,
    http2_stall::{StalledStreams, StreamProgress},
    tls::ServerTls,
};
use crate::{
    client_address::ClientAddress,
    keyed_limit::KeyedPermit,
    telemetry::{OpenCount, Telemetry},
};

/// Most bytes of a body that hyper reads ahead; also what an HTTP/2 client may send before it is read.
const READ_AHEAD: u32 = 64 * 1024;
/// Requests of one HTTP/2 connection at a time: as many as a browser makes for a first load, several times over.
const MAX_CONCURRENT_STREAMS: u32 = 100;
/// How long a connection without a request is awaited when the gateway stops: its first one may be on the way.
const STOP_GRACE: Duration = Duration::from_millis(100);

/// What a server serves: the routes of a gateway, or of its metrics.
pub type Routes = Router;

/// What all connections of a server share.
#[derive(Clone)]
pub struct Connections {
    /// TLS, if clients speak it.
    pub tls: Option<Arc<ServerTls>>,
    /// What clients may use.
    pub limits: ClientLimits,
    /// How it ends.
    pub shutdown: GracefulShutdown,
    /// Where connections are counted.
    pub telemetry: Telemetry,
}

/// Keeps a connection counted. A request to upgrade carries it in its extensions: a WebSocket outlives hyper's connection.
#[derive(Clone)]
pub(super) struct OpenSocket {
    _counted: Arc<(KeyedPermit<ClientAddress>, OpenCount)>,
}

impl Connections {
    /// Serves a connection until it is closed.
    pub(super) async fn serve(
        self: Arc<Self>,
        socket: TcpStream,
        peer: SocketAddr,
        permit: KeyedPermit<ClientAddress>,
        routes: Routes,
    ) {
        let socket_permit = OpenSocket { _counted: Arc::new((permit, self.telemetry.metrics().open_connection())) };
        // Small responses must not wait for an acknowledgement; a socket without the option works too.
        drop(socket.set_nodelay(true));
        let deadline = Instant::now() + self.limits.head_timeout;
        if !self.has_first_byte(&socket, deadline).await {
            return;
        }
        let (stream, is_http2) = match &self.tls {
            None => (Either::Left(socket), false),
            // Boxed: connections without TLS need no memory for it.
            Some(tls) => match timeout_at(deadline, Box::pin(tls.accept(socket))).await {
                Ok(Ok((stream, is_http2))) => (Either::Right(stream), is_http2),
                Ok(Err(error)) => {
                    // Not at a higher level: port scanners would fill the log.
                    tracing::debug!(%error, "a TLS handshake failed");
                    return;
                }
                Err(_) => return,
            },
        };
        let mut writer = TimeoutWriter::new(stream);
        writer.set_timeout(Some(self.limits.send_timeout));
        let io = TokioIo::new(Box::pin(writer));
        let activity = Arc::<Activity>::default();
        let respond = {
            let (connections, activity) = (Arc::clone(&self), Arc::clone(&activity));
            service_fn(move |request| {
                let (connections, open, routes) =
                    (Arc::clone(&connections), OpenRequest::new(&activity), routes.clone());
                let socket_permit = socket_permit.clone();
                async move { Ok::<_, Infallible>(connections.respond(request, peer, routes, open, socket_permit).await) }
            })
        };
        if is_http2 {
            let connection = http2::Builder::new(StalledStreams { send_timeout: self.limits.send_timeout })
                .timer(TokioTimer::new())
                .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
                .initial_stream_window_size(READ_AHEAD)
                .initial_connection_window_size(READ_AHEAD)
                .max_header_list_size(self.limits.head_bytes)
                .keep_alive_interval(HTTP2_PING_INTERVAL)
                .keep_alive_timeout(HTTP2_PING_TIMEOUT)
                .serve_connection(io, respond);
            Box::pin(self.drive(connection, http2::Connection::graceful_shutdown, &activity)).await;
        } else {
            let connection = http1::Builder::new()
                // The timeouts are in `drive`, for both protocols.
                .header_read_timeout(None)
                .max_header_size(self.limits.head_bytes as usize)
                .max_buf_size(READ_AHEAD as usize)
                // Some clients look for a header by its usual case.
                .title_case_headers(true)
                .preserve_header_case(true)
                .serve_connection(io, respond)
                .with_upgrades();
            self.drive(connection, http1::UpgradeableConnection::graceful_shutdown, &activity).await;
        }
    }

    /// Waits for the first byte, which costs a socket and a timer, and leaves it in the socket.
    async fn has_first_byte(&self, socket: &TcpStream, deadline: Instant) -> bool {
        tokio::select! {
            biased;
            readable = socket.readable() => readable.is_ok(),
            () = self.stopped(|| true) => false,
            () = sleep_until(deadline) => false,
        }
    }

    /// Completes when a connection must close because the gateway stops.
    async fn stopped(&self, is_new: impl Fn() -> bool) {
        self.shutdown.stopping().await;
        if is_new() {
            sleep(STOP_GRACE).await;
        }
    }

    /// Drives a connection until it ends, is idle for too long, or the gateway stops. hyper-util's `GracefulShutdown` would
    /// tell a connection of the shutdown before its first read, and hyper would close it with its request unread.
    async fn drive<C: Future>(&self, connection: C, shut_down: fn(Pin<&mut C>), activity: &Activity) {
        let mut connection = pin!(connection);
        tokio::select! {
            biased;
            // An error is a client that left or broke the protocol, which hyper has told it.
            _ = connection.as_mut() => return,
            () = activity.idle(self.limits.head_timeout, self.limits.idle_timeout) => {}
            () = self.stopped(|| activity.is_new()) => {}
        }
        shut_down(connection.as_mut());
        tokio::select! {
            _ = connection => {}
            () = activity.idle(CLOSE_TIMEOUT, CLOSE_TIMEOUT) => {}
        }
    }

    /// The response to one request. Its body has these wrappers, the innermost first:
    ///
    /// 1. `request_telemetry`: completes the access log entry.
    /// 2. `http2_stall`, for HTTP/2: one chunk in flight at a time. The body ends when its last chunk is written: until then the
    ///    response counts in the memory budget.
    /// 3. The open request, put on here last: while it is open, the connection is not idle.
    async fn respond(
        &self,
        request: Request<Incoming>,
        peer: SocketAddr,
        routes: Routes,
        open: OpenRequest,
        socket_permit: OpenSocket,
    ) -> Response {
        let progress = StreamProgress::current();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        if request.headers().contains_key(header::UPGRADE) {
            request.extensions_mut().insert(socket_permit);
        }
        let is_http1 = request.version() < Version::HTTP_2;
        let Ok(response) = routes.oneshot(request).await;
        let (mut head, body) = response.into_parts();
        if is_http1 {
            // 408 and 413 are sent before the whole body has come; hyper then closes the connection.
            let is_last = matches!(head.status, StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE);
            // What opens a WebSocket says `upgrade` there, which ends the connection for HTTP.
            let is_upgrade = head.status == StatusCode::SWITCHING_PROTOCOLS;
            if is_last || self.shutdown.is_draining() && !is_upgrade {
                head.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
        } else if matches!(head.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
            // These never have a body; hyper removes the header of axum for HTTP/1.1 only.
            head.headers.remove(header::CONTENT_LENGTH);
        }
        let body = match progress {
            Some(progress) => Body::new(progress.watch(body)),
            None => body,
        };
        if body.is_end_stream() {
            return Response::from_parts(head, body);
        }
        Response::from_parts(
            head,
            Body::new(body.map_err(move |error| {
                // The body owns it, so that the request is open until the response is sent.
                let _ = &open;
                error
            })),
        )
    }
}

/// Since when a connection has had no request.
struct Activity(Mutex<Requests>);

struct Requests {
    open: usize,
    is_first: bool,
    /// The end of the last one, or the beginning of the connection.
    since: Instant,
}

impl Default for Activity {
    fn default() -> Self {
        Self(Mutex::new(Requests { open: 0, is_first: true, since: Instant::now() }))
    }
}

impl Activity {
    /// Completes when no request was open for so long, from now on.
    async fn idle(&self, before_first_request: Duration, after_request: Duration) {
        let begun = Instant::now();
        loop {
            let (limit, quiet) = {
                let requests = self.0.lock();
                let quiet = if requests.open > 0 { Duration::ZERO } else { requests.since.max(begun).elapsed() };
                (if requests.is_first { before_first_request } else { after_request }, quiet)
            };
            if quiet >= limit {
                return;
            }
            sleep(limit - quiet).await;
        }
    }

    /// Whether there was no request yet.
    fn is_new(&self) -> bool {
        self.0.lock().is_first
    }
}

/// A request in progress, from its head to the end of its response.
struct OpenRequest(Arc<Activity>);

impl OpenRequest {
    fn new(activity: &Arc<Activity>) -> Self {
        let mut requests = activity.0.lock();
        requests.open += 1;
        requests.is_first = false;
        drop(requests);
        Self(Arc::clone(activity))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let mut requests = self.0.0.lock();
        requests.open -= 1;
        requests.since = Instant::now();
    }
}
