//! Taking connections, until the program is told to stop.

use std::{convert::Infallible, io, mem, sync::Arc, time::Duration};

use axum::{extract::Request, http::StatusCode, response::Response};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Instant, sleep, timeout_at},
};
use tower::Service;

use super::{
    ClientLimits,
    connection::{self, Client},
    connection_limit::ConnectionLimiter,
    error_response::ErrorResponse,
    graceful_shutdown::GracefulShutdown,
    request_telemetry,
    server_tls::ServerTls,
};
use crate::telemetry::Telemetry;

/// How long to leave the system alone where it gives no more connections.
const PAUSE: Duration = Duration::from_millis(100);
/// Most connections that the system holds for a socket of tokio's before they are taken.
const BACKLOG: usize = 1024;

/// Where and how connections are taken.
pub struct Server {
    /// Where.
    pub listener: TcpListener,
    /// With TLS, or without.
    pub tls: Option<Arc<ServerTls>>,
    /// What clients may take up.
    pub limits: ClientLimits,
    /// How it ends.
    pub drain: GracefulShutdown,
    /// Where it is told what happens.
    pub telemetry: Telemetry,
}

/// What answers requests: the gateway, or its metrics.
pub trait HttpService:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

/// What whoever comes is let in with.
struct Door<A> {
    tls: Option<Arc<ServerTls>>,
    room: Arc<ConnectionLimiter>,
    answers: A,
}

impl Server {
    /// Serves until `stop` ends, and then as the drain has it. Gives the instant at which all that is left must end.
    pub async fn serve(self, answers: impl HttpService, stop: impl Future<Output = ()>) -> Instant {
        let Self { listener, tls, limits, drain, telemetry } = self;
        let room = ConnectionLimiter::new(limits, drain.clone(), telemetry);
        let door = Door { tls, room: Arc::clone(&room), answers };
        let mut waiting = None;
        let drained = async {
            stop.await;
            drain.begin();
            if !drain.delay.is_zero() {
                tracing::info!(delay = ?drain.delay, "draining: not ready any more, but whoever comes is still served");
                sleep(drain.delay).await;
            }
        };
        // Not part of the loop: where every place is taken, the loop waits for one.
        tokio::select! {
            biased;
            () = drained => {}
            () = door.admit_all(&listener, &mut waiting) => {}
        }
        tracing::info!(limit = ?drain.limit, "stopping: requests under way are finished");
        let deadline = Instant::now() + drain.limit;
        let finished = async {
            door.close(listener, waiting).await;
            room.stop();
            room.is_empty().await;
        };
        if timeout_at(deadline, finished).await.is_err() {
            tracing::warn!(connections = room.taken(), "requests were left unanswered: they took too long");
        }
        deadline
    }
}

impl<A: HttpService> Door<A> {
    /// Lets in whoever comes, and never ends.
    async fn admit_all(&self, listener: &TcpListener, waiting: &mut Option<Client>) {
        let mut failing = false;
        loop {
            match listener.accept().await {
                Ok(accepted) => {
                    *waiting = Some(accepted);
                    self.admit(waiting).await;
                }
                Err(error) if is_of_one(&error) => {}
                Err(error) => {
                    // Once for all tries in a row: a full table of files would fill the log as well.
                    if !mem::replace(&mut failing, true) {
                        tracing::error!(%error, "no connections can be taken");
                    }
                    self.room.make_room();
                    sleep(PAUSE).await;
                    continue;
                }
            }
            failing = false;
        }
    }

    /// Lets in whoever the system let in before the end; the others find no one here.
    async fn close(self, listener: TcpListener, mut waiting: Option<Client>) {
        if waiting.is_some() {
            self.admit(&mut waiting).await;
        }
        // Without tokio, which sees those who came just now only a moment later.
        let Ok(listener) = listener.into_std() else { return };
        for _ in 0..BACKLOG {
            let Ok((socket, peer)) = listener.accept() else { break };
            if let Ok(socket) = socket.set_nonblocking(true).and_then(|()| TcpStream::from_std(socket)) {
                waiting = Some((socket, peer));
                self.admit(&mut waiting).await;
            }
        }
    }

    /// Serves whoever waits once there is a place, unless the address has too many.
    async fn admit(&self, waiting: &mut Option<Client>) {
        let Some((_, peer)) = &waiting else { return };
        // Left where it waits until there is a place: a stop may come first.
        let place = self.room.place(peer.ip()).await;
        let Some(client) = waiting.take() else { return };
        let (socket, _) = &client;
        match place {
            Some(place) => {
                drop(tokio::spawn(connection::serve(client, self.tls.clone(), place, self.answers.clone())));
            }
            // Who awaits TLS understands no words.
            None if self.tls.is_some() => {}
            None => {
                let refusal = ErrorResponse::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "TOO_MANY_CONNECTIONS",
                    "Há conexões demais deste endereço. Feche algumas e tente novamente.",
                );
                // A socket that is new takes this without waiting; whoever has gone misses nothing.
                drop(socket.try_write(&request_telemetry::refuse(&self.room.telemetry, &refusal)));
            }
        }
    }
}

/// Whether it was only the one connection that failed.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
