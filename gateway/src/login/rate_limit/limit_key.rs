//! What a limit counts by, and the refusal of a limit that is reached.

use chrono::TimeDelta;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::client_address::ClientAddress;

/// The length of the sliding window.
pub const WINDOW: TimeDelta = TimeDelta::minutes(15);

/// What is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoginAttemptKind {
    /// Sending a code.
    SendCode,
    /// Checking a code or a password, changing a password, and an e-mail check that sent no code.
    Guess,
}

/// A limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimited {
    /// Which limit.
    pub scope: LimitScope,
    /// When the next attempt may succeed.
    pub retry_after: TimeDelta,
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitScope {
    /// That of the e-mail address.
    Email,
    /// That of the client address, or the overall one.
    AddressOrOverall,
}

/// What an attempt counts for. Of an e-mail address only a digest is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LimitKey {
    Email(LoginAttemptKind, [u8; 32]),
    Client(ClientAddress),
    Overall,
}

impl LimitKey {
    /// The same key for every spelling that a mail server or a database may take for the same address.
    pub(super) fn email(kind: LoginAttemptKind, email: &str) -> Self {
        let plain: String = email.trim().nfkc().flat_map(char::to_lowercase).nfc().collect();
        let (name, domain) = plain.rsplit_once('@').unwrap_or((&plain, ""));
        // Quotes are not part of the name (RFC 5321, section 4.1.2).
        let name = name.replace(['"', '\\'], "");
        // IDN domains count in their ASCII form, absolute domains without their last dot.
        let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_owned());
        let plain = format!("{name}@{}", domain.trim_end_matches('.'));
        Self::Email(kind, Sha256::digest(plain).into())
    }

    pub(super) fn scope(&self) -> LimitScope {
        match self {
            Self::Email(..) => LimitScope::Email,
            Self::Client(_) | Self::Overall => LimitScope::AddressOrOverall,
        }
    }
}
