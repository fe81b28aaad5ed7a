//! Answers that are kept for a short time, each for the session that read it and for no other.
//!
//! Safe by construction: the key of an answer holds the session, so nobody finds another's; what is kept is bounded, in
//! bytes and in time; and a write drops everything that it may have changed, whatever came of it, and keeps reads that
//! were under way meanwhile from being kept. Only data of a success are kept, never an error.

use std::{
    any::Any,
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use reqwest::header::HeaderValue;
use sha2::{Digest as _, Sha256};

/// For how long and how much is kept. Nothing, if either is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// How old an answer may be.
    pub time: Duration,
    /// How much memory all of them may take, in bytes.
    pub bytes: usize,
}

/// Answers of one kind.
pub(super) struct Kept {
    keep: Keep,
    state: Mutex<State>,
}

/// Which answer: whose, from where, to what.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    session: Session,
    path: &'static str,
    body: Vec<u8>,
}

/// A session by the digest of its `Authorization`, so that no token lies about in memory longer than its request.
type Session = [u8; 32];

#[derive(Default)]
struct State {
    entries: HashMap<Key, Entry>,
    /// The keys in the order in which they were kept, those that are no more among them.
    order: VecDeque<(Key, Instant)>,
    bytes: usize,
    /// Counts what was dropped: an answer that was asked for before is too old to be kept.
    generation: u64,
}

struct Entry {
    data: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    since: Instant,
}

/// Permission to keep an answer that is about to be asked for.
pub(super) struct Ticket {
    key: Key,
    generation: u64,
}

impl Key {
    pub(super) fn new(authorization: &HeaderValue, path: &'static str, body: Vec<u8>) -> Self {
        Self { session: Sha256::digest(authorization.as_bytes()).into(), path, body }
    }
}

impl Kept {
    pub(super) fn new(keep: Keep) -> Self {
        Self { keep, state: Mutex::default() }
    }

    /// Whether anything is ever kept.
    pub(super) fn keeps(&self) -> bool {
        !self.keep.time.is_zero() && self.keep.bytes > 0
    }

