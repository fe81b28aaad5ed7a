//! A call that is ready to be sent.

use std::sync::{Arc, atomic::AtomicU32};

use bytes::Bytes;
use hyper::header::HeaderValue;

use super::{body_budget::RequestMemory, call_key::SessionId, idempotency::IdempotencyKey};
use crate::{mapping::pages::PageParameters, telemetry::request::RequestTelemetry};

/// A call, ready to be sent.
pub(super) struct CallRequest {
    pub(super) body: Bytes,
    pub(super) authorization: HeaderValue,
    /// Bounds its calls in flight.
    pub(super) session: SessionId,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) telemetry: Arc<RequestTelemetry>,
    /// Counts the response; `None` of a write, which is counted by itself.
    pub(super) memory: Option<Arc<RequestMemory>>,
    /// Calls sent so far: more than one after a retry.
    pub(super) calls_sent: AtomicU32,
    /// More of the query string; empty if there is nothing.
    pub(super) query: String,
}

impl CallRequest {
    /// The same call for one page of its list.
    pub(super) fn of_page(&self, PageParameters { body, query }: PageParameters) -> Self {
        Self {
            body,
            query,
            authorization: self.authorization.clone(),
            session: self.session,
            key: self.key.clone(),
            telemetry: Arc::clone(&self.telemetry),
            memory: self.memory.clone(),
            calls_sent: AtomicU32::new(0),
        }
    }
}
