//! The HTTP server with graceful shutdown.

use std::{io, time::Duration};

use axum::{Router, serve::ListenerExt as _};
use tokio::{net::TcpListener, sync::oneshot};

/// How long requests in flight may take once the shutdown has begun. A client that stalls must not keep the process.
const DRAIN: Duration = Duration::from_secs(5);

/// Serves until `shutdown` completes, then finishes the requests in flight, in 5 seconds at most.
///
/// # Errors
/// The listener fails.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    // Small responses must not wait for Nagle's algorithm. A failure to set the option only costs time.
    let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
    let (begin, shutdown_began) = oneshot::channel();
    let server = axum::serve(listener, router).with_graceful_shutdown(async {
        shutdown.await;
        // The server may have failed meanwhile.
        let _ = begin.send(());
    });
    tokio::select! {
        served = server => served,
        () = async { drop(shutdown_began.await); tokio::time::sleep(DRAIN).await } => Ok(()),
    }
}
