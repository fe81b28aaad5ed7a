//! TTL cache of responses.
//!
//! Safe by construction: a key holds its owner, so no session finds another's entry (all sessions own what
//! [`reference_cache`](super::reference_cache) may share); the size is bounded; and a write
//! that may have been done starts a new generation, so that a read that began before it is not cached. Errors are never
//! cached.
//!
//! Our own, not moka: moka expires by the system clock and frees entries in its own maintenance, so an expired entry stays
//! until the next access, and an evicted one counts in the memory budget before its memory is free.

use std::{
    any::Any,
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use foldhash::fast::RandomState;
use tokio::time::{Instant, sleep_until};

use super::call_key::{CallKey, SessionId};

/// Time to live and size of a cache. Zero of either disables it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CachePolicy {
    /// Time to live of an entry.
    pub ttl: Duration,
    /// How long after its time to live an entry may replace a response that the service fails to give.
    pub stale_if_error: Duration,
    /// Size of all entries in bytes.
    pub max_bytes: usize,
}

/// Entries of one kind.
pub(super) struct TtlCache {
    policy: CachePolicy,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    entries: HashMap<CallKey, CacheEntry, RandomState>,
    by_age: BTreeMap<InsertOrder, CallKey>,
    next: u64,
    bytes: usize,
    /// Incremented by a full invalidation; responses requested under an older generation are not cached.
    generation: u64,
    has_expiry_task: bool,
}

/// Time of insertion, and a number that makes it unique.
type InsertOrder = (Instant, u64);

struct CacheEntry {
    data: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    order: InsertOrder,
}

/// Permission to cache a response that is about to be requested.
pub(super) struct CacheInsertToken {
    key: CallKey,
    generation: u64,
}

impl TtlCache {
    pub(super) fn new(policy: CachePolicy) -> Self {
        Self { policy, state: Mutex::default() }
    }

    pub(super) fn is_enabled(&self) -> bool {
        !self.policy.ttl.is_zero() && self.policy.max_bytes > 0
    }

