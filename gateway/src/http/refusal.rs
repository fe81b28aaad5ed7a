//! A request that is answered without running: the answer has the shape of a GraphQL error all the same, so that a
//! client needs to know one shape only.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::schema::error::{self, Code};

/// A refused request.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    code: &'static str,
    message: &'static str,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, message: &'static str) -> Self {
        Self { status, code, message, header: None }
    }

    /// What was sent is no GraphQL request.
    pub(super) fn bad_request(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
    }

    /// Something went wrong here; what it was stands in the log.
    pub(super) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalServerError.as_str(), error::INTERNAL)
    }

    /// The method does not fit; `allow` are those that do.
    pub(super) fn method_not_allowed(allow: &'static str, message: &'static str) -> Self {
        Self {
            header: Some((header::ALLOW, HeaderValue::from_static(allow))),
            ..Self::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message)
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "errors": [{ "message": self.message, "extensions": { "code": self.code } }] });
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        (self.status, headers, self.header.map(|header| [header]), body.to_string()).into_response()
    }
}