    /// The answer, if it is kept and of an age that is allowed.
    pub(super) fn find<T: Send + Sync + 'static>(&self, key: &Key, now: Instant) -> Option<Arc<T>> {
        let data = {
            let state = self.state();
            let entry = state.entries.get(key)?;
            if now.duration_since(entry.since) >= self.keep.time {
                return None;
            }
            Arc::clone(&entry.data)
        };
        data.downcast().ok()
    }

    /// Before an answer is asked for that is to be kept.
    pub(super) fn ticket(&self, key: Key) -> Ticket {
        Ticket { key, generation: self.state().generation }
    }

    /// Keeps an answer that was read, if nothing was dropped since it was asked for.
    pub(super) fn keep<T: Send + Sync + 'static>(&self, ticket: Ticket, data: Arc<T>, bytes: usize, now: Instant) {
        let Ticket { key, generation } = ticket;
        let mut state = self.state();
        if generation != state.generation {
            return;
        }
        state.remove(&key);
        // Half of all is for one at most, so that the list of one person does not cost everybody else theirs.
        if bytes > self.keep.bytes / 2 {
            return;
        }
        state.bytes += bytes;
        state.order.push_back((key.clone(), now));
        state.entries.insert(key, Entry { data, bytes, since: now });
        while state.bytes > self.keep.bytes || state.oldest_is_over(now, self.keep.time) {
            state.drop_oldest();
        }
    }

    /// Drops everything now, and again when the value that it gives is dropped: before a write and after it, even if
    /// nobody waits for its end.
    pub(super) fn dropped_around(&self) -> impl Drop + '_ {
        struct Around<'a>(&'a Kept);
        impl Drop for Around<'_> {
            fn drop(&mut self) {
                self.0.drop_all();
            }
        }
        self.drop_all();
        Around(self)
    }

    /// Drops everything. What is being read now is not kept either.
    fn drop_all(&self) {
        let mut state = self.state();
        let generation = state.generation + 1;
        *state = State { generation, ..State::default() };
    }

    /// Drops what a session has: it ended.
    pub(super) fn drop_session(&self, authorization: &HeaderValue) {
        if !self.keeps() {
            return;
        }
        let session: Session = Sha256::digest(authorization.as_bytes()).into();
        let mut state = self.state();
        let ended: Vec<_> = state.entries.keys().filter(|key| key.session == session).cloned().collect();
        for key in ended {
            state.remove(&key);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation can panic half-way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.bytes;
        }
    }

    fn oldest_is_over(&self, now: Instant, time: Duration) -> bool {
        self.order.front().is_some_and(|(_, since)| now.duration_since(*since) >= time)
    }

    fn drop_oldest(&mut self) {
        // Where it was kept anew meanwhile, the later place in the order is its own.
        if let Some((key, since)) = self.order.pop_front()
            && self.entries.get(&key).is_some_and(|entry| entry.since == since)
        {
            self.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashMap,
        sync::Arc,
        time::{Duration, Instant},
    };

    use proptest::{collection::vec, prelude::*};

    use super::{Keep, Kept, Key};

    const KEEP: Keep = Keep { time: Duration::from_secs(10), bytes: 100 };

    fn key(session: u8, body: u8) -> Key {
        let authorization = format!("Bearer {session}").try_into().unwrap();
        Key::new(&authorization, "/path", vec![body])
    }

    fn put(kept: &Kept, key: Key, data: u64, bytes: usize, now: Instant) {
        kept.keep(kept.ticket(key), Arc::new(data), bytes, now);
    }

    #[test]
    fn an_answer_is_kept_for_its_time_and_for_its_session() {
        let (kept, now) = (Kept::new(KEEP), Instant::now());
        put(&kept, key(1, 1), 7, 10, now);
        assert_eq!(kept.find(&key(1, 1), now + Duration::from_secs(9)), Some(Arc::new(7_u64)));
        assert_eq!(kept.find::<u64>(&key(1, 1), now + Duration::from_secs(10)), None);
        assert_eq!(kept.find::<u64>(&key(2, 1), now), None);
        assert_eq!(kept.find::<u64>(&key(1, 2), now), None);
        assert_eq!(kept.find::<String>(&key(1, 1), now), None);
        kept.drop_session(&"Bearer 1".try_into().unwrap());
        assert_eq!(kept.find::<u64>(&key(1, 1), now), None);
    }

    #[test]
    fn what_was_asked_for_before_a_write_is_not_kept_after_it() {
        let (kept, now) = (Kept::new(KEEP), Instant::now());
        put(&kept, key(1, 1), 1, 10, now);
        let ticket = kept.ticket(key(2, 2));
        kept.drop_all();
        kept.keep(ticket, Arc::new(2_u64), 10, now);
        assert_eq!(kept.find::<u64>(&key(1, 1), now), None);
        assert_eq!(kept.find::<u64>(&key(2, 2), now), None);
    }

    #[test]
    fn nothing_is_kept_where_nothing_may_be() {
        for keep in [Keep::default(), Keep { bytes: 0, ..KEEP }, Keep { time: Duration::ZERO, ..KEEP }] {
            assert!(!Kept::new(keep).keeps());
        }
        let (kept, now) = (Kept::new(KEEP), Instant::now());
        put(&kept, key(1, 1), 1, 51, now);
        assert_eq!(kept.find::<u64>(&key(1, 1), now), None);
    }

    proptest! {
        /// Whatever happens in whatever order: nobody finds what another session read, or what is too old, or what was
        /// read before the last write; and the memory is bounded.
        #[test]
        fn what_is_found_is_the_sessions_own_and_of_late(
            steps in vec((0..6_u8, 0..4_u8, 0..4_u8, 0..60_usize, 0..4_u64), 1..200)
        ) {
            let (kept, mut now) = (Kept::new(KEEP), Instant::now());
            let mut latest = HashMap::new();
            let mut next = 0_u64;
            for (what, session, body, bytes, later) in steps {
                now += Duration::from_secs(later);
                match what {
                    0 => {
                        kept.drop_all();
                        latest.clear();
                    }
                    1 | 2 => {
                        next += 1;
                        put(&kept, key(session, body), next, bytes, now);
                        latest.insert((session, body), (next, now));
                    }
                    _ => {
                        if let Some(found) = kept.find::<u64>(&key(session, body), now) {
                            let (data, since) = latest[&(session, body)];
                            prop_assert_eq!(*found, data);
                            prop_assert!(now.duration_since(since) < KEEP.time);
                        }
                    }
                }
                let state = kept.state();
                prop_assert!(state.bytes <= KEEP.bytes);
                prop_assert_eq!(state.bytes, state.entries.values().map(|entry| entry.bytes).sum::<usize>());
                prop_assert!(state.order.len() <= 200);
            }
        }
    }
}
