//! The memory of one request.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tokio::sync::oneshot;

use super::budget::{Charge, CountedSize, MemoryBudget, NoMemory, Share, Waiting};

/// The memory of one request. Dropping it returns what was held until its end.
pub struct RequestMemory {
    share: Arc<Share>,
    held_to_end: AtomicUsize,
    is_exhausted: AtomicBool,
}

impl MemoryBudget {
    /// The memory of a request.
    pub(in crate::upstream) fn request(self: &Arc<Self>) -> Arc<RequestMemory> {
        RequestMemory::new(self, false)
    }

    /// The memory of a write.
    pub(in crate::upstream) fn write(self: &Arc<Self>) -> Arc<RequestMemory> {
        RequestMemory::new(self, true)
    }
}

impl RequestMemory {
    fn new(budget: &Arc<MemoryBudget>, is_write: bool) -> Arc<Self> {
        Arc::new(Self {
            share: Arc::new(Share::new(budget, is_write)),
            held_to_end: AtomicUsize::new(0),
            is_exhausted: AtomicBool::new(false),
        })
    }

    /// Counts bytes until the charge is dropped. Never waits.
    pub fn charge(&self, bytes: usize) -> Result<Charge, NoMemory> {
        self.share.take_small(bytes, bytes)?;
        Ok(Charge { share: Arc::clone(&self.share), bytes, is_claim: false })
    }

    /// Counts bytes that are allocated already, and so cannot be refused.
    pub fn charge_anyway(&self, bytes: usize) -> Charge {
        self.share.add(bytes);
        Charge { share: Arc::clone(&self.share), bytes, is_claim: false }
    }

    /// Counts bytes that are allocated already, until the request ends.
    pub(in crate::upstream) fn hold(&self, bytes: usize) {
        self.share.add(bytes);
        self.held_to_end.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Claims memory for a large body. The first claim of a request may wait in the queue.
    pub(in crate::upstream) async fn claim(&self, bytes: usize) -> Result<Charge, NoMemory> {
        let (share, budget) = (&self.share, &self.share.budget);
        let granted = {
            let mut queue = budget.queue();
            if share.has_large_body() {
                return share.claim_more(bytes, &mut queue);
            }
            if queue.waiting.is_empty()
                && let Some(charge) = share.first_claim(bytes, &mut queue)
            {
                return charge;
            }
            let (answer, granted) = oneshot::channel();
            queue.waiting.push_back(Waiting { share: Arc::clone(share), bytes, answer });
            budget.is_waited_for.store(true, Ordering::SeqCst);
            granted
        };
        // Memory returned just before this request was queued woke no waiter.
        budget.wake_waiters();
        // A waiter that leaves does not hold up those behind it.
        let _queue_guard = QueueGuard { budget };
        granted.await.unwrap_or(Err(NoMemory))
    }

    /// Records that the request uses data of this size, even if another request read them.
    pub(in crate::upstream) fn uses(&self, size: CountedSize) {
        if size.is_claim {
            self.share.has_large_body.store(true, Ordering::SeqCst);
            if self.share.budget.is_waited_for.load(Ordering::SeqCst) {
                self.share.budget.wake_waiters();
            }
        }
    }

    /// The budget that it is a part of.
    pub(in crate::upstream) fn budget(&self) -> &Arc<MemoryBudget> {
        &self.share.budget
    }

    /// Marks the request as refused: there is no memory for its response.
    pub fn exhaust(&self) {
        self.is_exhausted.store(true, Ordering::SeqCst);
    }

    /// Whether there was no memory for the response.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted.load(Ordering::SeqCst)
    }
}

impl Drop for RequestMemory {
    fn drop(&mut self) {
        let bytes = *self.held_to_end.get_mut();
        if bytes > 0 {
            self.share.release(bytes, 0);
        }
    }
}

/// Wakes the queue when a waiter leaves it.
struct QueueGuard<'a> {
    budget: &'a MemoryBudget,
}

impl Drop for QueueGuard<'_> {
    fn drop(&mut self) {
        self.budget.wake_waiters();
    }
}
