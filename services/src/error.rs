//! The errors of handlers, and their HTTP responses.

use axum::{
    Json,
    http::{StatusCode, header::WWW_AUTHENTICATE},
    response::{IntoResponse, Response},
};

use contract::envelope::Envelope;

/// Why a call did not succeed.
#[derive(Debug)]
pub(crate) enum Error {
    /// A business rule refuses the call: HTTP 200, with a text for the user.
    Refused(String),
    /// The bearer token has no valid session: HTTP 401.
    Unauthenticated,
    /// The request is malformed: an HTTP status, with a text for the developer.
    Request(StatusCode, String),
    /// An internal error: HTTP 500; the cause is only logged.
    Internal(String),
}

impl Error {
    /// A refusal with its text for the user.
    pub(crate) fn refused(text: impl Into<String>) -> Self {
        Self::Refused(text.into())
    }
}

/// For example an error of the database.
impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Internal(error.to_string())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::Refused(text) => (StatusCode::OK, text),
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "Sessão inválida ou expirada.".to_owned()),
            Self::Request(status, text) => (status, text),
            Self::Internal(cause) => {
                tracing::error!(cause, "a call failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "Erro interno. Tente novamente mais tarde.".to_owned())
            }
        };
        // RFC 9110, 15.5.2: a 401 names the scheme.
        let challenge = (status == StatusCode::UNAUTHORIZED).then_some([(WWW_AUTHENTICATE, "Bearer")]);
        (status, challenge, Json(Envelope::<()>::refused(text))).into_response()
    }
}
