//! What all calls of a client of the services have: credentials, and the telemetry of the request that they are made for.

use std::sync::Arc;

use contract::{Call, Write};
use hyper::header::HeaderValue;

use super::{
    body_budget::RequestMemory,
    error::{Error, Fault},
    http_client::CallRequest,
    idempotency::IdempotencyKey,
    session_id::SessionId,
    state::UpstreamState,
};
use crate::{mapping::request_forms::UnwritableValue, telemetry::request::RequestTelemetry};

/// Credentials and telemetry of calls. Without a session the token is `0`, as the services require it.
#[derive(Clone)]
pub(super) struct CallContext {
    pub(super) state: Arc<UpstreamState>,
    pub(super) authorization: HeaderValue,
    pub(super) session: SessionId,
    pub(super) telemetry: Arc<RequestTelemetry>,
}

impl CallContext {
    pub(super) fn new(state: Arc<UpstreamState>, authorization: HeaderValue, telemetry: Arc<RequestTelemetry>) -> Self {
        let session = SessionId::from_authorization(&authorization);
        Self { state, authorization, session, telemetry }
    }

    /// A read that is ready to be sent. `memory` counts its response.
    ///
    /// # Errors
    /// [`Fault::Rejected`]: the mapping cannot write a value, so the API would refuse it.
    pub(super) fn read_request<C: Call>(&self, call: &C, memory: Arc<RequestMemory>) -> Result<CallRequest, Error> {
        let refused = |value: UnwritableValue| Error::new(C::PATH, Fault::Rejected { messages: value.to_string() });
        Ok(CallRequest {
            body: self.state.mapping().request(call).map_err(refused)?,
            authorization: self.authorization.clone(),
            session: self.session,
            key: None,
            telemetry: Arc::clone(&self.telemetry),
            memory,
            is_write: false,
            query: String::new(),
        })
    }

    /// A write that is ready to be sent. Its response is counted by itself.
    ///
    /// # Errors
    /// As [`read_request`](Self::read_request).
    pub(super) fn write_request<C: Write>(&self, call: &C, key: Option<&IdempotencyKey>) -> Result<CallRequest, Error> {
        let request = self.read_request(call, self.state.calls.memory.request())?;
        Ok(CallRequest { key: key.cloned(), is_write: true, ..request })
    }
}
