//! Sessions that their users ended. The services have no call for that, so the gateways refuse such a token themselves, all of
//! them through Redis, until the services' own session must be over.

use std::{collections::HashSet, time::Duration};

use moka::{policy::EvictionPolicy, sync::Cache};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::call_key::SessionId;
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// How long an ended session is remembered. Sessions of the services are shorter: one opens with each working day.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Most sessions that are remembered, each in some 200 bytes. Anybody can name a session of which the services cannot be asked,
/// so these have a bound of their own and displace no other.
const MAX_CONFIRMED: usize = 100_000;
const MAX_UNCONFIRMED: usize = 10_000;

/// KEYS: sorted set of sessions, scored by the second in which they ended. ARGV: the TTL in seconds, the most that are stored,
/// then each session and how many seconds ago it ended.
const ADD: &str = "local now = tonumber(redis.call('TIME')[1]) \
                   for i = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'NX', now - tonumber(ARGV[i + 1]), ARGV[i]) end \
                   redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - tonumber(ARGV[1])) \
                   redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[2]) - 1) \
                   redis.call('EXPIRE', KEYS[1], ARGV[1]) return 0";
/// KEYS: the same. ARGV: the TTL in seconds. Returns Redis' second, and the sessions with their scores.
const ALL: &str = "local now = tonumber(redis.call('TIME')[1]) \
                   return { now, redis.call('ZRANGEBYSCORE', KEYS[1], now - tonumber(ARGV[1]), '+inf', 'WITHSCORES') }";
/// Sessions of one script, which blocks Redis while it runs.
const BATCH: usize = 1000;

/// Whether the services said that a session exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Proof {
    /// They accepted its token when it ended.
    Confirmed,
    /// They did not answer.
    Unconfirmed,
}

/// The sessions that their users ended, and when.
pub(super) struct EndedSessions {
    confirmed: Cache<SessionId, Instant>,
    unconfirmed: Cache<SessionId, Instant>,
    store: Option<SharedStore>,
}

/// A session that ended at any gateway.
pub(super) struct EndedSession {
    pub(super) session: SessionId,
    pub(super) proof: Proof,
    /// How long ago it ended.
    pub(super) age: Duration,
}

impl Proof {
    const ALL: [Self; 2] = [Self::Confirmed, Self::Unconfirmed];

    fn max(self) -> usize {
        match self {
            Self::Confirmed => MAX_CONFIRMED,
            Self::Unconfirmed => MAX_UNCONFIRMED,
        }
    }

    /// The sorted set in Redis.
    fn key(self, store: &SharedStore) -> RedisKey {
        match self {
            Self::Confirmed => store.key("ended-sessions", &[]),
            Self::Unconfirmed => store.key("ended-sessions-unconfirmed", &[]),
        }
    }
}

impl EndedSessions {
    pub(super) fn new(store: Option<SharedStore>) -> Self {
        let remembered = |proof: Proof| {
            let sessions = Cache::builder().max_capacity(proof.max() as u64).time_to_live(TTL);
            sessions.eviction_policy(EvictionPolicy::lru()).build()
        };
        Self { confirmed: remembered(Proof::Confirmed), unconfirmed: remembered(Proof::Unconfirmed), store }
    }

    fn of(&self, proof: Proof) -> &Cache<SessionId, Instant> {
        match proof {
            Proof::Confirmed => &self.confirmed,
            Proof::Unconfirmed => &self.unconfirmed,
        }
    }

    /// Whether its user ended this session.
    pub(super) fn contains(&self, session: SessionId) -> bool {
        // Most of the time there is none.
        let any = Proof::ALL.into_iter().filter(|proof| self.of(*proof).entry_count() > 0);
        // The age counts, not when this gateway learned of it.
        any.filter_map(|proof| self.of(proof).get(&session)).any(|ended| ended.elapsed() < TTL)
    }

