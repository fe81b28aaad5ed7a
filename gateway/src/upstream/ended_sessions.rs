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

use tokio::time::Instant;

use super::call_key::SessionId;
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// How long an ended session is remembered. Sessions of the services are shorter: one opens with each working day.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Most sessions that are remembered; the oldest are forgotten first. Each takes some 100 bytes.
const MAX_ENDED: usize = 100_000;

/// KEYS: sorted set of sessions, scored by the second in which they ended. ARGV: the session, the TTL in seconds, the most that
/// are stored.
const ADD: &str = "local now = tonumber(redis.call('TIME')[1]) \
                   redis.call('ZADD', KEYS[1], now, ARGV[1]) \
                   redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - tonumber(ARGV[2])) \
                   redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[3]) - 1) \
                   redis.call('EXPIRE', KEYS[1], ARGV[2]) return 0";
/// KEYS: the same. ARGV: the TTL in seconds.
const ALL: &str = "local now = tonumber(redis.call('TIME')[1]) \
                   return redis.call('ZRANGEBYSCORE', KEYS[1], now - tonumber(ARGV[1]), '+inf')";

/// The sessions that their users ended.
pub(super) struct EndedSessions {
    /// Whether there is any: most calls look no further.
    is_any: AtomicBool,
    sessions: Mutex<Sessions>,
    shared: Option<(SharedStore, RedisKey)>,
}

#[derive(Default)]
struct Sessions {
    known: HashSet<SessionId>,
    /// Oldest first.
    by_age: VecDeque<(Instant, SessionId)>,
}

impl EndedSessions {
    pub(super) fn new(store: Option<SharedStore>) -> Self {
        let shared = store.map(|store| {
            let key = store.key("ended-sessions", &[]);
            (store, key)
        });
        Self { is_any: AtomicBool::new(false), sessions: Mutex::default(), shared }
    }

    /// Whether its user ended this session.
    pub(super) fn contains(&self, session: SessionId) -> bool {
        self.is_any.load(Ordering::Acquire) && self.sessions().known.contains(&session)
    }

    /// Remembers a session here.
    pub(super) fn insert(&self, session: SessionId, now: Instant) {
        let mut sessions = self.sessions();
        if sessions.known.insert(session) {
            sessions.by_age.push_back((now, session));
        }
        while let Some((ended, oldest)) = sessions.by_age.front().copied()
            && (ended + TTL <= now || sessions.by_age.len() > MAX_ENDED)
        {
            sessions.by_age.pop_front();
            sessions.known.remove(&oldest);
        }
        self.is_any.store(true, Ordering::Release);
    }

    /// Remembers a session in Redis: now, or when Redis is reachable again.
    pub(super) async fn share(&self, session: SessionId) {
        let Some((store, key)) = &self.shared else { return };
        let call = ScriptCall::new(ADD).key(key).arg(session.as_bytes()).arg(TTL.as_secs().to_string());
        store.run_or_queue(call.arg(MAX_ENDED.to_string())).await;
    }

    /// Learns the sessions that ended at other gateways: those announced while this gateway was not listening.
    pub(super) async fn learn(&self) {
        let Some((store, key)) = &self.shared else { return };
        let call = ScriptCall::new(ALL).key(key).arg(TTL.as_secs().to_string());
        let ended: Option<Vec<Vec<u8>>> = store.run(&call).await;
        for session in ended.into_iter().flatten().filter_map(|bytes| SessionId::from_bytes(&bytes)) {
            self.insert(session, Instant::now());
        }
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

    use super::{EndedSessions, MAX_ENDED, SessionId, TTL};

    fn session(number: usize) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    #[test]
    fn an_ended_session_is_remembered_for_a_day_and_the_oldest_are_forgotten_first() {
        let (ended, now) = (EndedSessions::new(None), Instant::now());
        assert!(!ended.contains(session(1)));
        ended.insert(session(1), now);
        ended.insert(session(2), now + Duration::from_secs(1));
        assert!(ended.contains(session(1)) && ended.contains(session(2)) && !ended.contains(session(3)));
        ended.insert(session(3), now + TTL);
        assert!(!ended.contains(session(1)) && ended.contains(session(2)));
        for number in 0..MAX_ENDED {
            ended.insert(session(10 + number), now + TTL);
        }
        assert!(!ended.contains(session(3)) && ended.contains(session(9 + MAX_ENDED)));
        assert_eq!(ended.sessions().known.len(), MAX_ENDED);
    }
}
