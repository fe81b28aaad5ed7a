//! The HTTP server with graceful shutdown.

use std::io;

use axum::{Router, serve::ListenerExt as _};
use tokio::{
    net::TcpListener,
    signal::{self, unix::SignalKind},
};

/// Serves until `shutdown` completes, then finishes the requests in flight.
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
    axum::serve(listener, router).with_graceful_shutdown(shutdown).await
}

/// Completes at SIGINT (Ctrl+C) or SIGTERM.
pub async fn shutdown_signal() {
    let terminated = async {
        match signal::unix::signal(SignalKind::terminate()) {
            Ok(mut terminate) => terminate.recv().await,
            // Without a handler the signal terminates the process.
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
