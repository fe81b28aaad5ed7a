//! Answers that are kept for a short time, each for the session that read it and for no other.
//!
//! Safe by construction: the key of an answer holds whose it is, so nobody finds another's; what is kept is bounded, in
//! bytes and in time; and a write that may have been done drops what it makes stale, and keeps reads that were under way
//! meanwhile from being kept. Only data of a success are kept, never an error.

use std::{
    any::Any,
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use super::{
    key::{Key, Session},
    memory::{CacheExemption, CountedSize, MemoryBudget},
};

/// For how long and how much is kept. Nothing, if the time or the bytes are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// How old an answer may be.
    pub time: Duration,
    /// For how long after that it may stand in for one that the service cannot give.
    pub stale: Duration,
    /// How much memory all of them may take, in bytes.
    pub bytes: usize,
}

/// Answers of one kind.
pub(super) struct Kept {
    keep: Keep,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    entries: HashMap<Key, Entry>,
    /// The keys in the order in which they were kept.
    order: BTreeMap<QueueGuard, Key>,
    /// Number of the next entry.
    next: u64,
    bytes: usize,
    /// Counts what was dropped: an answer that was asked for before is too old to be kept.
    generation: u64,
    is_watched: bool,
}

/// Since when an answer is kept, and its number among those of the same instant.
type QueueGuard = (Instant, u64);

struct Entry {
    /// Before the data: they count again before they may go.
    _exemption: Option<CacheExemption>,
    data: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    place: QueueGuard,
}

/// Permission to keep an answer that is about to be asked for.
pub(super) struct Ticket {
    key: Key,
    generation: u64,
    /// The budget that the data are counted in, and how they are.
    counted: Option<(Arc<MemoryBudget>, CountedSize)>,
}

impl Ticket {
    /// The same for a list that counts in a budget, and does not while it is kept.
    pub(super) fn counted(self, memory: &Arc<MemoryBudget>, size: CountedSize) -> Self {
        Self { counted: Some((Arc::clone(memory), size)), ..self }
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
        self.find_within(self.keep.time, key, now)
    }

