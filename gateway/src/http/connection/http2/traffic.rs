//! Detects floods: PING, SETTINGS, WINDOW_UPDATE, PRIORITY and empty frames, and requests that are reset at once, cost the
//! gateway processor time and the client almost nothing.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tokio_util::sync::CancellationToken;

/// Bytes that a connection may receive without requests. nginx allows 1 MiB, with the same factor.
const FREE_BYTES: u64 = 128 * 1024;
/// Bytes that a connection may receive per byte of requests.
const OVERHEAD: u64 = 8;
/// Bytes that a completed request counts for its header fields.
const HEAD_BYTES: u64 = 512;
/// A client may send one byte per this many response bytes, far more than window updates need.
const SENT_PER_BYTE: u64 = 64;
/// Cancelled requests allowed beyond the number of completed ones, for users who type ahead or leave a page.
const FREE_CANCELLATIONS: u64 = 200;

/// What one connection has received.
#[derive(Default)]
pub(super) struct Traffic {
    received: AtomicU64,
    /// Bytes of requests that the gateway used.
    useful: AtomicU64,
    /// Bytes of rejected bodies, which the gateway does not use.
    announced: AtomicU64,
    completed: AtomicU64,
    cancelled: AtomicU64,
    abusive: CancellationToken,
}

impl Traffic {
    /// Counts bytes that were read from the connection.
    pub(super) fn received(&self, bytes: usize) {
        let received = self.received.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        let announced = self.announced.load(Ordering::Relaxed);
        if received > FREE_BYTES + announced + OVERHEAD * self.useful.load(Ordering::Relaxed) {
            self.abusive.cancel();
        }
    }

    /// Completes when the connection must be closed.
    pub(super) async fn until_abusive(&self) {
        self.abusive.cancelled().await;
    }
}

/// A request. It counts as completed after [`Self::complete`], otherwise as cancelled when it is dropped.
pub(super) struct CompletedRequest {
    traffic: Arc<Traffic>,
    announced: u64,
    is_completed: bool,
}

impl CompletedRequest {
    pub(super) fn new(traffic: Arc<Traffic>, announced: u64) -> Self {
        Self { traffic, announced, is_completed: false }
    }

    /// Counts the bytes of the request's body.
    pub(super) fn body_counter(&self) -> BodyCounter {
        BodyCounter(Arc::clone(&self.traffic))
    }

    /// The response was sent completely.
    pub(super) fn complete(&mut self, sent: u64) {
        self.is_completed = true;
        self.traffic.completed.fetch_add(1, Ordering::Relaxed);
        self.traffic.announced.fetch_add(self.announced, Ordering::Relaxed);
        self.traffic.useful.fetch_add(HEAD_BYTES + sent / SENT_PER_BYTE, Ordering::Relaxed);
    }
}

impl Drop for CompletedRequest {
    fn drop(&mut self) {
        if self.is_completed {
            return;
        }
        let cancelled = self.traffic.cancelled.fetch_add(1, Ordering::Relaxed) + 1;
        if cancelled > FREE_CANCELLATIONS + self.traffic.completed.load(Ordering::Relaxed) {
            self.traffic.abusive.cancel();
        }
    }
}

/// Counts the bytes of a request's body.
#[derive(Clone)]
pub(super) struct BodyCounter(Arc<Traffic>);

impl BodyCounter {
    /// The gateway has read body bytes.
    pub(super) fn read(&self, bytes: usize) {
        self.0.useful.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The gateway has discarded body bytes.
    pub(super) fn discarded(&self, bytes: usize) {
        self.0.announced.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}
