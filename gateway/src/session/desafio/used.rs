//! The desafios that were tried, are being tried or are done in this process, until they expire by themselves.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Id, Refusal, Then};

/// The desafios of this process.
pub(super) struct Used {
    most: usize,
    entries: Mutex<HashMap<Id, Entry>>,
}

struct Entry {
    state: State,
    tries: usize,
    /// Seconds since 1970.
    expires: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    InUse,
    Spent,
}

impl Used {
    /// Remembers so many at a time.
    pub(super) fn remembering(most: usize) -> Self {
        Self { most, entries: Mutex::default() }
    }

    /// Counts a try; gives how many are left after it.
    pub(super) fn hold(&self, id: Id, expires: i64, tries: usize, now: i64) -> Result<usize, Refusal> {
        let mut entries = self.entries();
        if !entries.contains_key(&id) && entries.len() >= self.most {
            entries.retain(|_, entry| entry.expires > now);
            // Forgetting a living one would let it be used again; refusing a login for a while is the smaller harm.
            if entries.len() >= self.most {
                return Err(Refusal::Overloaded);
            }
        }
        let entry = entries.entry(id).or_insert(Entry { state: State::Free, tries: 0, expires });
        match entry.state {
            State::Spent => return Err(Refusal::Used),
            State::InUse => return Err(Refusal::InUse),
            State::Free if entry.tries >= tries => return Err(Refusal::Exhausted),
            State::Free => {}
        }
        entry.state = State::InUse;
        entry.tries += 1;
        Ok(tries - entry.tries)
    }

    pub(super) fn release(&self, id: Id, then: Then) {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(&id) else { return };
        entry.state = if matches!(then, Then::Spent) { State::Spent } else { State::Free };
        if matches!(then, Then::Untried) {
            entry.tries -= 1;
        }
        if entry.state == State::Free && entry.tries == 0 {
            entries.remove(&id);
        }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Id, Entry>> {
        // No operation can panic half-way, so a poisoned map is a whole one.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
