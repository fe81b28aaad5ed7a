//! The end of serving: first nobody is sent here any more, then nobody is let in, then whoever is here is answered.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How serving ends, and whether it has begun to. Clones share that.
#[derive(Clone, Debug, Default)]
pub struct GracefulShutdown {
    /// For how long connections are still taken after it has begun: until balancers have noticed.
    pub delay: Duration,
    /// How long what is then under way may go on.
    pub limit: Duration,
    begun: Arc<AtomicBool>,
}

impl GracefulShutdown {
    /// One that has not begun.
    pub fn new(delay: Duration, limit: Duration) -> Self {
        Self { delay, limit, begun: Arc::default() }
    }

    pub(super) fn begin(&self) {
        self.begun.store(true, Ordering::SeqCst);
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::SeqCst)
    }
}
