//! Replay protection of all gateways, in Redis.

use std::time::Duration;

use super::outcome::{DesafioError, Id, LeaseOutcome};
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// Added to the longest call to form a lease's TTL: for Redis, before and after the call.
const LEASE_GRACE: Duration = Duration::from_secs(5);

const ACQUIRE: &str = include_str!("acquire.lua");
const RELEASE: &str = include_str!("release.lua");

/// A lease of a desafio in Redis.
#[derive(Clone)]
pub(super) struct RedisLease {
    store: SharedStore,
    attempts: RedisKey,
    holder: RedisKey,
    /// Random.
    attempt: String,
    /// How long the desafio is still valid, in milliseconds.
    lifetime: i64,
}

impl RedisLease {
    pub(super) fn new(store: &SharedStore, id: Id, seconds: i64) -> Self {
        Self {
            attempts: store.key("desafio", &[&id]),
            holder: store.key("desafio-holder", &[&id]),
            store: store.clone(),
            attempt: format!("{:032x}", rand::random::<u128>()),
            lifetime: seconds.max(1) * 1000,
        }
    }

    /// Leases the desafio and counts the attempt; returns how many attempts are left after it. `None` if Redis is
    /// unreachable. A gateway that dies during its call locks the user out for 5 s more than a call may take.
    pub(super) async fn acquire(
        &self,
        max_attempts: usize,
        longest_call: Duration,
    ) -> Option<Result<usize, DesafioError>> {
        // Lua's numbers are doubles, and no user makes a million attempts.
        let max_attempts = max_attempts.min(1_000_000);
        let ttl = (longest_call + LEASE_GRACE).as_millis().to_string();
        let call = self.call(ACQUIRE).arg(max_attempts).arg(self.lifetime).arg(ttl);
        let attempts: i64 = self.store.run(&call).await?;
        Some(match attempts {
            0 => Err(DesafioError::Used),
            -1 => Err(DesafioError::InUse),
            -2 => Err(DesafioError::Exhausted),
            attempts => Ok(max_attempts.saturating_sub(usize::try_from(attempts).unwrap_or(max_attempts))),
        })
    }

    pub(super) async fn release(self, outcome: LeaseOutcome) {
        // Gateways of two versions may share a Redis: these words are part of the script's interface.
        let outcome = match outcome {
            LeaseOutcome::Failed => "tried",
            LeaseOutcome::Refunded => "untried",
            LeaseOutcome::Consumed => "spent",
        };
        let call = self.call(RELEASE).arg(outcome).arg(self.lifetime);
        self.store.run_or_queue(call).await;
    }

    fn call(&self, script: &'static str) -> ScriptCall {
        ScriptCall::new(script).key(&self.attempts).key(&self.holder).arg(&self.attempt)
    }
}
