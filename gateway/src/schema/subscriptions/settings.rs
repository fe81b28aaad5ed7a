//! Limits and pace of subscriptions, which are constants for an operator.

use std::time::Duration;

/// Limits and pace of subscriptions.
#[derive(Clone, Debug)]
pub struct SubscriptionSettings {
    /// Time between two reads, while something changes.
    pub interval: Duration,
    /// Most open subscriptions.
    pub streams: u32,
    /// Most open subscriptions of a session.
    pub streams_per_session: u32,
    /// Bytes of all latest events.
    pub memory_bytes: usize,
    /// How long a read may take.
    pub read_timeout: Duration,
}

impl Default for SubscriptionSettings {
    fn default() -> Self {
        Self {
            // The services get a call per screen and interval; a save of this gateway is seen at once.
            interval: Duration::from_secs(15),
            // Some 15 KiB each.
            streams: 5_000,
            // The portal has one or two a tab; a person has few tabs.
            streams_per_session: 50,
            memory_bytes: 32 * 1024 * 1024,
            read_timeout: Duration::from_secs(15),
        }
    }
}
