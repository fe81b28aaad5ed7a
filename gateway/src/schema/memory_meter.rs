//! Accounts for the memory of a response while it is written and until it is sent.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use bytes::Bytes;

use crate::upstream::body_budget::{BodyPermit, RequestMemory};

/// Length from which on a response reserves memory while it is written, in bytes.
const UNMETERED: usize = 64 * 1024;
/// Bytes of a response that is sent though the memory budget is exhausted.
const SHORT: usize = 4 * 1024;

/// Reserves memory of the request for a response while the response is written.
#[derive(Default)]
pub(super) struct MemoryMeter {
    memory: Option<Arc<RequestMemory>>,
    permit: RefCell<Option<BodyPermit>>,
    /// Length for which memory is reserved.
    until: Cell<usize>,
}

impl MemoryMeter {
    /// Reserves memory of this request, if there is one.
    pub(super) fn new(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { memory: memory.cloned(), permit: RefCell::default(), until: Cell::new(UNMETERED) }
    }

    /// For a response that is sent however much memory it takes.
    pub(super) fn unlimited(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { until: Cell::new(usize::MAX), ..Self::new(memory) }
    }

    /// Reserves memory for a response of this length. `None` if the memory budget is exhausted: the request is then refused as a
    /// whole.
    pub(super) fn allows(&self, length: usize) -> Option<()> {
        if length <= self.until.get() {
            return Some(());
        }
        self.grow(length)
    }

    fn grow(&self, length: usize) -> Option<()> {
        let Some(memory) = &self.memory else { return Some(()) };
        // A buffer that grows doubles, and is copied.
        let (until, most, mut permit) = (2 * length, 3 * length, self.permit.borrow_mut());
        match &mut *permit {
            Some(permit) => memory.grow(permit, most).ok()?,
            None => *permit = Some(memory.try_take(most).ok()?),
        }
        self.until.set(until);
        Some(())
    }

    /// Reserves memory of the request for a complete response of so many bytes. `None` as in [`Self::allows`].
    pub(super) fn reserve_whole(&mut self, memory: &RequestMemory, bytes: usize) -> Option<()> {
        let permit = self.permit.get_mut();
        if permit.is_none() {
            *permit = memory.try_take(bytes).ok();
        }
        let is_unlimited = self.until.get() == usize::MAX;
        (permit.is_some() || is_unlimited || bytes <= SHORT).then_some(())
    }

    /// The complete response, whose memory stays reserved until it is sent.
    pub(super) fn finish(self, mut to: Vec<u8>) -> Bytes {
        if to.capacity() - to.len() > UNMETERED {
            // It grew by doubling. The allocator returns the rest without copying.
            to.shrink_to_fit();
        }
        match self.permit.into_inner() {
            Some(mut permit) => {
                permit.shrink(to.capacity());
                permit.of(to)
            }
            None => to.into(),
        }
    }
}
