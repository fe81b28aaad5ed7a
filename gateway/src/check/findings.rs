//! What is found, as data: this is what `--json` prints, and what the text for people is made of.
//!
//! Its shape is stable: what is printed may gain keys, and a change of those that are there raises [`FORMAT`].

use serde::Serialize;

use super::{
    value_type::{ExpectedType, ValueType},
    wire_source::SourceLocation,
};
use crate::upstream::Fault;

/// Version of the shape.
pub(super) const FORMAT: u8 = 1;

/// What came of the whole.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    /// [`FORMAT`].
    pub(super) format: u8,
    /// Where the services are.
    pub(super) address: String,
    /// The worst of all.
    pub(super) verdict: Verdict,
    /// Exit status: 0 fits, 1 does not fit, 2 could not be checked whole.
    pub(super) exit: u8,
    /// Whether a call without a session is answered 401.
    pub(super) session_rule: SessionRule,
    /// What came of each service, in the order in which they were asked.
    pub(super) endpoints: Vec<Endpoint>,
    /// The lines of the contract to look at.
    pub(super) lines: Vec<Line>,
}

/// How far a service fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// The gateway reads it, and it is as expected.
    Fits,
    /// The gateway reads it, but something is to be known.
    FitsWithNotes,
    /// There was nothing to ask with.
    NotAsked,
    /// It gave no answer to compare.
    NotReached,
    /// The gateway does not read it.
    DoesNotFit,
}

/// What a call without a session is answered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionRule {
    /// Path that was called.
    pub(super) path: &'static str,
    /// Whether that is the rule.
    pub(super) verdict: Verdict,
    /// HTTP status; nothing where there was no answer.
    pub(super) http: Option<u16>,
    /// What went wrong: why there was none, or what another status than 200 and 401 means.
    pub(super) problem: Option<Problem>,
}

/// What came of one service.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Endpoint {
    /// Its path.
    pub(super) path: &'static str,
    /// Name of its request's type in the contract.
    pub(super) request: String,
    /// How far it fits.
    pub(super) verdict: Verdict,
    /// The option that gives something to ask with, where nothing was found.
    pub(super) ask_with: Option<&'static str>,
    /// The calls that were made.
    pub(super) calls: Vec<Sent>,
    /// How many rows came, where it gives a list.
    pub(super) rows: Option<u64>,
    /// Whether there were more rows than are looked at.
    pub(super) more_rows: bool,
    /// What was found of the contract's fields; of a list or an object as a whole only what is wrong.
    pub(super) fields: Vec<Field>,
    /// What came that the contract does not have.
    pub(super) unknown: Vec<Unknown>,
}

/// One call.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    /// HTTP status; nothing where there was no answer.
    pub(super) http: Option<u16>,
    /// Milliseconds to the last byte of the answer.
    pub(super) ms: Option<u64>,
    /// Bytes of the answer's body.
    pub(super) bytes: usize,
    /// What the answer says it is.
    pub(super) content_type: Option<String>,
    /// Scheme, host and port that a redirect leads to.
    pub(super) redirect: Option<String>,
    /// What went wrong.
    pub(super) problem: Option<Problem>,
    /// The same as a technical text, of the connection.
    pub(super) detail: Option<String>,
    /// Where the gateway's reader stopped.
    pub(super) stopped_at: Option<Position>,
    /// The envelope, where there is one.
    pub(super) envelope: Option<Envelope>,
}

/// A place in an answer's body.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Position {
    /// From 1.
    pub(super) line: usize,
    /// In bytes.
    pub(super) column: usize,
}

/// What an envelope has. Each key is nothing where it is absent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Envelope {
    /// Whether the gateway takes it for a success and reads its data.
    pub(super) accepts: bool,
    /// What came in each of the envelope's keys.
    pub(super) keys: Vec<EnvelopeKey>,
    /// What came besides.
    pub(super) unknown: Vec<Unknown>,
}

/// A key of an envelope.
#[derive(Serialize)]
pub(super) struct EnvelopeKey {
    /// Its name.
    pub(super) name: &'static str,
    /// What it held; nothing where it is absent.
    pub(super) found: Option<ValueType>,
}

/// A field of the contract.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Field {
    /// Where it is.
    pub(super) path: String,
    /// Its type and name in the contract.
    pub(super) name: String,
    /// What should be there.
    pub(super) expected: ExpectedType,
    /// Whether there is no answer without it.
    pub(super) required: bool,
    /// What was found, in a word.
    pub(super) state: State,
    /// How often it was there.
    pub(super) present: u64,
    /// How often it was not.
    pub(super) absent: u64,
    /// How often it was there twice.
    pub(super) repeated: u64,
    /// What came.
    pub(super) found: Vec<TypeCount>,
    /// Where the contract has it.
    #[serde(flatten)]
    pub(super) place: Option<SourceLocation>,
}

