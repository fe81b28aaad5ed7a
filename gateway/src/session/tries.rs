//! How often somebody may try to log in.
//!
//! A try is counted before the services are asked, so that neither races nor many at once gain anything, and is given
//! back where it was none. What is locked is the trying for a while, never an account.
//!
//! The log lives in this process. [`Tries`] is all that the rest knows of it (a try is counted, or given back), so that it
//! can move to a store that several gateways share; until then each of several counts for itself. No living try is ever
//! forgotten to make room, or somebody could have their own forgotten by making noise: the log is bounded by the ceiling
//! for everybody.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::address::Address;

/// For how long a try counts.
pub const WINDOW: TimeDelta = TimeDelta::minutes(15);

/// Most tries within a [`WINDOW`].
#[derive(Clone, Copy, Debug)]
pub struct Ceilings {
    /// Codes sent to one e-mail address.
    pub codes: usize,
    /// Codes and passwords handed in for one e-mail address.
    pub guesses: usize,
    /// Both, from one client address. A whole clinic may have one.
    pub from_address: usize,
    /// Both, from everybody.
    pub from_everybody: usize,
}

impl Default for Ceilings {
    fn default() -> Self {
        Self { codes: 3, guesses: 10, from_address: 300, from_everybody: 10_000 }
    }
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Try {
    /// To have a code sent.
    Code,
    /// To hand in a code or a password.
    Guess,
}

/// Why a try is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Whose ceiling is reached.
    pub whose: Whose,
    /// After how much time there is room again.
    pub wait: TimeDelta,
}

/// Whose ceiling is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// That of the e-mail address.
    Email,
    /// That of the client's address, or everybody's.
    Others,
}

/// The tries of late. A clone is the same.
#[derive(Clone)]
pub struct Tries {
    ceilings: Ceilings,
    log: Arc<Mutex<Log>>,
}

impl Tries {
    /// Nobody has tried yet.
    pub fn new(ceilings: Ceilings) -> Self {
        Self { ceilings, log: Arc::default() }
    }

    /// Counts a try.
    ///
    /// # Errors
    /// [`TooMany`]: it is not allowed, and not counted.
    pub fn count(&self, what: Try, email: &str, from: Address, now: DateTime<Utc>) -> Result<Counted, TooMany> {
        let ceilings = &self.ceilings;
        let of_email = match what {
            Try::Code => ceilings.codes,
            Try::Guess => ceilings.guesses,
        };
        let keys = [Key::email(what, email), Key::Address(from), Key::Everybody];
        let ceilings = [of_email, ceilings.from_address, ceilings.from_everybody];
        let mut log = self.log();
        let now = now.timestamp();
        log.forget_before(now - WINDOW.num_seconds());
        for (key, ceiling) in keys.iter().zip(ceilings) {
            if log.counts.get(key).is_some_and(|count| *count >= ceiling) {
                let whose = if matches!(key, Key::Email(..)) { Whose::Email } else { Whose::Others };
                return Err(TooMany { whose, wait: log.wait(key, now) });
            }
        }
        Ok(Counted { id: log.add(keys, now), log: Arc::clone(&self.log) })
    }

    /// Gives back the newest code that was sent to an e-mail address: somebody logged in with it.
    pub fn give_back_code(&self, email: &str) {
        let key = Key::email(Try::Code, email);
        let mut log = self.log();
        if let Some(at) = log.entries.iter().rposition(|entry| entry.keys.contains(&key)) {
            log.remove(at);
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        lock(&self.log)
    }
}

/// A try that was counted.
#[must_use = "a try that was none is given back"]
pub struct Counted {
    id: u64,
    log: Arc<Mutex<Log>>,
}

impl Counted {
    /// It was no try: a right one, or one that nobody judged.
    pub fn give_back(self) {
        let mut log = lock(&self.log);
        if let Ok(at) = log.entries.binary_search_by_key(&self.id, |entry| entry.id) {
            log.remove(at);
        }
    }
}

/// Whom a try counts for. Of an e-mail address only a digest is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Email(Try, [u8; 32]),
    Address(Address),
    Everybody,
}

impl Key {
    /// The same for every spelling that a mail server or a database might take for the same address.
    fn email(what: Try, email: &str) -> Self {
        let plain: String = email.trim().nfkc().flat_map(char::to_lowercase).nfc().collect();
        Self::Email(what, Sha256::digest(plain).into())
    }
}

/// The tries that still count, oldest first, and how many each key has.
#[derive(Default)]
struct Log {
    next: u64,
    entries: VecDeque<Entry>,
    counts: HashMap<Key, usize>,
}

struct Entry {
    id: u64,
    /// Seconds since 1970.
    at: i64,
    keys: [Key; 3],
}

