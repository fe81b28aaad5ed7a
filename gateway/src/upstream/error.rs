//! Errors of calls, for logs and decisions. Their texts are never shown to a caller.

use std::time::Duration;

use contract::envelope::{Answer, DATA, ReadError, Reason};
use hyper::StatusCode;
use strum::IntoStaticStr;

use super::{
    body_budget::NoMemory,
    stack_trace::{for_log, has_stack_trace},
};

/// A call that failed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{path}: {fault}")]
pub struct Error {
    /// The path of the service that was called.
    pub path: &'static str,
    /// The cause.
    pub fault: Fault,
    /// Whether the call was a write.
    is_write: bool,
}

/// Cause of a failed call. The texts hold no address, no body and no value of one.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    /// HTTP 401: the token has no valid session.
    #[error("the services do not know the session")]
    Unauthenticated,
    /// Another write was done under this idempotency key: nothing was sent.
    #[error("the idempotency key was used for another write")]
    KeyReused,
    /// An earlier call with this idempotency key was not confirmed, and the API knows no such keys: nothing was sent again.
    #[error("an earlier call with this key was not confirmed")]
    Unconfirmed,
    /// HTTP 403.
    #[error("the services forbid it")]
    Forbidden,
    /// The circuit breaker is open: nothing was sent.
    #[error("circuit breaker open")]
    BreakerOpen,
    /// Too many calls wait, or this one waited too long: nothing was sent.
    #[error("overloaded: too many calls wait")]
    Overloaded,
    /// The memory budget is exhausted: the response was not read, or not to its end.
    #[error("memory budget exhausted")]
    NoMemory,
    /// No connection: nothing was sent.
    #[error("no connection: {0}")]
    NotConnected(String),
    /// One of the two sides refuses the other's certificate, or the service speaks no TLS: it read nothing.
    #[error("no TLS connection: {0}")]
    #[strum(serialize = "not_connected")]
    Tls(String),
    /// The connection was closed before the end of the response.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// No complete response before the deadline.
    #[error("timeout")]
    Timeout,
    /// HTTP 200 with a body that violates the contract or is too large.
    #[error("invalid response: {0}")]
    InvalidResponse(String),
    /// HTTP 429.
    #[error("rate limited by the service")]
    RateLimited {
        /// `Retry-After`, if given.
        retry_after: Option<Duration>,
    },
    /// HTTP 503.
    #[error("HTTP 503 Service Unavailable")]
    #[strum(serialize = "http_5xx")]
    Unavailable {
        /// `Retry-After`, if given.
        retry_after: Option<Duration>,
    },
    /// Any other HTTP status, redirects among them.
    #[error("HTTP {0}")]
    #[strum(serialize = "http_other")]
    Status(StatusCode),
    /// The service refused: `status` is not 1, or `data` is null where the mapping does not allow it.
    #[error("refused")]
    Rejected {
        /// The service's text for the user; may be empty.
        messages: String,
    },
    /// A save was done, and what was saved could not be read.
    #[error("saved, but unread")]
    SavedUnread {
        /// The claim number, if it is known.
        number: Option<String>,
    },
    /// The gateway panicked during the call.
    #[error("panic in the gateway")]
    Panicked,
}

/// What the log says of a success without data where some are needed.
pub(super) const NO_DATA: &str =
    "success without data; if the API means success by it, set null-data in [envelope] of the mapping";

/// What is known about a write that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Not sent.
    NotSent,
    /// Sent, and changed nothing.
    NotDone,
    /// Possibly done.
    Unknown,
}

impl Error {
    /// The failure of a read.
    pub fn new(path: &'static str, fault: Fault) -> Self {
        Self { path, fault, is_write: false }
    }

    /// The failure of a write, whose caller must learn whether it may have been done.
    pub(super) fn of_write(path: &'static str, fault: Fault) -> Self {
        Self { path, fault, is_write: true }
    }

    /// What is known about the write; `None` of a read.
    pub fn write_outcome(&self) -> Option<WriteOutcome> {
        self.is_write.then(|| self.fault.write_outcome())
    }
}

impl WriteOutcome {
    /// 200, 401, 403, 429 and 503 are faults of their own.
    fn of_status(status: StatusCode) -> Self {
        match status {
            // The server does not know how to handle the request, or wants it sent elsewhere: RFC 9110, sections 15.6.2,
            // 15.4.8 and 15.4.9.
            StatusCode::NOT_IMPLEMENTED | StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => {
                Self::NotDone
            }
            // 408: a proxy gave up on a slow service. 409: possibly an earlier request under the same key is still running.
            // 499: a proxy cancelled the request.
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => Self::Unknown,
            status if status.as_u16() == 499 => Self::Unknown,
            // Processed and declined.
            status if status.is_client_error() => Self::NotDone,
            // 202, 204: done, or will be. 303, and 302 in practice: done. 500: failed half-way. 502, 504: a proxy does
            // not know.
            _ => Self::Unknown,
        }
    }
}

