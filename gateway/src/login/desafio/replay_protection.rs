//! Replay protection of this process: the desafios that were used or are leased, until they expire.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::outcome::{DesafioError, Id, LeaseOutcome};

pub(super) struct ReplayProtection {
    max_entries: usize,
    entries: Mutex<HashMap<Id, Entry>>,
}

struct Entry {
    state: State,
    attempts: usize,
    /// Seconds since 1970.
    expires: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    Leased,
    Consumed,
}

impl ReplayProtection {
    pub(super) fn new(max_entries: usize) -> Self {
        Self { max_entries, entries: Mutex::default() }
    }

    /// Leases a desafio and counts an attempt; returns how many attempts are left after it.
    pub(super) fn acquire(&self, id: Id, expires: i64, max_attempts: usize, now: i64) -> Result<usize, DesafioError> {
        let mut entries = self.entries.lock();
        if !entries.contains_key(&id) && entries.len() >= self.max_entries {
            entries.retain(|_, entry| entry.expires > now);
            // Evicting a valid desafio would allow its replay; refusing a login for a while is the smaller harm.
            if entries.len() >= self.max_entries {
                return Err(DesafioError::Overloaded);
            }
        }
        let entry = entries.entry(id).or_insert(Entry { state: State::Free, attempts: 0, expires });
        match entry.state {
            State::Consumed => return Err(DesafioError::Used),
            State::Leased => return Err(DesafioError::InUse),
            State::Free if entry.attempts >= max_attempts => return Err(DesafioError::Exhausted),
            State::Free => {}
        }
        entry.state = State::Leased;
        entry.attempts += 1;
        Ok(max_attempts - entry.attempts)
    }

    pub(super) fn release(&self, id: Id, outcome: LeaseOutcome) {
        let mut entries = self.entries.lock();
        let Some(entry) = entries.get_mut(&id) else { return };
        entry.state = if matches!(outcome, LeaseOutcome::Consumed) { State::Consumed } else { State::Free };
        if matches!(outcome, LeaseOutcome::Refunded) {
            entry.attempts -= 1;
        }
        if entry.state == State::Free && entry.attempts == 0 {
            entries.remove(&id);
        }
    }
}
