//! Writes that have a name, each sent by one gateway at a time, and not again once it is known to be saved.
//!
//! The name is the caller's own `Idempotency-Key`, and a session's own: another session with the same key asks the
//! services, who know whether it is the same person. Whoever sends the same write again while it is under way waits for its
//! answer, here or at another gateway. Only what the services saved is remembered. A refusal is theirs to repeat, and where
//! nobody knows what became of a write, sending it again under its key is what makes it safe.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};
use tokio::{
    runtime::Handle,
    sync::{Mutex as Turns, OwnedMutexGuard},
    time::Instant,
};

use super::{
    IdempotencyKey, Keep,
    kept::Kept,
    key::{Key, Owner, Session},
};
use crate::shared_store::{RedisKey, ScriptCall, SharedStore};

/// How long an answer is remembered: for somebody who finds what they had typed the next morning.
const LIFE: Duration = Duration::from_secs(24 * 60 * 60);
/// Most memory for answers; one takes some 4 KiB.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// How much longer than its call a gateway may take for a write before another may send it: one that died is not waited for.
const GRACE: Duration = Duration::from_secs(5);
/// How often a gateway looks whether another has done what it waits for.
pub(super) const POLL: Duration = Duration::from_millis(50);

/// Gives what lies under the name, or claims it. ARGV: the claim, and how long it lasts in milliseconds.
const CLAIM: &str = "local found = redis.call('GET', KEYS[1])
if found then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false";
/// Remembers an answer. ARGV: the answer, and how long it is remembered in milliseconds.
const REMEMBER: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0";
/// Gives a claim up. ARGV: the claim.
const GIVE_UP: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0";

/// What a value under a name begins with: a claim, or an answer.
const CLAIMED: u8 = b'c';
const SAVED: u8 = b's';

/// The writes that are under way, and those that were saved of late.
pub(super) struct Saves {
    kept: Arc<Kept>,
    turns: Mutex<HashMap<Key, Weak<Turns<()>>>>,
    store: Option<SharedStore>,
    longest: Duration,
}

/// Which write, by its name; and what it says, by a digest.
#[derive(Clone)]
pub(super) struct Write {
    key: Key,
    body: [u8; 32],
}

/// The answer to a write that was saved.
pub(super) struct Saved<T> {
    body: [u8; 32],
    data: T,
}

/// What a gateway finds when it is about to send a write.
pub(super) enum Found<T> {
    /// It is this one's to send.
    Nothing(Claim),
    /// It was saved: this is its answer.
    Saved(T),
    /// Another one was saved under its name.
    Another,
    /// Another gateway is sending it.
    UnderWay,
}

impl Write {
    pub(super) fn new(session: Session, path: &'static str, key: &IdempotencyKey, body: &Bytes) -> Self {
        let name = Bytes::copy_from_slice(key.header().as_bytes());
        Self { key: Key { owner: Owner::Session(session), path, body: name }, body: Sha256::digest(body).into() }
    }

    fn name(&self, store: &SharedStore) -> RedisKey {
        let Key { owner, path, body } = &self.key;
        store.key("save", &[owner.as_bytes(), path.as_bytes(), body])
    }
}

impl Saves {
    /// `longest` is how long the call of a write may take.
    pub(super) fn new(longest: Duration, store: Option<SharedStore>) -> Self {
        let keep = Keep { time: LIFE, stale: Duration::ZERO, bytes: MOST_BYTES };
        Self { kept: Arc::new(Kept::new(keep)), turns: Mutex::default(), store, longest }
    }