impl Fault {
    /// The service refused. A stack trace in its text is logged here, once a call: no caller reads it.
    pub(super) fn rejected(path: &'static str, messages: String) -> Self {
        if has_stack_trace(&messages) {
            tracing::warn!(path, messages = ?for_log(&messages), "a service refused with a stack trace");
        }
        Self::Rejected { messages }
    }

    /// What the fault says about a write.
    fn write_outcome(&self) -> WriteOutcome {
        match self {
            Self::BreakerOpen | Self::Overloaded | Self::NotConnected(_) | Self::Tls(_) => WriteOutcome::NotSent,
            // 503 with `Retry-After`: the service cannot handle the request now (RFC 9110, section 15.6.4).
            Self::Unauthenticated
            | Self::KeyReused
            | Self::Forbidden
            | Self::RateLimited { .. }
            | Self::Unavailable { retry_after: Some(_) }
            | Self::Rejected { .. } => WriteOutcome::NotDone,
            Self::Status(status) => WriteOutcome::of_status(*status),
            // Sent, and the response is unknown. Without `Retry-After` a 503 may be that of a proxy which forwarded the request and
            // then lost the connection (Envoy).
            Self::NoMemory
            | Self::Unavailable { retry_after: None }
            | Self::Broken(_)
            | Self::Timeout
            | Self::InvalidResponse(_)
            | Self::SavedUnread { .. }
            | Self::Unconfirmed
            | Self::Panicked => WriteOutcome::Unknown,
        }
    }

    /// Value of the metrics' outcome label.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Status(status) if status.is_server_error() => "http_5xx",
            other => other.into(),
        }
    }

    /// Whether the service fails, which its circuit breaker counts. A response that cannot be read is not counted, nor is this
    /// gateway's own lack of memory: one bad record, or the load of one gateway, must not open the breaker for all callers.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            Self::Status(status) => status.is_server_error(),
            Self::Unauthenticated
            | Self::KeyReused
            | Self::Unconfirmed
            | Self::Forbidden
            | Self::RateLimited { .. }
            | Self::Rejected { .. }
            | Self::SavedUnread { .. }
            | Self::InvalidResponse(_)
            | Self::NoMemory => false,
            Self::BreakerOpen
            | Self::Overloaded
            | Self::NotConnected(_)
            | Self::Tls(_)
            | Self::Broken(_)
            | Self::Timeout
            | Self::Unavailable { .. }
            | Self::Panicked => true,
        }
    }

    /// Whether a read that failed so may get a cached response that has expired.
    pub(super) fn allows_stale(&self) -> bool {
        self.is_outage() || matches!(self, Self::InvalidResponse(_) | Self::NoMemory | Self::RateLimited { .. })
    }

    /// Whether the session of a read that failed so may have ended. A response that cannot be read is an answer.
    pub(super) fn may_hide_session_end(&self) -> bool {
        self.is_outage() || matches!(self, Self::Unauthenticated | Self::NoMemory)
    }

    /// Whether the service refused what was sent; some APIs say so by the status alone, without a text.
    pub fn is_refusal(&self) -> bool {
        const REFUSALS: [StatusCode; 3] =
            [StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND, StatusCode::UNPROCESSABLE_ENTITY];
        match self {
            Self::Rejected { .. } => true,
            Self::Status(status) => REFUSALS.contains(status),
            _ => false,
        }
    }

    /// The pause before a read may be repeated. `None`: the service may have processed it, or would refuse it again.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            // A proxy sent it, or a service that did not process the request.
            Self::Unavailable { retry_after } => Some(retry_after.unwrap_or_default()),
            Self::NotConnected(_) | Self::Status(StatusCode::BAD_GATEWAY) => Some(Duration::ZERO),
            _ => None,
        }
    }
}

impl From<NoMemory> for Fault {
    fn from(NoMemory: NoMemory) -> Self {
        Self::NoMemory
    }
}

impl From<ReadError> for Fault {
    /// A body that cannot be read.
    fn from(error: ReadError) -> Self {
        Self::InvalidResponse(match error.reason {
            Reason::MissingField(DATA) => NO_DATA.to_owned(),
            _ => error.to_string(),
        })
    }
}

/// Whether a write was done, or may have been.
pub(super) fn may_be_written<T>(result: &Result<T, Error>) -> bool {
    matches!(result.as_ref().map_err(Error::write_outcome), Ok(_) | Err(Some(WriteOutcome::Unknown)))
}

/// The data of a response; the service's refusal as an error.
pub(super) fn accepted<T>(path: &'static str, answer: Answer<T>) -> Result<T, Error> {
    let Answer { messages, data, .. } = answer;
    data.ok_or_else(|| Error::new(path, Fault::rejected(path, messages)))
}
