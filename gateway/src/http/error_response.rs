//! A request that is answered without running: the answer has the shape of a GraphQL error all the same, so that a
//! client needs to know one shape only.

use std::{borrow::Cow, time::SystemTime};

use axum::{
    Extension,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::headers::REQUEST_ID;
use crate::{
    schema::error::{self, ErrorCode},
    telemetry::request::ErrorCodes,
};

const JSON: &str = "application/json; charset=utf-8";

/// A refused request.
#[derive(Debug)]
pub(super) struct ErrorResponse {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    header: Option<(HeaderName, HeaderValue)>,
}

impl ErrorResponse {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), header: None }
    }

    /// What was sent is no GraphQL request.
    pub(super) fn bad_request(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
    }

    /// Something went wrong here; what it was stands in the log.
    pub(super) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::InternalServerError.as_str(), error::INTERNAL)
    }

    /// The request did not come to its end in time.
    pub(super) fn timeout(message: &'static str) -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "REQUEST_TIMEOUT", message)
    }

    /// The same refusal with a header.
    pub(super) fn with(self, name: HeaderName, value: &'static str) -> Self {
        Self { header: Some((name, HeaderValue::from_static(value))), ..self }
    }

    /// The method does not fit; `allow` are those that do.
    pub(super) fn method_not_allowed(allow: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message).with(header::ALLOW, allow)
    }
}

impl ErrorResponse {
    pub(super) fn status(&self) -> StatusCode {
        self.status
    }

    /// Its code, for those who look after the gateway.
    pub(super) fn codes(&self) -> ErrorCodes {
        ErrorCodes(vec![self.code])
    }

    /// The whole answer as it goes over a connection that ends with it, for what hyper has not seen.
    pub(super) fn to_http(&self, request_id: &str) -> Vec<u8> {
        let body = self.body();
        format!(
            "HTTP/1.1 {}\r\ndate: {}\r\ncontent-type: {JSON}\r\ncontent-length: {}\r\ncache-control: no-store\r\n\
             x-content-type-options: nosniff\r\n{REQUEST_ID}: {request_id}\r\nconnection: close\r\n\r\n{body}",
            self.status,
            httpdate::fmt_http_date(SystemTime::now()),
            body.len(),
        )
        .into_bytes()
    }

    fn body(&self) -> String {
        json!({ "errors": [{ "message": self.message, "extensions": { "code": self.code } }] }).to_string()
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(JSON)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        let (codes, body) = (self.codes(), self.body());
        (self.status, headers, Extension(codes), self.header.map(|header| [header]), body).into_response()
    }
}