    /// Remembers a session here; whether it was unknown.
    pub(super) fn insert(&self, session: SessionId, proof: Proof, ended: Instant) -> bool {
        let is_new = !self.of(proof).contains_key(&session);
        if is_new {
            self.of(proof).insert(session, ended);
            self.of(proof).run_pending_tasks();
        }
        is_new
    }

    /// Remembers a session in Redis: now, or when Redis is reachable again.
    pub(super) async fn share(&self, session: SessionId, proof: Proof) {
        self.add(&[(session, Duration::ZERO)], proof).await;
    }

    /// Adds to Redis what this gateway knows and Redis, which returned `found`, does not: it lost its data. Whether there was any.
    pub(super) async fn restore(&self, found: &[EndedSession]) -> bool {
        let mut was_any = false;
        for proof in Proof::ALL {
            let found: HashSet<_> =
                found.iter().filter(|ended| ended.proof == proof).map(|ended| ended.session).collect();
            // A full set dropped its oldest: they are not missing.
            if found.len() >= proof.max() {
                continue;
            }
            let ages = self.of(proof).iter().map(|(session, ended)| (*session, ended.elapsed()));
            let missing: Vec<_> = ages.filter(|(session, age)| *age < TTL && !found.contains(session)).collect();
            for batch in missing.chunks(BATCH) {
                self.add(batch, proof).await;
                was_any = true;
            }
        }
        was_any
    }

    async fn add(&self, ended: &[(SessionId, Duration)], proof: Proof) {
        let Some(store) = &self.store else { return };
        let call = ScriptCall::new(ADD).key(&proof.key(store)).arg(TTL.as_secs()).arg(proof.max());
        let call = ended.iter().fold(call, |call, (session, age)| call.arg(session.as_bytes()).arg(age.as_secs()));
        store.run_or_queue(call).await;
    }

    /// Reads which sessions ended at all gateways, as soon as Redis can be used: those whose announcements were missed.
    pub(super) async fn read(store: &SharedStore) -> Vec<EndedSession> {
        let mut ended = Vec::new();
        for proof in Proof::ALL {
            let call = ScriptCall::new(ALL).key(&proof.key(store)).arg(TTL.as_secs());
            let (second, sessions): (u64, Vec<(Vec<u8>, u64)>) = loop {
                store.wait_until_connected().await;
                if let Some(sessions) = store.run(&call).await {
                    break sessions;
                }
            };
            ended.extend(sessions.iter().filter_map(|(bytes, at)| {
                let age = Duration::from_secs(second.saturating_sub(*at));
                Some(EndedSession { session: SessionId::from_bytes(bytes)?, proof, age })
            }));
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, advance};

    use super::{EndedSessions, MAX_UNCONFIRMED, Proof, SessionId, TTL};

    fn session(number: usize) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn an_ended_session_is_remembered_for_a_day() {
        let (ended, second) = (EndedSessions::new(None), Duration::from_secs(1));
        assert!(ended.insert(session(1), Proof::Confirmed, Instant::now()));
        assert!(!ended.insert(session(1), Proof::Confirmed, Instant::now()));
        let began = Instant::now();
        advance(TTL - second).await;
        assert!(ended.contains(session(1)) && !ended.contains(session(2)));
        // Learned late, it is forgotten by its own age.
        ended.insert(session(2), Proof::Unconfirmed, began);
        assert!(ended.contains(session(2)));
        advance(second).await;
        assert!(!ended.contains(session(1)) && !ended.contains(session(2)));
    }

    #[test]
    fn sessions_without_proof_displace_only_each_other() {
        let (ended, now) = (EndedSessions::new(None), Instant::now());
        ended.insert(session(0), Proof::Confirmed, now);
        for number in 1..=1 + MAX_UNCONFIRMED {
            ended.insert(session(number), Proof::Unconfirmed, now);
        }
        assert!(ended.contains(session(0)) && ended.contains(session(1 + MAX_UNCONFIRMED)));
        assert_eq!(ended.unconfirmed.entry_count(), MAX_UNCONFIRMED as u64);
    }
}
