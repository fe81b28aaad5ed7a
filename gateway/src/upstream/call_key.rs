//! The key under which a call is cached and shared.

use std::fmt;

use bytes::Bytes;
use hyper::header::HeaderValue;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A session: the digest of its `Authorization`, so that no token stays in memory longer than its request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionId([u8; 32]);

/// A call.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    pub(super) session: SessionId,
    pub(super) path: &'static str,
    /// What distinguishes it from other calls of the service: the request body of a read, which is equal for equal calls, since the
    /// types of the contract serialize in one way; the idempotency key of a write.
    pub(super) request: Bytes,
}

impl SessionId {
    pub(super) fn from_authorization(authorization: &HeaderValue) -> Self {
        Self(Sha256::digest(authorization.as_bytes()).into())
    }

    /// The session of a token that a login gave.
    pub(super) fn of_token(token: &str) -> Self {
        Self(Sha256::digest(["Bearer ", token].concat()).into())
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
