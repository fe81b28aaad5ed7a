//! Rate limits of the login: a sliding window of 15 minutes per e-mail address, per client address and overall.
//!
//! An attempt is counted before the services are called, so that concurrent requests cannot pass the limit, and refunded if
//! it succeeded (but for changes of a password) or was never evaluated. Attempts are limited; accounts are never locked.
//!
//! With Redis all gateways count together. Without it, or while it is unreachable, each gateway counts in memory, and
//! reports its attempts to Redis later. No attempt is evicted before it leaves the window: the overall limit
//! bounds the memory, so an attacker's attempts cannot push out those of others.
//!
//! Ours, and not `governor`: its GCRA has no refunds, allows up to twice the limit in a window, and cannot be shared.

mod limit_key;
mod redis_window;
mod sliding_window;

use std::sync::Arc;

use chrono::{DateTime, Utc};

pub use self::limit_key::{LimitScope, LoginAttemptKind, RateLimited, WINDOW};
use self::{limit_key::LimitKey, redis_window::RedisAttempt, sliding_window::SlidingWindow};
use crate::{client_address::ClientAddress, shared_store::SharedStore};

/// Most attempts within a [`WINDOW`].
#[derive(Clone, Copy, Debug)]
pub struct LoginRateLimits {
    /// Codes sent to one e-mail address, without those of completed logins.
    pub codes_per_email: usize,
    /// Guesses for one e-mail address: codes, passwords, changes of password, and checks that sent no code. Right codes and
    /// passwords of a login are refunded.
    pub guesses_per_email: usize,
    /// Attempts of either kind from one client address. A whole clinic may share one.
    pub per_client_address: usize,
    /// Attempts of either kind in all.
    pub overall: usize,
}

impl Default for LoginRateLimits {
    fn default() -> Self {
        Self { codes_per_email: 3, guesses_per_email: 10, per_client_address: 300, overall: 10_000 }
    }
}

/// Limits attempts to log in. A clone shares the counts.
#[derive(Clone)]
pub struct LoginRateLimiter {
    limits: LoginRateLimits,
    window: Arc<SlidingWindow>,
    store: SharedStore,
}

impl LoginRateLimiter {
    /// A limiter without attempts of its own; those of other gateways are in the store.
    pub fn new(limits: LoginRateLimits, store: SharedStore) -> Self {
        Self { limits, window: Arc::default(), store }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`RateLimited`]: a limit is reached; the attempt is not counted.
    pub async fn acquire(
        &self,
        kind: LoginAttemptKind,
        email: &str,
        client: ClientAddress,
        now: DateTime<Utc>,
    ) -> Result<CountedLoginAttempt, RateLimited> {
        let per_email = match kind {
            LoginAttemptKind::SendCode => self.limits.codes_per_email,
            LoginAttemptKind::Guess => self.limits.guesses_per_email,
        };
        let limits = [per_email, self.limits.per_client_address, self.limits.overall];
        let (keys, now) =
            ([LimitKey::email(kind, email), LimitKey::Client(client), LimitKey::Overall], now.timestamp());
        let store = &self.store;
        // Redis first: memory may still count what another gateway has refunded.
        let shared = RedisAttempt::new(store, &keys);
        let id = match shared.acquire(store, &keys, limits, now).await {
            // Counted in memory as well, for when Redis is unreachable.
            Some(allowed) => allowed.map(|()| self.window.record(keys, now))?,
            None => {
                let id = self.window.acquire(keys, limits, now)?;
                shared.record(store, limits, now).await;
                id
            }
        };
        Ok(CountedLoginAttempt { id, window: Arc::clone(&self.window), store: store.clone(), shared })
    }

    /// Refunds the newest code that was sent to an e-mail address, after a login with it.
    pub async fn refund_newest_code(&self, email: &str) {
        let key = LimitKey::email(LoginAttemptKind::SendCode, email);
        self.window.refund_newest(&key);
        redis_window::refund_newest(&self.store, &key).await;
    }
}

/// An attempt that was counted.
#[must_use = "an attempt that succeeded or was not evaluated is refunded"]
pub struct CountedLoginAttempt {
    id: u64,
    window: Arc<SlidingWindow>,
    store: SharedStore,
    shared: RedisAttempt,
}

