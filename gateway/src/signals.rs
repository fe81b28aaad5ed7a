//! How the system and whoever looks after it speak to the process.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals to stop: SIGTERM, and SIGINT, which is Ctrl+C.
pub struct Stops {
    terminate: Signal,
    interrupt: Signal,
}

impl Stops {
    /// From now on they do not end the process by themselves.
    ///
    /// # Errors
    /// The system does not let this process listen for them.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next of them.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
