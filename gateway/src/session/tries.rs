//! How often somebody may try to log in.
//!
//! A try is counted before the services are asked, so that neither races nor many at once gain anything, and is given
//! back where it was none. What is locked is the trying for a while, never an account.
//!
//! Gateways that share a store count together; a gateway alone, or one that lost the store, counts in a log of its own, and
//! tells the store later. No living try is ever forgotten to make room, or somebody could have their own
//! forgotten by making noise: what is remembered is bounded by the ceiling for everybody.

mod log;
mod shared;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use self::{log::Log, shared::SharedTry};
use super::address::Address;
use crate::store::Store;

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
    log: Arc<Log>,
    store: Option<Store>,
}

impl Tries {
    /// Nobody has tried yet here; at other gateways somebody may have, if there is a store that they share.
    pub fn new(ceilings: Ceilings, store: Option<Store>) -> Self {
        Self { ceilings, log: Arc::default(), store }
    }

    /// Counts a try.
    ///
    /// # Errors
    /// [`TooMany`]: it is not allowed, and not counted.
    pub async fn count(&self, what: Try, email: &str, from: Address, now: DateTime<Utc>) -> Result<Counted, TooMany> {
        let of_email = match what {
            Try::Code => self.ceilings.codes,
            Try::Guess => self.ceilings.guesses,
        };
        let ceilings = [of_email, self.ceilings.from_address, self.ceilings.from_everybody];
        let (keys, now) = ([Key::email(what, email), Key::Address(from), Key::Everybody], now.timestamp());
        let Some(store) = &self.store else {
            let number = self.log.count(keys, ceilings, now)?;
            return Ok(Counted { number, log: Arc::clone(&self.log), shared: None });
        };
        let shared = SharedTry::new(store, &keys);
        let number = match shared.count(store, &keys, ceilings, now).await {
            // Remembered here as well, for when the store is lost.
            Some(allowed) => allowed.map(|()| self.log.add(keys, now))?,
            None => {
                let number = self.log.count(keys, ceilings, now)?;
                shared.add(store, ceilings, now).await;
                number
            }
        };
        Ok(Counted { number, log: Arc::clone(&self.log), shared: Some((store.clone(), shared)) })
    }

    /// Gives back the newest code that was sent to an e-mail address: somebody logged in with it.
    pub async fn give_back_code(&self, email: &str) {
        let key = Key::email(Try::Code, email);
        self.log.give_back_newest(&key);
        if let Some(store) = &self.store {
            shared::give_back_newest(store, &key).await;
        }
    }
}

/// A try that was counted.
#[must_use = "a try that was none is given back"]
pub struct Counted {
    number: u64,
    log: Arc<Log>,
    shared: Option<(Store, SharedTry)>,
}

impl Counted {
    /// It was no try: a right one, or one that nobody judged.
    pub async fn give_back(self) {
        self.log.give_back(self.number);
        if let Some((store, shared)) = self.shared {
            shared.give_back(&store).await;
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
        let (name, domain) = plain.rsplit_once('@').unwrap_or((&plain, ""));
        // Quotes are no part of a name (RFC 5321, section 4.1.2).
        let name = name.replace(['"', '\\'], "");
        // Of a name that is not ASCII, its ASCII form; and none has a dot at its end, though DNS writes one.
        let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_owned());
        let plain = format!("{name}@{}", domain.trim_end_matches('.'));
        Self::Email(what, Sha256::digest(plain).into())
    }