/// What was found of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    /// It is as expected.
    Matched,
    /// Another type came, which the gateway reads.
    Accepted,
    /// It was null each time.
    Null,
    /// There was nothing that it could have been in.
    Unseen,
    /// It was absent at least once, and may be.
    Missing,
    /// It was absent and may not be, came twice, or came as something that the gateway does not read.
    Wrong,
}

/// A kind of value that came.
#[derive(Serialize)]
pub(super) struct TypeCount {
    /// What came.
    pub(super) kind: ValueType,
    /// How often.
    pub(super) times: u64,
    /// How often so that the gateway does not read it.
    pub(super) refused: u64,
}

/// A field that the contract does not have.
#[derive(Serialize)]
pub(super) struct Unknown {
    /// Where it is; in place of a name that may be somebody's data, what it looks like.
    pub(super) path: String,
    /// What it held when it was first seen.
    pub(super) found: ValueType,
    /// How often it was seen.
    pub(super) times: u64,
    /// What stands at its place: the known field that it resembles, or the type that it is in.
    pub(super) of: String,
    /// The known field, absent there, whose other spelling it may be.
    pub(super) resembles: Option<String>,
    /// Where the contract has that.
    #[serde(flatten)]
    pub(super) place: Option<SourceLocation>,
}

/// A line of the contract to look at.
#[derive(Serialize)]
pub(super) struct Line {
    /// The line.
    #[serde(flatten)]
    pub(super) place: SourceLocation,
    /// What stands there.
    pub(super) name: String,
    /// What was found, for people.
    pub(super) why: Vec<String>,
}

/// What can go wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    /// There was no connection.
    NotConnected,
    /// There was no trust in the other side, or no common TLS.
    Tls,
    /// The connection broke.
    Broken,
    /// There was no whole answer in time.
    Timeout,
    /// The answer is larger than what is read.
    TooLarge,
    /// HTTP 401.
    Unauthorized,
    /// HTTP 403.
    Forbidden,
    /// HTTP 3xx.
    Redirect,
    /// HTTP 404 or 405: the path is another.
    NoSuchPath,
    /// HTTP 400, 415 or 422: the request is another.
    RequestRefused,
    /// Any other HTTP status but 200.
    Status,
    /// The body is empty.
    Empty,
    /// The body is no JSON.
    NotJson,
    /// The body is JSON, but no object.
    NotEnvelope,
    /// It is no success and brings data all the same.
    RefusalWithData,
    /// The service understood and refused.
    Refused,
    /// The gateway's reader stopped.
    Unread,
}

impl Problem {
    pub(super) fn of(fault: &Fault) -> Self {
        match fault {
            Fault::NotConnected(detail) if is_about_tls(detail) => Self::Tls,
            Fault::NotConnected(_) => Self::NotConnected,
            Fault::Timeout => Self::Timeout,
            Fault::InvalidResponse(_) | Fault::NoMemory => Self::TooLarge,
            _ => Self::Broken,
        }
    }

    /// What a status means; nothing where there is an answer to read.
    pub(super) fn of_status(status: u16) -> Option<Self> {
        match status {
            200 => None,
            300..=399 => Some(Self::Redirect),
            400 | 415 | 422 => Some(Self::RequestRefused),
            401 => Some(Self::Unauthorized),
            403 => Some(Self::Forbidden),
            404 | 405 => Some(Self::NoSuchPath),
            _ => Some(Self::Status),
        }
    }

    pub(super) fn verdict(self) -> Verdict {
        match self {
            Self::NoSuchPath
            | Self::RequestRefused
            | Self::Empty
            | Self::NotJson
            | Self::NotEnvelope
            | Self::RefusalWithData
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

impl Verdict {
    /// The exit status that says it.
    pub(super) fn exit(self) -> u8 {
        match self {
            Self::Fits | Self::FitsWithNotes => 0,
            Self::DoesNotFit => 1,
            Self::NotAsked | Self::NotReached => 2,
        }
    }
}

/// Whether what broke a connection is its TLS, as rustls tells it.
fn is_about_tls(detail: &str) -> bool {
    let detail = detail.to_ascii_lowercase();
    ["certificate", "tls", "handshake", "invalid peer", "corrupt message"].iter().any(|word| detail.contains(word))
}
