//! A future that is polled only when it was woken itself: the fields of an operation wait together, and what wakes one of
//! them has all of them polled, down to their connections.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use futures_util::task::{ArcWake, AtomicWaker, waker_ref};

/// The future, in a box: it is large, and would be copied with each future around it.
pub(super) struct WhenWoken<F> {
    future: Pin<Box<F>>,
    wakeup: Arc<Wakeup>,
}

/// Whether the future was woken, and who waits for it.
struct Wakeup {
    is_woken: AtomicBool,
    waiting: AtomicWaker,
}

impl<F> WhenWoken<F> {
    pub(super) fn new(future: F) -> Self {
        let wakeup = Wakeup { is_woken: AtomicBool::new(true), waiting: AtomicWaker::new() };
        Self { future: Box::pin(future), wakeup: Arc::new(wakeup) }
    }
}

impl<F: Future> Future for WhenWoken<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Before the look: whoever wakes the future after it finds this caller.
        self.wakeup.waiting.register(context.waker());
        if !self.wakeup.is_woken.swap(false, Ordering::SeqCst) {
            return Poll::Pending;
        }
        let Self { future, wakeup } = &mut *self;
        future.as_mut().poll(&mut Context::from_waker(&waker_ref(wakeup)))
    }
}

impl ArcWake for Wakeup {
    fn wake_by_ref(this: &Arc<Self>) {
        this.is_woken.store(true, Ordering::SeqCst);
        this.waiting.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, future::poll_fn};

    use futures_util::FutureExt as _;
    use tokio::sync::oneshot;

    use super::WhenWoken;

    #[tokio::test]
    async fn it_is_polled_when_it_is_woken_and_not_when_its_neighbour_is() {
        let polls = Cell::new(0);
        let (send, mut sent) = oneshot::channel();
        let mut future = WhenWoken::new(poll_fn(|context| {
            polls.set(polls.get() + 1);
            sent.poll_unpin(context)
        }));
        for _ in 0..3 {
            assert!((&mut future).now_or_never().is_none());
            assert_eq!(polls.get(), 1);
        }
        let waiter = async {
            // The neighbour wakes the task, and then what the future waits for.
            tokio::task::yield_now().await;
            assert_eq!(polls.get(), 1);
            send.send(7).unwrap();
        };
        assert_eq!(futures_util::join!(&mut future, waiter).0, Ok(7));
        assert_eq!(polls.get(), 2);
    }
}
