//! The budget, the share of a request in it, and the charges of both.

use std::{
    collections::VecDeque,
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use bytes::Bytes;
use tokio::sync::oneshot;

/// A body up to this length is small, in bytes.
pub(in crate::upstream) const SMALL: usize = 256 * 1024;
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
    pub(super) is_waited_for: AtomicBool,
}

#[derive(Default)]
pub(super) struct WaitQueue {
    /// The claims of all requests.
    pub(super) claimed: usize,
    pub(super) waiting: VecDeque<Waiting>,
}

pub(super) struct Waiting {
    pub(super) share: Arc<Share>,
    pub(super) bytes: usize,
    pub(super) answer: oneshot::Sender<Result<Charge, NoMemory>>,
}

/// The request's share of the budget. Its charges may outlive it: a list may be in use by another request.
pub(super) struct Share {
    pub(super) budget: Arc<MemoryBudget>,
    held: AtomicUsize,
    /// Claims among it. It grows under the queue's lock.
    claimed: AtomicUsize,
    /// Whether the request uses a large body, which may be another one's claim.
    pub(super) has_large_body: AtomicBool,
    /// Whether it is a write, which cannot be undone: its response, if small, is always read.
    is_write: bool,
}

/// Bytes that a body of this length counts.
pub(in crate::upstream) fn weight(length: usize) -> usize {
    length.saturating_mul(COPIES)
}

impl MemoryBudget {
    /// A budget of so many bytes.
    pub(in crate::upstream) fn new(bytes: usize) -> Arc<Self> {
        let (used, queue, is_waited_for) = (AtomicUsize::new(0), Mutex::default(), AtomicBool::new(false));
        Arc::new(Self { bytes, used, queue, is_waited_for })
    }

    /// Longest body that can be read, in bytes.
    pub(in crate::upstream) fn longest_body(&self) -> usize {
        self.most_of_one() / COPIES
    }

    /// First claim of a large body without a Content-Length: some thousands of rows.
    pub(in crate::upstream) fn first_claim(&self) -> usize {
        self.bytes / 8
    }

