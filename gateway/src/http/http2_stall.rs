//! A stream of HTTP/2 whose client takes nothing for [`ClientLimits::send_timeout`] is reset. hyper keeps what a client does not
//! read for as long as the client likes; here a response stays owned, and so counted in the memory budget, until it is written.
//!
//! [`ClientLimits::send_timeout`]: crate::http::ClientLimits::send_timeout

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use futures_util::task::AtomicWaker;
use hyper::{
    body::{Frame, SizeHint},
    rt::Executor,
};
use parking_lot::Mutex;
use tokio::time::{Instant, sleep};

/// Longest chunk in flight: as much as a frame has.
const MAX_CHUNK: usize = 16 * 1024;

tokio::task_local! {
    /// The progress of the stream that this task serves.
    static PROGRESS: Arc<StreamProgress>;
}

/// Spawns the task of each stream, and drops it when its client has stalled: `h2` then resets the stream and frees what
/// waits to be sent.
#[derive(Clone)]
pub(super) struct StalledStreams {
    pub(super) send_timeout: Duration,
}

impl<F> Executor<F> for StalledStreams
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, stream: F) {
        let (progress, send_timeout) = (Arc::<StreamProgress>::default(), self.send_timeout);
        let stream = PROGRESS.scope(Arc::clone(&progress), stream);
        drop(tokio::spawn(async move {
            tokio::select! {
                () = stream => {}
                () = progress.stalled(send_timeout) => {}
            }
        }));
    }
}

/// Whether a stream waits for its client, and since when.
#[derive(Default)]
pub(super) struct StreamProgress {
    waiting_since: Mutex<Option<Instant>>,
    /// A chunk was handed to `h2` and is not written yet.
    is_in_flight: AtomicBool,
    waker: AtomicWaker,
}

impl StreamProgress {
    /// The progress of this task's stream; HTTP/1.1 has none.
    pub(super) fn current() -> Option<Arc<Self>> {
        PROGRESS.try_with(Arc::clone).ok()
    }

    /// The body of the stream's response.
    pub(super) fn watch(self: Arc<Self>, body: Body) -> WatchedBody {
        if !body.is_end_stream() {
            self.set_waiting(Some(Instant::now()));
        }
        WatchedBody { body, chunk: Bytes::new(), progress: self, has_begun: false }
    }

    fn set_waiting(&self, since: Option<Instant>) {
        *self.waiting_since.lock() = since;
    }

    /// Completes when the client has taken nothing for so long.
    async fn stalled(&self, limit: Duration) {
        loop {
            let since = *self.waiting_since.lock();
            let waited = since.map_or(Duration::ZERO, |since| since.elapsed());
            if waited >= limit {
                return;
            }
            sleep(limit - waited).await;
        }
    }
}

/// A chunk of a body. `h2` drops it when it has written it; the drop reports that.
struct InFlightBytes {
    bytes: Bytes,
    progress: Arc<StreamProgress>,
}

impl AsRef<[u8]> for InFlightBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for InFlightBytes {
    fn drop(&mut self) {
        self.progress.is_in_flight.store(false, Ordering::SeqCst);
        self.progress.waker.wake();
    }
}

/// A response body of which one chunk at a time is in flight. It ends after its last chunk is written: until then the
/// stream's task lives, and can be dropped.
pub(super) struct WatchedBody {
    body: Body,
    /// The rest of the chunk that is being sent.
    chunk: Bytes,
    progress: Arc<StreamProgress>,
    has_begun: bool,
}

impl WatchedBody {
    fn send_chunk(&mut self) -> Frame<Bytes> {
        let bytes = self.chunk.split_to(self.chunk.len().min(MAX_CHUNK));
        self.has_begun = true;
        self.progress.is_in_flight.store(true, Ordering::SeqCst);
        self.progress.set_waiting(Some(Instant::now()));
        Frame::data(Bytes::from_owner(InFlightBytes { bytes, progress: Arc::clone(&self.progress) }))
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        this.progress.waker.register(cx.waker());
        if this.progress.is_in_flight.load(Ordering::SeqCst) {
            return Poll::Pending;
        }
        if !this.chunk.is_empty() {
            return Poll::Ready(Some(Ok(this.send_chunk())));
        }
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Pending => {
                // The gateway has nothing to send: that is no stall of the client.
                this.progress.set_waiting(None);
                Poll::Pending
            }
            Poll::Ready(Some(Ok(frame))) => Poll::Ready(Some(Ok(match frame.into_data() {
                Ok(data) if data.is_empty() => Frame::data(data),
                Ok(data) => {
                    this.chunk = data;
                    this.send_chunk()
                }
                Err(trailers) => trailers,
            }))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error))),
        }
    }

    /// True only for a body without any chunk. Otherwise hyper would end the stream before its last chunk is written.
    fn is_end_stream(&self) -> bool {
        !self.has_begun && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        if self.has_begun { SizeHint::default() } else { self.body.size_hint() }
    }
}
