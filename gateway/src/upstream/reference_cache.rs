//! Cache of reference data: insurers and procedures.
//!
//! By default each session has its own lists. With a shared cache one session's lists serve all others, but only sessions
//! that are verified: a service must have accepted the session's token within the time to live, and must not have returned
//! 401 or 403 since.
//!
//! If a service fails, an expired list is served for a while (stale-if-error). This process's cache comes first, then the
//! one in Redis, which other gateways fill too.

mod shared;

use std::sync::Arc;

use bytes::Bytes;
use tokio::time::Instant;

use self::shared::ShareToken;
pub(super) use self::shared::SharedReferenceStore;
use super::{
    call_key::{CallKey, Owner, SessionId},
    lists::ListInBody,
    ttl_cache::{self, CachePolicy, TtlCache},
};

/// Size of the entry of a verified session in bytes.
const SESSION_BYTES: usize = 256;

/// The cached lists.
pub(super) struct ReferenceCache {
    lists: Arc<TtlCache>,
    /// Verified sessions, if all sessions share the lists.
    verified_sessions: Option<Arc<TtlCache>>,
    redis: Option<Arc<SharedReferenceStore>>,
}

/// Permission to cache a list that is about to be requested, here and in Redis.
pub(super) struct ReferenceInsertToken {
    local: ttl_cache::CacheInsertToken,
    redis: Option<ShareToken>,
}

impl ReferenceCache {
    pub(super) fn new(policy: CachePolicy, is_shared: bool, store: Option<SharedReferenceStore>) -> Self {
        // Shared lists are few: a quarter of the size is for the verified sessions.
        let session_bytes = if is_shared { policy.max_bytes / 4 } else { 0 };
        let sessions = CachePolicy { max_bytes: session_bytes, ..policy };
        let lists = Arc::new(TtlCache::new(CachePolicy { max_bytes: policy.max_bytes - session_bytes, ..policy }));
        let store = store.filter(|_| lists.is_enabled());
        Self {
            lists,
            verified_sessions: is_shared.then(|| Arc::new(TtlCache::new(sessions))),
            redis: store.map(Arc::new),
        }
    }

    /// The list, if it is cached and this session may have it.
    pub(super) fn get<L: ListInBody>(&self, key: &CallKey, now: Instant) -> Option<Arc<L>> {
        match &self.verified_sessions {
            None => self.lists.get(key, now),
            Some(verified) => {
                verified.get::<()>(&session_key(key), now)?;
                self.lists.get(&shared_key(key), now)
            }
        }
    }

    /// The list, even if it is expired: only where the service fails.
    pub(super) fn get_stale<L: ListInBody>(&self, key: &CallKey, now: Instant) -> Option<Arc<L>> {
        match &self.verified_sessions {
            None => self.lists.get_stale(key, now),
            Some(verified) => {
                verified.get_stale::<()>(&session_key(key), now)?;
                self.lists.get_stale(&shared_key(key), now)
            }
        }
    }

    /// The list from Redis, after a miss in this process.
    ///
    /// # Errors
    /// It is not there: the token permits to cache the list that the service returns.
    pub(super) async fn get_shared<L: ListInBody>(
        &self,
        key: &CallKey,
        now: Instant,
    ) -> Result<Arc<L>, ReferenceInsertToken> {
        let local =
            self.lists.insert_token(if self.verified_sessions.is_some() { shared_key(key) } else { key.clone() });
        let answer = match &self.redis {
            // Boxed, here and below: otherwise every read of a list is as large as the future that reads Redis.
            Some(redis) => Box::pin(redis.get::<L>(key)).await,
            None => None,
        };
        let shared = match answer {
            Some(Ok(shared)) => shared,
            Some(Err(token)) => return Err(ReferenceInsertToken { local, redis: Some(token) }),
            None => return Err(ReferenceInsertToken { local, redis: None }),
        };
        // These instants do not exist on a machine that was started less than a TTL ago: then nothing is cached here.
        if let (Some(read), Some(verified)) = (now.checked_sub(shared.age), now.checked_sub(shared.verified)) {
            self.lists.insert(local, Arc::clone(&shared.list), shared.list.weight(), read);
            self.mark_verified_since(key, verified);
        }
        Ok(shared.list)
    }

    /// Caches a list that a service returned.
    pub(super) async fn insert<L: ListInBody>(
        &self,
        key: &CallKey,
        token: ReferenceInsertToken,
        list: &Arc<L>,
        now: Instant,
    ) {
        self.lists.insert(token.local, Arc::clone(list), list.weight(), now);
        if let (Some(redis), Some(token)) = (&self.redis, token.redis) {
            Box::pin(redis.insert(key, token, list.body())).await;
        }
    }

    /// Marks the session of this key as accepted by the services.
    pub(super) fn mark_session_verified(&self, key: &CallKey, now: Instant) {
        if self.mark_verified_since(key, now)
            && let (Some(redis), Owner::Session(session)) = (self.redis.clone(), key.owner)
        {
            // In the background: until it is done, other gateways call the services.
            tokio::spawn(async move { redis.mark_session_verified(session).await });
        }
    }

    /// Whether the session was not marked before.
    fn mark_verified_since(&self, key: &CallKey, since: Instant) -> bool {
        let Some(verified) = &self.verified_sessions else { return false };
        let is_new = verified.get::<()>(&session_key(key), since).is_none();
        if is_new {
            verified.insert(verified.insert_token(session_key(key)), Arc::new(()), SESSION_BYTES, since);
        }
        is_new
    }

