//! JSON-RPC errors: those of the protocol. Failures of tools are results.

use std::borrow::Cow;

use async_graphql::Value;
use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{
    json_response::respond,
    request_id::RequestId,
    revision::{Revision, SUPPORTED},
};
use crate::{
    http::error_response::ErrorResponse,
    schema::{error::ErrorCode, response},
    telemetry::ErrorCodes,
};

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
/// What HTTP refuses. JSON-RPC leaves -32000 to -32019 to servers; `data.code` says more.
const REFUSED: i32 = -32000;
/// The headers are not those of the message.
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

/// A JSON-RPC error with the rest of its HTTP response. -32021 (a capability that the client lacks) is never sent: no tool
/// needs one. Boxed: a result is small.
pub(super) struct RpcError(Box<Inner>);

struct Inner {
    /// Of the request. Left out where it is not known, as the protocol has it.
    id: Option<RequestId>,
    code: i32,
    message: Cow<'static, str>,
    data: Option<Json>,
    status: StatusCode,
    header: Option<(HeaderName, HeaderValue)>,
    /// Its code in the access log and the metrics.
    label: &'static str,
}

impl RpcError {
    /// The body is no JSON.
    pub(super) fn parse() -> Self {
        Self::new(PARSE_ERROR, "O corpo da requisição não é JSON válido.")
    }

    pub(super) fn invalid_request(message: &'static str) -> Self {
        Self::new(INVALID_REQUEST, message)
    }

    pub(super) fn method_not_found() -> Self {
        Self::new(METHOD_NOT_FOUND, "Este servidor não tem esse método.").with_status(StatusCode::NOT_FOUND)
    }

    pub(super) fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(super) fn header_mismatch(message: &'static str) -> Self {
        Self::new(HEADER_MISMATCH, message)
    }

    pub(super) fn unsupported_version(requested: &str) -> Self {
        let message = "Este servidor não conhece essa revisão do protocolo.";
        let data = json!({ "supported": SUPPORTED, "requested": requested });
        Self::new(UNSUPPORTED_PROTOCOL_VERSION, message).with_data(data)
    }

    /// There is no session.
    pub(super) fn no_session() -> Self {
        Self::unauthenticated("Falta uma sessão aberta: envie o token dela em Authorization: Bearer.")
    }

    /// The session of the token has ended, or never was.
    pub(super) fn session_ended() -> Self {
        Self::unauthenticated("Sua sessão terminou: entre de novo e envie o token novo em Authorization: Bearer.")
    }

    /// The request has an unknown key.
    pub(super) fn unknown_key(refused: &response::Response) -> Self {
        let message = refused.errors().first().map(|error| error.message.clone()).unwrap_or_default();
        ErrorResponse::new(StatusCode::FORBIDDEN, ErrorCode::UnknownKey.as_str(), message).into()
    }

    /// The header is RFC 9110's: it names no OAuth metadata, since there is none.
    fn unauthenticated(message: &'static str) -> Self {
        ErrorResponse::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated.as_str(), message)
            .with(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
            .into()
    }

    /// The error of a request.
    pub(super) fn to(mut self, id: &RequestId) -> Self {
        self.0.id = Some(id.clone());
        self
    }

    /// The same for a revision. Clients with a handshake do not read the body of an error status, and take 404 for the end of
    /// a session.
    pub(super) fn in_revision(self, revision: Revision) -> Self {
        match (revision, self.0.code) {
            (Revision::Handshake, METHOD_NOT_FOUND | INVALID_PARAMS) => self.with_status(StatusCode::OK),
            _ => self,
        }
    }

    pub(super) fn into_response(self) -> Response {
        let Inner { id, code, message, data, status, header, label } = *self.0;
        let error = ErrorObject { code, message, data };
        let json = serde_json::to_vec(&ErrorMessage { jsonrpc: "2.0", id: id.map(|id| id.0), error });
        let mut response = respond(json.expect("texts and numbers can be written as JSON").into());
        *response.status_mut() = status;
        response.headers_mut().extend(header);
        response.extensions_mut().insert(ErrorCodes(vec![label]));
        response
    }

    fn new(code: i32, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            id: None,
            code,
            message: message.into(),
            data: None,
            status: StatusCode::BAD_REQUEST,
            header: None,
            label: "BAD_REQUEST",
        }))
    }

    fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status = status;
        self
    }

    fn with_data(mut self, data: Json) -> Self {
        self.0.data = Some(data);
        self
    }
}

/// What the gateway refuses on every route.
impl From<ErrorResponse> for RpcError {
    fn from(refusal: ErrorResponse) -> Self {
        let (status, label, message, header) = refusal.into_parts();
        let mut error = Self::new(REFUSED, message).with_status(status).with_data(json!({ "code": label }));
        error.0.header = header;
        error.0.label = label;
        error
    }
}

#[derive(Serialize)]
struct ErrorMessage {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    error: ErrorObject,
}

#[derive(Serialize)]
struct ErrorObject {
    code: i32,
    message: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Json>,
}
