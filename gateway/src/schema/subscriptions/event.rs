//! Events: what subscribers are sent.

use bytes::Bytes;
use tokio::time::Instant;

/// What a subscriber gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A response as JSON.
    Response(Bytes),
    /// The subscription failed and is over: its errors as a JSON list.
    Failure(Bytes),
}

/// The latest event of a producer.
#[derive(Clone)]
pub(super) struct Event {
    pub(super) payload: Payload,
    pub(super) published: Instant,
}
