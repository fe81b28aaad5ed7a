//! Sessions that their users ended. The services have no call for that, so the gateways refuse such a token themselves, all of
//! them through Redis, until the services' own session must be over.

use std::{
    collections::{HashSet, VecDeque},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::call_key::SessionId;
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// How long an ended session is remembered. Sessions of the services are shorter: one opens with each working day.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Most sessions that are remembered, each in some 100 bytes; the oldest are forgotten first. Anybody can name a session of
/// which the services cannot be asked, so these have a bound of their own and displace no other.
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

/// The sessions that their users ended.
pub(super) struct EndedSessions {
    /// Whether there is any: most calls look no further.
    is_any: AtomicBool,
    sessions: Mutex<Sessions>,
    store: Option<SharedStore>,
}

/// A session that ended at any gateway.
pub(super) struct EndedSession {
    pub(super) session: SessionId,
    pub(super) proof: Proof,
    /// How long ago it ended.
    pub(super) age: Duration,
}

#[derive(Default)]
struct Sessions {
    confirmed: Remembered,
    unconfirmed: Remembered,
}

impl Sessions {
    fn of(&mut self, proof: Proof) -> &mut Remembered {
        match proof {
            Proof::Confirmed => &mut self.confirmed,
            Proof::Unconfirmed => &mut self.unconfirmed,
        }
    }
}

#[derive(Default)]
struct Remembered {
    known: HashSet<SessionId>,
    /// Oldest first.
    by_age: VecDeque<(Instant, SessionId)>,
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

impl Remembered {
    fn insert(&mut self, session: SessionId, ended: Instant, max: usize) -> bool {
        let is_new = self.known.insert(session);
        if is_new {
            let at = self.by_age.partition_point(|(other, _)| *other <= ended);
            self.by_age.insert(at, (ended, session));
        }
        while let Some((oldest_ended, oldest)) = self.by_age.front().copied()
            && (oldest_ended + TTL <= ended || self.by_age.len() > max)
        {
            self.by_age.pop_front();
            self.known.remove(&oldest);
        }
        is_new
    }
}

impl EndedSessions {
    pub(super) fn new(store: Option<SharedStore>) -> Self {
        Self { is_any: AtomicBool::new(false), sessions: Mutex::default(), store }
    }

    /// Whether its user ended this session.
    pub(super) fn contains(&self, session: SessionId) -> bool {
        self.is_any.load(Ordering::Acquire) && {
            let Sessions { confirmed, unconfirmed } = &*self.sessions();
            confirmed.known.contains(&session) || unconfirmed.known.contains(&session)
        }
    }

    /// Remembers a session here; whether it was unknown.
    pub(super) fn insert(&self, session: SessionId, proof: Proof, ended: Instant) -> bool {
        let is_new = self.sessions().of(proof).insert(session, ended, proof.max());
        self.is_any.store(true, Ordering::Release);
        is_new
    }

    /// Remembers a session in Redis: now, or when Redis is reachable again.
    pub(super) async fn share(&self, session: SessionId, proof: Proof) {
        self.add(&[(session, Duration::ZERO)], proof).await;
    }

    /// Adds to Redis what this gateway knows and Redis, which returned `found`, does not: it lost its data. Whether there was any.
    pub(super) async fn restore(&self, found: &[EndedSession]) -> bool {
        let (mut was_any, now) = (false, Instant::now());
        for proof in Proof::ALL {
            let found: HashSet<_> =
                found.iter().filter(|ended| ended.proof == proof).map(|ended| ended.session).collect();
            // A full set dropped its oldest: they are not missing.
            if found.len() >= proof.max() {
                continue;
            }
            let missing: Vec<_> = {
                let mut sessions = self.sessions();
                let ages = sessions.of(proof).by_age.iter().map(|(ended, session)| (*session, now - *ended));
                ages.filter(|(session, age)| *age < TTL && !found.contains(session)).collect()
            };
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

    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        // No operation panics half-way, so a poisoned list is consistent.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{EndedSessions, MAX_CONFIRMED, MAX_UNCONFIRMED, Proof, SessionId, TTL};

    fn session(number: usize) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    #[test]
    fn an_ended_session_is_remembered_for_a_day_and_the_oldest_are_forgotten_first() {
        let (ended, now) = (EndedSessions::new(None), Instant::now());
        let insert = |number, now| ended.insert(session(number), Proof::Confirmed, now);
        assert!(!ended.contains(session(1)));
        insert(1, now);
        insert(2, now + Duration::from_secs(1));
        assert!(ended.contains(session(1)) && ended.contains(session(2)) && !ended.contains(session(3)));
        insert(3, now + TTL);
        assert!(!ended.contains(session(1)) && ended.contains(session(2)));
        // Learned late, it is forgotten by its own age.
        insert(4, now + Duration::from_secs(2));
        insert(5, now + TTL + Duration::from_secs(2));
        assert!(!ended.contains(session(2)) && ended.contains(session(3)) && !ended.contains(session(4)));
        for number in 0..MAX_CONFIRMED {
            insert(10 + number, now + TTL);
        }
        assert!(!ended.contains(session(3)) && ended.contains(session(9 + MAX_CONFIRMED)));
        assert_eq!(ended.sessions().confirmed.known.len(), MAX_CONFIRMED);
    }

    #[test]
    fn sessions_without_proof_displace_only_each_other() {
        let (ended, now) = (EndedSessions::new(None), Instant::now());
        ended.insert(session(0), Proof::Confirmed, now);
        for number in 1..=1 + MAX_UNCONFIRMED {
            ended.insert(session(number), Proof::Unconfirmed, now);
        }
        assert!(ended.contains(session(0)) && !ended.contains(session(1)) && ended.contains(session(2)));
        assert_eq!(ended.sessions().unconfirmed.known.len(), MAX_UNCONFIRMED);
    }
}
