//! The server: accepts connections until shutdown.

use std::{io, iter, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::OwnedSemaphorePermit,
    time::{Instant, sleep, timeout_at},
};

use super::connection::{Connections, Routes};
use crate::{client_address::ClientAddress, keyed_limit::KeyedLimit};

/// Pause after the system refused to give a connection, for lack of files or memory.
const ACCEPT_BACKOFF: Duration = Duration::from_secs(1);
/// Open files that are not for clients: calls to the services, the database, the log.
const RESERVED_FILES: u64 = 256;

/// Serves until `stop` completes, then shuts down gracefully. Returns the deadline of the shutdown.
pub async fn serve(
    listener: TcpListener,
    connections: Connections,
    routes: Routes,
    stop: impl Future<Output = ()>,
) -> Instant {
    let connections = Arc::new(connections);
    let Connections { limits, shutdown, .. } = &*connections;
    let possible = possible_connections(limits.connections);
    let permits = KeyedLimit::new(possible, limits.connections_per_address.min(possible - possible / 4));
    let spawn = |permit: OwnedSemaphorePermit, (socket, peer): (TcpStream, SocketAddr)| {
        // Without a response: a client of TLS could not read one.
        let Some(permit) = permits.count(permit, ClientAddress::from_ip(peer.ip())) else { return };
        drop(tokio::spawn(Arc::clone(&connections).serve(socket, peer, permit, routes.clone())));
    };
    let accept_all = async {
        loop {
            // At the limit clients wait in the backlog of the socket.
            let permit = permits.acquire_uncounted().await;
            match listener.accept().await {
                Ok(accepted) => spawn(permit, accepted),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "connections cannot be accepted");
                    sleep(ACCEPT_BACKOFF).await;
                }
            }
        }
    };
    let drained = async {
        stop.await;
        shutdown.begin_draining();
        if !shutdown.delay.is_zero() {
            tracing::info!(delay = ?shutdown.delay, "draining: not ready, connections are still accepted");
            sleep(shutdown.delay).await;
        }
    };
    tokio::select! {
        biased;
        () = drained => {}
        () = accept_all => {}
    }
    tracing::info!(limit = ?shutdown.limit, "stopping: requests in flight are finished");
    let deadline = Instant::now() + shutdown.limit;
    let finished = async {
        for accepted in backlog(listener) {
            spawn(permits.acquire_uncounted().await, accepted);
        }
        shutdown.begin_stopping();
        permits.all_returned().await;
    };
    if timeout_at(deadline, finished).await.is_err() {
        tracing::warn!(connections = permits.in_use(), "requests were left unanswered: they took too long");
    }
    deadline
}

/// The connections that the system has accepted. Further ones are refused.
fn backlog(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    // By std: tokio's readiness may not know of the newest connections yet.
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let accepted = iter::from_fn(|| listener.accept().ok());
    accepted
        .filter_map(|(socket, peer)| {
            socket.set_nonblocking(true).ok()?;
            Some((TcpStream::from_std(socket).ok()?, peer))
        })
        .collect()
}

/// As many connections as are wanted and the process may open files.
fn possible_connections(wanted: u32) -> u32 {
    // Systems start programs with few files and let them ask for more.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    let possible = u32::try_from(files.saturating_sub(RESERVED_FILES)).unwrap_or(u32::MAX).max(1);
    if possible < wanted {
        tracing::warn!(wanted, possible, "the limit of open files allows fewer connections");
    }
    wanted.min(possible)
}

/// Whether only the one connection failed.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
