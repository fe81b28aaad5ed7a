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
    /// Whether it was to change something.
    is_write: bool,
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
    /// Too many calls of the service wait for their turn, or this one's did not come in time: it was not called.
    #[error("not called: too many calls wait")]
    Crowded {
        /// After how many seconds it is worth trying again.
        retry_after: u64,
    },
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
    /// HTTP 429: it is called too often.
    #[error("called too often")]
    RateLimited {
        /// How long the service wants to be left alone, where it says so.
        retry_after: Option<Duration>,
    },
    /// Any other HTTP status, redirects among them.
    #[error("answered HTTP {0}")]
    Status(StatusCode),
    /// The service understood and refused: `status` is not 1, or `data` is null.
    #[error("refused")]
    Rejected {
        /// The service's text for the person; may be empty.
        messages: String,
    },
    /// The gateway itself failed while the call was under way.
    #[error("a fault of the gateway")]
    Panicked,
}

/// What is known of a write that did not succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Nothing of it was sent.
    NotSent,
    /// It was sent, and changed nothing.
    NotDone,
    /// It may have been done, or not.
    Unknown,
}

/// A try that failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// How soon a read may be tried again; `None` where it must not be.
    pub(super) again: Option<Duration>,
}

impl Error {
    /// The failure of a read.
    pub fn new(path: &'static str, fault: Fault) -> Self {
        Self { path, fault, is_write: false }
    }

    /// The failure of a write, whose caller must know whether it may have been done.
    pub(super) fn of_write(self) -> Self {
        Self { is_write: true, ..self }
    }

    /// What is known of the write that failed; `None` of a read.
    pub fn write_outcome(&self) -> Option<WriteOutcome> {
        self.is_write.then(|| self.fault.write_outcome())
    }
}

impl WriteOutcome {
    /// By the HTTP status of the answer. 200, 401, 403 and 429 have faults of their own.
    fn of_status(status: StatusCode) -> Self {
        match status {
            // The server cannot handle the request now, does not know how to, or wants it sent elsewhere: RFC 9110,
            // sections 15.6.4, 15.6.2, 15.4.8 and 15.4.9.
            StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::NOT_IMPLEMENTED
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT => Self::NotDone,
            // TrustedProxies say 408 of a service that is too slow; 409 may be about an earlier request under the same key that
            // is not over; 499 is what a proxy has of a request that it gave up.
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => Self::Unknown,
            status if status.as_u16() == 499 => Self::Unknown,
            // The request was judged, and declined.
            status if status.is_client_error() => Self::NotDone,
            // Done, or going to be: 201, 202, 204. Done, and told about elsewhere: 303, and 302 as most use it. At work
            // when it failed: 500. Something before the service, which does not know either: 502, 504.
            _ => Self::Unknown,
        }
    }
}

impl Fault {
    /// What this says of a write.
    fn write_outcome(&self) -> WriteOutcome {
        match self {
            Self::BreakerOpen | Self::Crowded { .. } | Self::NotConnected(_) => WriteOutcome::NotSent,
            Self::Unauthenticated | Self::Forbidden | Self::RateLimited { .. } | Self::Rejected { .. } => {
                WriteOutcome::NotDone
            }
            Self::Status(status) => WriteOutcome::of_status(*status),
            // It was sent, and nobody knows what the answer was.
            Self::NoMemory | Self::Broken(_) | Self::Timeout | Self::InvalidResponse(_) | Self::Panicked => {
                WriteOutcome::Unknown
            }
        }
    }

    /// What it is called where failures are counted: one of a few words.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::BreakerOpen => "breaker_open",
            Self::Crowded { .. } => "crowded",
            Self::NoMemory => "no_memory",
            Self::NotConnected(_) => "not_connected",
            Self::Broken(_) => "broken",
            Self::Timeout => "timeout",
            Self::InvalidResponse(_) => "invalid_response",
            Self::Status(status) if status.is_server_error() => "http_5xx",
            Self::RateLimited { .. } => "rate_limited",
            Self::Status(_) => "http_other",
            Self::Rejected { .. } => "rejected",
            Self::Panicked => "panicked",
        }
    }

    /// Whether it is about the caller: its time was over, or its share of the memory. Another caller of the same read may
    /// have more of both.
    pub(super) fn is_callers_own(&self) -> bool {
        matches!(self, Self::Timeout | Self::Crowded { .. } | Self::NoMemory)
    }

    /// Whether the service cannot do its work; not, that it will not.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            Self::BreakerOpen
            | Self::Crowded { .. }
            | Self::NoMemory
            | Self::NotConnected(_)
            | Self::Broken(_)
            | Self::Timeout
            | Self::InvalidResponse(_)
            | Self::Panicked => true,
            Self::Status(status) => status.is_server_error(),
            Self::Unauthenticated | Self::Forbidden | Self::RateLimited { .. } | Self::Rejected { .. } => false,
        }
    }
}

impl Failure {
    /// One after which nothing is tried again: the service may have been at work.
    pub(super) fn last(fault: Fault) -> Self {
        Self { fault, again: None }
    }
}