impl CountedLoginAttempt {
    /// Refunds an attempt that succeeded or was never evaluated.
    pub async fn refund(self) {
        self.window.refund(self.id);
        self.shared.refund(&self.store).await;
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{
        ClientAddress, LimitScope, LoginAttemptKind, LoginRateLimiter, LoginRateLimits, RateLimited, SharedStore,
        WINDOW,
    };

    const HERE: ClientAddress = ClientAddress::UNKNOWN;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn alone(limits: LoginRateLimits) -> LoginRateLimiter {
        LoginRateLimiter::new(limits, SharedStore::without_redis())
    }

    async fn guess(limiter: &LoginRateLimiter, email: &str, seconds: i64) -> Result<(), RateLimited> {
        limiter.acquire(LoginAttemptKind::Guess, email, HERE, at(seconds)).await.map(drop)
    }

    #[tokio::test]
    async fn a_clock_that_is_set_back_prolongs_the_window_by_no_more_than_its_length() {
        let limits = LoginRateLimits { guesses_per_email: 2, ..LoginRateLimits::default() };
        let limiter = alone(limits);
        let wait = |seconds| Err(RateLimited { scope: LimitScope::Email, retry_after: TimeDelta::seconds(seconds) });
        assert_eq!(guess(&limiter, "ana@x.br", 7200).await, Ok(()));
        assert_eq!(guess(&limiter, "ana@x.br", 7300).await, Ok(()));
        assert_eq!(guess(&limiter, "ana@x.br", 0).await, wait(900));
        assert_eq!(guess(&limiter, "ana@x.br", 899).await, wait(1));
        assert_eq!(guess(&limiter, "ana@x.br", 900).await, Ok(()));
    }

    #[tokio::test]
    async fn codes_and_guesses_have_limits_of_their_own_and_every_spelling_counts_as_one() {
        let limiter = alone(LoginRateLimits { guesses_per_email: 1, codes_per_email: 1, ..LoginRateLimits::default() });
        assert_eq!(guess(&limiter, "josé@x.br", 0).await, Ok(()));
        assert!(limiter.acquire(LoginAttemptKind::SendCode, "josé@x.br", HERE, at(0)).await.is_ok());
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
            assert!(guess(&limiter, same, 0).await.is_err(), "{same}");
        }
        assert_eq!(guess(&limiter, "ana@clínica.example", 0).await, Ok(()));
        for same in ["ana@xn--clnica-4va.example", "ANA@CLI\u{301}NICA.Example.", "ana@XN--CLNICA-4VA.example."] {
            assert!(guess(&limiter, same, 0).await.is_err(), "{same}");
        }
        for other in ["jose@x.br", "josé@x.com.br", "josé+1@x.br", "josé@y.br", "josé@"] {
            assert_eq!(guess(&limiter, other, 0).await, Ok(()), "{other}");
        }
    }

    #[tokio::test]
    async fn a_refunded_attempt_does_not_count() {
        let limiter = alone(LoginRateLimits { guesses_per_email: 2, codes_per_email: 2, ..LoginRateLimits::default() });
        let first = limiter.acquire(LoginAttemptKind::Guess, "ana@x.br", HERE, at(0)).await.unwrap();
        assert_eq!(guess(&limiter, "ana@x.br", 60).await, Ok(()));
        assert!(guess(&limiter, "ana@x.br", 60).await.is_err());
        first.refund().await;
        assert_eq!(guess(&limiter, "ana@x.br", 60).await, Ok(()));
        assert!(guess(&limiter, "ana@x.br", 60).await.is_err());
        for _ in 0..2 {
            assert!(limiter.acquire(LoginAttemptKind::SendCode, "ana@x.br", HERE, at(60)).await.is_ok());
        }
        assert!(limiter.acquire(LoginAttemptKind::SendCode, "ana@x.br", HERE, at(60)).await.is_err());
        limiter.refund_newest_code("ANA@x.br").await;
        assert!(limiter.acquire(LoginAttemptKind::SendCode, "ana@x.br", HERE, at(60)).await.is_ok());
        // An attempt that left the window cannot be refunded.
        let late = limiter.acquire(LoginAttemptKind::Guess, "bia@x.br", HERE, at(60)).await.unwrap();
        assert_eq!(guess(&limiter, "caio@x.br", 60 + WINDOW.num_seconds()).await, Ok(()));
        late.refund().await;
        assert_eq!(limiter.window.len(), (1, 3));
    }

    #[tokio::test]
    async fn limits_hold_per_address_and_overall_and_bound_the_memory() {
        let limiter = alone(LoginRateLimits { per_client_address: 3, overall: 5, ..LoginRateLimits::default() });
        let from =
            |last: u8| crate::client_address::TrustedProxies::default().client([192, 0, 2, last].into(), &[], &[]);
        let others = Some(LimitScope::AddressOrOverall);
        for number in 0..20 {
            let email = format!("{number}@x.br");
            let refused = limiter
                .acquire(LoginAttemptKind::SendCode, &email, from(1), at(0))
                .await
                .err()
                .map(|limited| limited.scope);
            assert_eq!(refused, others.filter(|_| number >= 3), "{number}");
        }
        for number in 20..40_u8 {
            let refused =
                limiter.acquire(LoginAttemptKind::Guess, &format!("{number}@x.br"), from(number), at(0)).await.err();
            assert_eq!(refused.map(|limited| limited.scope), others.filter(|_| number >= 22), "{number}");
        }
        assert_eq!(limiter.window.len().0, 5);
        assert!(guess(&limiter, "outra@x.br", WINDOW.num_seconds()).await.is_ok());
        assert_eq!(limiter.window.len(), (1, 3));
    }
}