    /// The answer even if it is older, to stand in for one that the service cannot give.
    pub(super) fn find_stale<T: Send + Sync + 'static>(&self, key: &Key, now: Instant) -> Option<Arc<T>> {
        self.find_within(self.keep.time + self.keep.stale, key, now)
    }

    fn find_within<T: Send + Sync + 'static>(&self, time: Duration, key: &Key, now: Instant) -> Option<Arc<T>> {
        let data = {
            let state = self.state();
            let entry = state.entries.get(key)?;
            if now.duration_since(entry.place.0) >= time {
                return None;
            }
            Arc::clone(&entry.data)
        };
        data.downcast().ok()
    }

    /// Before an answer is asked for that is to be kept.
    pub(super) fn ticket(&self, key: Key) -> Ticket {
        Ticket { key, generation: self.state().generation, counted: None }
    }

    /// Keeps an answer that was read, if nothing was dropped since it was asked for, and sees to it that it goes when it
    /// is too old for anything.
    pub(super) fn keep<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        ticket: Ticket,
        data: Arc<T>,
        bytes: usize,
        now: Instant,
    ) {
        if self.put(ticket, data, bytes, now) {
            self.watch();
        }
    }

    /// Whether it is kept now.
    fn put<T: Send + Sync + 'static>(&self, ticket: Ticket, data: Arc<T>, bytes: usize, now: Instant) -> bool {
        let Ticket { key, generation, counted } = ticket;
        let mut state = self.state();
        if !self.keeps() || generation != state.generation {
            return false;
        }
        state.remove(&key);
        // Half of all is for one at most, so that the list of one person does not cost everybody else theirs.
        if bytes > self.keep.bytes / 2 {
            return false;
        }
        let place = (now, state.next);
        state.next += 1;
        state.bytes += bytes;
        state.order.insert(place, key.clone());
        let exemption = counted.map(|(memory, size)| memory.exempt(size));
        state.entries.insert(key, Entry { _exemption: exemption, data, bytes, place });
        while state.bytes > self.keep.bytes {
            state.drop_oldest();
        }
        true
    }

    /// Drops everything. What is being read now is not kept either.
    pub(super) fn drop_all(&self) {
        let mut state = self.state();
        *state = State { generation: state.generation + 1, is_watched: state.is_watched, ..State::default() };
    }

    /// Drops one answer: its session may not have it any more.
    pub(super) fn drop_one(&self, key: &Key) {
        self.state().remove(key);
    }

    /// Drops what a session has: it ended.
    pub(super) fn drop_session(&self, session: Session) {
        let mut state = self.state();
        let ended: Vec<_> = state.entries.keys().filter(|key| key.is_of(session)).cloned().collect();
        for key in ended {
            state.remove(&key);
        }
    }

    /// Has a task wait for the end of what is kept, for as long as there is something: nobody may ever ask again.
    fn watch(self: &Arc<Self>) {
        let is_watched = std::mem::replace(&mut self.state().is_watched, true);
        if is_watched {
            return;
        }
        let kept = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(end) = kept.upgrade().and_then(|kept| kept.drop_over(Instant::now())) {
                sleep_until(end).await;
            }
        });
    }

    /// Drops what is too old for anything. Says when the next one will be; where there is none, nobody watches from now
    /// on.
    fn drop_over(&self, now: Instant) -> Option<Instant> {
        let mut state = self.state();
        while let Some(((since, _), _)) = state.order.first_key_value() {
            let end = *since + self.keep.time + self.keep.stale;
            if now < end {
                return Some(end);
            }
            state.drop_oldest();
        }
        state.is_watched = false;
        None
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation can panic half-way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.place);
            self.bytes -= entry.bytes;
        }
    }

    fn drop_oldest(&mut self) {
        if let Some((_, key)) = self.order.pop_first()
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

    use super::{Keep, Kept};
    use crate::upstream::key::{Key, Owner, Session};

    const KEEP: Keep = Keep { time: Duration::from_secs(10), stale: Duration::ZERO, bytes: 100 };

    fn session(number: u8) -> Session {
        Session::of(&format!("Bearer {number}").try_into().unwrap())
    }

    fn key(number: u8, body: u8) -> Key {
        Key { owner: Owner::Session(session(number)), path: "/path", body: vec![body].into() }
    }

    fn put(kept: &Kept, key: Key, data: u64, bytes: usize, now: Instant) {
        kept.put(kept.ticket(key), Arc::new(data), bytes, now);
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
        kept.drop_session(session(1));
        assert_eq!(kept.find::<u64>(&key(1, 1), now), None);
    }

    #[test]
    fn what_was_asked_for_before_a_write_is_not_kept_after_it() {
        let (kept, now) = (Kept::new(KEEP), Instant::now());
        put(&kept, key(1, 1), 1, 10, now);
        let ticket = kept.ticket(key(2, 2));
        kept.drop_all();
        kept.put(ticket, Arc::new(2_u64), 10, now);
        assert_eq!(kept.find::<u64>(&key(1, 1), now), None);
        assert_eq!(kept.find::<u64>(&key(2, 2), now), None);
    }

    #[test]
    fn an_old_answer_stands_in_for_a_while() {
        let (kept, now) = (Kept::new(Keep { stale: Duration::from_secs(5), ..KEEP }), Instant::now());
        put(&kept, key(1, 1), 7, 10, now);
        let later = now + Duration::from_secs(14);
        assert_eq!(kept.find::<u64>(&key(1, 1), later), None);
        assert_eq!(kept.find_stale(&key(1, 1), later), Some(Arc::new(7_u64)));
        assert_eq!(kept.find_stale::<u64>(&key(2, 1), later), None);
        assert_eq!(kept.find_stale::<u64>(&key(1, 1), later + Duration::from_secs(1)), None);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_over_goes_though_nobody_asks() {
        let kept = Arc::new(Kept::new(KEEP));
        for number in 1..=3 {
            kept.keep(kept.ticket(key(number, 1)), Arc::new(7), 10, Instant::now());
            advance(Duration::from_secs(4)).await;
        }
        // 12 seconds after the first, and 4 after the last.
        tokio::task::yield_now().await;
        let count = || {
            let state = kept.state();
            (state.entries.len(), state.order.len(), state.bytes, state.is_watched)
        };
        assert_eq!(count(), (2, 2, 20, true));
        advance(Duration::from_secs(6)).await;
        tokio::task::yield_now().await;
        assert_eq!(count(), (0, 0, 0, false));
    }

    #[test]
    fn nothing_is_kept_where_nothing_may_be() {
        let stale = Duration::from_secs(5);
        for keep in [Keep::default(), Keep { bytes: 0, ..KEEP }, Keep { time: Duration::ZERO, stale, ..KEEP }] {
            let (kept, now) = (Kept::new(keep), Instant::now());
            put(&kept, key(1, 1), 1, 0, now);
            assert!(!kept.keeps() && kept.find_stale::<u64>(&key(1, 1), now).is_none());
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
                prop_assert_eq!(state.order.len(), state.entries.len());
            }
        }
    }
}
