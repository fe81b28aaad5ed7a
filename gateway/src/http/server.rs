//! The server: accepts connections until shutdown.

use std::{io, mem, net::SocketAddr, sync::Arc, time::Duration};

use axum::http::StatusCode;
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Instant, sleep, timeout_at},
};

use super::{
    client_limits::ClientLimits,
    connection::{
        self,
        context::{ConnectionContext, HttpService},
    },
    connection_limit::ConnectionLimiter,
    error_response::ErrorResponse,
    graceful_shutdown::GracefulShutdown,
    request_telemetry,
    server_tls::ServerTls,
};
use crate::telemetry::Telemetry;

/// Pause after the system refused to give a connection, for lack of files or memory.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);
/// Most connections that the system holds for a socket of tokio's before they are accepted.
const BACKLOG: usize = 1024;

/// Where and how connections are accepted.
pub struct Server {
    /// The socket.
    pub listener: TcpListener,
    /// TLS, if clients speak it.
    pub tls: Option<Arc<ServerTls>>,
    /// What clients may use.
    pub limits: ClientLimits,
    /// How it ends.
    pub shutdown: GracefulShutdown,
    /// Where connections and requests are recorded.
    pub telemetry: Telemetry,
}

/// A connection that was accepted, and the client's address.
type AcceptedSocket = (TcpStream, SocketAddr);

struct Acceptor<S> {
    tls: Option<Arc<ServerTls>>,
    context: Arc<ConnectionContext>,
    service: S,
}

impl Server {
    /// Serves until `stop` completes, then shuts down gracefully. Returns the deadline of the shutdown.
    pub async fn serve(self, service: impl HttpService, stop: impl Future<Output = ()>) -> Instant {
        let Self { listener, tls, limits, shutdown, telemetry } = self;
        let limiter = ConnectionLimiter::new(&limits);
        let context = Arc::new(ConnectionContext { limits, limiter, shutdown: shutdown.clone(), telemetry });
        let acceptor = Acceptor { tls, context: Arc::clone(&context), service };
        let mut waiting = None;
        let drained = async {
            stop.await;
            shutdown.begin_draining();
            if !shutdown.delay.is_zero() {
                tracing::info!(delay = ?shutdown.delay, "draining: not ready, connections are still accepted");
                sleep(shutdown.delay).await;
            }
        };
        // Beside the loop: at the connection limit the loop waits for a permit.
        tokio::select! {
            biased;
            () = drained => {}
            () = acceptor.accept_all(&listener, &mut waiting) => {}
        }
        tracing::info!(limit = ?shutdown.limit, "stopping: requests in flight are finished");
        let deadline = Instant::now() + shutdown.limit;
        let finished = async {
            acceptor.accept_backlog(listener, waiting).await;
            shutdown.begin_stopping();
            context.limiter.wake_idle();
            context.limiter.all_returned().await;
        };
        if timeout_at(deadline, finished).await.is_err() {
            tracing::warn!(connections = context.limiter.in_use(), "requests were left unanswered: they took too long");
        }
        deadline
    }
}

impl<S: HttpService> Acceptor<S> {
    /// Accepts connections, and never completes.
    async fn accept_all(&self, listener: &TcpListener, waiting: &mut Option<AcceptedSocket>) {
        let mut failing = false;
        loop {
            match listener.accept().await {
                Ok(accepted) => {
                    *waiting = Some(accepted);
                    self.admit(waiting).await;
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    // Logged once for failures in a row: the log would fill, too.
                    if !mem::replace(&mut failing, true) {
                        tracing::error!(%error, "connections cannot be accepted");
                    }
                    self.context.limiter.evict_oldest_idle();
                    sleep(ACCEPT_BACKOFF).await;
                    continue;
                }
            }
            failing = false;
        }
    }

    /// Serves the connections that the system accepted before the end, and closes the socket to others.
    async fn accept_backlog(self, listener: TcpListener, mut waiting: Option<AcceptedSocket>) {
        if waiting.is_some() {
            self.admit(&mut waiting).await;
        }
        // Without tokio, which notices the newest only later.
        let Ok(listener) = listener.into_std() else { return };
        for _ in 0..BACKLOG {
            let Ok((socket, peer)) = listener.accept() else { break };
            if let Ok(socket) = socket.set_nonblocking(true).and_then(|()| TcpStream::from_std(socket)) {
                waiting = Some((socket, peer));
                self.admit(&mut waiting).await;
            }
        }
    }

    /// Serves a connection as soon as there is a permit, or rejects it at the limit of its address.
    async fn admit(&self, waiting: &mut Option<AcceptedSocket>) {
        let Some((_, peer)) = &waiting else { return };
        // It stays in `waiting` until there is a permit: a shutdown may interrupt this.
        let permit = self.context.limiter.acquire(peer.ip()).await;
        let Some(accepted) = waiting.take() else { return };
        let (tls, context) = (self.tls.clone(), &self.context);
        match permit {
            Some(permit) => {
                let service = self.service.clone();
                drop(tokio::spawn(connection::serve(accepted, tls, permit, Arc::clone(context), service)));
            }
            // A client that speaks TLS cannot read a plaintext 429.
            None if tls.is_some() => {}
            None => {
                let error = ErrorResponse::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "TOO_MANY_CONNECTIONS",
                    "Há conexões demais deste endereço. Feche algumas e tente novamente.",
                );
                // A new socket takes this without waiting.
                drop(accepted.0.try_write(&request_telemetry::reject_http1(&context.telemetry, &error)));
            }
        }
    }
}

/// Whether only the one connection failed.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
