//! Announcements (cache invalidation, pub/sub): what a write made stale, and which sessions ended. Subscriptions of this
//! gateway receive them at once; the other gateways receive them through Redis, and invalidate their own caches.
//!
//! An announcement says that something may have changed, never its new value: a receiver reads again. So one announcement,
//! [`Announcement::Everything`], replaces all that were lost while Redis was away: a receiver applies it when its channel
//! is back, and a gateway publishes it when Redis is back, after the queue.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};

use super::{ended_sessions::EndedSession, session_id::SessionId};
use crate::shared_store::{ChannelEvent, RedisKey, ScriptCall, SharedStore};

/// Announcements that a slow listener may be behind. One that is further behind takes everything as changed.
const MAX_BEHIND: usize = 256;

/// A user without the right to publish must not cost the connection that requests use: the error is a result.
const PUBLISH: &str = "local sent = redis.pcall('PUBLISH', KEYS[1], ARGV[1]) \
                       if type(sent) == 'table' then return -1 end return sent";

/// What may have changed for the listeners of this gateway.
#[derive(Clone, Debug)]
pub enum Change {
    /// The reads that a save makes stale, for all sessions: no other write does.
    Stale {
        /// The session that wrote, if it did so through this gateway.
        author: Option<SessionId>,
    },
    /// This session ended.
    SessionEnded(SessionId),
    /// Anything.
    Everything,
}

/// What gateways tell each other.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Announcement {
    /// The reads that a save makes stale.
    Stale,
    /// A user ended this session.
    SessionEnded(EndedSession),
    /// This session, which its user ended, began again.
    SessionBegan(SessionId),
    /// Anything: announcements were missed, sessions ended that the gateway cannot name, or a write panicked.
    Everything,
}

/// Tells this gateway and the others of changes.
pub(super) struct Announcer {
    listeners: broadcast::Sender<Change>,
    store: SharedStore,
    /// The name of the channel in Redis. Messages are encrypted for it.
    channel: RedisKey,
    /// Identifies this gateway, which ignores its own messages.
    gateway: u64,
    /// Whether the other gateways missed an announcement of this one.
    has_missed: AtomicBool,
    reread: mpsc::Sender<()>,
}

/// A message between gateways.
#[derive(Serialize, Deserialize)]
struct Message {
    gateway: u64,
    announcement: Announcement,
}

impl Announcer {
    /// `reread` has space for one request, which wakes the task that waits for Redis.
    pub(super) fn new(store: SharedStore, reread: mpsc::Sender<()>) -> Self {
        Self {
            listeners: broadcast::Sender::new(MAX_BEHIND),
            channel: store.key("announcements", &[]),
            store,
            gateway: rand::random(),
            has_missed: AtomicBool::new(false),
            reread,
        }
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
    pub(super) async fn publish(&self, announcement: Announcement) {
        // Without Redis there are no others.
        if self.store.state().is_none() {
            return;
        }
        match self.store.run::<i64>(&self.call(announcement)).await {
            Some(-1) => tracing::warn!("Redis refuses PUBLISH: other gateways learn of this change only after a while"),
            Some(_) => {}
            None => {
                self.has_missed.store(true, Ordering::SeqCst);
                self.request_reread();
            }
        }
    }

    /// Has the ended sessions read again, and what the other gateways missed announced, once Redis can be used.
    pub(super) fn request_reread(&self) {
        // Full: such a request is waiting.
        let _ = self.reread.try_send(());
    }

    /// Whether the other gateways missed an announcement since the last call.
    pub(super) fn take_missed(&self) -> bool {
        self.has_missed.swap(false, Ordering::SeqCst)
    }

    fn call(&self, announcement: Announcement) -> ScriptCall {
        let message = Message { gateway: self.gateway, announcement };
        let message = serde_json::to_vec(&message).expect("numbers and texts");
        ScriptCall::new(PUBLISH).key(&self.channel).arg(self.store.encrypt(&self.channel, &message))
    }

    /// What comes over the channel, to be [opened](Self::open).
    pub(super) fn subscribe(&self) -> mpsc::Receiver<ChannelEvent> {
        self.store.subscribe(&self.channel)
    }

    /// What another gateway announces. A message that was not encrypted with the shared secret is ignored.
    pub(super) fn open(&self, event: ChannelEvent) -> Option<Announcement> {
        let sealed = match event {
            // Those before it were missed.
            ChannelEvent::Subscribed => return Some(Announcement::Everything),
            ChannelEvent::Message(sealed) => sealed,
        };
        match serde_json::from_slice::<Message>(&self.store.decrypt(&self.channel, &sealed)?) {
            Ok(message) if message.gateway == self.gateway => None,
            Ok(message) => Some(message.announcement),
            // A gateway of another version wrote it: anything may have changed.
            Err(_) => Some(Announcement::Everything),
        }
    }
}
