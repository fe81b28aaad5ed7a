//! The key under which a call is cached and shared.

use bytes::Bytes;

use super::session_id::SessionId;

/// A call.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    pub(super) session: SessionId,
    pub(super) path: &'static str,
    /// The request body, which is equal for equal calls, since the types of the contract serialize in one way.
    pub(super) request: Bytes,
}
