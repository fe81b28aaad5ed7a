//! Who is asking: the bearer of a caller, and how far a login has come.
//!
//! A [`Session`] is what a caller with a token has, and the only way to the services behind it. A
//! *desafio* is what a login hands from step to step: the e-mail address and the step that it opens,
//! sealed so that nobody can read, change, skip or reuse it. Nothing here writes a log line.
//!
//! Which desafios were used is remembered by this process alone: where several gateways share a key, one that was spent
//! here opens its step at another until it expires. Without a shared key it opens nothing there.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305,
    aead::{Aead as _, Payload},
};
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretBox};

use crate::upstream::{Bearer, Upstream};

/// How long a desafio is good for.
pub const DESAFIO_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// Most characters of a desafio that are looked at: that of the longest e-mail address has fewer.
const MAX_DESAFIO: usize = 512;
/// Most desafios that are remembered as used at a time; each is one that a service accepted, or is asked about now.
const MAX_REMEMBERED: usize = 100_000;

/// A caller with a token. Whether the services still know the token is theirs to say.
#[derive(Clone, Debug)]
pub struct Session {
    services: Bearer,
}

impl Session {
    /// The session that an `Authorization` header names. `None` where there is none: no header, another scheme, the
    /// token `0`, or what could not go on in a header.
    pub fn from_authorization(upstream: &Upstream, header: Option<&str>) -> Option<Self> {
        let (scheme, token) = header?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        Some(Self { services: upstream.bearer(token.trim_matches(' '))? })
    }

    /// The services, as this caller reaches them.
    pub fn upstream(&self) -> &Bearer {
        &self.services
    }
}

/// A step of the login that needs a desafio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Handing in the code from the e-mail.
    Codigo,
    /// Handing in the password.
    Senha,
}

impl Step {
    /// Authenticated with every desafio: one opened for another step than its own is as wrong as a forged one.
    fn associated_data(self) -> &'static [u8] {
        match self {
            Self::Codigo => b"gateway desafio v1: codigo",
            Self::Senha => b"gateway desafio v1: senha",
        }
    }
}

/// Why a desafio does not open its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It was not sealed here, or for another step.
    Invalid,
    /// Its time is over.
    Expired,
    /// Its step was done.
    Used,
    /// Its step is being done by another request.
    InUse,
    /// Too many logins are under way.
    Overloaded,
}

/// Seals and opens desafios. A clone shares what it remembers.
#[derive(Clone)]
pub struct Desafios {
    cipher: XChaCha20Poly1305,
    used: Arc<Used>,
}

impl Desafios {
    /// Seals with a key that every instance of the gateway has.
    pub fn new(key: &SecretBox<[u8; 32]>) -> Self {
        Self::remembering(key, MAX_REMEMBERED)
    }

    /// The same, with the most desafios that are remembered as used at a time: where there are more, those that want to
    /// open are refused until some expire.
    pub fn remembering(key: &SecretBox<[u8; 32]>, most: usize) -> Self {
        let used = Used { most, entries: Mutex::default() };
        Self { cipher: XChaCha20Poly1305::new(key.expose_secret().into()), used: Arc::new(used) }
    }

    /// Hands out a desafio for a step, and says until when it is good.
    pub fn issue(&self, step: Step, email: &str, now: DateTime<Utc>) -> (String, DateTime<Utc>) {
        let expires = now + DESAFIO_LIFETIME;
        let id: Id = rand::random();
        let mut plain = Vec::with_capacity(24 + email.len());
        plain.extend_from_slice(&id);
        plain.extend_from_slice(&expires.timestamp().to_be_bytes());
        plain.extend_from_slice(email.as_bytes());
        // Drawn from the operating system's generator and not from a value passed in: a nonce must never repeat, and
        // with 24 random bytes it does not.
        let nonce: [u8; 24] = rand::random();
        let sealed = self
            .cipher
            .encrypt(&nonce.into(), Payload { msg: &plain, aad: step.associated_data() })
            .expect("ChaCha20 takes messages up to 256 GiB");
        (URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()), expires)
    }

    /// Opens a desafio for its step and holds it, so that no other request can use it meanwhile.
    ///
    /// # Errors
    /// [`Refusal`] says why it opens nothing.
    pub fn open(&self, step: Step, desafio: &str, now: DateTime<Utc>) -> Result<Held, Refusal> {
        if desafio.len() > MAX_DESAFIO {
            return Err(Refusal::Invalid);
        }
        let sealed = URL_SAFE_NO_PAD.decode(desafio).map_err(|_| Refusal::Invalid)?;
        let (nonce, sealed) = sealed.split_first_chunk::<24>().ok_or(Refusal::Invalid)?;
        let plain = self
            .cipher
            .decrypt(nonce.into(), Payload { msg: sealed, aad: step.associated_data() })
            .map_err(|_| Refusal::Invalid)?;
        let (id, rest) = plain.split_first_chunk::<16>().ok_or(Refusal::Invalid)?;
        let (expires, email) = rest.split_first_chunk::<8>().ok_or(Refusal::Invalid)?;
        let email = String::from_utf8(email.to_vec()).map_err(|_| Refusal::Invalid)?;
        let expires = i64::from_be_bytes(*expires);
        if now.timestamp() >= expires {
            return Err(Refusal::Expired);
        }
        self.used.hold(*id, expires, now.timestamp())?;
        Ok(Held { email, id: *id, used: Arc::clone(&self.used), spent: false })
    }
}

/// An open desafio. Dropped, it may be used again; spent, never.
pub struct Held {
    email: String,
    id: Id,
    used: Arc<Used>,
    spent: bool,
}

impl Held {
    /// The e-mail address that the login is for.
    pub fn email(&self) -> &str {
        &self.email
    }

    /// Its step is done: it is dead from now on.
    pub fn spend(mut self) {
        self.spent = true;
        self.used.spend(self.id);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.spent {
            self.used.release(self.id);
        }
    }
}

type Id = [u8; 16];

/// The desafios that must not open their step: in use or done, until they expire by themselves. Three small operations,
/// so that they can move to a store that several gateways share.
struct Used {
    most: usize,
    entries: Mutex<HashMap<Id, Entry>>,
}

struct Entry {
    spent: bool,
    /// Seconds since 1970.
    expires: i64,
}

impl Used {
    fn hold(&self, id: Id, expires: i64, now: i64) -> Result<(), Refusal> {
        let mut entries = self.entries();
        match entries.get(&id) {
            Some(Entry { spent: true, .. }) => return Err(Refusal::Used),
            Some(Entry { spent: false, .. }) => return Err(Refusal::InUse),
            None => {}
        }
        if entries.len() >= self.most {
            entries.retain(|_, entry| entry.expires > now);
            // Forgetting a living one would let it be used again; refusing a login for a while is the smaller harm.
            if entries.len() >= self.most {
                return Err(Refusal::Overloaded);
            }
        }
        entries.insert(id, Entry { spent: false, expires });
        Ok(())
    }

    fn spend(&self, id: Id) {
        if let Some(entry) = self.entries().get_mut(&id) {
            entry.spent = true;
        }
    }

    fn release(&self, id: Id) {
        self.entries().remove(&id);
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<Id, Entry>> {
        // No operation can panic half-way, so a poisoned map is a whole one.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
