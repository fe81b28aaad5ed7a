//! The *desafio*: the sealed token that carries a login from step to step. It holds the e-mail address and the step that it
//! opens, encrypted and authenticated, so that no client can read, change, skip or reuse it.
//!
//! Replay protection is in memory, and in Redis if gateways share one: a desafio that was consumed at one gateway is refused
//! at the others. Without Redis each gateway that has the key opens a desafio once, until it expires.

mod outcome;
mod redis_lease;
mod replay_protection;

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305,
    aead::{Aead as _, Payload},
};
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretBox};
use tokio::runtime::Handle;

pub use self::outcome::DesafioError;
use self::{
    outcome::{Id, LeaseOutcome},
    redis_lease::RedisLease,
    replay_protection::ReplayProtection,
};
use crate::shared_store::SharedStore;

/// How long a desafio is valid.
pub const DESAFIO_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// Wrong codes that end a desafio: people mistype one once or twice, and five guesses among 36⁶ codes find none.
pub const MAX_WRONG_CODES: usize = 5;

/// Longest desafio that is decoded, in characters; that of the longest e-mail address is shorter.
const MAX_LENGTH: usize = 512;
/// Most desafios in memory. Each costs a rate-limited attempt, of which there are fewer.
const MAX_REMEMBERED: usize = 100_000;

/// A step of the login that needs a desafio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginStep {
    /// The code from the e-mail.
    Codigo,
    /// The password.
    Senha,
}

impl LoginStep {
    /// Authenticated with the desafio: one for another step fails like a forged one.
    fn associated_data(self) -> &'static [u8] {
        match self {
            Self::Codigo => b"gateway desafio v1: codigo",
            Self::Senha => b"gateway desafio v1: senha",
        }
    }
}

/// Seals and opens desafios. A clone shares the replay protection.
#[derive(Clone)]
pub struct Desafios {
    cipher: XChaCha20Poly1305,
    max_wrong_codes: usize,
    used: Arc<ReplayProtection>,
    store: SharedStore,
    /// Longest that the call of a step takes.
    longest_call: Duration,
}

impl Desafios {
    /// Seals with a key that all gateways have. With Redis they count wrong codes and replays together. `longest_call` is the
    /// timeout of a step's call, during which no other request may use its desafio.
    pub fn new(key: &SecretBox<[u8; 32]>, store: SharedStore, longest_call: Duration) -> Self {
        Self { store, longest_call, ..Self::with_limits(key, MAX_WRONG_CODES, MAX_REMEMBERED) }
    }

    /// With more than `max_remembered` desafios in memory, new ones are refused until some expire.
    fn with_limits(key: &SecretBox<[u8; 32]>, max_wrong_codes: usize, max_remembered: usize) -> Self {
        let cipher = XChaCha20Poly1305::new(key.expose_secret().into());
        let used = Arc::new(ReplayProtection::new(max_remembered));
        Self { cipher, max_wrong_codes, used, store: SharedStore::without_redis(), longest_call: Duration::ZERO }
    }

    /// Issues a desafio for a step, with its expiry. A decoy looks like any other.
    pub fn issue(
        &self,
        step: LoginStep,
        email: &str,
        kind: DesafioKind,
        now: DateTime<Utc>,
    ) -> (String, DateTime<Utc>) {
        let expires = now + DESAFIO_LIFETIME;
        let id: Id = rand::random();
        let mut plain = Vec::with_capacity(25 + email.len());
        plain.extend_from_slice(&id);
        plain.extend_from_slice(&expires.timestamp().to_be_bytes());
        plain.push(u8::from(kind == DesafioKind::Real));
        plain.extend_from_slice(email.as_bytes());
        // Random and not passed in: a nonce must never repeat, and 24 random bytes do not.
        let nonce: [u8; 24] = rand::random();
        let sealed = self
            .cipher
            .encrypt(&nonce.into(), Payload { msg: &plain, aad: step.associated_data() })
            .expect("ChaCha20 takes messages up to 256 GiB");
        (URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()), expires)
    }

    /// Opens a desafio for its step and leases it, so that no other request can use it meanwhile.
    ///
    /// # Errors
    /// [`DesafioError`]: it does not open this step.
    pub async fn open(&self, step: LoginStep, desafio: &str, now: DateTime<Utc>) -> Result<DesafioLease, DesafioError> {
        let Opened { id, expires, kind, email } = self.decrypt(step, desafio).ok_or(DesafioError::Invalid)?;
        if now.timestamp() >= expires {
            return Err(DesafioError::Expired);
        }
        let max_attempts = match step {
            LoginStep::Codigo => self.max_wrong_codes,
            // Passwords are limited per e-mail address alone.
            LoginStep::Senha => usize::MAX,
        };
        let attempts_left = self.used.acquire(id, expires, max_attempts, now.timestamp())?;
        let redis = RedisLease::new(&self.store, id, expires - now.timestamp());
        let (used, shared) = (Arc::clone(&self.used), Some(redis.clone()));
        let mut lease = DesafioLease { email, kind, attempts_left, id, used, outcome: LeaseOutcome::Failed, shared };
        // Memory was asked first: what it refuses Redis would refuse; what it allows may have been used at another gateway.
        match redis.acquire(max_attempts, self.longest_call).await {
            Some(Err(error)) => {
                lease.shared = None;
                lease.outcome = LeaseOutcome::Refunded;
                Err(error)
            }
            Some(Ok(attempts_left)) => {
                lease.attempts_left = lease.attempts_left.min(attempts_left);
                Ok(lease)
            }
            None => Ok(lease),
        }
    }

    fn decrypt(&self, step: LoginStep, desafio: &str) -> Option<Opened> {
        if desafio.len() > MAX_LENGTH {
            return None;
        }
        let sealed = URL_SAFE_NO_PAD.decode(desafio).ok()?;
        let (nonce, sealed) = sealed.split_first_chunk::<24>()?;
        let payload = Payload { msg: sealed, aad: step.associated_data() };
        let plain = self.cipher.decrypt(nonce.into(), payload).ok()?;
        let (id, rest) = plain.split_first_chunk::<16>()?;
        let (expires, rest) = rest.split_first_chunk::<8>()?;
        let ([is_real], email) = rest.split_first_chunk::<1>()?;
        Some(Opened {
            id: *id,
            expires: i64::from_be_bytes(*expires),
            kind: if *is_real == 1 { DesafioKind::Real } else { DesafioKind::Decoy },
            email: String::from_utf8(email.to_vec()).ok()?,
        })
    }
}

