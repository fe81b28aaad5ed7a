//! A future that is polled only after its own wake-up. The loads of a request share one task, so each wake-up polls all of
//! them; without this every poll would descend to every connection.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use futures_util::task::{ArcWake, AtomicWaker, waker_ref};

/// The future, boxed: it is large, and would be moved with each future around it.
pub(super) struct WhenWoken<F: ?Sized> {
    future: Pin<Box<F>>,
    wakeup: Arc<Wakeup>,
}

struct Wakeup {
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl<F: ?Sized> WhenWoken<F> {
    pub(super) fn new(future: Pin<Box<F>>) -> Self {
        let wakeup = Wakeup { is_woken: AtomicBool::new(true), task: AtomicWaker::new() };
        Self { future, wakeup: Arc::new(wakeup) }
    }
}

impl<F: Future + ?Sized> Future for WhenWoken<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Registered before the check, so that no wake-up in between is lost.
        self.wakeup.task.register(context.waker());
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
        this.task.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, future::poll_fn};

    use futures_util::FutureExt as _;
    use tokio::sync::oneshot;

    use super::WhenWoken;

    #[tokio::test]
    async fn it_is_polled_after_its_own_wake_only() {
        let polls = Cell::new(0);
        let (send, mut sent) = oneshot::channel();
        let mut future = WhenWoken::new(Box::pin(poll_fn(|context| {
            polls.set(polls.get() + 1);
            sent.poll_unpin(context)
        })));
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
