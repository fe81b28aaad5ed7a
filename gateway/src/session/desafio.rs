//! How far a login has come. A *desafio* is what a login hands from step to step: the e-mail address and the step that it
//! opens, sealed so that nobody can read, change, skip or reuse it.
//!
//! Which desafios were used is remembered by this process, and by the store where gateways share one: what was spent here
//! is dead at the others. Gateways that share a key but no store, or lost it, each let a desafio open its step once, until
//! it expires.

mod shared;
mod used;

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305,
    aead::{Aead as _, Payload},
};
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretBox};
use tokio::runtime::Handle;

use self::{shared::SharedHold, used::Used};
use crate::store::Store;

/// How long a desafio is good for.
pub const DESAFIO_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// Most characters of a desafio that are looked at: that of the longest e-mail address has fewer.
const MAX_DESAFIO: usize = 512;
/// Most desafios that a process remembers at a time; each had a try that was counted, of which there are fewer.
const MAX_REMEMBERED: usize = 100_000;

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
    /// Too many wrong codes were handed in with it.
    Exhausted,
    /// Too many logins are under way.
    Overloaded,
}

/// Seals and opens desafios. A clone shares what it remembers.
#[derive(Clone)]
pub struct Desafios {
    cipher: XChaCha20Poly1305,
    wrong_codes: usize,
    used: Arc<Used>,
    store: Option<Store>,
}

impl Desafios {
    /// Seals with a key that every instance of the gateway has. A desafio ends by so many wrong codes, at all gateways
    /// together if there is a store that they share.
    pub fn new(key: &SecretBox<[u8; 32]>, wrong_codes: usize, store: Option<Store>) -> Self {
        Self { store, ..Self::remembering(key, wrong_codes, MAX_REMEMBERED) }
    }

    /// The same, with the most desafios that are remembered at a time: where there are more, those that want to open are
    /// refused until some expire.
    fn remembering(key: &SecretBox<[u8; 32]>, wrong_codes: usize, most: usize) -> Self {
        let cipher = XChaCha20Poly1305::new(key.expose_secret().into());
        Self { cipher, wrong_codes, used: Arc::new(Used::remembering(most)), store: None }
    }

    /// Hands out a desafio for a step, and says until when it is good. One that leads nowhere looks like any other.
    pub fn issue(&self, step: Step, email: &str, leads: Leads, now: DateTime<Utc>) -> (String, DateTime<Utc>) {
        let expires = now + DESAFIO_LIFETIME;
        let id: Id = rand::random();
        let mut plain = Vec::with_capacity(25 + email.len());
        plain.extend_from_slice(&id);
        plain.extend_from_slice(&expires.timestamp().to_be_bytes());
        plain.push(u8::from(leads == Leads::In));
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
    pub async fn open(&self, step: Step, desafio: &str, now: DateTime<Utc>) -> Result<Held, Refusal> {
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
        let (expires, rest) = rest.split_first_chunk::<8>().ok_or(Refusal::Invalid)?;
        let ([leads], email) = rest.split_first_chunk::<1>().ok_or(Refusal::Invalid)?;
        let leads = if *leads == 1 { Leads::In } else { Leads::Nowhere };
        let email = String::from_utf8(email.to_vec()).map_err(|_| Refusal::Invalid)?;
        let expires = i64::from_be_bytes(*expires);
        if now.timestamp() >= expires {
            return Err(Refusal::Expired);
        }
        let most = match step {
            Step::Codigo => self.wrong_codes,
            // A password is tried as often as the e-mail address may.
            Step::Senha => usize::MAX,
        };
        let left = self.used.hold(*id, expires, most, now.timestamp())?;
        let shared = self.store.as_ref().map(|store| SharedHold::new(store, *id, expires - now.timestamp()));
        let mut held = Held { email, leads, left, id: *id, used: Arc::clone(&self.used), then: Then::Tried, shared };
        // What this process refuses the others would refuse too; what it allows they may not.
        let elsewhere = match &held.shared {
            Some(shared) => shared.hold(most).await,
            None => None,
        };
        match elsewhere {
            Some(Err(refusal)) => {
                held.shared = None;
                held.then = Then::Untried;
                Err(refusal)
            }
            Some(Ok(left)) => {
                held.left = held.left.min(left);
                Ok(held)
            }
            None => Ok(held),
        }
    }
}

/// Where the steps that begin with a desafio lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To a session.
    In,
    /// To one refusal after another: the services refused the e-mail address, and nobody shall learn it.
    Nowhere,
}

