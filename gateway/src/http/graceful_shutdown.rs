//! Graceful shutdown in two phases: draining (unready, still serving), then stopping (no new connections).

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// The phases of a shutdown and how long each takes. Clones share the phase.
#[derive(Clone, Debug, Default)]
pub struct GracefulShutdown {
    /// How long draining lasts: until load balancers have noticed that the gateway is not ready.
    pub delay: Duration,
    /// How long requests in flight may take once the gateway is stopping.
    pub limit: Duration,
    draining: CancellationToken,
    stopping: CancellationToken,
}

impl GracefulShutdown {
    /// A shutdown that has not begun.
    pub fn new(delay: Duration, limit: Duration) -> Self {
        Self { delay, limit, ..Self::default() }
    }

    pub(super) fn begin_draining(&self) {
        self.draining.cancel();
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    pub(super) fn begin_stopping(&self) {
        self.stopping.cancel();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// Completes when stopping begins.
    pub(super) async fn stopping(&self) {
        self.stopping.cancelled().await;
    }
}
