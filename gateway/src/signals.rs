//! How the system speaks to the process, and the process to systemd, where that started it.

use std::io;

use sd_notify::NotifyState;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals to stop: SIGTERM, and SIGINT, which is Ctrl+C.
pub struct Stops {
    terminate: Signal,
    interrupt: Signal,
}

/// The signal to read files anew: SIGHUP.
pub struct Hangups(Signal);

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

impl Hangups {
    /// From now on it does not end the process.
    ///
    /// # Errors
    /// The system does not let this process listen for it.
    pub fn listen() -> io::Result<Self> {
        Ok(Self(signal(SignalKind::hangup())?))
    }

    /// Waits for the next.
    pub async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// Tells systemd that the gateway serves, or does so again.
pub fn ready() {
    tell(&[NotifyState::Ready]);
}

/// Tells systemd that files are read anew, until [`ready`].
pub fn reloading() {
    // It wants to know that this is about the signal that it sent, and not about one before.
    if let Ok(now) = NotifyState::monotonic_usec_now() {
        tell(&[NotifyState::Reloading, now]);
    }
}

/// Tells systemd that the gateway is about to end.
pub fn stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(state: &[NotifyState]) {
    // Nobody is told where systemd did not start us.
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "systemd could not be told");
    }
}
