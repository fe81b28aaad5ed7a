//! Idempotency store: a write with an `Idempotency-Key` is sent by one gateway at a time, and never after it succeeded. Then the
//! store has the number of what was saved, by which a replay reads it, and no personal data.
//!
//! A key belongs to a session. The same key of another session goes to the services, which know whether it is the same
//! user. A request with the key of a write in progress waits for its response, here or at another gateway. Refusals are
//! not stored: the services repeat them. An unknown outcome is stored only where the API knows no keys; elsewhere the write
//! is sent again under its key.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use bytes::Bytes;
use contract::{
    Call as _,
    acionamento::{SalvaSinistroWeb, is_idempotency_key},
};
use hyper::header::HeaderValue;
use moka::{policy::EvictionPolicy, sync::Cache};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::{
    runtime::Handle,
    sync::{Mutex as KeyLock, OwnedMutexGuard},
    time::sleep,
};

use super::{error::Fault, session_id::SessionId};
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// Time to live of a stored result: a draft may be sent again the next morning.
const RESULT_TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Size of the store in bytes; a result takes about 300.
const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Added to the longest save to form the lease's TTL: the lease of a gateway that died expires.
const LEASE_GRACE: Duration = Duration::from_secs(5);
/// What the store keeps of an entry besides its key and its number, in bytes.
const ENTRY_BYTES: usize = 200;
/// How often a gateway polls for the result of a write that another gateway is sending.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Returns false: the lease was taken; "": the key has a lease that is older than the longest save, so its gateway died; else the
/// value under the key.
/// ARGV: the lease, its TTL, and the TTL that is left after the longest save, in milliseconds.
const ACQUIRE: &str = "local found = redis.call('GET', KEYS[1])
if found and found:sub(1, 1) == 'c' and redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then return '' end
if found then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false";
/// Stores a result. ARGV: the result, its TTL in milliseconds.
const STORE_RESULT: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0";
/// Releases a lease. ARGV: the lease.
const RELEASE: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0";

/// First byte of a value in Redis: `c` a lease (claim), `r` a result. Fixed: gateways of two versions share a Redis.
const LEASED: u8 = b'c';
const RESULT: u8 = b'r';

/// The writes in progress, and the results of those that must not be sent again.
pub(super) struct IdempotencyStore {
    results: Cache<SessionKey, StoredResult>,
    locks: Mutex<HashMap<SessionKey, Weak<KeyLock<()>>>>,
    store: SharedStore,
    /// Longest that a save takes, reading the acionamento by its number included.
    longest_save: Duration,
    /// Whether the services know idempotency keys, so that a save may be sent again under its key.
    services_know_keys: bool,
}

/// The caller's key for a write, which makes it safe to repeat: 1 to 200 visible ASCII characters.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(pub(super) HeaderValue);

impl IdempotencyKey {
    /// The key, if `text` is valid.
    pub fn parse(text: &str) -> Option<Self> {
        HeaderValue::from_str(text).ok().filter(|_| is_idempotency_key(text)).map(Self)
    }
}

/// A caller's key, and the session that it belongs to.
type SessionKey = (SessionId, Bytes);

/// A write with an idempotency key, and the digest of its payload.
pub(super) struct KeyedWrite {
    key: SessionKey,
    payload: [u8; 32],
}

/// What became of a save that was sent. Its JSON is fixed: gateways of two versions share a Redis.
#[derive(Clone, Deserialize, Serialize)]
pub(super) enum SaveResult {
    /// Saved under this number, which is certain or the last segment of an address.
    Numbered { number: String, is_certain: bool },
    /// Unknown, and the API knows no idempotency keys: to send it again might save twice.
    Unknown,
}

/// The result of a write.
#[derive(Clone)]
struct StoredResult {
    /// `None`: another gateway may have sent the write, and this one does not know with which payload.
    payload: Option<[u8; 32]>,
    result: SaveResult,
}

impl StoredResult {
    fn is_unknown(&self) -> bool {
        matches!(self.result, SaveResult::Unknown)
    }

    /// The size of its entry.
    fn bytes(&self, (_, key): &SessionKey) -> u32 {
        let number = match &self.result {
            SaveResult::Numbered { number, .. } => number.len(),
            SaveResult::Unknown => 0,
        };
        u32::try_from(ENTRY_BYTES + key.len() + number).unwrap_or(u32::MAX)
    }
}

/// State of a key when a write is about to be sent.
pub(super) enum KeyState {
    /// This gateway sends the write, under this lease.
    Unused(Lease),
    /// The write was sent before, with this result.
    Sent(SaveResult),
}

/// The right to send a write. Dropping it releases the key, as if the write was not done.
pub(super) struct Lease {
    redis: Option<SharedLease>,
    _lock: OwnedMutexGuard<()>,
}

/// A lease as other gateways see it.
struct SharedLease {
    store: SharedStore,
    name: RedisKey,
    value: Vec<u8>,
}

impl KeyedWrite {
    pub(super) fn new(session: SessionId, key: &IdempotencyKey, body: &[u8]) -> Self {
        let key = Bytes::copy_from_slice(key.0.as_bytes());
        Self { key: (session, key), payload: Sha256::digest(body).into() }
    }

    fn name(&self, store: &SharedStore) -> RedisKey {
        let (session, key) = &self.key;
        store.key("save", &[session.as_bytes(), SalvaSinistroWeb::PATH.as_bytes(), key])
    }
}

impl IdempotencyStore {
    pub(super) fn new(longest_save: Duration, services_know_keys: bool, store: SharedStore) -> Self {
        let results = Cache::builder()
            .max_capacity(MAX_BYTES)
            .weigher(|key, stored: &StoredResult| stored.bytes(key))
            .time_to_live(RESULT_TTL)
            .eviction_policy(EvictionPolicy::lru())
            .build();
        Self { results, locks: Mutex::default(), store, longest_save, services_know_keys }
    }

