//! What can go wrong with a call. For logs and for the code that decides; never shown to anybody.

use reqwest::StatusCode;

/// A call that did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{path}: {fault}")]
pub struct Error {
    /// The path of the service that was called.
    pub path: &'static str,
    /// What happened.
    pub fault: Fault,
}

/// What happened to a call. The texts hold no address, no body and no value of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// HTTP 401: there is no valid session behind the token.
    #[error("the services do not know the session")]
    Unauthenticated,
    /// HTTP 403: the session may not do this.
    #[error("the services forbid it")]
    Forbidden,
    /// Refused, reset, closed in mid-answer, or HTTP 503.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// No connection, or no whole answer, within the time allowed.
    #[error("no answer in time")]
    Timeout,
    /// HTTP 200 with something that is not the contract's shape, or more than is read.
    #[error("not an answer of the contract: {0}")]
    InvalidResponse(String),
    /// Any other HTTP status, redirects among them.
    #[error("answered HTTP {0}")]
    Status(StatusCode),
    /// The service understood and refused: `status` is not 1, or `data` is null.
    #[error("refused")]
    Rejected {
        /// The service's text for the person; may be empty.
        messages: String,
    },
}

impl Error {
    pub(super) fn new(path: &'static str, fault: Fault) -> Self {
        Self { path, fault }
    }
}
