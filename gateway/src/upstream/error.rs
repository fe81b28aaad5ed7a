//! What can go wrong with a call. For logs and for the code that decides; never shown to anybody.

use std::time::Duration;

use hyper::StatusCode;

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
    /// The service failed too often of late: it was not called.
    #[error("not called: it failed too often")]
    BreakerOpen,
    /// Too many calls of the service are under way: it was not called.
    #[error("not called: too many calls are under way")]
    Crowded,
    /// Other answers hold the memory that there is: this one was not read, or not to its end.
    #[error("not read: the memory budget is used up")]
    NoMemory,
    /// There was no connection: nothing was sent.
    #[error("no connection: {0}")]
    NotConnected(String),
    /// The connection was reset or closed before the answer was whole.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// No whole answer within the time allowed.
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
    /// Of a write, that nothing of it was sent.
    #[error("nothing was sent")]
    WriteNotSent,
    /// Of a write, that it may have been done, or not.
    #[error("the outcome is unknown")]
    WriteUnknown,
}

/// A try that failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// How soon a read may be tried again; `None` where it must not be.
    pub(super) again: Option<Duration>,
}

impl Error {
    pub(super) fn new(path: &'static str, fault: Fault) -> Self {
        Self { path, fault }
    }

    /// The same as the failure of a write, whose person must know whether it may have been done.
    pub(super) fn of_write(self) -> Self {
        let fault = match self.fault {
            Fault::BreakerOpen | Fault::Crowded | Fault::NotConnected(_) => Fault::WriteNotSent,
            // What answers 502 or 504 stands before the service, and does not know either.
            Fault::NoMemory
            | Fault::Broken(_)
            | Fault::Timeout
            | Fault::InvalidResponse(_)
            | Fault::Status(StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT) => Fault::WriteUnknown,
            other => other,
        };
        Self { fault, ..self }
    }
}

impl Fault {
    /// What it is called where failures are counted: one of a few words.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::BreakerOpen => "breaker_open",
            Self::Crowded => "crowded",
            Self::NoMemory => "no_memory",
            Self::NotConnected(_) => "not_connected",
            Self::Broken(_) => "broken",
            Self::Timeout => "timeout",
            Self::InvalidResponse(_) => "invalid_response",
            Self::Status(status) if status.is_server_error() => "http_5xx",
            Self::Status(_) => "http_other",
            Self::Rejected { .. } => "rejected",
            Self::WriteNotSent => "not_sent",
            Self::WriteUnknown => "unknown",
        }
    }

    /// Whether the service cannot do its work; not, that it will not.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            Self::BreakerOpen
            | Self::Crowded
            | Self::NoMemory
            | Self::NotConnected(_)
            | Self::Broken(_)
            | Self::Timeout
            | Self::InvalidResponse(_)
            | Self::WriteNotSent
            | Self::WriteUnknown => true,
            Self::Status(status) => status.is_server_error(),
            Self::Unauthenticated | Self::Forbidden | Self::Rejected { .. } => false,
        }
    }
}

impl Failure {
    /// One after which nothing is tried again: the service may have been at work.
    pub(super) fn last(fault: Fault) -> Self {
        Self { fault, again: None }
    }
}
