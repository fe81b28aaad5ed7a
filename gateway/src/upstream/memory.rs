//! The memory budget: bytes that all responses in progress may hold, from the first byte of a service to the last byte sent
//! to a client.
//!
//! It counts the bodies of services and the data parsed from them while a request uses them, the response while it is
//! written, and its compressor. Each is a [`Charge`], which returns its bytes when dropped. A body counts [`COPIES`] times
//! from its first byte on, so that parsing needs no more; a list that is packed while it is parsed counts its packed size
//! instead. Cached data have the cache's bound and a [`CacheExemption`]: a list that a request still uses counts again when
//! the cache evicts it.
//!
//! Small charges are an atomic addition, refused when the budget is exhausted. An eighth of the budget is for them alone, so
//! that large lists leave enough for small requests.
//!
//! A large body needs a claim before more than its beginning is read. A request without a large body queues for its first
//! claim, first come, first served, until the deadline of its call; but only while others have claims, and is refused
//! otherwise. A request with a large body never waits: it gets more at once, or is refused. **So deadlock is impossible:** a
//! request waits only while others have claims, and a request with a claim waits for a service, a processor or a client, all
//! of which have deadlines, and never for memory. A read that joined another is the exception: it may queue for a claim
//! although its own request has one, until the deadline of the call.
//! First claims get half of what claims may have, so that requests that need a second one usually find it; one request
//! gets two thirds of the budget at most.

mod charge;

