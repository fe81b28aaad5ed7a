//! A caller, and a call that is ready to be sent, with the key under which it is cached and shared.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, atomic::AtomicU32},
};

use bytes::Bytes;
use hyper::header::HeaderValue;
use serde::{Deserialize, Serialize};
use services::wire::Call;
use sha2::{Digest as _, Sha256};

use super::{
    body_budget::RequestMemory,
    error::{Error, Fault},
    idempotency::IdempotencyKey,
    state::UpstreamState,
};
use crate::{
    mapping::{pages::PageParameters, value_forms::UnwritableValue},
    telemetry::request::RequestTelemetry,
};

/// A session: the digest of its `Authorization`, so that no token stays in memory longer than its request.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionId([u8; 32]);

/// A call.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    pub(super) session: SessionId,
    pub(super) path: &'static str,
    /// What tells it from other calls of the service: the request body of a read, which is equal for equal calls, since the
    /// types of the wire serialize in one way; the idempotency key of a write.
    pub(super) request: Bytes,
}

impl SessionId {
    pub(super) fn from_authorization(authorization: &HeaderValue) -> Self {
        Self(Sha256::digest(authorization.as_bytes()).into())
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId")
    }
}

impl Hash for SessionId {
    /// A part of a digest is as evenly distributed as all of it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        state.write_u64(u64::from_ne_bytes([a, b, c, d, e, f, g, h]));
    }
}

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
