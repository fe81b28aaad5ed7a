//! The findings as data: the output of `--json`, and the source of the text report.
//!
//! The JSON format is stable: keys may be added; any other change increments [`FORMAT`].

use serde::Serialize;

use super::{
    verdict::{FieldState, Problem, Verdict},
    wire_source::SourceLocation,
};
use crate::contract::value_type::{ExpectedType, ValueType};

/// Version of the JSON format.
pub(in crate::check) const FORMAT: u8 = 2;

/// The option that gives a session.
pub(in crate::check) const TOKEN_OPTION: &str = "--token";

/// The result of a check.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct CheckReport {
    /// [`FORMAT`].
    pub(in crate::check) format: u8,
    /// Base URL of the services.
    pub(in crate::check) address: String,
    /// The worst verdict of all services.
    pub(in crate::check) verdict: Verdict,
    /// Exit status: 0 compatible, 1 incompatible, 2 not fully checked.
    pub(in crate::check) exit: u8,
    /// Whether a call without a session gets HTTP 401.
    pub(in crate::check) session_rule: SessionRule,
    /// One entry per service, in the order of the calls.
    pub(in crate::check) endpoints: Vec<EndpointReport>,
    /// Codes of one thing that two services write differently.
    pub(in crate::check) unjoined: Vec<UnjoinedCode>,
    /// Codes of refusals in the mapping that no response can have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::check) unmatched_codes: Option<String>,
    /// The services that write, which are never called.
    pub(in crate::check) not_verified: Vec<NotVerified>,
    /// The contract's source lines with findings.
    pub(in crate::check) lines: Vec<Line>,
}

impl CheckReport {
    /// The steps of a login that were not seen.
    pub(in crate::check) fn of_login(&self) -> Vec<&NotVerified> {
        self.not_verified.iter().filter(|one| !one.writes).collect()
    }

    /// The services that write.
    pub(in crate::check) fn writes(&self) -> Vec<&NotVerified> {
        self.not_verified.iter().filter(|one| one.writes).collect()
    }
}

/// Codes of one thing that two services write differently, so that the gateway does not find one by the other.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct UnjoinedCode {
    /// Type and name of the field in the contract.
    pub(in crate::check) one: String,
    pub(in crate::check) other: String,
}

/// A service that is not called.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct NotVerified {
    pub(in crate::check) path: &'static str,
    /// The path of the mapping, if it is another.
    pub(in crate::check) sent_to: Option<String>,
    /// The keys that would be sent.
    pub(in crate::check) keys: Vec<String>,
    /// The names of the headers that would be sent.
    pub(in crate::check) headers: Vec<String>,
    /// Whether it writes: the others are steps of a login.
    #[serde(skip)]
    pub(in crate::check) writes: bool,
}

/// The response to a call without a session.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct SessionRule {
    pub(in crate::check) path: &'static str,
    /// Whether the status is the expected one.
    pub(in crate::check) verdict: Verdict,
    /// HTTP status; `None` without a response.
    pub(in crate::check) http: Option<u16>,
    /// The error, or the meaning of a status other than 200 and 401.
    pub(in crate::check) problem: Option<Problem>,
}

/// The findings for one service.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct EndpointReport {
    pub(in crate::check) path: &'static str,
    /// The path of the mapping, if it is another.
    pub(in crate::check) sent_to: Option<String>,
    /// Name of its request type in the contract.
    pub(in crate::check) request: String,
    /// Whether it is a step of the login.
    #[serde(skip)]
    pub(in crate::check) is_login_step: bool,
    pub(in crate::check) verdict: Verdict,
    /// The option that provides sample values, if there were none.
    pub(in crate::check) ask_with: Option<&'static str>,
    /// The keys of its request, as they are sent.
    pub(in crate::check) keys: Vec<String>,
    /// The calls made.
    pub(in crate::check) calls: Vec<SentCall>,
    /// Number of rows received, for a list.
    pub(in crate::check) rows: Option<u64>,
    /// Whether there were more rows than are compared.
    pub(in crate::check) more_rows: bool,
    /// The key that says that there are more pages, of which the gateway reads the first only.
    pub(in crate::check) more_pages: Option<String>,
    /// The keys of the request that did not filter: rows with other values came.
    pub(in crate::check) not_applied: Vec<UnappliedKey>,
    /// Findings for the contract's fields. For a list or an object as a whole, only errors.
    pub(in crate::check) fields: Vec<FieldFinding>,
    /// Fields that the contract does not have.
    pub(in crate::check) unknown: Vec<UnknownField>,
}

/// A key of a request that did not filter.
#[derive(Serialize)]
pub(in crate::check) struct UnappliedKey {
    /// Its name in the contract.
    pub(in crate::check) name: String,
    /// As it was sent.
    pub(in crate::check) sent: String,
}

