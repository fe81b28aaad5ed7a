//! Cache of responses, on moka.
//!
//! Safe by construction: a key holds its session, so no session finds another's entry; the size is bounded; and a write that may
//! have been done starts a new generation, so that a read that began before it is never found. Errors are never cached.

use std::{
    any::Any,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use foldhash::fast::RandomState;
use moka::{policy::EvictionPolicy, sync::Cache};
use parking_lot::Mutex;
use tokio::time::Instant;

use super::{call_key::CallKey, session_id::SessionId};

/// Time to live and size of a cache. Without size it holds nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CachePolicy {
    /// Time to live of an entry.
    pub ttl: Duration,
    /// How long after its time to live an entry may replace a response that the service fails to give.
    pub stale_if_error: Duration,
    /// Size of all entries in bytes.
    pub max_bytes: usize,
}

impl CachePolicy {
    /// Lists of acionamentos live as long as a user takes to turn a page. The size is a setting, of both.
    pub const LISTS: Self = Self { ttl: Duration::from_secs(15), stale_if_error: Duration::ZERO, max_bytes: 0 };
    /// Insurers and procedures change a few times a year.
    pub const REFERENCES: Self =
        Self { ttl: Duration::from_secs(60), stale_if_error: Duration::from_secs(600), max_bytes: 0 };
}

/// Responses of one kind.
pub(super) struct ResponseCache {
    policy: CachePolicy,
    entries: Cache<CallKey, CacheEntry, RandomState>,
    /// How many entries each session has.
    counts: Arc<Mutex<HashMap<SessionId, usize, RandomState>>>,
    /// Incremented by a full invalidation: entries of an earlier generation are not found.
    generation: AtomicU64,
}

#[derive(Clone)]
struct CacheEntry {
    data: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    generation: u64,
    inserted: Instant,
}

