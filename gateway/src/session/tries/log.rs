//! The tries that this process counted.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::TimeDelta;

use super::{Key, TooMany, WINDOW};

/// The tries that still count. A try is known by its number, which none before or after it has.
#[derive(Default)]
pub(super) struct Log(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    next: u64,
    /// Oldest first.
    tries: VecDeque<Entry>,
    /// How many each key has.
    counts: HashMap<Key, usize>,
}

struct Entry {
    number: u64,
    /// Seconds since 1970.
    at: i64,
    keys: [Key; 3],
}

impl Log {
    /// Counts a try for each key, if none of them has as many as its ceiling.
    pub(super) fn count(&self, keys: [Key; 3], ceilings: [usize; 3], now: i64) -> Result<u64, TooMany> {
        let mut entries = self.entries();
        entries.forget_before(now - WINDOW.num_seconds());
        for (key, ceiling) in keys.iter().zip(ceilings) {
            if entries.counts.get(key).is_some_and(|count| *count >= ceiling) {
                return Err(TooMany { whose: key.whose(), wait: entries.wait(key, now) });
            }
        }
        Ok(entries.add(keys, now))
    }

    /// Counts a try that others allowed.
    pub(super) fn add(&self, keys: [Key; 3], now: i64) -> u64 {
        let mut entries = self.entries();
        entries.forget_before(now - WINDOW.num_seconds());
        entries.add(keys, now)
    }

    /// It did not happen.
    pub(super) fn give_back(&self, number: u64) {
        let mut entries = self.entries();
        if let Ok(at) = entries.tries.binary_search_by_key(&number, |entry| entry.number) {
            entries.remove(at);
        }
    }

    /// The newest try of a key did not happen.
    pub(super) fn give_back_newest(&self, key: &Key) {
        let mut entries = self.entries();
        if let Some(at) = entries.tries.iter().rposition(|entry| entry.keys.contains(key)) {
            entries.remove(at);
        }
    }

    /// How many tries and keys are remembered.
    #[cfg(test)]
    pub(super) fn len(&self) -> (usize, usize) {
        let entries = self.entries();
        (entries.tries.len(), entries.counts.len())
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // No operation can panic half-way, so a poisoned log is a whole one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn add(&mut self, keys: [Key; 3], now: i64) -> u64 {
        let number = self.next;
        self.next += 1;
        for key in keys {
            *self.counts.entry(key).or_default() += 1;
        }
        self.tries.push_back(Entry { number, at: now, keys });
        number
    }

    fn remove(&mut self, at: usize) {
        let Some(entry) = self.tries.remove(at) else { return };
        for key in entry.keys {
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&key);
                }
            }
        }
    }

    fn forget_before(&mut self, time: i64) {
        while self.tries.front().is_some_and(|entry| entry.at <= time) {
            self.remove(0);
        }
    }

    /// When the oldest try of a key no longer counts.
    fn wait(&self, key: &Key, now: i64) -> TimeDelta {
        let oldest = self.tries.iter().find(|entry| entry.keys.contains(key)).map_or(now, |entry| entry.at);
        WINDOW - TimeDelta::seconds(now - oldest)
    }
}
