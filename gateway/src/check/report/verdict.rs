//! How far a service is compatible, and what decides it: the problem of a call, the state of a field.

use serde::Serialize;

use crate::{check::responses::http_status::is_success, upstream::Fault};

/// How far a service is compatible. Ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::check) enum Verdict {
    /// The gateway can read it, without findings.
    Fits,
    /// The gateway can read it, with notes.
    FitsWithNotes,
    /// Not called: no sample values.
    NotAsked,
    /// No response to compare.
    NotReached,
    /// The gateway can read it, but fields that never came may have other names.
    Doubtful,
    /// The gateway cannot read it.
    DoesNotFit,
}

/// Why a call failed or its response cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::check) enum Problem {
    /// The connection failed.
    NotConnected,
    /// The certificate is not trusted, or the TLS handshake failed.
    Tls,
    /// The connection was lost.
    Broken,
    /// No complete response before the timeout.
    Timeout,
    /// The response exceeds the size limit.
    TooLarge,
    /// HTTP 401.
    Unauthorized,
    /// HTTP 403.
    Forbidden,
    /// HTTP 3xx.
    Redirect,
    /// HTTP 404: the path is wrong.
    NoSuchPath,
    /// HTTP 405: the path has other methods than POST.
    WrongMethod,
    /// HTTP 400, 415 or 422: the service does not accept the request.
    RequestRefused,
    /// Any other HTTP status except 200.
    Status,
    /// The body is empty.
    Empty,
    /// The body is a page, not JSON.
    Html,
    /// The body is not JSON.
    NotJson,
    /// The body is JSON, but not an object.
    NotEnvelope,
    /// A refusal that contains data.
    RefusalWithData,
    /// The service refused the request.
    Refused,
    /// A success without data where the contract needs some, though they say nothing.
    NoData,
    /// The gateway cannot parse the response.
    Unread,
}

/// Result for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::check) enum FieldState {
    /// As expected.
    Matched,
    /// Another type, which the gateway accepts.
    Accepted,
    /// Always null.
    Null,
    /// No object that could contain it.
    Unseen,
    /// The mapping says that it never comes.
    Declared,
    /// Optional, and missing at least once.
    Missing,
    /// Optional and always missing, beside unknown keys of which one may be another name of it.
    Suspect,
    /// Required and missing, repeated, or of a type that the gateway rejects.
    Wrong,
}

impl Verdict {
    /// The exit status of this verdict.
    pub(in crate::check) fn exit(self) -> u8 {
        match self {
            Self::Fits | Self::FitsWithNotes => 0,
            Self::Doubtful | Self::DoesNotFit => 1,
            Self::NotAsked | Self::NotReached => 2,
        }
    }
}

impl Problem {
    pub(in crate::check) fn from_fault(fault: &Fault) -> Self {
        match fault {
            Fault::NotConnected(detail) if is_about_tls(detail) => Self::Tls,
            Fault::NotConnected(_) => Self::NotConnected,
            Fault::Timeout => Self::Timeout,
            Fault::InvalidResponse(_) | Fault::NoMemory => Self::TooLarge,
            _ => Self::Broken,
        }
    }

    /// The problem that a status means; `None` if the body can be read.
    pub(in crate::check) fn of_status(status: u16) -> Option<Self> {
        match status {
            status if is_success(status) => None,
            300..=399 => Some(Self::Redirect),
            400 | 415 | 422 => Some(Self::RequestRefused),
            401 => Some(Self::Unauthorized),
            403 => Some(Self::Forbidden),
            404 => Some(Self::NoSuchPath),
            405 => Some(Self::WrongMethod),
            _ => Some(Self::Status),
        }
    }

    pub(in crate::check) fn verdict(self) -> Verdict {
        match self {
            Self::NoSuchPath
            | Self::WrongMethod
            | Self::RequestRefused
            | Self::Empty
            | Self::Html
            | Self::NotJson
            | Self::NotEnvelope
            | Self::RefusalWithData
            | Self::NoData
            | Self::Unread => Verdict::DoesNotFit,
            Self::NotConnected
            | Self::Tls
            | Self::Broken
            | Self::Timeout
            | Self::TooLarge
            | Self::Unauthorized
            | Self::Forbidden
            | Self::Redirect
            | Self::Status
            | Self::Refused => Verdict::NotReached,
        }
    }
}

impl FieldState {
    pub(in crate::check) fn verdict(self) -> Verdict {
        match self {
            Self::Wrong => Verdict::DoesNotFit,
            Self::Suspect => Verdict::Doubtful,
            Self::Missing => Verdict::FitsWithNotes,
            Self::Matched | Self::Accepted | Self::Null | Self::Unseen | Self::Declared => Verdict::Fits,
        }
    }
}

/// Whether TLS broke a connection, according to the text of rustls.
fn is_about_tls(detail: &str) -> bool {
    let detail = detail.to_ascii_lowercase();
    ["certificate", "tls", "handshake", "invalid peer", "corrupt message"].iter().any(|word| detail.contains(word))
}
