//! The sliding window of this process: a log of the attempts in it.

use std::collections::{HashMap, VecDeque};

use chrono::TimeDelta;
use parking_lot::Mutex;

use super::limit_key::{LimitKey, RateLimited, WINDOW};

/// The attempts of the last [`WINDOW`], each with a unique id.
#[derive(Default)]
pub(super) struct SlidingWindow(Mutex<Attempts>);

#[derive(Default)]
struct Attempts {
    next_id: u64,
    /// Oldest first.
    log: VecDeque<Attempt>,
    counts: HashMap<LimitKey, usize>,
}

struct Attempt {
    id: u64,
    /// Seconds since 1970.
    at: i64,
    keys: [LimitKey; 3],
}

impl SlidingWindow {
    /// Counts an attempt for each key, unless one of them has reached its limit.
    pub(super) fn acquire(&self, keys: [LimitKey; 3], limits: [usize; 3], now: i64) -> Result<u64, RateLimited> {
        let mut attempts = self.0.lock();
        attempts.expire(now);
        for (key, limit) in keys.iter().zip(limits) {
            if attempts.counts.get(key).is_some_and(|count| *count >= limit) {
                return Err(RateLimited { scope: key.scope(), retry_after: attempts.retry_after(key, now) });
            }
        }
        Ok(attempts.record(keys, now))
    }

    /// Counts an attempt that Redis allowed.
    pub(super) fn record(&self, keys: [LimitKey; 3], now: i64) -> u64 {
        let mut attempts = self.0.lock();
        attempts.expire(now);
        attempts.record(keys, now)
    }

    pub(super) fn refund(&self, id: u64) {
        let mut attempts = self.0.lock();
        if let Ok(at) = attempts.log.binary_search_by_key(&id, |attempt| attempt.id) {
            attempts.remove(at);
        }
    }

    pub(super) fn refund_newest(&self, key: &LimitKey) {
        let mut attempts = self.0.lock();
        if let Some(at) = attempts.log.iter().rposition(|attempt| attempt.keys.contains(key)) {
            attempts.remove(at);
        }
    }

    /// How many attempts and keys are in memory.
    #[cfg(test)]
    pub(super) fn len(&self) -> (usize, usize) {
        let attempts = self.0.lock();
        (attempts.log.len(), attempts.counts.len())
    }
}

impl Attempts {
    fn record(&mut self, keys: [LimitKey; 3], now: i64) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        for key in keys {
            *self.counts.entry(key).or_default() += 1;
        }
        self.log.push_back(Attempt { id, at: now, keys });
        id
    }

    fn remove(&mut self, at: usize) {
        let Some(attempt) = self.log.remove(at) else { return };
        for key in attempt.keys {
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&key);
                }
            }
        }
    }

    /// Forgets the attempts that left the window. Those of the future, before the clock was set back, count as made now.
    fn expire(&mut self, now: i64) {
        for attempt in self.log.iter_mut().rev().take_while(|attempt| attempt.at > now) {
            attempt.at = now;
        }
        while self.log.front().is_some_and(|attempt| attempt.at <= now - WINDOW.num_seconds()) {
            self.remove(0);
        }
    }

    /// When the oldest attempt of a key leaves the window.
    fn retry_after(&self, key: &LimitKey, now: i64) -> TimeDelta {
        let oldest = self.log.iter().find(|attempt| attempt.keys.contains(key)).map_or(now, |attempt| attempt.at);
        WINDOW - TimeDelta::seconds(now - oldest)
    }
}
