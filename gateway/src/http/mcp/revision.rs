//! Revisions of the protocol.

/// The revision without a handshake.
pub(super) const STATELESS: &str = "2026-07-28";
/// The newest one that begins with `initialize`.
pub(super) const NEWEST_HANDSHAKE: &str = "2025-11-25";
/// All revisions, newest first.
pub(super) const SUPPORTED: [&str; 4] = [STATELESS, NEWEST_HANDSHAKE, "2025-06-18", "2025-03-26"];

/// The two kinds of revisions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// 2026-07-28: each request has its revision and its client's capabilities, in `_meta` and in headers.
    Stateless,
    /// 2025-03-26 to 2025-11-25: clients send `initialize` first. Nothing of it is needed later, so it is not stored.
    Handshake,
}

/// Whether a revision begins with `initialize`.
pub(super) fn has_handshake(revision: &str) -> bool {
    revision != STATELESS && SUPPORTED.contains(&revision)
}
