//! Sessions that their users ended. The services have no call for that, so the gateways refuse such a token themselves, all of
//! them through Redis, until the services' own session must be over, or a login gives the token again.

use std::{
    collections::HashSet,
    time::{Duration, SystemTime},
};

use moka::{policy::EvictionPolicy, sync::Cache};
use serde::{Deserialize, Serialize};

use super::session_id::SessionId;
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// How long an ended session is remembered, from when a gateway learns of it. Sessions of the services are shorter: one opens with
/// each working day.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Most sessions that are remembered, each in some 200 bytes. While the services are down anybody can end made-up sessions, so
/// unconfirmed ones have a bound of their own and never evict a confirmed one.
const MAX_CONFIRMED: usize = 100_000;
const MAX_UNCONFIRMED: usize = 10_000;

/// KEYS: sorted set of sessions, scored by the second in which they ended. ARGV: the TTL in seconds, the most that are stored,
/// then the second and the session of each.
const ADD: &str = "local now = tonumber(redis.call('TIME')[1]) \
                   for i = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'NX', ARGV[i], ARGV[i + 1]) end \
                   redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - tonumber(ARGV[1])) \
                   redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[2]) - 1) \
                   redis.call('EXPIRE', KEYS[1], ARGV[1]) return 0";
/// KEYS: the same. ARGV: the session.
const REMOVE: &str = "return redis.call('ZREM', KEYS[1], ARGV[1])";
/// KEYS: the same. ARGV: the TTL in seconds. Returns the sessions, each with its second.
const ALL: &str = "return redis.call('ZRANGEBYSCORE', KEYS[1], redis.call('TIME')[1] - ARGV[1], '+inf', 'WITHSCORES')";
/// Sessions of one script, which blocks Redis while it runs.
const BATCH: usize = 1000;

/// Whether the services have confirmed that a session exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Proof {
    /// They accepted its token when it ended.
    Confirmed,
    /// They did not answer.
    Unconfirmed,
}

/// A session that its user ended.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct EndedSession {
    pub(super) session: SessionId,
    proof: Proof,
    /// The second of the Unix time in which it ended.
    second: u64,
}

/// The sessions that their users ended.
pub(super) struct EndedSessions {
    /// By proof; each with the second in which it ended.
    sessions: [Cache<SessionId, u64>; 2],
    store: SharedStore,
}

impl EndedSession {
    /// One that ends now.
    pub(super) fn now(session: SessionId, proof: Proof) -> Self {
        Self { session, proof, second: unix_second() }
    }
}

fn unix_second() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()
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
    pub(super) fn new(store: SharedStore) -> Self {
        let remembered = |proof: Proof| {
            let sessions = Cache::builder().max_capacity(proof.max() as u64).time_to_live(TTL);
            sessions.eviction_policy(EvictionPolicy::lru()).build()
        };
        Self { sessions: Proof::ALL.map(remembered), store }
    }

    fn of(&self, proof: Proof) -> &Cache<SessionId, u64> {
        &self.sessions[proof as usize]
    }

    /// Whether its user ended this session.
    pub(super) fn contains(&self, session: SessionId) -> bool {
        // Mostly no session has ended.
        Proof::ALL
            .map(|proof| self.of(proof))
            .iter()
            .any(|ended| ended.entry_count() > 0 && ended.contains_key(&session))
    }

    /// Remembers a session here; whether it was unknown.
    pub(super) fn insert(&self, EndedSession { session, proof, second }: EndedSession) -> bool {
        let is_new = self.of(proof).entry(session).or_insert(second).is_fresh();
        self.of(proof).run_pending_tasks();
        is_new
    }

    /// Forgets a session here.
    pub(super) fn remove(&self, session: SessionId) {
        Proof::ALL.iter().for_each(|proof| self.of(*proof).invalidate(&session));
    }

    /// Forgets a session in Redis: now, or when Redis is reachable again.
    pub(super) async fn unshare(&self, session: SessionId) {
        for proof in Proof::ALL {
            let call = ScriptCall::new(REMOVE).key(&proof.key(&self.store)).arg(session.as_bytes());
            self.store.run_or_queue(call).await;
        }
    }

    /// Remembers a session in Redis: now, or when Redis is reachable again.
    pub(super) async fn share(&self, EndedSession { session, proof, second }: EndedSession) {
        self.share_all(&[(session, second)], proof).await;
    }

    async fn share_all(&self, sessions: &[(SessionId, u64)], proof: Proof) {
        let call = ScriptCall::new(ADD).key(&proof.key(&self.store)).arg(TTL.as_secs()).arg(proof.max());
        let add = |call: ScriptCall, (session, second): &(SessionId, u64)| call.arg(*second).arg(session.as_bytes());
        self.store.run_or_queue(sessions.iter().fold(call, add)).await;
    }

    /// Adds the sessions that Redis lost: those known here and missing in `found`. Returns whether there were any.
    /// If a session began again while this gateway had no Redis, it is added by mistake: its user logs in once more.
    pub(super) async fn restore(&self, found: &[EndedSession]) -> bool {
        let mut was_any = false;
        // Not those older than the TTL: Redis has dropped them, and adding them again would prolong them without end.
        let oldest = unix_second().saturating_sub(TTL.as_secs());
        for proof in Proof::ALL {
            let found: HashSet<_> =
                found.iter().filter(|ended| ended.proof == proof).map(|ended| ended.session).collect();
            // A full set dropped its oldest: they are not missing.
            if found.len() >= proof.max() {
                continue;
            }
            let known = self.of(proof).iter().map(|(session, second)| (*session, second));
            let missing: Vec<_> =
                known.filter(|(session, second)| *second > oldest && !found.contains(session)).collect();
            for batch in missing.chunks(BATCH) {
                self.share_all(batch, proof).await;
                was_any = true;
            }
        }
        was_any
    }

    /// Reads which sessions ended at all gateways, as soon as Redis can be used: those whose announcements were missed.
    pub(super) async fn read(store: &SharedStore) -> Vec<EndedSession> {
        let mut ended = Vec::new();
        for proof in Proof::ALL {
            let call = ScriptCall::new(ALL).key(&proof.key(store)).arg(TTL.as_secs());
            let sessions: Vec<Vec<u8>> = loop {
                store.wait_until_connected().await;
                // A failed call drops the connection; waiting for the reconnect is the pause.
                if let Some(sessions) = store.run_in_background(&call).await {
                    break sessions;
                }
            };
            ended.extend(sessions.chunks_exact(2).filter_map(|pair| {
                let [session, second] = pair else { return None };
                let second = str::from_utf8(second).ok()?.parse().ok()?;
                Some(EndedSession { session: SessionId::from_bytes(session)?, proof, second })
            }));
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::{EndedSession, EndedSessions, MAX_UNCONFIRMED, Proof, SessionId, SharedStore};

    #[test]
    fn sessions_without_proof_displace_only_each_other() {
        let ended = EndedSessions::new(SharedStore::without_redis());
        ended.insert(EndedSession::now(SessionId::numbered(0), Proof::Confirmed));
        for number in 1..=1 + MAX_UNCONFIRMED {
            ended.insert(EndedSession::now(SessionId::numbered(number), Proof::Unconfirmed));
        }
        assert!(ended.contains(SessionId::numbered(0)) && ended.contains(SessionId::numbered(1 + MAX_UNCONFIRMED)));
        assert_eq!(ended.of(Proof::Unconfirmed).entry_count(), MAX_UNCONFIRMED as u64);
    }
}