/// A call and its response.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct SentCall {
    /// HTTP status; `None` without a response.
    pub(in crate::check) http: Option<u16>,
    /// Milliseconds until the last byte of the response.
    pub(in crate::check) ms: Option<u64>,
    /// Size of the response body.
    pub(in crate::check) bytes: usize,
    /// `Content-Type` of the response.
    pub(in crate::check) content_type: Option<String>,
    /// Scheme, host and port of the redirect target.
    pub(in crate::check) redirect: Option<String>,
    /// Whether the redirect only adds a slash to the path.
    pub(in crate::check) adds_slash: bool,
    pub(in crate::check) problem: Option<Problem>,
    /// Technical details of the error.
    pub(in crate::check) detail: Option<String>,
    /// What the service says to a request that it refuses; only if it was asked for.
    pub(in crate::check) says: Option<String>,
    /// Whether the body has nothing to read: a path that does not exist, not a refusal.
    #[serde(skip)]
    pub(in crate::check) says_nothing: bool,
    /// Where the text of its messages stands, if the gateway reads more than that.
    pub(in crate::check) message_text: Option<String>,
    /// Where the gateway's parser stopped.
    pub(in crate::check) stopped_at: Option<Position>,
    pub(in crate::check) envelope: Option<Envelope>,
}

/// A position in a response body.
#[derive(Clone, Copy, Serialize)]
pub(in crate::check) struct Position {
    /// Starts at 1.
    pub(in crate::check) line: usize,
    /// In bytes.
    pub(in crate::check) column: usize,
}

/// The keys of an envelope; `None` for a missing key.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct Envelope {
    /// Whether the gateway reads it as a success with data.
    pub(in crate::check) accepts: bool,
    /// The keys of the contract.
    pub(in crate::check) keys: Vec<EnvelopeKey>,
    /// Unknown keys.
    pub(in crate::check) unknown: Vec<UnknownField>,
}

#[derive(Serialize)]
pub(in crate::check) struct EnvelopeKey {
    pub(in crate::check) name: &'static str,
    /// Type of its value in the contract's form; `None` if it is missing.
    pub(in crate::check) found: Option<ValueType>,
    /// What the mapping calls it.
    #[serde(skip)]
    pub(in crate::check) spelled: String,
    /// Type of its value as it came.
    #[serde(skip)]
    pub(in crate::check) came: Option<ValueType>,
    /// Whether the gateway reads something from it.
    #[serde(skip)]
    pub(in crate::check) is_needed: bool,
}

/// The findings for a field of the contract.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct FieldFinding {
    /// JSON path.
    pub(in crate::check) path: String,
    /// Its type and name in the contract.
    pub(in crate::check) name: String,
    pub(in crate::check) expected: ExpectedType,
    /// Whether the contract allows null.
    pub(in crate::check) nullable: bool,
    /// Whether the gateway rejects a response without it.
    pub(in crate::check) required: bool,
    /// Whether the mapping says its key.
    #[serde(skip)]
    pub(in crate::check) is_spelled: bool,
    /// The option with which other rows come, if there is one.
    #[serde(skip)]
    pub(in crate::check) option: Option<&'static str>,
    pub(in crate::check) state: FieldState,
    /// Number of values.
    pub(in crate::check) present: u64,
    /// Number of objects without it.
    pub(in crate::check) absent: u64,
    /// Number of objects that repeat it.
    pub(in crate::check) repeated: u64,
    /// Counts by the type of the value.
    pub(in crate::check) found: Vec<FoundType>,
    /// Its source line in the contract.
    #[serde(flatten)]
    pub(in crate::check) place: Option<SourceLocation>,
}

/// Counts of one value type.
#[derive(Serialize)]
pub(in crate::check) struct FoundType {
    pub(in crate::check) kind: ValueType,
    /// Number of values.
    pub(in crate::check) times: u64,
    /// Number of values that the gateway rejects.
    pub(in crate::check) refused: u64,
}

/// A field that the contract does not have.
#[derive(Serialize)]
pub(in crate::check) struct UnknownField {
    /// JSON path. A placeholder replaces a name that may be personal data.
    pub(in crate::check) path: String,
    /// Type of its first value.
    pub(in crate::check) found: ValueType,
    /// Number of occurrences.
    pub(in crate::check) times: u64,
    /// What `place` names: the known field that it resembles, or the type of its object.
    pub(in crate::check) of: String,
    /// The missing field of which it may be another spelling.
    pub(in crate::check) resembles: Option<String>,
    /// Whether it is an addition that no field of the contract misses.
    #[serde(rename = "isNew")]
    pub(in crate::check) is_new: bool,
    /// Source line of `of` in the contract.
    #[serde(flatten)]
    pub(in crate::check) place: Option<SourceLocation>,
}

/// A source line of the contract with findings.
#[derive(Serialize)]
pub(in crate::check) struct Line {
    #[serde(flatten)]
    pub(in crate::check) place: SourceLocation,
    /// Name of the type or field there.
    pub(in crate::check) name: String,
    /// The table and key of a mapping that say it.
    pub(in crate::check) mapping: String,
    /// The findings, as text.
    pub(in crate::check) why: Vec<String>,
}

impl EndpointReport {
    /// Whether a request was not accepted as it is written.
    pub(in crate::check) fn is_refused(&self) -> bool {
        self.calls.iter().any(|call| call.problem == Some(Problem::RequestRefused))
    }
}
