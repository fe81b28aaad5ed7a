//! Charges of the memory budget, and the exemption of cached data.

use std::sync::{Arc, atomic::Ordering};

use bytes::Bytes;

use super::{MemoryBudget, NoMemory, SMALL, Share, weight};

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
    pub(super) budget: Arc<MemoryBudget>,
    pub(super) bytes: usize,
    pub(super) is_claim: bool,
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
        Bytes::from_owner(Counted { bytes, _charge: self })
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

struct Counted {
    bytes: Vec<u8>,
    _charge: Charge,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
