//! Limits in all and per key: of connections and requests per client address (HTTP/2 sends a hundred requests through one
//! connection), of subscriptions per session and of the bytes of their events.

use std::{collections::HashMap, hash::Hash, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hands out permits.
pub(crate) struct KeyedLimit<K> {
    permits: Arc<Semaphore>,
    in_all: u32,
    per_key: u32,
    by_key: Mutex<HashMap<K, usize>>,
}

/// One or more of the permits, until it is dropped.
pub(crate) struct KeyedPermit<K: Copy + Eq + Hash> {
    limit: Arc<KeyedLimit<K>>,
    key: K,
    permit: OwnedSemaphorePermit,
}

impl<K: Copy + Eq + Hash> KeyedLimit<K> {
    pub(crate) fn new(in_all: u32, per_key: u32) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(in_all as usize));
        Arc::new(Self { permits, in_all, per_key, by_key: Mutex::default() })
    }

    /// Waits for a permit; [`Self::count`] assigns it to a key.
    pub(crate) async fn acquire_uncounted(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Counts a permit for a key; `None` if the key would pass its limit.
    pub(crate) fn count(self: &Arc<Self>, permit: OwnedSemaphorePermit, key: K) -> Option<KeyedPermit<K>> {
        let mut by_key = self.by_key.lock();
        let count = by_key.get(&key).copied().unwrap_or_default() + permit.num_permits();
        if count > self.per_key as usize {
            return None;
        }
        by_key.insert(key, count);
        Some(KeyedPermit { limit: Arc::clone(self), key, permit })
    }

    /// A permit for a key, if there is one at once.
    pub(crate) fn try_acquire(self: &Arc<Self>, key: K) -> Option<KeyedPermit<K>> {
        self.try_acquire_many(key, 1)
    }

    /// So many permits for a key, if there are as many at once.
    pub(crate) fn try_acquire_many(self: &Arc<Self>, key: K, permits: u32) -> Option<KeyedPermit<K>> {
        self.count(Arc::clone(&self.permits).try_acquire_many_owned(permits).ok()?, key)
    }

    /// How many permits are in use.
    pub(crate) fn in_use(&self) -> usize {
        (self.in_all as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no permit is in use.
    pub(crate) async fn all_returned(&self) {
        drop(self.permits.acquire_many(self.in_all).await);
    }
}

impl<K: Copy + Eq + Hash> Drop for KeyedPermit<K> {
    fn drop(&mut self) {
        let mut by_key = self.limit.by_key.lock();
        if let Some(count) = by_key.get_mut(&self.key) {
            *count -= self.permit.num_permits();
            if *count == 0 {
                by_key.remove(&self.key);
            }
        }
    }
}