    /// Waits until nobody else in this process is at a write of this name.
    pub(super) async fn turn(&self, write: &Write) -> OwnedMutexGuard<()> {
        let turn = {
            // Nothing panics half-way through a change of it.
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| turn.strong_count() > 0);
            match turns.get(&write.key).and_then(Weak::upgrade) {
                Some(turn) => turn,
                None => {
                    let turn = Arc::<Turns<()>>::default();
                    turns.insert(write.key.clone(), Arc::downgrade(&turn));
                    turn
                }
            }
        };
        turn.lock_owned().await
    }

    /// Looks for a write, here and at the other gateways, and claims it if nobody has it. Wants its turn.
    pub(super) async fn find<T>(&self, write: &Write) -> Found<T>
    where
        T: Clone + DeserializeOwned + Send + Sync + 'static,
    {
        if let Some(saved) = self.kept.find::<Saved<T>>(&write.key, Instant::now()) {
            return saved.answer_to(write);
        }
        let Some(store) = &self.store else { return Found::Nothing(Claim::none()) };
        let name = write.name(store);
        let claim =
            Shared { store: store.clone(), name, claim: [&[CLAIMED][..], &rand::random::<[u8; 16]>()].concat() };
        let lasts = (self.longest + GRACE).as_millis().to_string();
        let order = ScriptCall::new(CLAIM).key(&claim.name).arg(claim.claim.as_slice()).arg(lasts);
        match store.run::<Option<Vec<u8>>>(&order).await {
            // Claimed, or the store is lost: then the key that the services get is the guard that is left.
            Some(None) | None => Found::Nothing(Claim { shared: Some(claim) }),
            Some(Some(found)) => match found.split_first() {
                Some((&CLAIMED, _)) => Found::UnderWay,
                Some((&SAVED, sealed)) => match read::<T>(&claim, sealed) {
                    Some(saved) => saved.answer_to(write),
                    None => Found::Nothing(Claim::none()),
                },
                _ => Found::Nothing(Claim::none()),
            },
        }
    }

    /// Remembers the answer to a write that was saved.
    pub(super) async fn remember<T>(&self, write: &Write, mut claim: Claim, data: &T)
    where
        T: Clone + Serialize + Send + Sync + 'static,
    {
        let Ok(json) = serde_json::to_vec(data) else {
            // It is saved all the same. Sent again, the services know it by its key.
            tracing::warn!("what was saved cannot be remembered");
            return claim.give_up().await;
        };
        let saved = Saved { body: write.body, data: data.clone() };
        self.kept.keep(self.kept.ticket(write.key.clone()), Arc::new(saved), 2 * json.len(), Instant::now());
        if let Some(Shared { store, name, .. }) = claim.shared.take() {
            let sealed = store.encrypt(&name, &[&write.body[..], &json].concat());
            let value = [&[SAVED][..], &sealed].concat();
            let order = ScriptCall::new(REMEMBER).key(&name).arg(value).arg(LIFE.as_millis().to_string());
            store.run_or_queue(order).await;
        }
    }

    /// Forgets what a session saved: it ended.
    pub(super) fn drop_session(&self, session: Session) {
        self.kept.drop_session(session);
    }
}

impl<T: Clone> Saved<T> {
    fn answer_to(&self, write: &Write) -> Found<T> {
        if self.body == write.body { Found::Saved(self.data.clone()) } else { Found::Another }
    }
}

fn read<T: DeserializeOwned>(Shared { store, name, .. }: &Shared, sealed: &[u8]) -> Option<Saved<T>> {
    let plain = store.decrypt(name, sealed)?;
    let (body, json) = plain.split_first_chunk()?;
    Some(Saved { body: *body, data: serde_json::from_slice(json).ok()? })
}

/// The right to send a write. Dropped, somebody else may.
pub(super) struct Claim {
    shared: Option<Shared>,
}

/// A claim as the other gateways see it.
struct Shared {
    store: SharedStore,
    name: RedisKey,
    claim: Vec<u8>,
}

impl Claim {
    /// One that nobody else sees.
    pub(super) fn none() -> Self {
        Self { shared: None }
    }

    /// Nothing was saved, as far as anybody knows.
    pub(super) async fn give_up(mut self) {
        if let Some(shared) = self.shared.take() {
            shared.give_up().await;
        }
    }
}

impl Shared {
    async fn give_up(self) {
        let order = ScriptCall::new(GIVE_UP).key(&self.name).arg(self.claim);
        self.store.run_or_queue(order).await;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let (Some(shared), Ok(runtime)) = (self.shared.take(), Handle::try_current()) {
            runtime.spawn(shared.give_up());
        }
    }
}