impl Log {
    fn add(&mut self, keys: [Key; 3], now: i64) -> u64 {
        let id = self.next;
        self.next += 1;
        for key in keys {
            *self.counts.entry(key).or_default() += 1;
        }
        self.entries.push_back(Entry { id, at: now, keys });
        id
    }

    fn remove(&mut self, at: usize) {
        let Some(entry) = self.entries.remove(at) else { return };
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
        while self.entries.front().is_some_and(|entry| entry.at <= time) {
            self.remove(0);
        }
    }

    /// When the oldest try of a key no longer counts.
    fn wait(&self, key: &Key, now: i64) -> TimeDelta {
        let oldest = self.entries.iter().find(|entry| entry.keys.contains(key)).map_or(now, |entry| entry.at);
        WINDOW - TimeDelta::seconds(now - oldest)
    }
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    // No operation can panic half-way, so a poisoned log is a whole one.
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{Address, Ceilings, TooMany, Tries, Try, WINDOW, Whose};

    const HERE: Address = Address::UNKNOWN;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn guess(tries: &Tries, email: &str, seconds: i64) -> Result<(), TooMany> {
        tries.count(Try::Guess, email, HERE, at(seconds)).map(drop)
    }

    #[test]
    fn no_window_has_more_tries_than_are_allowed() {
        let tries = Tries::new(Ceilings::default());
        for seconds in 0..10 {
            assert_eq!(guess(&tries, "ana@x.br", 100 * seconds.min(8)), Ok(()));
        }
        let wait = |seconds| Err(TooMany { whose: Whose::Email, wait: TimeDelta::seconds(seconds) });
        assert_eq!(guess(&tries, "ana@x.br", 899), wait(1));
        // The first one no longer counts; the second one still does.
        assert_eq!(guess(&tries, "ana@x.br", 900), Ok(()));
        assert_eq!(guess(&tries, "ana@x.br", 900), wait(100));
        // What was refused did not count.
        assert_eq!(guess(&tries, "ana@x.br", 1000), Ok(()));
    }

    #[test]
    fn codes_and_guesses_are_counted_apart_and_every_spelling_as_one() {
        let tries = Tries::new(Ceilings { guesses: 1, codes: 1, ..Ceilings::default() });
        assert_eq!(guess(&tries, "josé@x.br", 0), Ok(()));
        assert!(tries.count(Try::Code, "josé@x.br", HERE, at(0)).is_ok());
        for same in [" JOSÉ@X.br", "jose\u{301}@x.br", "\u{ff4a}osé@x.br"] {
            assert!(guess(&tries, same, 0).is_err(), "{same}");
        }
        assert_eq!(guess(&tries, "jose@x.br", 0), Ok(()));
    }

    #[test]
    fn what_is_given_back_did_not_happen() {
        let tries = Tries::new(Ceilings { guesses: 2, codes: 2, ..Ceilings::default() });
        let first = tries.count(Try::Guess, "ana@x.br", HERE, at(0)).unwrap();
        assert_eq!(guess(&tries, "ana@x.br", 60), Ok(()));
        assert!(guess(&tries, "ana@x.br", 60).is_err());
        first.give_back();
        assert_eq!(guess(&tries, "ana@x.br", 60), Ok(()));
        assert!(guess(&tries, "ana@x.br", 60).is_err());
        for _ in 0..2 {
            assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).is_ok());
        }
        assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).is_err());
        tries.give_back_code("ANA@x.br");
        assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).is_ok());
        // One that is over cannot be given back twice.
        let late = tries.count(Try::Guess, "bia@x.br", HERE, at(60)).unwrap();
        assert_eq!(guess(&tries, "caio@x.br", 60 + WINDOW.num_seconds()), Ok(()));
        late.give_back();
        assert_eq!(tries.log().counts.len(), 3);
    }

    #[test]
    fn ceilings_hold_for_an_address_and_for_everybody_and_bound_what_is_kept() {
        let tries = Tries::new(Ceilings { from_address: 3, from_everybody: 5, ..Ceilings::default() });
        let from = |last: u8| crate::session::address::Proxies::default().client([192, 0, 2, last].into(), &[], &[]);
        let others = Some(Whose::Others);
        for number in 0..20 {
            let email = format!("{number}@x.br");
            let refused = tries.count(Try::Code, &email, from(1), at(0)).err().map(|too_many| too_many.whose);
            assert_eq!(refused, others.filter(|_| number >= 3), "{number}");
        }
        for number in 20..40_u8 {
            let refused = tries.count(Try::Guess, &format!("{number}@x.br"), from(number), at(0)).err();
            assert_eq!(refused.map(|too_many| too_many.whose), others.filter(|_| number >= 22), "{number}");
        }
        assert_eq!(tries.log().entries.len(), 5);
        assert!(guess(&tries, "outra@x.br", WINDOW.num_seconds()).is_ok());
        let log = tries.log();
        assert_eq!((log.entries.len(), log.counts.len()), (1, 3));
    }
}
