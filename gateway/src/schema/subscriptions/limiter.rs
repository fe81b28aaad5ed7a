//! How many subscriptions there may be, and how much memory their latest events.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::upstream::SessionId;

/// Counts open subscriptions, in all and per session.
pub(super) struct StreamLimiter {
    limit: u32,
    limit_per_session: u32,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: u32,
    by_session: HashMap<SessionId, u32>,
}

/// A permit for one subscription, until it is dropped.
pub(super) struct StreamPermit {
    limiter: Arc<StreamLimiter>,
    session: SessionId,
}

impl StreamLimiter {
    pub(super) fn new(limit: u32, limit_per_session: u32) -> Arc<Self> {
        Arc::new(Self { limit, limit_per_session, open: Mutex::default() })
    }

    /// A permit; `None` at a limit.
    pub(super) fn acquire(self: &Arc<Self>, session: SessionId) -> Option<StreamPermit> {
        let mut open = self.open.lock();
        let of_session = open.by_session.get(&session).copied().unwrap_or_default();
        if open.all >= self.limit || of_session >= self.limit_per_session {
            return None;
        }
        open.all += 1;
        open.by_session.insert(session, of_session + 1);
        Some(StreamPermit { limiter: Arc::clone(self), session })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock();
        open.all -= 1;
        if let Some(count) = open.by_session.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                open.by_session.remove(&self.session);
            }
        }
    }
}

/// Bytes of all latest events, until no producer and no client holds them. It is apart from the memory budget of responses, which
/// events would hold while their subscriptions are open.
pub(super) struct EventMemory(Arc<Semaphore>);

/// An event whose bytes count until the last reference is dropped.
struct CountedEvent {
    json: Vec<u8>,
    _bytes: OwnedSemaphorePermit,
}

impl EventMemory {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes)))
    }

    /// Counts an event; `None` if the memory is exhausted.
    pub(super) fn hold(&self, mut json: Vec<u8>) -> Option<Bytes> {
        json.shrink_to_fit();
        let bytes = Arc::clone(&self.0).try_acquire_many_owned(json.capacity().try_into().ok()?).ok()?;
        Some(Bytes::from_owner(CountedEvent { json, _bytes: bytes }))
    }
}

impl AsRef<[u8]> for CountedEvent {
    fn as_ref(&self) -> &[u8] {
        &self.json
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
