//! What identifies a session.

use std::fmt;

use hyper::header::HeaderValue;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A session: the digest of its `Authorization`, so that no token stays in memory longer than its request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionId([u8; 32]);

impl SessionId {
    pub(super) fn from_authorization(authorization: &HeaderValue) -> Self {
        Self(Sha256::digest(authorization.as_bytes()).into())
    }

    /// The session of a token that a login gave.
    pub(super) fn of_token(token: &str) -> Self {
        Self(Sha256::digest(["Bearer ", token].concat()).into())
    }

    #[cfg(test)]
    pub(super) fn numbered(number: usize) -> Self {
        Self::from_authorization(&format!("Bearer {number}").try_into().unwrap())
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
