//! What all requests share.

use contract::calendar::Clock;

use crate::{session::login_protection::LoginProtection, upstream::LoginClient};

/// What mutations and fields need besides their request.
#[derive(Clone)]
pub struct GraphDependencies {
    /// The services of the login. All others need a session.
    pub login: LoginClient,
    /// Brute-force protection of the login.
    pub login_protection: LoginProtection,
    /// The current time.
    pub clock: Clock,
}