    /// Looks the key up, here and in Redis, and takes the lease if it is unused. While another request is sending the write, here
    /// or at another gateway, its result is awaited.
    ///
    /// # Errors
    /// [`Fault::KeyReused`]: a write with another payload succeeded under this key.
    pub(super) async fn acquire(&self, write: &KeyedWrite) -> Result<KeyState, Fault> {
        let mut lease = Lease { redis: None, _lock: self.lock(&write.key).await };
        let mut stored = self.results.get(&write.key);
        // Not known here, or unknown: another gateway may know the result.
        if stored.as_ref().is_none_or(StoredResult::is_unknown)
            && let Some(found) = self.acquire_shared(write, &mut lease).await
        {
            if found.is_unknown() {
                // Redis may be lost when the write is tried again.
                self.results.insert(write.key.clone(), found.clone());
            }
            stored = Some(found);
        }
        let Some(stored) = stored else { return Ok(KeyState::Unused(lease)) };
        if stored.payload.is_some_and(|payload| payload != write.payload) {
            return Err(Fault::KeyReused);
        }
        Ok(KeyState::Sent(stored.result))
    }

    /// Waits until no other request of this process is using the key.
    async fn lock(&self, key: &SessionKey) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.locks.lock();
            locks.retain(|_, lock| lock.strong_count() > 0);
            locks.get(key).and_then(Weak::upgrade).unwrap_or_else(|| {
                let lock = Arc::<KeyLock<()>>::default();
                locks.insert(key.clone(), Arc::downgrade(&lock));
                lock
            })
        };
        lock.lock_owned().await
    }

    /// The result that a gateway stored in Redis; else the lease gets its part in Redis.
    ///
    /// If the services know no idempotency keys, the save may be done already when its lease expires, when Redis is lost during
    /// the wait, or when the stored result cannot be read. Its outcome is then unknown, and it is not sent again.
    async fn acquire_shared(&self, write: &KeyedWrite, lease: &mut Lease) -> Option<StoredResult> {
        let store = &self.store;
        // Without Redis there is no other gateway.
        store.state()?;
        let name = write.name(store);
        let value = [&[LEASED][..], &rand::random::<[u8; 16]>()].concat();
        let longest = self.longest_save + LEASE_GRACE;
        let ttl = if self.services_know_keys { longest } else { RESULT_TTL };
        let [ttl, left] = [ttl, ttl - longest].map(|time| time.as_millis().to_string());
        let call = ScriptCall::new(ACQUIRE).key(&name).arg(value.as_slice()).arg(ttl).arg(left);
        // Before the script is sent: a caller that leaves before Redis has answered releases what it may have taken.
        lease.redis = Some(SharedLease { store: store.clone(), name: name.clone(), value });
        let unknown = || StoredResult { payload: None, result: SaveResult::Unknown };
        let mut may_be_done = false;
        loop {
            let Some(found) = store.run::<Option<Vec<u8>>>(&call).await else {
                // The key that the services receive guards the save, if they know such keys.
                return may_be_done.then(unknown);
            };
            match found?.split_first() {
                Some((&LEASED, _)) => {
                    may_be_done = !self.services_know_keys;
                    sleep(POLL_INTERVAL).await;
                }
                Some((_, sealed)) => {
                    lease.redis = None;
                    return unseal(store, &name, sealed).or_else(|| (!self.services_know_keys).then(unknown));
                }
                None => return Some(unknown()),
            }
        }
    }

    /// Stores the result of a write.
    pub(super) async fn store_result(&self, write: &KeyedWrite, mut lease: Lease, result: SaveResult) {
        let json = serde_json::to_vec(&result).expect("a text and a flag");
        self.results.insert(write.key.clone(), StoredResult { payload: Some(write.payload), result });
        if let Some(SharedLease { store, name, .. }) = lease.redis.take() {
            let sealed = store.encrypt(&name, &[&write.payload[..], &json].concat());
            let value = [&[RESULT][..], &sealed].concat();
            let call = ScriptCall::new(STORE_RESULT).key(&name).arg(value).arg(RESULT_TTL.as_millis().to_string());
            store.run_or_queue(call).await;
        }
    }
}

fn unseal(store: &SharedStore, name: &RedisKey, sealed: &[u8]) -> Option<StoredResult> {
    let plain = store.decrypt(name, sealed)?;
    let (payload, json) = plain.split_first_chunk()?;
    Some(StoredResult { payload: Some(*payload), result: serde_json::from_slice(json).ok()? })
}

impl Lease {
    /// Releases the key before the write counts as ended: a stop waits for it.
    pub(super) async fn release(mut self) {
        if let Some(lease) = self.redis.take() {
            lease.release().await;
        }
    }
}

impl SharedLease {
    async fn release(self) {
        self.store.run_or_queue(ScriptCall::new(RELEASE).key(&self.name).arg(self.value)).await;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let (Some(lease), Ok(runtime)) = (self.redis.take(), Handle::try_current()) {
            runtime.spawn(lease.release());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SaveResult;

    #[test]
    fn a_result_has_the_same_form_in_redis_for_all_versions() {
        for (result, json) in [
            (
                SaveResult::Numbered { number: "S-1".to_owned(), is_certain: true },
                r#"{"Numbered":{"number":"S-1","is_certain":true}}"#,
            ),
            (SaveResult::Unknown, r#""Unknown""#),
        ] {
            assert_eq!(serde_json::to_string(&result).unwrap(), json);
            let read: SaveResult = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
    }
}
