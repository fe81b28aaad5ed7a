//! Which read: whose, from where, to what. Answers are shared and kept under it, so nobody is given what another asked for.

use bytes::Bytes;
use hyper::header::HeaderValue;
use sha2::{Digest as _, Sha256};

/// A session by the digest of its `Authorization`, so that no token lies about in memory longer than its request.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Session([u8; 32]);

/// Whose an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// One session's.
    Session(Session),
    /// Everybody's: a list that is configured to be the same for all.
    Everybody,
}

/// Which read.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) owner: Owner,
    pub(super) path: &'static str,
    /// The body as it is sent. A type of the wire is always written the same way.
    pub(super) body: Bytes,
}

impl Owner {
    /// What tells one from another.
    pub(super) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Session(Session(digest)) => digest,
            Self::Everybody => &[],
        }
    }
}

impl Session {
    pub(super) fn of(authorization: &HeaderValue) -> Self {
        Self(Sha256::digest(authorization.as_bytes()).into())
    }
}

impl Key {
    /// Whether it is a session's own.
    pub(super) fn is_of(&self, session: Session) -> bool {
        self.owner == Owner::Session(session)
    }
}
