//! The sliding window of all gateways, in Redis.
//!
//! It decides as the window of one process does. Timestamps are those of the gateways' clocks, like the expiry of a
//! desafio; a wrong clock makes the others forget nothing.

use std::net::IpAddr;

use chrono::TimeDelta;

use super::limit_key::{LimitKey, LoginAttemptKind, RateLimited, WINDOW};
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

const ACQUIRE: &str = include_str!("acquire.lua");
const RECORD: &str = include_str!("record.lua");
const REFUND: &str = include_str!("refund.lua");
const REFUND_NEWEST: &str = include_str!("refund_newest.lua");

/// An attempt as Redis counts it.
#[derive(Clone)]
pub(super) struct RedisAttempt {
    keys: [RedisKey; 3],
    /// Random, followed by the key of the client address: a refund by e-mail address finds that key in it.
    member: String,
}

impl RedisAttempt {
    pub(super) fn new(store: &SharedStore, keys: &[LimitKey; 3]) -> Self {
        let keys = keys.each_ref().map(|key| redis_key(store, key));
        let member = format!("{:032x} {}", rand::random::<u128>(), keys[1].as_str());
        Self { keys, member }
    }

    /// Counts the attempt unless a limit is reached; `None` if Redis is unreachable.
    pub(super) async fn acquire(
        &self,
        store: &SharedStore,
        keys: &[LimitKey; 3],
        limits: [usize; 3],
        now: i64,
    ) -> Option<Result<(), RateLimited>> {
        let (full, seconds): (usize, i64) = store.run(&self.call(ACQUIRE, limits, now)).await?;
        match full.checked_sub(1).and_then(|at| keys.get(at)) {
            None => Some(Ok(())),
            Some(key) => Some(Err(RateLimited { scope: key.scope(), retry_after: TimeDelta::seconds(seconds) })),
        }
    }

    /// Counts the attempt whatever the limits: it was allowed while Redis was unreachable.
    pub(super) async fn record(&self, store: &SharedStore, limits: [usize; 3], now: i64) {
        store.run_or_queue(self.call(RECORD, limits, now)).await;
    }

    pub(super) async fn refund(&self, store: &SharedStore) {
        let call = self.keys.iter().fold(ScriptCall::new(REFUND), ScriptCall::key);
        store.run_or_queue(call.arg(&self.member)).await;
    }

    fn call(&self, script: &'static str, limits: [usize; 3], now: i64) -> ScriptCall {
        let call = self.keys.iter().fold(ScriptCall::new(script), ScriptCall::key);
        limits.iter().fold(call.arg(now).arg(WINDOW.num_seconds()).arg(&self.member), ScriptCall::arg)
    }
}

/// Refunds the newest attempt of a key.
pub(super) async fn refund_newest(store: &SharedStore, key: &LimitKey) {
    let call = ScriptCall::new(REFUND_NEWEST).key(&redis_key(store, key)).key(&redis_key(store, &LimitKey::Overall));
    store.run_or_queue(call).await;
}

fn redis_key(store: &SharedStore, key: &LimitKey) -> RedisKey {
    match key {
        LimitKey::Email(LoginAttemptKind::SendCode, digest) => store.key("codes", &[digest]),
        LimitKey::Email(LoginAttemptKind::Guess, digest) => store.key("guesses", &[digest]),
        LimitKey::Client(client) => match client.0 {
            IpAddr::V4(ip) => store.key("address", &[&ip.octets()]),
            IpAddr::V6(ip) => store.key("address", &[&ip.octets()]),
        },
        LimitKey::Overall => store.key("overall", &[]),
    }
}
