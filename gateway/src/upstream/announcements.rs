//! Announcements (cache invalidation, pub/sub): what a write made stale, and which sessions ended. Subscriptions of this
//! gateway receive them at once; the other gateways receive them through Redis, and invalidate their own caches.
//!
//! An announcement says that something may have changed, never its new value: a receiver reads again. So announcements that are
//! lost with Redis are made up for by one, [`Announcement::Everything`]: receivers take it for granted once they have their channel
//! again, and a gateway publishes it once it has Redis again, after the queue.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};

use super::{call_key::SessionId, ended_sessions::Proof};
use crate::shared_store::{ChannelEvent, RedisKey, ScriptCall, SharedStore};

/// Announcements that a slow listener may be behind. One that is further behind takes everything as changed.
const MAX_BEHIND: usize = 256;

/// A user without the right to publish must not cost the connection that requests use: the error is a result.
const PUBLISH: &str = "local sent = redis.pcall('PUBLISH', KEYS[1], ARGV[1]) \
                       if type(sent) == 'table' then return -1 end return sent";

/// What may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The responses of the services with these paths, for all sessions.
    Stale {
        /// The paths.
        paths: Arc<[Box<str>]>,
        /// The session that wrote, if it did so through this gateway.
        author: Option<SessionId>,
    },
    /// This session ended.
    SessionEnded(SessionId),
    /// Anything: announcements were missed, or sessions ended that the gateway cannot name.
    Everything,
}

/// Tells this gateway and the others of changes.
pub(super) struct Announcer {
    listeners: broadcast::Sender<Change>,
    channel: Option<Channel>,
}

struct Channel {
    store: SharedStore,
    /// The name of the channel. Messages are encrypted for it.
    name: RedisKey,
    /// Identifies this gateway, which ignores its own messages.
    gateway: u64,
}

/// A message between gateways.
#[derive(Serialize, Deserialize)]
struct ChannelMessage {
    gateway: u64,
    news: Announcement,
}

/// What other gateways must know.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Announcement {
    /// The responses of the services with these paths became stale.
    Stale(Arc<[Box<str>]>),
    /// A user ended a session.
    SessionEnded {
        /// The bytes of a [`SessionId`].
        session: Vec<u8>,
        proof: Proof,
    },
    /// Everything became stale, and sessions may have ended.
    Everything,
}

impl Announcer {
    pub(super) fn new(store: Option<SharedStore>) -> Self {
        let channel = store.map(|store| {
            let name = store.key("announcements", &[]);
            Channel { store, name, gateway: rand::random() }
        });
        Self { listeners: broadcast::Sender::new(MAX_BEHIND), channel }
    }

    /// Changes from now on. A listener that is too slow misses some, which counts as [`Change::Everything`].
    pub(super) fn listen(&self) -> broadcast::Receiver<Change> {
        self.listeners.subscribe()
    }

    /// Tells the listeners of this gateway.
    pub(super) fn notify(&self, change: Change) {
        // There may be no listener.
        drop(self.listeners.send(change));
    }

    /// Tells the other gateways. Once this returns, Redis has the message, or is unreachable and gets
    /// [`Announcement::Everything`] later.
    pub(super) async fn publish(&self, news: Announcement) {
        let Some(channel) = &self.channel else { return };
        match channel.store.run::<i64>(&channel.publish(news)).await {
            Some(-1) => tracing::warn!("Redis refuses PUBLISH: other gateways learn of this change only after a while"),
            Some(_) => {}
            None => channel.store.run_after_queue(channel.publish(Announcement::Everything)).await,
        }
    }

    /// What the other gateways announce; `None` without Redis.
    pub(super) fn others(&self) -> Option<OtherGateways> {
        let Channel { store, name, gateway } = self.channel.as_ref()?;
        Some(OtherGateways { events: store.subscribe(name), store: store.clone(), name: name.clone(), own: *gateway })
    }
}

impl Channel {
    fn publish(&self, news: Announcement) -> ScriptCall {
        let message = ChannelMessage { gateway: self.gateway, news };
        let message = serde_json::to_vec(&message).expect("numbers and texts");
        ScriptCall::new(PUBLISH).key(&self.name).arg(self.store.encrypt(&self.name, &message))
    }
}

/// Receives what the other gateways announce.
pub(super) struct OtherGateways {
    events: mpsc::Receiver<ChannelEvent>,
    store: SharedStore,
    name: RedisKey,
    /// This gateway, whose own messages are ignored.
    own: u64,
}

impl OtherGateways {
    /// The next announcement; `None` once the store is gone.
    pub(super) async fn next(&mut self) -> Option<Announcement> {
        loop {
            match self.events.recv().await? {
                // Those before it were missed.
                ChannelEvent::Subscribed => return Some(Announcement::Everything),
                ChannelEvent::Message(sealed) => {
                    // A message that was not encrypted with the shared secret is ignored.
                    let Some(message) = self.store.decrypt(&self.name, &sealed) else { continue };
                    match serde_json::from_slice::<ChannelMessage>(&message) {
                        Ok(message) if message.gateway == self.own => {}
                        Ok(message) => return Some(message.news),
                        // A gateway of another version wrote it: anything may have changed.
                        Err(_) => return Some(Announcement::Everything),
                    }
                }
            }
        }
    }
}

/// Paths as a change has them.
pub(super) fn boxed(paths: &[&str]) -> Arc<[Box<str>]> {
    paths.iter().map(|path| (*path).into()).collect()
}
