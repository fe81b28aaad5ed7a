//! The `code` of an error, in its `extensions`.

/// What a client decides by. A closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// A key was sent that no tool and no router has.
    UnknownKey,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 18] = [
        Self::Unauthenticated,
        Self::Forbidden,
        Self::BadUserInput,
        Self::UpstreamRejected,
        Self::UpstreamUnavailable,
        Self::UpstreamTimeout,
        Self::UpstreamOutcomeUnknown,
        Self::UpstreamInvalidResponse,
        Self::UpstreamError,
        Self::RateLimited,
        Self::QueryTooComplex,
        Self::InternalServerError,
        Self::GraphqlParseFailed,
        Self::GraphqlValidationFailed,
        Self::OperationResolutionFailure,
        Self::PersistedQueryNotFound,
        Self::DocumentNotTrusted,
        Self::UnknownKey,
    ];

    /// The code as clients read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::Forbidden => "FORBIDDEN",
            Self::BadUserInput => "BAD_USER_INPUT",
            Self::UpstreamRejected => "UPSTREAM_REJECTED",
            Self::UpstreamUnavailable => "UPSTREAM_UNAVAILABLE",
            Self::UpstreamTimeout => "UPSTREAM_TIMEOUT",
            Self::UpstreamOutcomeUnknown => "UPSTREAM_OUTCOME_UNKNOWN",
            Self::UpstreamInvalidResponse => "UPSTREAM_INVALID_RESPONSE",
            Self::UpstreamError => "UPSTREAM_ERROR",
            Self::RateLimited => "RATE_LIMITED",
            Self::QueryTooComplex => "QUERY_TOO_COMPLEX",
            Self::InternalServerError => "INTERNAL_SERVER_ERROR",
            Self::GraphqlParseFailed => "GRAPHQL_PARSE_FAILED",
            Self::GraphqlValidationFailed => "GRAPHQL_VALIDATION_FAILED",
            Self::OperationResolutionFailure => "OPERATION_RESOLUTION_FAILURE",
            Self::PersistedQueryNotFound => "PERSISTED_QUERY_NOT_FOUND",
            Self::DocumentNotTrusted => "DOCUMENT_NOT_TRUSTED",
            Self::UnknownKey => "UNKNOWN_KEY",
        }
    }
}
