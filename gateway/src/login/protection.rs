//! What protects the login against brute force; how its steps use it is `schema::login::protection`.

use std::time::Duration;

use super::{desafio::Desafios, rate_limit::LoginRateLimiter};

/// Brute-force protection of the login. A clone shares its state.
#[derive(Clone)]
pub struct LoginProtection {
    /// Issues and redeems the desafios of the steps.
    pub desafios: Desafios,
    /// Limits how often one may try.
    pub rate_limiter: LoginRateLimiter,
    /// What a caller learns of an e-mail address that the services refuse.
    pub unknown_emails: UnknownEmails,
}

/// What a caller learns about an e-mail address that the services refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownEmails {
    /// The services' own message.
    Revealed,
    /// Nothing: the response is that of a sent code, and no response takes less time than this.
    Hidden(Duration),
}

impl UnknownEmails {
    /// No response sooner than the services usually take to send a code: a quicker one would reveal that none was sent.
    pub const HIDDEN: Self = Self::Hidden(Duration::from_secs(2));
}
