//! A caller, and a call that is ready to be sent.

use std::sync::{Arc, atomic::AtomicU32};

use bytes::Bytes;
use hyper::header::HeaderValue;
use services::wire::Call;

use super::{
    body_budget::RequestMemory,
    call_key::SessionId,
    error::{Error, Fault},
    idempotency::IdempotencyKey,
    state::UpstreamState,
};
use crate::{
    mapping::{pages::PageParameters, value_forms::UnwritableValue},
    telemetry::request::RequestTelemetry,
};

/// Who calls, with a session or without.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) state: Arc<UpstreamState>,
    pub(super) authorization: HeaderValue,
    pub(super) session: SessionId,
    pub(super) telemetry: Arc<RequestTelemetry>,
}

impl Caller {
    pub(super) fn new(state: Arc<UpstreamState>, authorization: HeaderValue, telemetry: Arc<RequestTelemetry>) -> Self {
        let session = SessionId::from_authorization(&authorization);
        Self { state, authorization, session, telemetry }
    }
}

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
    /// Fails as the service would that does not take a value.
    pub(super) fn new<C: Call>(
        call: &C,
        caller: &Caller,
        key: Option<&IdempotencyKey>,
        memory: Option<&Arc<RequestMemory>>,
    ) -> Result<Self, Error> {
        let refused = |value: UnwritableValue| Error::new(C::PATH, Fault::Rejected { messages: value.to_string() });
        Ok(Self {
            body: caller.state.mapping().request(call).map_err(refused)?,
            authorization: caller.authorization.clone(),
            session: caller.session,
            key: key.cloned(),
            telemetry: Arc::clone(&caller.telemetry),
            memory: memory.cloned(),
            calls_sent: AtomicU32::new(0),
            query: String::new(),
        })
    }

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
