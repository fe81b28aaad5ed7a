//! The `code` of an error, in its `extensions`.

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

use crate::telemetry::ErrorCodes;

/// The code by which a client decides what to do. A closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, Serialize, VariantArray)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// There is no session, or the services no longer know it.
    Unauthenticated,
    /// The session, or the tool, may not do this.
    Forbidden,
    /// A variable or an argument has a value that is not accepted.
    BadUserInput,
    /// The services refused; the message is theirs.
    UpstreamRejected,
    /// The services cannot be reached.
    UpstreamUnavailable,
    /// The services did not answer in time.
    UpstreamTimeout,
    /// A write was sent and no response came: it may or may not have taken effect.
    UpstreamOutcomeUnknown,
    /// The services' answer does not have the form of the contract.
    UpstreamInvalidResponse,
    /// The services failed.
    UpstreamError,
    /// A rate limit is reached: of the login, a tool, the services or subscriptions.
    RateLimited,
    /// The document exceeds a limit.
    QueryTooComplex,
    /// A fault of the gateway.
    InternalServerError,
    /// The document has a syntax error.
    GraphqlParseFailed,
    /// The document does not fit the schema.
    GraphqlValidationFailed,
    /// The request does not say which operation of the document to run.
    OperationResolutionFailure,
    /// No trusted document has the id.
    PersistedQueryNotFound,
    /// The caller may send trusted documents only.
    DocumentNotTrusted,
    /// The request has a key that belongs to no tool and no router.
    UnknownKey,
    /// HTTP: no valid request of GraphQL or of the Model Context Protocol.
    BadRequest,
    /// HTTP: there is nothing at this address.
    NotFound,
    /// HTTP: not by this method.
    MethodNotAllowed,
    /// HTTP: the client accepts none of the formats that there are.
    NotAcceptable,
    /// HTTP: the body is not JSON in UTF-8.
    UnsupportedMediaType,
    /// HTTP: the body is too long.
    PayloadTooLarge,
    /// HTTP: the body did not arrive in time.
    RequestTimeout,
    /// HTTP: too many requests are in progress, or there is no memory for the body.
    TooManyRequests,
    /// HTTP: a page of another site sent the request.
    OriginNotAllowed,
    /// HTTP: the host is not the gateway's.
    MisdirectedRequest,
    /// The result of an agent's tool is longer than a model reads.
    ResponseTooLong,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The code as clients read it.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl FromIterator<ErrorCode> for ErrorCodes {
    fn from_iter<I: IntoIterator<Item = ErrorCode>>(codes: I) -> Self {
        Self(codes.into_iter().map(ErrorCode::as_str).collect())
    }
}
