//! The memory budget: a semaphore of KiB that every body takes while it is read and written, from the first byte of a service
//! to the last byte sent to a client.
//!
//! A body of a service counts twice, for itself and for what is parsed from it, until its request ends. The response counts
//! while it is written, and until it is sent. The body of a request counts from 4 KiB on until it is parsed. Cached data have
//! the cache's bound.
//!
//! The budget has three parts:
//!
//! - an eighth for small bodies, which never wait, so that large lists do not hold up small requests;
//! - half for first large bodies: the first one of each request waits for its memory, in order of arrival, until the deadline
//!   of its call;
//! - the rest for what a request needs beyond that, which never waits. Bodies of requests take of it, an eighth of the budget
//!   at most: slow clients cannot take all that responses need.
//!
//! **So no request waits while it holds memory**: without memory for more it is refused, and deadlock is impossible. One
//! exception: a shared read takes memory for the request that started it, and a request that joined it may hold a large body
//! already; the deadline of the read ends such a wait.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A body up to this length is small, in bytes.
pub(super) const SMALL: usize = 256 * 1024;
/// How many times a body of a service counts: once for itself, and once for what is read from it.
const COPIES: usize = 2;

/// The budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

/// The budget that all requests share.
pub(super) struct BodyBudget {
    pub(super) bytes: usize,
    small: Arc<Semaphore>,
    first: Arc<Semaphore>,
    more: Arc<Semaphore>,
    /// The part of `more` that bodies of requests may take.
    more_of_requests: Arc<Semaphore>,
}

/// The bodies of one request.
pub struct RequestMemory {
    budget: Arc<BodyBudget>,
    /// Bodies that it uses until it ends, which other requests may use too.
    bodies: Mutex<Vec<Arc<BodyPermit>>>,
    /// Whether one of them is large.
    has_large_body: AtomicBool,
}

/// Memory that counts until this is dropped.
#[derive(Default)]
pub struct BodyPermit {
    parts: Vec<OwnedSemaphorePermit>,
}

/// What a body of a service counts.
pub(super) fn reserved_bytes(length: usize) -> usize {
    length.saturating_mul(COPIES)
}

/// KiB of so many bytes, as a semaphore takes them.
fn kib(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX)
}

/// Takes memory of the first part that has so much.
fn take_of(parts: &[&Arc<Semaphore>], bytes: usize) -> Result<BodyPermit, NoMemory> {
    let taken = parts.iter().find_map(|part| Arc::clone(part).try_acquire_many_owned(kib(bytes)).ok());
    taken.map(|part| BodyPermit { parts: vec![part] }).ok_or(NoMemory)
}

impl BodyBudget {
    /// A budget of so many bytes.
    pub(super) fn new(bytes: usize) -> Arc<Self> {
        let part = |bytes: usize| Arc::new(Semaphore::new(bytes / 1024));
        let (small, first) = (bytes / 8, bytes / 2);
        let more = part(bytes - first - small);
        Arc::new(Self { bytes, small: part(small), first: part(first), more, more_of_requests: part(bytes / 8) })
    }

    /// The memory of a request.
    pub(super) fn request(self: &Arc<Self>) -> Arc<RequestMemory> {
        Arc::new(RequestMemory {
            budget: Arc::clone(self),
            bodies: Mutex::default(),
            has_large_body: AtomicBool::new(false),
        })
    }

    /// Longest body that can be read, in bytes.
    pub(super) fn longest_body(&self) -> usize {
        self.bytes / 2 / COPIES
    }

    /// Takes memory for the body of a request, without waiting: from `more`, and from the share of it that such bodies may have.
    pub(super) fn take_request_body(&self, bytes: usize) -> Result<BodyPermit, NoMemory> {
        let mut permit = take_of(&[&self.more], bytes)?;
        permit.parts.extend(take_of(&[&self.more_of_requests], bytes)?.parts);
        Ok(permit)
    }

    /// Bytes in use.
    pub(super) fn used(&self) -> usize {
        let parts = [&self.small, &self.first, &self.more];
        let free: usize = parts.iter().map(|part| part.available_permits()).sum();
        (self.bytes / 1024).saturating_sub(free) * 1024
    }
}

