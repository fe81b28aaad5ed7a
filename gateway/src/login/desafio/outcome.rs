//! How a desafio is refused, and how a lease of one ends.

pub(super) type Id = [u8; 16];

/// Why a desafio does not open its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesafioError {
    /// Forged, or for another step.
    Invalid,
    /// Expired.
    Expired,
    /// Consumed: its step was completed.
    Used,
    /// Leased by another request.
    InUse,
    /// Too many wrong codes.
    Exhausted,
    /// Too many logins are in progress.
    Overloaded,
}

/// How a lease ends.
#[derive(Clone, Copy)]
pub(super) enum LeaseOutcome {
    Failed,
    Refunded,
    Consumed,
}