/// The content of a desafio.
struct Opened {
    id: Id,
    /// Seconds since 1970.
    expires: i64,
    kind: DesafioKind,
    email: String,
}

/// Whether a login can succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesafioKind {
    /// It can open a session.
    Real,
    /// Every step is refused: the services do not know the e-mail address, and the caller must not learn it.
    Decoy,
}

/// An open desafio, leased by one request. Dropped without an outcome, because its caller left, it is a failed attempt.
#[must_use = "a lease ends with an outcome"]
pub struct DesafioLease {
    /// The e-mail address that the login is for.
    pub email: String,
    /// Whether the login can succeed.
    pub kind: DesafioKind,
    attempts_left: usize,
    id: Id,
    used: Arc<ReplayProtection>,
    outcome: LeaseOutcome,
    /// The lease in Redis, until it is released.
    shared: Option<RedisLease>,
}

impl DesafioLease {
    /// Whether this is the last attempt.
    pub fn is_last_attempt(&self) -> bool {
        self.attempts_left == 0
    }

    /// Consumes the desafio: its step is completed.
    pub async fn consume(self) {
        self.release(LeaseOutcome::Consumed).await;
    }

    /// Counts a failed attempt. The desafio stays valid while attempts are left.
    pub async fn attempt_failed(self) {
        self.release(LeaseOutcome::Failed).await;
    }

    /// Refunds an attempt that was never evaluated.
    pub async fn refund(self) {
        self.release(LeaseOutcome::Refunded).await;
    }

    async fn release(mut self, outcome: LeaseOutcome) {
        self.outcome = outcome;
        let shared = self.shared.take();
        drop(self);
        if let Some(shared) = shared {
            shared.release(outcome).await;
        }
    }
}

impl Drop for DesafioLease {
    fn drop(&mut self) {
        self.used.release(self.id, self.outcome);
        if let (Some(shared), Ok(runtime)) = (self.shared.take(), Handle::try_current()) {
            runtime.spawn(shared.release(self.outcome));
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use secrecy::SecretBox;

    use super::{DesafioError, DesafioKind, Desafios, LoginStep};

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn desafios(max_wrong_codes: usize, max_remembered: usize) -> Desafios {
        Desafios::with_limits(&SecretBox::new(Box::new([7; 32])), max_wrong_codes, max_remembered)
    }

    fn issue(desafios: &Desafios, step: LoginStep) -> String {
        desafios.issue(step, "ana@x.br", DesafioKind::Real, now()).0
    }

    #[tokio::test]
    async fn wrong_codes_end_a_desafio_and_refunded_attempts_do_not() {
        let desafios = desafios(3, 10);
        let desafio = issue(&desafios, LoginStep::Codigo);
        let open = || desafios.open(LoginStep::Codigo, &desafio, now());
        for _ in 0..5 {
            open().await.unwrap().refund().await;
        }
        for is_last in [false, false, true] {
            assert_eq!(open().await.unwrap().is_last_attempt(), is_last);
        }
        assert_eq!(open().await.err(), Some(DesafioError::Exhausted));
        // Passwords are limited per e-mail address alone.
        let desafio = issue(&desafios, LoginStep::Senha);
        for _ in 0..20 {
            assert!(!desafios.open(LoginStep::Senha, &desafio, now()).await.unwrap().is_last_attempt());
        }
    }

    #[tokio::test]
    async fn replay_protection_is_bounded_and_forgets_nothing_early() {
        let desafios = desafios(3, 1);
        let [tried, other] = [(); 2].map(|()| issue(&desafios, LoginStep::Codigo));
        desafios.open(LoginStep::Codigo, &other, now()).await.unwrap().refund().await;
        desafios.open(LoginStep::Codigo, &tried, now()).await.unwrap().consume().await;
        assert_eq!(desafios.open(LoginStep::Codigo, &other, now()).await.err(), Some(DesafioError::Overloaded));
        assert_eq!(desafios.open(LoginStep::Codigo, &tried, now()).await.err(), Some(DesafioError::Used));
        let later = now() + TimeDelta::minutes(10);
        let (new, _) = desafios.issue(LoginStep::Codigo, "ana@x.br", DesafioKind::Real, later);
        assert!(desafios.open(LoginStep::Codigo, &new, later).await.is_ok());
    }

    #[tokio::test]
    async fn the_kind_of_a_desafio_is_sealed_into_it() {
        let desafios = desafios(3, 10);
        let (decoy, _) = desafios.issue(LoginStep::Codigo, "ana@x.br", DesafioKind::Decoy, now());
        let desafio = issue(&desafios, LoginStep::Codigo);
        assert_eq!(decoy.len(), desafio.len());
        assert_eq!(desafios.open(LoginStep::Codigo, &decoy, now()).await.unwrap().kind, DesafioKind::Decoy);
        assert_eq!(desafios.open(LoginStep::Codigo, &desafio, now()).await.unwrap().kind, DesafioKind::Real);
    }
}