    /// The entry, if it is within its time to live.
    pub(super) fn get<T: Send + Sync + 'static>(&self, key: &CallKey, now: Instant) -> Option<Arc<T>> {
        self.get_within(self.policy.ttl, key, now)
    }

    /// The entry, even if it is expired: only for a response that the service fails to give.
    pub(super) fn get_stale<T: Send + Sync + 'static>(&self, key: &CallKey, now: Instant) -> Option<Arc<T>> {
        self.get_within(self.policy.ttl + self.policy.stale_if_error, key, now)
    }

    fn get_within<T: Send + Sync + 'static>(&self, age: Duration, key: &CallKey, now: Instant) -> Option<Arc<T>> {
        let data = {
            let state = self.state();
            let entry = state.entries.get(key)?;
            if now.duration_since(entry.order.0) >= age {
                return None;
            }
            Arc::clone(&entry.data)
        };
        data.downcast().ok()
    }

    /// Taken before the request whose response is to be cached.
    pub(super) fn insert_token(&self, key: CallKey) -> CacheInsertToken {
        CacheInsertToken { key, generation: self.state().generation }
    }

    /// Caches a response, unless all entries were invalidated since the token was taken. The end of one session is no reason:
    /// anybody can cause a 401, and reads of others in flight would not be cached.
    pub(super) fn insert<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        token: CacheInsertToken,
        data: Arc<T>,
        bytes: usize,
        now: Instant,
    ) {
        if self.put(token, data, bytes, now) {
            self.start_expiry_task();
        }
    }

    /// Whether the response is cached now.
    fn put<T: Send + Sync + 'static>(&self, token: CacheInsertToken, data: Arc<T>, bytes: usize, now: Instant) -> bool {
        let CacheInsertToken { key, generation } = token;
        let mut state = self.state();
        if !self.is_enabled() || generation != state.generation {
            return false;
        }
        state.remove(&key);
        // One large list must not evict the entries of all other sessions.
        if bytes > self.policy.max_bytes / 2 {
            return false;
        }
        let order = (now, state.next);
        state.next += 1;
        state.bytes += bytes;
        state.by_age.insert(order, key.clone());
        state.entries.insert(key, CacheEntry { data, bytes, order });
        while state.bytes > self.policy.max_bytes {
            state.remove_oldest();
        }
        true
    }

    /// Removes all entries. Responses requested before are not cached.
    pub(super) fn invalidate_all(&self) {
        let mut state = self.state();
        *state = State { generation: state.generation + 1, has_expiry_task: state.has_expiry_task, ..State::default() };
    }

    pub(super) fn invalidate(&self, key: &CallKey) {
        self.state().remove(key);
    }

    /// Removes the entries of a session that ended.
    pub(super) fn invalidate_session(&self, session: SessionId) {
        let mut state = self.state();
        let ended: Vec<_> = state.entries.keys().filter(|key| key.is_of(session)).cloned().collect();
        for key in ended {
            state.remove(&key);
        }
    }

    /// Starts the task that removes expired entries, if it is not running: nothing else would free an entry that is never
    /// requested again. It ends when the cache is empty.
    fn start_expiry_task(self: &Arc<Self>) {
        let is_running = std::mem::replace(&mut self.state().has_expiry_task, true);
        if is_running {
            return;
        }
        let cache = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(next) = cache.upgrade().and_then(|cache| cache.remove_expired(Instant::now())) {
                sleep_until(next).await;
            }
        });
    }

    /// Removes what is too old even for stale-if-error. Returns when the next entry will be; `None` if the cache is empty.
    fn remove_expired(&self, now: Instant) -> Option<Instant> {
        let mut state = self.state();
        while let Some(((inserted, _), _)) = state.by_age.first_key_value() {
            let end = *inserted + self.policy.ttl + self.policy.stale_if_error;
            if now < end {
                return Some(end);
            }
            state.remove_oldest();
        }
        state.has_expiry_task = false;
        None
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation panics half-way, so a poisoned state is consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, key: &CallKey) {
        if let Some(entry) = self.entries.remove(key) {
            self.by_age.remove(&entry.order);
            self.bytes -= entry.bytes;
        }
    }

    fn remove_oldest(&mut self) {
        if let Some((_, key)) = self.by_age.pop_first()
            && let Some(entry) = self.entries.remove(&key)
        {
            self.bytes -= entry.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, sync::Arc, time::Duration};

    use proptest::{collection::vec, prelude::*};
    use tokio::time::{Instant, advance};

    use super::{CachePolicy, TtlCache};
    use crate::upstream::call_key::{CallKey, Owner, SessionId};

    const POLICY: CachePolicy =
        CachePolicy { ttl: Duration::from_secs(10), stale_if_error: Duration::ZERO, max_bytes: 100 };

    fn session(number: u8) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    fn key(number: u8, body: u8) -> CallKey {
        CallKey { owner: Owner::Session(session(number)), path: "/path", request: vec![body].into() }
    }

    fn put(cache: &TtlCache, key: CallKey, data: u64, bytes: usize, now: Instant) {
        cache.put(cache.insert_token(key), Arc::new(data), bytes, now);
    }

    #[test]
    fn an_entry_lives_for_its_ttl_and_for_its_session() {
        let (cache, now) = (TtlCache::new(POLICY), Instant::now());
        put(&cache, key(1, 1), 7, 10, now);
        assert_eq!(cache.get(&key(1, 1), now + Duration::from_secs(9)), Some(Arc::new(7_u64)));
        assert_eq!(cache.get::<u64>(&key(1, 1), now + Duration::from_secs(10)), None);
        assert_eq!(cache.get::<u64>(&key(2, 1), now), None);
        assert_eq!(cache.get::<u64>(&key(1, 2), now), None);
        assert_eq!(cache.get::<String>(&key(1, 1), now), None);
        cache.invalidate_session(session(1));
        assert_eq!(cache.get::<u64>(&key(1, 1), now), None);
    }

    #[test]
    fn a_response_requested_before_an_invalidation_is_not_cached() {
        let (cache, now) = (TtlCache::new(POLICY), Instant::now());
        put(&cache, key(1, 1), 1, 10, now);
        let token = cache.insert_token(key(2, 2));
        cache.invalidate_all();
        cache.put(token, Arc::new(2_u64), 10, now);
        assert_eq!(cache.get::<u64>(&key(1, 1), now), None);
        assert_eq!(cache.get::<u64>(&key(2, 2), now), None);
    }

    #[test]
    fn an_expired_entry_is_served_stale_for_a_while() {
        let (cache, now) =
            (TtlCache::new(CachePolicy { stale_if_error: Duration::from_secs(5), ..POLICY }), Instant::now());
        put(&cache, key(1, 1), 7, 10, now);
        let later = now + Duration::from_secs(14);
        assert_eq!(cache.get::<u64>(&key(1, 1), later), None);
        assert_eq!(cache.get_stale(&key(1, 1), later), Some(Arc::new(7_u64)));
        assert_eq!(cache.get_stale::<u64>(&key(2, 1), later), None);
        assert_eq!(cache.get_stale::<u64>(&key(1, 1), later + Duration::from_secs(1)), None);
    }

    #[tokio::test(start_paused = true)]
    async fn expired_entries_are_removed_without_a_lookup() {
        let cache = Arc::new(TtlCache::new(POLICY));
        for number in 1..=3 {
            cache.insert(cache.insert_token(key(number, 1)), Arc::new(7), 10, Instant::now());
            advance(Duration::from_secs(4)).await;
        }
        // 12 seconds after the first, and 4 after the last.
        tokio::task::yield_now().await;
        let count = || {
            let state = cache.state();
            (state.entries.len(), state.by_age.len(), state.bytes, state.has_expiry_task)
        };
        assert_eq!(count(), (2, 2, 20, true));
        advance(Duration::from_secs(6)).await;
        tokio::task::yield_now().await;
        assert_eq!(count(), (0, 0, 0, false));
    }

    #[test]
    fn a_disabled_cache_and_an_entry_above_half_of_the_bound_cache_nothing() {
        let stale = Duration::from_secs(5);
        for policy in [
            CachePolicy::default(),
            CachePolicy { max_bytes: 0, ..POLICY },
            CachePolicy { ttl: Duration::ZERO, stale_if_error: stale, ..POLICY },
        ] {
            let (cache, now) = (TtlCache::new(policy), Instant::now());
            put(&cache, key(1, 1), 1, 0, now);
            assert!(!cache.is_enabled() && cache.get_stale::<u64>(&key(1, 1), now).is_none());
        }
        let (cache, now) = (TtlCache::new(POLICY), Instant::now());
        put(&cache, key(1, 1), 1, 51, now);
        assert_eq!(cache.get::<u64>(&key(1, 1), now), None);
    }

    proptest! {
        /// In any order of operations a hit is never another session's, expired, or from before an invalidation; and the
        /// size is bounded.
        #[test]
        fn a_hit_is_the_sessions_own_and_within_its_ttl(
            steps in vec((0..6_u8, 0..4_u8, 0..4_u8, 0..60_usize, 0..4_u64), 1..200)
        ) {
            let (cache, mut now) = (TtlCache::new(POLICY), Instant::now());
            let mut latest = HashMap::new();
            let mut next = 0_u64;
            for (what, session, body, bytes, later) in steps {
                now += Duration::from_secs(later);
                match what {
                    0 => {
                        cache.invalidate_all();
                        latest.clear();
                    }
                    1 | 2 => {
                        next += 1;
                        put(&cache, key(session, body), next, bytes, now);
                        latest.insert((session, body), (next, now));
                    }
                    _ => {
                        if let Some(found) = cache.get::<u64>(&key(session, body), now) {
                            let (data, since) = latest[&(session, body)];
                            prop_assert_eq!(*found, data);
                            prop_assert!(now.duration_since(since) < POLICY.ttl);
                        }
                    }
                }
                let state = cache.state();
                prop_assert!(state.bytes <= POLICY.max_bytes);
                prop_assert_eq!(state.bytes, state.entries.values().map(|entry| entry.bytes).sum::<usize>());
                prop_assert_eq!(state.by_age.len(), state.entries.len());
            }
        }
    }
}