use std::{
    collections::VecDeque,
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tokio::sync::oneshot;

pub(super) use self::charge::CacheExemption;
pub use self::charge::{Charge, CountedSize};

/// A body up to this length is small, in bytes.
pub(super) const SMALL: usize = 256 * 1024;
/// How often a body counts: once for itself, and once for what is read from it.
const COPIES: usize = 2;

/// The budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

/// The budget that all requests share.
pub struct MemoryBudget {
    bytes: usize,
    /// Bytes in use.
    used: AtomicUsize,
    queue: Mutex<WaitQueue>,
    /// Whether any request is queued. Written under the queue's lock, read without it when small charges end.
    is_waited_for: AtomicBool,
}

#[derive(Default)]
struct WaitQueue {
    /// The claims of all requests.
    claimed: usize,
    waiting: VecDeque<Waiting>,
}

struct Waiting {
    share: Arc<Share>,
    bytes: usize,
    answer: oneshot::Sender<Result<Charge, NoMemory>>,
}

/// The memory of one request. Dropping it returns what was held until its end.
pub struct RequestMemory {
    share: Arc<Share>,
    held_to_end: AtomicUsize,
    is_exhausted: AtomicBool,
}

/// The request's share of the budget. Its charges may outlive it: a list may be in use by another request.
struct Share {
    budget: Arc<MemoryBudget>,
    held: AtomicUsize,
    /// Claims among it. It grows under the queue's lock.
    claimed: AtomicUsize,
    /// Whether the request uses a large body, which may be another one's claim.
    has_large_body: AtomicBool,
    /// Whether it is a write, which cannot be undone: its response, if small, is always read.
    is_write: bool,
}

/// Bytes that a body of this length counts.
pub(super) fn weight(length: usize) -> usize {
    length.saturating_mul(COPIES)
}

impl MemoryBudget {
    /// A budget of so many bytes.
    pub(super) fn new(bytes: usize) -> Arc<Self> {
        let (used, queue, is_waited_for) = (AtomicUsize::new(0), Mutex::default(), AtomicBool::new(false));
        Arc::new(Self { bytes, used, queue, is_waited_for })
    }

    /// The memory of a request.
    pub(super) fn request(self: &Arc<Self>) -> Arc<RequestMemory> {
        self.counting(false)
    }

    /// The memory of a write.
    pub(super) fn write(self: &Arc<Self>) -> Arc<RequestMemory> {
        self.counting(true)
    }

    fn counting(self: &Arc<Self>, is_write: bool) -> Arc<RequestMemory> {
        let share = Share {
            budget: Arc::clone(self),
            held: AtomicUsize::new(0),
            claimed: AtomicUsize::new(0),
            has_large_body: AtomicBool::new(false),
            is_write,
        };
        Arc::new(RequestMemory {
            share: Arc::new(share),
            held_to_end: AtomicUsize::new(0),
            is_exhausted: AtomicBool::new(false),
        })
    }

    /// Longest body that can be read, in bytes.
    pub(super) fn longest_body(&self) -> usize {
        self.most_of_one() / COPIES
    }

    /// First claim of a large body without a Content-Length: some thousands of rows.
    pub(super) fn first_claim(&self) -> usize {
        self.bytes / 8
    }

    /// Exempts data that a cache holds from here on.
    pub(super) fn exempt(self: &Arc<Self>, CountedSize { bytes, is_claim }: CountedSize) -> CacheExemption {
        self.release(bytes, if is_claim { bytes } else { 0 });
        CacheExemption { budget: Arc::clone(self), bytes, is_claim }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::SeqCst)
    }

    fn most_of_one(&self) -> usize {
        self.bytes / 3 * 2
    }

    /// Half of what claims may have, so that a request that found memory for one list finds it for a second of its size.
    fn most_of_first_claims(&self) -> usize {
        self.most_with_claims() / 2
    }

    fn most_with_claims(&self) -> usize {
        self.bytes - self.bytes / 8
    }

    /// Bytes that may be in use after a charge of this size.
    fn most_with(&self, bytes: usize) -> usize {
        if bytes > weight(SMALL) { self.most_with_claims() } else { self.bytes }
    }

    fn take(&self, bytes: usize, most: usize) -> Result<(), NoMemory> {
        let take = |used: usize| used.checked_add(bytes).filter(|used| *used <= most);
        self.used.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).map(drop).map_err(|_| NoMemory)
    }

    /// Returns bytes, some of them possibly claimed, and grants queued claims that now fit.
    fn release(&self, bytes: usize, claimed: usize) {
        self.used.fetch_sub(bytes, Ordering::SeqCst);
        if claimed > 0 {
            self.queue().claimed -= claimed;
        }
        if self.is_waited_for.load(Ordering::SeqCst) {
            self.wake_waiters();
        }
    }

    fn wake_waiters(&self) {
        let mut answers = Vec::new();
        {
            let mut queue = self.queue();
            let mut is_first = true;
            for Waiting { share, bytes, answer } in mem::take(&mut queue.waiting) {
                if answer.is_closed() {
                    // The waiter left.
                } else if share.has_large_body() {
                    // Its request got a large body meanwhile, and so must not wait.
                    answers.push((answer, share.claim_more(bytes, &mut queue)));
                } else if is_first && let Some(charge) = share.first_claim(bytes, &mut queue) {
                    answers.push((answer, charge));
                } else {
                    is_first = false;
                    queue.waiting.push_back(Waiting { share, bytes, answer });
                }
            }
            self.is_waited_for.store(!queue.waiting.is_empty(), Ordering::SeqCst);
        }
        for (answer, charge) in answers {
            // A waiter that left drops the charge here, which needs the lock of the queue.
            drop(answer.send(charge));
        }
    }

    fn queue(&self) -> MutexGuard<'_, WaitQueue> {
        // Nothing panics half-way through a change, so a poisoned queue is consistent.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RequestMemory {
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
    pub(super) fn hold(&self, bytes: usize) {
        self.share.add(bytes);
        self.held_to_end.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Counts bytes until the request ends. Never waits.
    pub fn reserve(&self, bytes: usize) -> Result<(), NoMemory> {
        self.share.take(bytes, self.share.budget.most_with(bytes))?;
        self.held_to_end.fetch_add(bytes, Ordering::SeqCst);
        Ok(())
    }

    /// Claims memory for a large body. The first claim of a request may wait in the queue.
    pub(super) async fn claim(&self, bytes: usize) -> Result<Charge, NoMemory> {
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
        let _place = QueueGuard { budget };
        granted.await.unwrap_or(Err(NoMemory))
    }

    /// Records that the request uses data of this size, even if another request read them.
    pub(super) fn uses(&self, size: CountedSize) {
        if size.is_claim {
            self.share.has_large_body.store(true, Ordering::SeqCst);
            if self.share.budget.is_waited_for.load(Ordering::SeqCst) {
                self.share.budget.wake_waiters();
            }
        }
    }

    /// The budget that it is a part of.
    pub(super) fn budget(&self) -> &Arc<MemoryBudget> {
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

impl Share {
    fn has_large_body(&self) -> bool {
        self.has_large_body.load(Ordering::SeqCst) || self.claimed.load(Ordering::SeqCst) > 0
    }

    fn add(&self, bytes: usize) {
        self.held.fetch_add(bytes, Ordering::SeqCst);
        self.budget.used.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Takes bytes for data of this size without a claim.
    fn take_small(&self, bytes: usize, of: usize) -> Result<(), NoMemory> {
        if self.is_write && of <= weight(SMALL) {
            self.add(bytes);
            return Ok(());
        }
        self.take(bytes, self.budget.most_with(of))
    }

    fn take(&self, bytes: usize, most: usize) -> Result<(), NoMemory> {
        let held = self.held.fetch_add(bytes, Ordering::SeqCst).saturating_add(bytes);
        let taken = if held > self.budget.most_of_one() { Err(NoMemory) } else { self.budget.take(bytes, most) };
        if taken.is_err() {
            self.held.fetch_sub(bytes, Ordering::SeqCst);
        }
        taken
    }

    /// `None` while claims of others are worth waiting for.
    fn first_claim(self: &Arc<Self>, bytes: usize, queue: &mut WaitQueue) -> Option<Result<Charge, NoMemory>> {
        if queue.claimed == 0 {
            return Some(self.claim_more(bytes, queue));
        }
        let is_within = queue.claimed.saturating_add(bytes) <= self.budget.most_of_first_claims();
        let charge = is_within.then(|| self.claim_more(bytes, queue))?;
        charge.is_ok().then_some(charge)
    }

    fn claim_more(self: &Arc<Self>, bytes: usize, queue: &mut WaitQueue) -> Result<Charge, NoMemory> {
        self.add_claim(bytes, queue)?;
        Ok(Charge { share: Arc::clone(self), bytes, is_claim: true })
    }

    fn add_claim(&self, bytes: usize, queue: &mut WaitQueue) -> Result<(), NoMemory> {
        self.take(bytes, self.budget.most_with_claims())?;
        self.claimed.fetch_add(bytes, Ordering::SeqCst);
        queue.claimed += bytes;
        Ok(())
    }

    fn release(&self, bytes: usize, claimed: usize) {
        self.held.fetch_sub(bytes, Ordering::SeqCst);
        self.budget.release(bytes, claimed);
    }
}

#[cfg(test)]
mod tests;
