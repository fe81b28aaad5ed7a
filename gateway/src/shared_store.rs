//! The shared store of several gateways: a Redis or a Valkey.
//!
//! No request fails and none waits for long because of Redis: while it is unreachable, each gateway uses its own state and
//! queues what the others must learn. A gateway without Redis is one whose Redis is never reachable, and queues nothing.
//! Keys are keyed digests, values with personal data are encrypted, and every key has a TTL. Redis' own clock measures
//! TTLs, except where a script gets a timestamp.

mod channel;
mod connection;
mod crypto;
mod script;
mod settings;

use std::{future::pending, sync::Arc};

use redis::FromRedisValue;
use secrecy::SecretBox;
use tokio::sync::mpsc;

pub use self::{
    channel::ChannelEvent,
    connection::RedisState,
    crypto::RedisKey,
    script::ScriptCall,
    settings::{RedisSettings, RedisUrl},
};
use self::{connection::RedisConnection, crypto::StoreCrypto};

/// The shared store. A clone shares the connection.
#[derive(Clone)]
pub struct SharedStore {
    /// `None` without Redis.
    connection: Option<Arc<RedisConnection>>,
    crypto: Arc<StoreCrypto>,
}

impl SharedStore {
    /// Starts to connect in the background; see [`SharedStore::wait_until_connected`]. Gateways share data only if they have
    /// the same `secret`. Must be called within the tokio runtime.
    pub fn open(settings: &RedisSettings, secret: &SecretBox<[u8; 32]>) -> Self {
        let crypto = Arc::new(StoreCrypto::new(secret, &settings.prefix));
        let probe = crypto.key("probe", &[]);
        Self { connection: Some(RedisConnection::open(settings, &probe)), crypto }
    }

    /// That of a gateway without Redis.
    pub fn without_redis() -> Self {
        Self { connection: None, crypto: Arc::new(StoreCrypto::new(&SecretBox::init_with(rand::random), "")) }
    }

    /// Whether Redis can be used now; `None` without Redis.
    pub fn state(&self) -> Option<RedisState> {
        self.connection.as_ref().map(|connection| connection.state())
    }

    /// Waits until Redis can be used: for ever without Redis.
    pub async fn wait_until_connected(&self) {
        match &self.connection {
            Some(connection) => connection.wait_until_connected().await,
            None => pending().await,
        }
    }

    /// The key of an entry: its kind, and a keyed digest of the parts that identify it. Without the secret the parts cannot
    /// be derived from the key, nor the key from known parts.
    pub fn key(&self, kind: &str, parts: &[&[u8]]) -> RedisKey {
        self.crypto.key(kind, parts)
    }

    /// Runs a script at most once; `None` if Redis is unreachable.
    pub async fn run<T: FromRedisValue>(&self, call: &ScriptCall) -> Option<T> {
        self.connection.as_ref()?.run(call).await
    }

    /// The same for a script that no request waits for, which may take longer.
    pub async fn run_in_background<T: FromRedisValue>(&self, call: &ScriptCall) -> Option<T> {
        self.connection.as_ref()?.run_in_background(call).await
    }

    /// Runs a script whose result is not needed: now, or when Redis is reachable again. It is not cancelled when the caller
    /// is dropped, and may run twice.
    pub async fn run_or_queue(&self, call: ScriptCall) {
        let Some(connection) = self.connection.clone() else { return };
        // The task is never aborted and does not panic.
        let _ = tokio::spawn(async move { connection.run_or_queue(call).await }).await;
    }

    /// Subscribes to a channel. The receiver gets what is published from then on; after a lost connection it is notified that it
    /// missed messages. Without Redis it is closed. Must be called within the tokio runtime.
    pub fn subscribe(&self, channel: &RedisKey) -> mpsc::Receiver<ChannelEvent> {
        match &self.connection {
            Some(connection) => channel::subscribe(Arc::clone(connection), channel.as_str().to_owned()),
            None => mpsc::channel(1).1,
        }
    }

    /// Encrypts and authenticates a value, bound to its key.
    pub fn encrypt(&self, key: &RedisKey, plain: &[u8]) -> Vec<u8> {
        self.crypto.encrypt(key, plain)
    }

    /// Decrypts a value; `None` if it was not encrypted for this key with the same secret.
    pub fn decrypt(&self, key: &RedisKey, encrypted: &[u8]) -> Option<Vec<u8>> {
        self.crypto.decrypt(key, encrypted)
    }
}

impl std::fmt::Debug for SharedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("SharedStore")
    }
}