    /// After a 403 for the session of this key. A shared list stays for the others; this session is no longer verified.
    pub(super) async fn invalidate(&self, key: &CallKey) {
        match &self.verified_sessions {
            None => self.lists.invalidate(key),
            Some(verified) => verified.invalidate(&session_key(key)),
        }
        if let Some(redis) = &self.redis {
            redis.invalidate(key).await;
        }
    }

    /// After the session ended.
    pub(super) fn invalidate_session(&self, session: SessionId) {
        self.lists.invalidate_session(session);
        if let Some(verified) = &self.verified_sessions {
            verified.invalidate_session(session);
        }
    }

    /// The same for the other gateways, which learn of a 401 only by it.
    pub(super) async fn invalidate_session_in_redis(&self, session: SessionId) {
        if let Some(redis) = &self.redis {
            redis.invalidate_session(session).await;
        }
    }

    /// After a write that ends sessions which the gateway cannot name.
    pub(super) fn invalidate_all(&self) {
        self.lists.invalidate_all();
        if let Some(verified) = &self.verified_sessions {
            verified.invalidate_all();
        }
    }

    /// The same for the other gateways.
    pub(super) async fn invalidate_all_in_redis(&self) {
        if let Some(redis) = &self.redis {
            redis.invalidate_all().await;
        }
    }
}

fn shared_key(key: &CallKey) -> CallKey {
    CallKey { owner: Owner::AllSessions, ..key.clone() }
}

fn session_key(key: &CallKey) -> CallKey {
    CallKey { path: "", request: Bytes::new(), ..key.clone() }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use tokio::time::{Instant, advance};

    use super::{CachePolicy, ReferenceCache};
    use crate::upstream::{
        call_key::{CallKey, Owner, SessionId},
        lists::{Rows as _, Seguradoras},
        response_data::ResponseData as _,
    };

    const POLICY: CachePolicy =
        CachePolicy { ttl: Duration::from_secs(60), stale_if_error: Duration::from_secs(600), max_bytes: 10_000 };

    fn key(session: &str) -> CallKey {
        let authorization = format!("Bearer {session}").try_into().unwrap();
        CallKey {
            owner: Owner::Session(SessionId::from_authorization(&authorization)),
            path: "/list",
            request: "{}".into(),
        }
    }

    /// Reads and caches a list of so many insurers.
    async fn read(cache: &ReferenceCache, session: &str, insurers: usize) {
        let now = Instant::now();
        cache.mark_session_verified(&key(session), now);
        let Err(token) = cache.get_shared::<Seguradoras>(&key(session), now).await else {
            panic!("no shared store is configured")
        };
        let rows = vec![r#"{"cdSeguradora":"1","nmSeguradora":"Um","nrCnpj":null,"flAtiva":true}"#; insurers];
        let answer = format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, rows.join(","));
        let list = Seguradoras::read(answer.into(), &Default::default()).unwrap().data.unwrap();
        cache.insert(&key(session), token, &Arc::new(list), now).await;
    }

    /// How many insurers the fresh and the stale list of a session have.
    fn found(cache: &ReferenceCache, session: &str) -> (Option<usize>, Option<usize>) {
        let now = Instant::now();
        let fresh = cache.get::<Seguradoras>(&key(session), now);
        let stale = cache.get_stale::<Seguradoras>(&key(session), now);
        (fresh.map(|list| list.rows().len()), stale.map(|list| list.rows().len()))
    }

    #[tokio::test(start_paused = true)]
    async fn each_session_has_its_own_lists_unless_they_are_shared() {
        let own = ReferenceCache::new(POLICY, false, None);
        read(&own, "ana", 1).await;
        own.mark_session_verified(&key("bia"), Instant::now());
        assert_eq!((found(&own, "ana"), found(&own, "bia")), ((Some(1), Some(1)), (None, None)));

        let shared = ReferenceCache::new(POLICY, true, None);
        read(&shared, "ana", 1).await;
        assert_eq!(found(&shared, "bia"), (None, None), "bia is not verified");
        shared.mark_session_verified(&key("bia"), Instant::now());
        assert_eq!(found(&shared, "bia"), (Some(1), Some(1)));
        read(&shared, "bia", 2).await;
        assert_eq!(found(&shared, "ana"), (Some(2), Some(2)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_stays_verified_for_the_ttl_or_until_it_is_refused() {
        let shared = ReferenceCache::new(POLICY, true, None);
        shared.mark_session_verified(&key("bia"), Instant::now());
        advance(Duration::from_secs(59)).await;
        read(&shared, "ana", 1).await;
        assert_eq!(found(&shared, "bia"), (Some(1), Some(1)));
        advance(Duration::from_secs(1)).await;
        assert_eq!(found(&shared, "bia"), (None, Some(1)));
        assert_eq!(found(&shared, "ana"), (Some(1), Some(1)));
        let Owner::Session(bia) = key("bia").owner else { panic!("a session's") };
        shared.invalidate_session(bia);
        assert_eq!(found(&shared, "bia"), (None, None));
        assert_eq!(found(&shared, "ana"), (Some(1), Some(1)));
        shared.invalidate_all();
        assert_eq!(found(&shared, "ana"), (None, None));
    }
}