    /// Exempts data that a cache holds from here on.
    pub(in crate::upstream) fn exempt(
        self: &Arc<Self>,
        CountedSize { bytes, is_claim }: CountedSize,
    ) -> CacheExemption {
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
    pub(super) fn most_with(&self, bytes: usize) -> usize {
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

    pub(super) fn wake_waiters(&self) {
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

    pub(super) fn queue(&self) -> MutexGuard<'_, WaitQueue> {
        // Nothing panics half-way through a change, so a poisoned queue is consistent.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    pub(super) fn new(budget: &Arc<MemoryBudget>, is_write: bool) -> Self {
        Self {
            budget: Arc::clone(budget),
            held: AtomicUsize::new(0),
            claimed: AtomicUsize::new(0),
            has_large_body: AtomicBool::new(false),
            is_write,
        }
    }

    pub(super) fn has_large_body(&self) -> bool {
        self.has_large_body.load(Ordering::SeqCst) || self.claimed.load(Ordering::SeqCst) > 0
    }

    pub(super) fn add(&self, bytes: usize) {
        self.held.fetch_add(bytes, Ordering::SeqCst);
        self.budget.used.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Takes bytes for data of this size without a claim.
    pub(super) fn take_small(&self, bytes: usize, of: usize) -> Result<(), NoMemory> {
        if self.is_write && of <= weight(SMALL) {
            self.add(bytes);
            return Ok(());
        }
        self.take(bytes, self.budget.most_with(of))
    }

    pub(super) fn take(&self, bytes: usize, most: usize) -> Result<(), NoMemory> {
        let held = self.held.fetch_add(bytes, Ordering::SeqCst).saturating_add(bytes);
        let taken = if held > self.budget.most_of_one() { Err(NoMemory) } else { self.budget.take(bytes, most) };
        if taken.is_err() {
            self.held.fetch_sub(bytes, Ordering::SeqCst);
        }
        taken
    }

    /// `None` while claims of others are worth waiting for.
    pub(super) fn first_claim(
        self: &Arc<Self>,
        bytes: usize,
        queue: &mut WaitQueue,
    ) -> Option<Result<Charge, NoMemory>> {
        if queue.claimed == 0 {
            return Some(self.claim_more(bytes, queue));
        }
        let is_within = queue.claimed.saturating_add(bytes) <= self.budget.most_of_first_claims();
        let charge = is_within.then(|| self.claim_more(bytes, queue))?;
        charge.is_ok().then_some(charge)
    }

    pub(super) fn claim_more(self: &Arc<Self>, bytes: usize, queue: &mut WaitQueue) -> Result<Charge, NoMemory> {
        self.add_claim(bytes, queue)?;
        Ok(Charge { share: Arc::clone(self), bytes, is_claim: true })
    }

    fn add_claim(&self, bytes: usize, queue: &mut WaitQueue) -> Result<(), NoMemory> {
        self.take(bytes, self.budget.most_with_claims())?;
        self.claimed.fetch_add(bytes, Ordering::SeqCst);
        queue.claimed += bytes;
        Ok(())
    }

    pub(super) fn release(&self, bytes: usize, claimed: usize) {
        self.held.fetch_sub(bytes, Ordering::SeqCst);
        self.budget.release(bytes, claimed);
    }
}

/// Bytes that count until this is dropped.
pub struct Charge {
    pub(super) share: Arc<Share>,
    pub(super) bytes: usize,
    pub(super) is_claim: bool,
}

/// Size of data in the budget, and whether it is a claim.
#[derive(Clone, Copy, Debug)]
pub struct CountedSize {
    pub(in crate::upstream) bytes: usize,
    pub(super) is_claim: bool,
}

impl CountedSize {
    /// Of data that borrow from a body of this length.
    pub(in crate::upstream) fn of_body(length: usize) -> Self {
        Self { bytes: weight(length), is_claim: length > SMALL }
    }

    /// Of data with this charge, if any.
    pub(in crate::upstream) fn of_charge(charge: Option<&Charge>) -> Self {
        charge.map_or(Self { bytes: 0, is_claim: false }, |charge| Self {
            bytes: charge.bytes,
            is_claim: charge.is_claim,
        })
    }
}

/// Exemption of data that a cache holds. They count again when this is dropped.
pub(in crate::upstream) struct CacheExemption {
    budget: Arc<MemoryBudget>,
    bytes: usize,
    is_claim: bool,
}

impl Charge {
    /// Whether it is a claim, and so of a large body.
    pub(crate) fn is_claim(&self) -> bool {
        self.is_claim
    }

    /// Bytes that it counts.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A charge of the same request for bytes that are allocated already.
    pub(in crate::upstream) fn charge_anyway(&self, bytes: usize) -> Self {
        self.share.add(bytes);
        Self { share: Arc::clone(&self.share), bytes, is_claim: false }
    }

    /// Counts more. Never waits.
    pub fn grow(&mut self, to: usize) -> Result<(), NoMemory> {
        let Some(more) = to.checked_sub(self.bytes) else { return Ok(()) };
        let budget = &self.share.budget;
        if self.is_claim {
            self.share.add_claim(more, &mut budget.queue())?;
        } else {
            self.share.take_small(more, to)?;
        }
        self.bytes = to;
        Ok(())
    }

    /// Counts less.
    pub fn shrink(&mut self, to: usize) {
        if let Some(less) = self.bytes.checked_sub(to) {
            self.bytes = to;
            self.end(less);
        }
    }

    /// Bytes that count until their last reference is dropped.
    pub fn of(self, bytes: Vec<u8>) -> Bytes {
        Bytes::from_owner(CountedBytes { bytes, _charge: self })
    }

    fn end(&self, bytes: usize) {
        if self.is_claim {
            // First: a request that sees the queue meanwhile may wait, and is woken below.
            self.share.claimed.fetch_sub(bytes, Ordering::SeqCst);
        }
        self.share.release(bytes, if self.is_claim { bytes } else { 0 });
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.end(self.bytes);
    }
}

impl Drop for CacheExemption {
    fn drop(&mut self) {
        self.budget.used.fetch_add(self.bytes, Ordering::SeqCst);
        if self.is_claim {
            self.budget.queue().claimed += self.bytes;
        }
    }
}

struct CountedBytes {
    bytes: Vec<u8>,
    _charge: Charge,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