    fn whose(&self) -> Whose {
        match self {
            Self::Email(..) => Whose::Email,
            Self::Address(_) | Self::Everybody => Whose::Others,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{Address, Ceilings, TooMany, Tries, Try, WINDOW, Whose};

    const HERE: Address = Address::UNKNOWN;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    async fn guess(tries: &Tries, email: &str, seconds: i64) -> Result<(), TooMany> {
        tries.count(Try::Guess, email, HERE, at(seconds)).await.map(drop)
    }

    #[tokio::test]
    async fn no_window_has_more_tries_than_are_allowed() {
        let tries = Tries::new(Ceilings::default(), None);
        for seconds in 0..10 {
            assert_eq!(guess(&tries, "ana@x.br", 100 * seconds.min(8)).await, Ok(()));
        }
        let wait = |seconds| Err(TooMany { whose: Whose::Email, wait: TimeDelta::seconds(seconds) });
        assert_eq!(guess(&tries, "ana@x.br", 899).await, wait(1));
        // The first one no longer counts; the second one still does.
        assert_eq!(guess(&tries, "ana@x.br", 900).await, Ok(()));
        assert_eq!(guess(&tries, "ana@x.br", 900).await, wait(100));
        // What was refused did not count.
        assert_eq!(guess(&tries, "ana@x.br", 1000).await, Ok(()));
    }

    #[tokio::test]
    async fn codes_and_guesses_are_counted_apart_and_every_spelling_as_one() {
        let tries = Tries::new(Ceilings { guesses: 1, codes: 1, ..Ceilings::default() }, None);
        assert_eq!(guess(&tries, "josé@x.br", 0).await, Ok(()));
        assert!(tries.count(Try::Code, "josé@x.br", HERE, at(0)).await.is_ok());
        for same in [
            " JOSÉ@X.br",
            "jose\u{301}@x.br",
            "\u{ff4a}osé@x.br",
            "josé@x.br.",
            "josé@x.br..",
            "josé@x\u{ff0e}br\u{3002}",
            "\"josé\"@x.br",
            "jos\\é@x.br",
            "josé@x\u{ad}.br",
        ] {
            assert!(guess(&tries, same, 0).await.is_err(), "{same}");
        }
        assert_eq!(guess(&tries, "ana@clínica.example", 0).await, Ok(()));
        for same in ["ana@xn--clnica-4va.example", "ANA@CLI\u{301}NICA.Example.", "ana@XN--CLNICA-4VA.example."] {
            assert!(guess(&tries, same, 0).await.is_err(), "{same}");
        }
        for other in ["jose@x.br", "josé@x.com.br", "josé+1@x.br", "josé@y.br", "josé@"] {
            assert_eq!(guess(&tries, other, 0).await, Ok(()), "{other}");
        }
    }

    #[tokio::test]
    async fn what_is_given_back_did_not_happen() {
        let tries = Tries::new(Ceilings { guesses: 2, codes: 2, ..Ceilings::default() }, None);
        let first = tries.count(Try::Guess, "ana@x.br", HERE, at(0)).await.unwrap();
        assert_eq!(guess(&tries, "ana@x.br", 60).await, Ok(()));
        assert!(guess(&tries, "ana@x.br", 60).await.is_err());
        first.give_back().await;
        assert_eq!(guess(&tries, "ana@x.br", 60).await, Ok(()));
        assert!(guess(&tries, "ana@x.br", 60).await.is_err());
        for _ in 0..2 {
            assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).await.is_ok());
        }
        assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).await.is_err());
        tries.give_back_code("ANA@x.br").await;
        assert!(tries.count(Try::Code, "ana@x.br", HERE, at(60)).await.is_ok());
        // One that is over cannot be given back twice.
        let late = tries.count(Try::Guess, "bia@x.br", HERE, at(60)).await.unwrap();
        assert_eq!(guess(&tries, "caio@x.br", 60 + WINDOW.num_seconds()).await, Ok(()));
        late.give_back().await;
        assert_eq!(tries.log.len(), (1, 3));
    }

    #[tokio::test]
    async fn ceilings_hold_for_an_address_and_for_everybody_and_bound_what_is_kept() {
        let tries = Tries::new(Ceilings { from_address: 3, from_everybody: 5, ..Ceilings::default() }, None);
        let from = |last: u8| crate::session::address::Proxies::default().client([192, 0, 2, last].into(), &[], &[]);
        let others = Some(Whose::Others);
        for number in 0..20 {
            let email = format!("{number}@x.br");
            let refused = tries.count(Try::Code, &email, from(1), at(0)).await.err().map(|too_many| too_many.whose);
            assert_eq!(refused, others.filter(|_| number >= 3), "{number}");
        }
        for number in 20..40_u8 {
            let refused = tries.count(Try::Guess, &format!("{number}@x.br"), from(number), at(0)).await.err();
            assert_eq!(refused.map(|too_many| too_many.whose), others.filter(|_| number >= 22), "{number}");
        }
        assert_eq!(tries.log.len().0, 5);
        assert!(guess(&tries, "outra@x.br", WINDOW.num_seconds()).await.is_ok());
        assert_eq!(tries.log.len(), (1, 3));
    }
}
