//! How much memory the latest events may take.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::Semaphore;

use crate::upstream::body_budget::CountedBytes;

/// Bytes of all latest events, until no producer and no client holds them. It is apart from the memory budget of responses, which
/// events would hold while their subscriptions are open.
pub(super) struct EventMemory(Arc<Semaphore>);

impl EventMemory {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes)))
    }

    /// Counts an event; `None` if the memory is exhausted.
    pub(super) fn hold(&self, mut json: Vec<u8>) -> Option<Bytes> {
        json.shrink_to_fit();
        let permit = Arc::clone(&self.0).try_acquire_many_owned(json.capacity().try_into().ok()?).ok()?;
        Some(Bytes::from_owner(CountedBytes { bytes: json, _permit: permit }))
    }
}

#[cfg(test)]
mod tests {
    use super::EventMemory;

    #[test]
    fn an_event_counts_until_its_last_holder_drops_it() {
        let memory = EventMemory::new(10);
        let event = memory.hold(vec![0; 6]).unwrap();
        let held_by_a_client = event.slice(1..2);
        assert!(memory.hold(vec![0; 5]).is_none());
        drop(event);
        assert!(memory.hold(vec![0; 5]).is_none());
        drop(held_by_a_client);
        assert!(memory.hold(vec![0; 10]).is_some());
    }
}
