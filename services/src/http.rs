//! The request body extractor and the response envelope.

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::{Method, StatusCode, Uri},
};

use crate::error::Error;
use contract::{Call, envelope::Envelope};

/// Maximum request body, in bytes.
pub(crate) const BODY_LIMIT: usize = 64 * 1024;

/// A handler's result.
pub(crate) type HandlerResult<C> = Result<Json<Envelope<<C as Call>::Data>>, Error>;

/// A success.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of handlers, which return a Result")]
pub(crate) fn success<T>(data: T) -> Result<Json<Envelope<T>>, Error> {
    Ok(Json(Envelope::success(data)))
}

/// Extracts the JSON body of a call. The text of an error may quote the body, so it is for the caller only. A rejection that
/// axum answers itself would be logged with its text (`axum::rejection`).
pub(crate) struct Body<C>(pub C);

impl<C: Call, S: Send + Sync> FromRequest<S> for Body<C> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (head, body) = request.into_parts();
        let body = Bytes::from_request(Request::from_parts(head.clone(), body), state)
            .await
            .map_err(|rejection| Error::Request(rejection.status(), rejection.body_text()))?;
        let is_other_value = !matches!(body.trim_ascii_start().first(), None | Some(b'{'));
        let malformed = |text| Err(Error::Request(StatusCode::BAD_REQUEST, text));
        match Json::from_request(Request::from_parts(head, body.into()), state).await {
            // Serde reads a struct from a list, too.
            Ok(_) | Err(JsonRejection::JsonDataError(_)) if is_other_value => {
                malformed("O corpo deve ser um objeto JSON.".to_owned())
            }
            Ok(Json(call)) => Ok(Self(call)),
            // A value of another type makes the body malformed too: the contract has no HTTP 422.
            Err(JsonRejection::JsonDataError(error)) => malformed(error.body_text()),
            Err(rejection) => Err(Error::Request(rejection.status(), rejection.body_text())),
        }
    }
}

/// Response for an unknown path.
pub(crate) async fn unknown_path(uri: Uri) -> Error {
    Error::Request(StatusCode::NOT_FOUND, format!("Não há serviço em {}.", uri.path()))
}

/// Response for a method other than POST.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Error {
    Error::Request(StatusCode::METHOD_NOT_ALLOWED, format!("{} não atende {method}.", uri.path()))
}
