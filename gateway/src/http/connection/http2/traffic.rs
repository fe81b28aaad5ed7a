//! Tells floods of frames from requests: PING, SETTINGS, WINDOW_UPDATE, PRIORITY and empty frames cost the gateway
//! processor time and their sender next to nothing, and so do requests that are reset at once.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tokio_util::sync::CancellationToken;

/// Bytes that a connection may receive besides requests. nginx allows 1 MiB, and the same factor.
const FREE_BYTES: u64 = 128 * 1024;
/// How many bytes may be received for one byte of requests.
const OVERHEAD: u64 = 8;
/// What a completed request counts for its header fields.
const HEAD_BYTES: u64 = 512;
/// Response bytes for which a client may send one byte, which is far more than window updates need.
const SENT_PER_BYTE: u64 = 64;
/// Requests that may be cancelled besides as many as were completed: by users who type ahead or leave a page.
const FREE_CANCELLATIONS: u64 = 200;

/// What one connection has received.
#[derive(Default)]
pub(super) struct Traffic {
    received: AtomicU64,
    /// Bytes of requests that were read.
    useful: AtomicU64,
    /// Bytes of refused bodies, which nothing reads.
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

    /// Completes when the connection must be cut.
    pub(super) async fn is_abusive(&self) {
        self.abusive.cancelled().await;
    }
}

/// One request, which counts as completed or else, when it is dropped, as cancelled.
pub(super) struct CompletedRequest {
    traffic: Arc<Traffic>,
    announced: u64,
    is_completed: bool,
}

impl CompletedRequest {
    pub(super) fn of(traffic: Arc<Traffic>, announced: u64) -> Self {
        Self { traffic, announced, is_completed: false }
    }

    /// Counts the bytes of the request's body.
    pub(super) fn body_counter(&self) -> BodyCounter {
        BodyCounter(Arc::clone(&self.traffic))
    }

    /// The response was sent to its end.
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
    /// The service has read them.
    pub(super) fn read(&self, bytes: usize) {
        self.0.useful.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// They were discarded.
    pub(super) fn discarded(&self, bytes: usize) {
        self.0.announced.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}
