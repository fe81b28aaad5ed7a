//! A call that is ready to be sent.

use std::sync::Arc;

use bytes::Bytes;
use hyper::header::HeaderValue;

use super::{body_budget::RequestMemory, call_key::SessionId, idempotency::IdempotencyKey};
use crate::telemetry::request::RequestTelemetry;

/// A call, ready to be sent.
#[derive(Clone)]
pub(super) struct CallRequest {
    pub(super) body: Bytes,
    pub(super) authorization: HeaderValue,
    /// Bounds its calls in flight.
    pub(super) session: SessionId,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) telemetry: Arc<RequestTelemetry>,
    /// Counts the response; `None` of a write, which is counted by itself.
    pub(super) memory: Option<Arc<RequestMemory>>,
    /// More of the query string; empty if there is nothing.
    pub(super) query: String,
}
