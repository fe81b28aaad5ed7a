//! Reference data in Redis, where other gateways read it: sealed, for the time to live of a list.
//!
//! Each session has a hash in Redis. It holds the session's lists or, if all sessions share the lists, marks the session as
//! verified. The hash is deleted when the session ends. A new generation invalidates all hashes, after sessions ended that
//! the gateway cannot name.

use std::{sync::Arc, time::Duration};

use crate::{
    mapping::Mapping,
    shared_store::{RedisKey, ScriptCall, SharedStore},
    upstream::{
        call_key::{CallKey, Owner, SessionId},
        lists::ListInBody,
    },
};

/// Largest list that is shared, in bytes: Redis serves one request at a time.
const MAX_SHARED_BYTES: usize = 1024 * 1024;

const GET: &str = include_str!("get.lua");
const INSERT: &str = include_str!("insert.lua");
const MARK_VERIFIED: &str = include_str!("mark_verified.lua");
const DELETE: &str = "return redis.call('DEL', KEYS[1])";
/// ARGV: the list.
const DELETE_LIST: &str = "return redis.call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. '-at', ARGV[1] .. '-of')";
/// ARGV: the next generation, random so that it never repeats; its TTL in milliseconds.
const NEW_GENERATION: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0";

/// The lists in Redis.
pub(in crate::upstream) struct SharedReferenceStore {
    store: SharedStore,
    /// The lists are stored as the services spell them.
    mapping: Arc<Mapping>,
    /// Other spellings have other names.
    fingerprint: String,
    generation: RedisKey,
    is_shared: bool,
    ttl: Duration,
}

/// A list that another gateway read.
pub(super) struct SharedList<L> {
    pub(super) list: Arc<L>,
    pub(super) age: Duration,
    /// How long ago a service last accepted the session's token, as far as the gateways know.
    pub(super) verified: Duration,
}

/// Permission to share a list that is about to be requested.
pub(super) struct ShareToken {
    generation: Vec<u8>,
}

impl SharedReferenceStore {
    /// `ttl` is the time to live of a list.
    pub(in crate::upstream) fn new(store: SharedStore, mapping: Arc<Mapping>, is_shared: bool, ttl: Duration) -> Self {
        let fingerprint = mapping.fingerprint();
        Self { generation: store.key("references", &[]), store, mapping, fingerprint, is_shared, ttl }
    }

    /// The list, if the session of this key may have it; otherwise the token to share the one that a service returns.
    /// `None` if Redis does not respond.
    pub(super) async fn get<L: ListInBody>(&self, key: &CallKey) -> Option<Result<SharedList<L>, ShareToken>> {
        let call = self.list_call(GET, key).arg(self.milliseconds());
        let (generation, sealed, age, verified): (Vec<u8>, Option<Vec<u8>>, u64, u64) = self.store.run(&call).await?;
        let found = sealed.and_then(|sealed| {
            let answer = self.store.decrypt(&self.list_name(key), &sealed)?;
            let list = L::read(answer.into(), self.mapping.response(key.path)).ok()?.data?;
            let [age, verified] = [age, verified].map(Duration::from_millis);
            Some(SharedList { list: Arc::new(list), age, verified })
        });
        Some(found.ok_or(ShareToken { generation }))
    }

    /// Shares a list: the response body that holds it.
    pub(super) async fn insert(&self, key: &CallKey, token: ShareToken, answer: &[u8]) {
        if answer.len() <= MAX_SHARED_BYTES {
            let sealed = self.store.encrypt(&self.list_name(key), answer);
            let call = self.list_call(INSERT, key).arg(self.milliseconds()).arg(sealed).arg(token.generation);
            // A lost list costs the other gateways a call.
            let _: Option<i64> = self.store.run(&call).await;
        }
    }

    /// Marks a session as accepted by the services; only used if all sessions share the lists.
    pub(super) async fn mark_session_verified(&self, session: SessionId) {
        let hash = self.hash_name(&Owner::Session(session));
        let call = ScriptCall::new(MARK_VERIFIED).key(&self.generation).key(&hash).arg(self.milliseconds());
        let _: Option<i64> = self.store.run(&call).await;
    }

    /// After a 403 for the session of this key.
    pub(super) async fn invalidate(&self, key: &CallKey) {
        let hash = self.hash_name(&key.owner);
        // If the lists are shared, the session's hash only marks it as verified.
        let call =
            if self.is_shared { ScriptCall::new(DELETE).key(&hash) } else { ScriptCall::new(DELETE_LIST).key(&hash) };
        self.store.run_or_queue(call.arg(self.list_name(key).as_str())).await;
    }

    /// After a 401: the session ended.
    pub(super) async fn invalidate_session(&self, session: SessionId) {
        self.store.run_or_queue(ScriptCall::new(DELETE).key(&self.hash_name(&Owner::Session(session)))).await;
    }

    /// After a write that ends sessions which the gateway cannot name.
    pub(super) async fn invalidate_all(&self) {
        let next = format!("{:032x}", rand::random::<u128>());
        // Twice as long as any entry of the old generation lives.
        let ttl = (2 * self.ttl).as_millis().to_string();
        self.store.run_or_queue(ScriptCall::new(NEW_GENERATION).key(&self.generation).arg(next).arg(ttl)).await;
    }

    fn list_call(&self, script: &'static str, key: &CallKey) -> ScriptCall {
        let owner = if self.is_shared { &Owner::AllSessions } else { &key.owner };
        let (hash, session) = (self.hash_name(owner), self.hash_name(&key.owner));
        ScriptCall::new(script).key(&self.generation).key(&hash).key(&session).arg(self.list_name(key).as_str())
    }

    fn hash_name(&self, owner: &Owner) -> RedisKey {
        self.store.key("reference-home", &[owner.as_bytes()])
    }

    /// Name of a list's field in its hash. The encryption is bound to it.
    fn list_name(&self, key: &CallKey) -> RedisKey {
        let owner = if self.is_shared { &Owner::AllSessions } else { &key.owner };
        self.store.key("reference", &[owner.as_bytes(), key.path.as_bytes(), &key.request, self.fingerprint.as_bytes()])
    }

    fn milliseconds(&self) -> String {
        self.ttl.as_millis().to_string()
    }
}
