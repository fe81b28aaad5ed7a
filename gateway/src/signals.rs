//! Signals to the process, and notifications to systemd.

use std::io::{self, IsTerminal as _};

use sd_notify::NotifyState;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals to stop: SIGTERM, SIGINT (Ctrl+C), and SIGHUP when the terminal of the program is closed.
pub struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
    has_terminal: bool,
}

/// The signal to reload certificates and tools: SIGHUP. It comes too when the terminal is closed.
pub struct ReloadSignals(Signal);

impl StopSignals {
    /// Installs the handlers: from now on these signals do not kill the process.
    ///
    /// # Errors
    /// The handlers cannot be installed.
    pub fn install() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
            has_terminal: io::stdin().is_terminal(),
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            () = terminal_closed(&mut self.hangup, &mut self.has_terminal) => {}
        }
    }
}

/// Waits until the terminal of the program is closed. Once: shell and system both send SIGHUP then.
async fn terminal_closed(hangup: &mut Signal, has_terminal: &mut bool) {
    loop {
        hangup.recv().await;
        if *has_terminal && !io::stdin().is_terminal() {
            *has_terminal = false;
            return;
        }
    }
}

impl ReloadSignals {
    /// Installs the handler: from now on the signal does not kill the process.
    ///
    /// # Errors
    /// The handler cannot be installed.
    pub fn install() -> io::Result<Self> {
        Ok(Self(signal(SignalKind::hangup())?))
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// Notifies systemd that the gateway serves, at the start and after a reload.
pub fn ready() {
    notify(&[NotifyState::Ready]);
}

/// Notifies systemd of a reload, until [`ready`].
pub fn reloading() {
    // The timestamp distinguishes this reload from an earlier one.
    if let Ok(now) = NotifyState::monotonic_usec_now() {
        notify(&[NotifyState::Reloading, now]);
    }
}

/// Notifies systemd that the gateway is stopping.
pub fn stopping() {
    notify(&[NotifyState::Stopping]);
}

fn notify(state: &[NotifyState]) {
    // A no-op unless systemd started the process.
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "systemd could not be notified");
    }
}
