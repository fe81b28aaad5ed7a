//! Accounts for the memory of a response while it is written and until it is sent.

use std::sync::Arc;

use bytes::Bytes;

use crate::upstream::body_budget::{BodyPermit, RequestMemory};

/// Length from which on a response reserves memory while it is written, in bytes.
const UNMETERED: usize = 64 * 1024;
/// A response up to this length is sent even if the memory budget is exhausted, in bytes.
const SHORT: usize = 4 * 1024;

/// Reserves memory of the request for a response while the response is written.
#[derive(Default)]
pub(in crate::schema) struct MemoryMeter {
    memory: Option<Arc<RequestMemory>>,
    permit: Option<BodyPermit>,
    /// Length for which memory is reserved.
    reserved_until: usize,
    /// Whether the response is sent however much memory it takes.
    is_unlimited: bool,
}

impl MemoryMeter {
    /// Reserves memory of this request, if there is one.
    pub(in crate::schema) fn new(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { memory: memory.cloned(), permit: None, reserved_until: UNMETERED, is_unlimited: false }
    }

    /// For a response that is sent however much memory it takes.
    pub(in crate::schema) fn unlimited(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { is_unlimited: true, ..Self::new(memory) }
    }

    /// Reserves memory for a response of this length. `None` if the memory budget is exhausted: the request is then refused as a
    /// whole.
    pub(in crate::schema) fn allows(&mut self, length: usize) -> Option<()> {
        if length <= self.reserved_until || self.is_unlimited {
            return Some(());
        }
        self.grow(length)
    }

    fn grow(&mut self, length: usize) -> Option<()> {
        let Some(memory) = &self.memory else { return Some(()) };
        // A buffer that grows doubles, and is copied.
        let (until, most) = (2 * length, 3 * length);
        match &mut self.permit {
            Some(permit) => memory.grow(permit, most).ok()?,
            None => self.permit = Some(memory.try_take(most).ok()?),
        }
        self.reserved_until = until;
        Some(())
    }

    /// Reserves memory of the request for a complete response of so many bytes. `None` as in [`Self::allows`].
    pub(in crate::schema) fn reserve_whole(&mut self, memory: &RequestMemory, bytes: usize) -> Option<()> {
        if self.permit.is_none() {
            self.permit = memory.try_take(bytes).ok();
        }
        (self.permit.is_some() || self.is_unlimited || bytes <= SHORT).then_some(())
    }

    /// The complete response, whose memory stays reserved until it is sent.
    pub(in crate::schema) fn finish(self, mut to: Vec<u8>) -> Bytes {
        if to.capacity() - to.len() > UNMETERED {
            // It grew by doubling. The allocator returns the rest without copying.
            to.shrink_to_fit();
        }
        match self.permit {
            Some(mut permit) => {
                permit.shrink(to.capacity());
                permit.of(to)
            }
            None => to.into(),
        }
    }
}
