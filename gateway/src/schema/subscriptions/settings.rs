//! Settings of subscriptions. `config/subscriptions.rs` declares them.

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
            interval: Duration::from_secs(15),
            streams: 5_000,
            // The portal has one or two a tab; a person has few tabs.
            streams_per_session: 50,
            memory_bytes: 32 * 1024 * 1024,
            read_timeout: Duration::from_secs(15),
        }
    }
}
