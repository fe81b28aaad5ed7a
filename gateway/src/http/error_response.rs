//! Error responses of requests that do not run. They have the form of a GraphQL error: clients need only one.

use std::borrow::Cow;

use axum::{
    Extension,
    body::Bytes,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use serde_json::{Map, Value, json};

use crate::{
    schema::error::{self, ErrorCode},
    telemetry::ErrorCodes,
};

const JSON_UTF8: &str = "application/json; charset=utf-8";

/// An error response.
#[derive(Debug)]
pub(super) struct ErrorResponse {
    pub(super) status: StatusCode,
    pub(super) code: ErrorCode,
    pub(super) message: Cow<'static, str>,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
}

impl ErrorResponse {
    pub(super) fn new(status: StatusCode, code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), headers: Vec::new() }
    }

    /// The same with one more header.
    pub(super) fn with(mut self, name: HeaderName, value: impl Into<HeaderValue>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// 400: no valid request.
    pub(super) fn bad_request(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, ErrorCode::BadRequest, message)
    }

    /// 422: a request that is well-formed and cannot be processed.
    pub(super) fn unprocessable(message: &'static str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::BadRequest, message)
    }

    /// The same for an older client, which gets 400 instead of 422.
    pub(super) fn without_422(self) -> Self {
        if self.status == StatusCode::UNPROCESSABLE_ENTITY {
            Self { status: StatusCode::BAD_REQUEST, ..self }
        } else {
            self
        }
    }

    /// 500: a fault of the gateway, which is in the log.
    pub(super) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::InternalServerError, error::INTERNAL)
    }

    /// 408: the request did not arrive in time.
    pub(super) fn timeout(message: &'static str) -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout, message)
    }

    /// 503: too many requests are in progress.
    pub(super) fn busy() -> Self {
        let message = "Há requisições demais em andamento. Tente novamente em instantes.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::TooManyRequests, message)
            .with(header::RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// 404: nothing is served at this address.
    pub(super) fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, message)
    }

    /// 405: `allow` lists the methods that work.
    pub(super) fn method_not_allowed(allow: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, message)
            .with(header::ALLOW, HeaderValue::from_static(allow))
    }

    /// Its errors as a JSON list, for an operation over WebSocket.
    pub(super) fn errors(&self) -> Bytes {
        json!([self.error()]).to_string().into()
    }

    fn body(&self) -> String {
        json!({ "errors": [self.error()] }).to_string()
    }

    fn error(&self) -> Value {
        let mut extensions = Map::from_iter([("code".to_owned(), self.code.as_str().into())]);
        let retry_after = self.headers.iter().find(|(name, _)| name == header::RETRY_AFTER);
        let seconds = retry_after.and_then(|(_, value)| value.to_str().ok()?.parse::<u64>().ok());
        extensions.extend(seconds.map(|seconds| ("retryAfter".to_owned(), seconds.into())));
        json!({ "message": self.message, "extensions": extensions })
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(JSON_UTF8)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        let (codes, body) = (ErrorCodes::from_iter([self.code]), self.body());
        (self.status, headers, Extension(codes), AppendHeaders(self.headers), body).into_response()
    }
}
