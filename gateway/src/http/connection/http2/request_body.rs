//! The body of an HTTP/2 request. What the service leaves unread is discarded before the response ends: a stream that ends
//! before its request is reset, and some clients then lose the response.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};

use super::traffic::BodyCounter;

/// Most bytes that are discarded of a body.
const MAX_DISCARDED: usize = 1024 * 1024;

/// A request body, whose rest outlives it.
pub(super) struct RequestBody {
    incoming: Option<Incoming>,
    counter: BodyCounter,
    unread: UnreadBody,
}

/// The rest of a request body that the service has dropped.
#[derive(Clone, Default)]
pub(super) struct UnreadBody(Arc<Mutex<Option<(Incoming, BodyCounter)>>>);

impl RequestBody {
    pub(super) fn new(incoming: Incoming, counter: BodyCounter, unread: UnreadBody) -> Self {
        Self { incoming: Some(incoming), counter, unread }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = self.get_mut();
        let Some(incoming) = &mut this.incoming else { return Poll::Ready(None) };
        let polled = Pin::new(incoming).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            this.counter.read(length(frame));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if let Some(incoming) = self.incoming.take().filter(|incoming| !incoming.is_end_stream()) {
            let rest = (incoming, self.counter.clone());
            *self.unread.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(rest);
        }
    }
}

impl UnreadBody {
    /// Reads and drops the rest, if there is one.
    pub(super) fn poll_discard(&self, discarded: &mut usize, cx: &mut Context<'_>) -> Poll<()> {
        let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((incoming, counter)) = rest.as_mut() {
            match ready!(Pin::new(incoming).poll_frame(cx)) {
                Some(Ok(frame)) if *discarded < MAX_DISCARDED => {
                    *discarded += length(&frame);
                    counter.discarded(length(&frame));
                }
                _ => *rest = None,
            }
        }
        Poll::Ready(())
    }
}

fn length(frame: &Frame<Bytes>) -> usize {
    frame.data_ref().map_or(0, Bytes::len)
}