impl ResponseCache {
    pub(super) fn new(policy: CachePolicy) -> Self {
        let counts = Arc::<Mutex<HashMap<SessionId, usize, RandomState>>>::default();
        let of_removed = Arc::clone(&counts);
        let count_removed = move |key: Arc<CallKey>, _, _| {
            let mut counts = of_removed.lock();
            if let Some(count) = counts.get_mut(&key.session) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&key.session);
                }
            }
        };
        let entries = Cache::builder()
            .max_capacity(policy.max_bytes as u64)
            .weigher(|_, entry: &CacheEntry| u32::try_from(entry.bytes).unwrap_or(u32::MAX))
            .time_to_live(policy.ttl + policy.stale_if_error)
            .eviction_policy(EvictionPolicy::lru())
            // Also of an entry that another replaces.
            .eviction_listener(count_removed)
            .build_with_hasher(RandomState::default());
        Self { policy, entries, counts, generation: AtomicU64::new(0) }
    }

    /// The response, if it is within its time to live.
    pub(super) fn get<T: Send + Sync + 'static>(&self, key: &CallKey) -> Option<Arc<T>> {
        self.get_within(self.policy.ttl, key)
    }

    /// The response, even if it is expired: only where the service fails, and if the policy allows it.
    pub(super) fn get_stale<T: Send + Sync + 'static>(&self, key: &CallKey) -> Option<Arc<T>> {
        let CachePolicy { ttl, stale_if_error, .. } = self.policy;
        if stale_if_error.is_zero() { None } else { self.get_within(ttl + stale_if_error, key) }
    }

    fn get_within<T: Send + Sync + 'static>(&self, age: Duration, key: &CallKey) -> Option<Arc<T>> {
        let entry = self.entries.get(key)?;
        // By the clock of the calls: that of moka only frees entries.
        let is_valid = entry.generation == self.generation() && entry.inserted.elapsed() < age;
        if is_valid { entry.data.downcast().ok() } else { None }
    }

    /// The generation, taken before the request whose response is to be cached.
    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    /// Caches a response of so many bytes that was requested in a generation. The end of one session does not prevent it:
    /// anybody can cause a 401, and reads of others in flight would not be cached.
    pub(super) fn insert<T: Send + Sync + 'static>(&self, key: CallKey, generation: u64, data: Arc<T>, bytes: usize) {
        // One large list must not evict the entries of all other sessions.
        if generation != self.generation() || bytes > self.policy.max_bytes / 2 {
            self.entries.invalidate(&key);
            return;
        }
        *self.counts.lock().entry(key.session).or_default() += 1;
        self.entries.insert(key, CacheEntry { data, bytes, generation, inserted: Instant::now() });
        if bytes > self.policy.max_bytes / 1024 {
            // Else moka holds many large ones beyond its bound until its next maintenance, which is after 64 inserts.
            self.entries.run_pending_tasks();
        }
    }

    /// Removes all entries. Responses requested before are not found.
    pub(super) fn invalidate_all(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
        self.entries.invalidate_all();
        self.entries.run_pending_tasks();
    }

    pub(super) fn invalidate(&self, key: &CallKey) {
        self.entries.invalidate(key);
    }

    /// Removes the entries of a session that ended.
    pub(super) fn invalidate_session(&self, session: SessionId) {
        // Anybody can cause a 401, which must not walk through what others have.
        if !self.counts.lock().contains_key(&session) {
            return;
        }
        for (key, _) in self.entries.iter().filter(|(key, _)| key.session == session) {
            self.entries.invalidate(&*key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, sync::Arc, time::Duration};

    use foldhash::fast::RandomState;
    use proptest::{collection::vec, prelude::*};
    use tokio::{
        runtime::Builder,
        time::{Instant, advance},
    };

    use super::{CachePolicy, ResponseCache};
    use crate::upstream::{call_key::CallKey, session_id::SessionId};

    const POLICY: CachePolicy =
        CachePolicy { ttl: Duration::from_secs(10), stale_if_error: Duration::ZERO, max_bytes: 100 };

    fn key(number: u8, body: u8) -> CallKey {
        CallKey { session: SessionId::numbered(number.into()), path: "/path", request: vec![body].into() }
    }

    fn put(cache: &ResponseCache, key: CallKey, data: u64, bytes: usize) {
        cache.insert(key, cache.generation(), Arc::new(data), bytes);
    }

    #[test]
    fn a_response_requested_before_an_invalidation_is_not_cached() {
        let cache = ResponseCache::new(POLICY);
        put(&cache, key(1, 1), 1, 10);
        let generation = cache.generation();
        cache.invalidate_all();
        cache.insert(key(2, 2), generation, Arc::new(2_u64), 10);
        assert_eq!((cache.get::<u64>(&key(1, 1)), cache.get::<u64>(&key(2, 2))), (None, None));
    }

    #[test]
    fn an_entry_above_half_of_the_bound_is_not_cached() {
        for (max_bytes, bytes) in [(0, 1), (100, 51)] {
            let cache = ResponseCache::new(CachePolicy { max_bytes, ..POLICY });
            put(&cache, key(1, 1), 1, bytes);
            assert_eq!(cache.get::<u64>(&key(1, 1)), None);
        }
    }

    proptest! {
        /// In any order of operations a hit is never another session's, expired, or from before an invalidation; and the
        /// size is bounded.
        #[test]
        fn a_hit_is_the_sessions_own_and_within_its_ttl(
            steps in vec((0..8_u8, 0..4_u8, 0..4_u8, 0..60_usize, 0..4_u64), 1..200)
        ) {
            let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
            runtime.block_on(async {
                let cache = ResponseCache::new(POLICY);
                let (mut latest, mut next) = (HashMap::new(), 0_u64);
                for (what, session, body, bytes, later) in steps {
                    advance(Duration::from_secs(later)).await;
                    match what {
                        0 => {
                            cache.invalidate_all();
                            latest.clear();
                        }
                        1 => {
                            cache.invalidate_session(key(session, body).session);
                            latest.retain(|(of, _), _| *of != session);
                        }
                        2 => {
                            cache.invalidate(&key(session, body));
                            latest.remove(&(session, body));
                        }
                        3 | 4 => {
                            next += 1;
                            put(&cache, key(session, body), next, bytes);
                            latest.insert((session, body), (next, Instant::now()));
                        }
                        _ => {
                            if let Some(found) = cache.get::<u64>(&key(session, body)) {
                                let (data, since) = latest[&(session, body)];
                                prop_assert_eq!(*found, data);
                                prop_assert!(since.elapsed() < POLICY.ttl);
                            }
                        }
                    }
                    prop_assert!(cache.entries.weighted_size() <= POLICY.max_bytes as u64);
                    cache.entries.run_pending_tasks();
                    let mut counts = HashMap::<SessionId, usize, RandomState>::default();
                    cache.entries.iter().for_each(|(key, _)| *counts.entry(key.session).or_default() += 1);
                    prop_assert_eq!(cache.counts.lock().clone(), counts);
                }
                Ok(())
            })?;
        }
    }
}