/// An open desafio, and a try with it. It ends as what it was; dropped, because its caller left, it was a try.
#[must_use = "a try ends as what it was"]
pub struct Held {
    email: String,
    leads: Leads,
    left: usize,
    id: Id,
    used: Arc<Used>,
    then: Then,
    /// Where gateways share a store, until it was told.
    shared: Option<SharedHold>,
}

impl Held {
    /// The e-mail address that the login is for.
    pub fn email(&self) -> &str {
        &self.email
    }

    /// Where it leads.
    pub fn leads(&self) -> Leads {
        self.leads
    }

    /// Whether there is no try left after this one.
    pub fn is_last_try(&self) -> bool {
        self.left == 0
    }

    /// Its step is done: it is dead from now on.
    pub async fn spend(self) {
        self.end(Then::Spent).await;
    }

    /// What was handed in was wrong: it may be tried again, as often as there are tries left.
    pub async fn tried(self) {
        self.end(Then::Tried).await;
    }

    /// Nobody judged what was handed in: it was no try.
    pub async fn untried(self) {
        self.end(Then::Untried).await;
    }

    async fn end(mut self, then: Then) {
        self.then = then;
        let shared = self.shared.take();
        drop(self);
        if let Some(shared) = shared {
            shared.release(then).await;
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.used.release(self.id, self.then);
        if let (Some(shared), Ok(runtime)) = (self.shared.take(), Handle::try_current()) {
            runtime.spawn(shared.release(self.then));
        }
    }
}

/// What became of a try.
#[derive(Clone, Copy)]
enum Then {
    Tried,
    Untried,
    Spent,
}

type Id = [u8; 16];

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use secrecy::SecretBox;

    use super::{Desafios, Leads, Refusal, Step};

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn desafios(wrong_codes: usize, most: usize) -> Desafios {
        Desafios::remembering(&SecretBox::new(Box::new([7; 32])), wrong_codes, most)
    }

    fn issue(desafios: &Desafios, step: Step) -> String {
        desafios.issue(step, "ana@x.br", Leads::In, now()).0
    }

    #[tokio::test]
    async fn a_desafio_ends_by_wrong_codes_and_not_by_what_nobody_judged() {
        let desafios = desafios(3, 10);
        let desafio = issue(&desafios, Step::Codigo);
        let open = || desafios.open(Step::Codigo, &desafio, now());
        for _ in 0..5 {
            open().await.unwrap().untried().await;
        }
        for is_last in [false, false, true] {
            assert_eq!(open().await.unwrap().is_last_try(), is_last);
        }
        assert_eq!(open().await.err(), Some(Refusal::Exhausted));
        // Passwords are counted by e-mail address alone.
        let desafio = issue(&desafios, Step::Senha);
        for _ in 0..20 {
            assert!(!desafios.open(Step::Senha, &desafio, now()).await.unwrap().is_last_try());
        }
    }

    #[tokio::test]
    async fn what_is_remembered_is_bounded_and_never_forgotten_early() {
        let desafios = desafios(3, 1);
        let [tried, other] = [(); 2].map(|()| issue(&desafios, Step::Codigo));
        desafios.open(Step::Codigo, &other, now()).await.unwrap().untried().await;
        desafios.open(Step::Codigo, &tried, now()).await.unwrap().spend().await;
        assert_eq!(desafios.open(Step::Codigo, &other, now()).await.err(), Some(Refusal::Overloaded));
        assert_eq!(desafios.open(Step::Codigo, &tried, now()).await.err(), Some(Refusal::Used));
        let later = now() + TimeDelta::minutes(10);
        let (new, _) = desafios.issue(Step::Codigo, "ana@x.br", Leads::In, later);
        assert!(desafios.open(Step::Codigo, &new, later).await.is_ok());
    }

    #[tokio::test]
    async fn where_a_desafio_leads_is_sealed_into_it() {
        let desafios = desafios(3, 10);
        let (nowhere, _) = desafios.issue(Step::Codigo, "ana@x.br", Leads::Nowhere, now());
        let desafio = issue(&desafios, Step::Codigo);
        assert_eq!(nowhere.len(), desafio.len());
        assert_eq!(desafios.open(Step::Codigo, &nowhere, now()).await.unwrap().leads(), Leads::Nowhere);
        assert_eq!(desafios.open(Step::Codigo, &desafio, now()).await.unwrap().leads(), Leads::In);
    }
}