impl RequestMemory {
    /// Takes memory without waiting.
    pub fn try_take(&self, bytes: usize) -> Result<BodyPermit, NoMemory> {
        let BodyBudget { small, more, .. } = &*self.budget;
        let parts: &[_] = if bytes <= reserved_bytes(SMALL) { &[small, more] } else { &[more] };
        take_of(parts, bytes)
    }

    /// Takes memory for a large body: waits for it, if it is the first of the request.
    pub(super) async fn take_large(&self, bytes: usize) -> Result<BodyPermit, NoMemory> {
        if self.has_large_body.swap(true, Ordering::SeqCst) {
            return self.try_take(bytes);
        }
        let part = Arc::clone(&self.budget.first).acquire_many_owned(kib(bytes)).await.map_err(|_| NoMemory)?;
        Ok(BodyPermit { parts: vec![part] })
    }

    /// Whether a large body was taken.
    pub(super) fn has_large_body(&self) -> bool {
        self.has_large_body.load(Ordering::SeqCst)
    }

    /// Holds a body until the request ends.
    pub(super) fn hold(&self, body: Arc<BodyPermit>) {
        if body.bytes() > reserved_bytes(SMALL) {
            self.has_large_body.store(true, Ordering::SeqCst);
        }
        self.bodies.lock().push(body);
    }

    /// Takes more for a body that has some.
    pub fn grow(&self, permit: &mut BodyPermit, to: usize) -> Result<(), NoMemory> {
        let Some(more) = to.checked_sub(permit.bytes()).filter(|more| *more > 0) else { return Ok(()) };
        for part in self.try_take(more)?.parts {
            match permit.parts.last_mut() {
                Some(last) if Arc::ptr_eq(last.semaphore(), part.semaphore()) => last.merge(part),
                _ => permit.parts.push(part),
            }
        }
        Ok(())
    }

    /// Bytes reserved for a large body without Content-Length.
    pub(super) fn of_unknown_length(&self) -> usize {
        self.budget.bytes / 4
    }
}

impl BodyPermit {
    /// Bytes that it counts.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.num_permits() * 1024).sum()
    }

    /// Counts no more than so many bytes.
    pub fn shrink(&mut self, to: usize) {
        let mut left = kib(to) as usize;
        for part in &mut self.parts {
            let kept = part.num_permits().min(left);
            left -= kept;
            drop(part.split(part.num_permits() - kept));
        }
    }

    /// Bytes that count until their last reference is dropped.
    pub fn of(self, bytes: Vec<u8>) -> Bytes {
        Bytes::from_owner(CountedBytes { bytes, _permit: self })
    }
}

/// Bytes, and what counts them.
pub(crate) struct CountedBytes<P> {
    pub(crate) bytes: Vec<u8>,
    /// Dropped with the bytes.
    pub(crate) _permit: P,
}

impl<P> AsRef<[u8]> for CountedBytes<P> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use futures_util::FutureExt as _;
    use tokio::time::timeout;

    use super::{BodyBudget, NoMemory, SMALL, reserved_bytes};

    const MIB: usize = 1024 * 1024;

    #[tokio::test]
    async fn a_request_with_a_large_body_never_waits() {
        let budget = BodyBudget::new(16 * MIB);
        let [one, other] = [(); 2].map(|()| budget.request());
        let first = one.take_large(8 * MIB).await.unwrap();
        let mut more = one.take_large(5 * MIB).await.unwrap();
        assert!(one.take_large(2 * MIB).await.is_err());
        assert_eq!(one.grow(&mut more, 7 * MIB), Err(NoMemory));
        one.grow(&mut more, 6 * MIB).unwrap();
        // One that uses the body of another does not wait either.
        other.hold(Arc::new(first));
        assert!(other.take_large(MIB).now_or_never().unwrap().is_err());
        drop((one, other, more));
        assert_eq!(budget.used(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn small_bodies_never_wait_and_have_a_part_of_their_own() {
        let budget = BodyBudget::new(16 * MIB);
        let [large, next, small] = [(); 3].map(|()| budget.request());
        let _held = large.take_large(8 * MIB).await.unwrap();
        let _more = large.take_large(6 * MIB).await.unwrap();
        assert!(timeout(Duration::from_secs(60), next.take_large(MIB)).await.is_err());
        let taken: Vec<_> = (0..4).map(|_| small.try_take(reserved_bytes(SMALL)).unwrap()).collect();
        assert!(small.try_take(1).is_err());
        drop(taken);
        small.try_take(1).unwrap();
    }
}
