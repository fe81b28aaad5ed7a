//! What all calls of a client of the services have: credentials, and the telemetry of the request that they are made for.

use std::sync::Arc;

use contract::Call;
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

    /// A call that is ready to be sent.
    ///
    /// # Errors
    /// [`Fault::Rejected`]: the mapping cannot write a value, so the API would refuse it.
    pub(super) fn request<C: Call>(
        &self,
        call: &C,
        key: Option<&IdempotencyKey>,
        memory: Option<&Arc<RequestMemory>>,
    ) -> Result<CallRequest, Error> {
        let refused = |value: UnwritableValue| Error::new(C::PATH, Fault::Rejected { messages: value.to_string() });
        Ok(CallRequest {
            body: self.state.mapping().request(call).map_err(refused)?,
            authorization: self.authorization.clone(),
            session: self.session,
            key: key.cloned(),
            telemetry: Arc::clone(&self.telemetry),
            memory: memory.cloned(),
            query: String::new(),
        })
    }
}
