//! Serving a router on a socket until the program is told to stop.

use std::io;

use axum::{Router, serve::ListenerExt as _};
use tokio::{
    net::TcpListener,
    signal::{self, unix::SignalKind},
};

/// Serves until `stop` ends, and then until the requests under way are answered.
///
/// # Errors
/// The socket cannot be listened on any more.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    // Small answers must not wait for an acknowledgement; a socket without the option works all the same.
    let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
    axum::serve(listener, router).with_graceful_shutdown(stop).await
}

/// Ends with Ctrl+C or SIGTERM.
pub async fn interrupted() {
    let terminated = async {
        match signal::unix::signal(SignalKind::terminate()) {
            Ok(mut terminate) => terminate.recv().await,
            // Without the handler the signal ends the process by itself.
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
