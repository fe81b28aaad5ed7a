//! `POST /mcp`: the Model Context Protocol, by which agents call tools (`schema/mcp_tools`). Off unless `GATEWAY_MCP` is set.
//!
//! `rmcp` speaks the protocol, in all its revisions, without sessions: each request has a server of its own, which knows the
//! caller. What every route has stands before it: the origin, the session, the keys, the media type, size and time of the
//! body. A tool runs as any document does, on its plan and within its limits (`graphql/execution`).

mod call;
mod server;

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    response::{AppendHeaders, IntoResponse as _, Response},
};
use http_body_util::Full;
use rmcp::{
    ErrorData,
    model::{ClientJsonRpcMessage, ErrorCode as JsonRpcCode, JsonRpcError},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::time::{Instant, timeout_at};

use self::server::{AgentServer, REFUSED};
use super::{
    caller::{caller, peer},
    cross_origin,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    graphql::{http_response, resolved::SentKeys},
    headers::{BEARER, NO_STORE},
    json_body, request_telemetry,
};
use crate::{
    schema::{error::ErrorCode, request::Caller},
    telemetry::ErrorCodes,
};

/// Added to the deadline of a call, which the handler keeps itself. rmcp sends nothing for a handler that panicked.
const GRACE: Duration = Duration::from_secs(1);

/// Responds to a request to `/mcp`.
pub(super) async fn respond(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    // Boxed: it is large, and every enclosing future would copy it.
    Box::pin(run(shared, request)).await.unwrap_or_else(|refusal| refuse(REFUSED, refusal))
}

async fn run(shared: Arc<GatewayState>, request: Request) -> Result<Response, ErrorResponse> {
    cross_origin::check_origin(&shared.parts.browsers, &request)?;
    let Some(tools) = shared.parts.mcp_tools.clone() else {
        let message = "Este gateway não atende agentes: GATEWAY_MCP não está ligada.";
        return Err(ErrorResponse::not_found(message));
    };
    if *request.method() != Method::POST {
        return Err(ErrorResponse::method_not_allowed("POST", "Envie a mensagem por POST."));
    }
    let deadline = Instant::now() + shared.parts.client_limits.request_timeout;
    let (mut head, body) = request.into_parts();
    let telemetry = request_telemetry::request_telemetry(&mut head.extensions);
    let caller = caller(&shared, &head.headers, peer(&head.extensions), &telemetry);
    let caller = Caller { is_agent: true, ..caller };
    // A wrong key is refused, as at `/graphql`, although no tool of an agent needs one: ignoring it would hide the mistake.
    let (client_tool, _) = SentKeys::of(&head.headers).identify(&shared, &telemetry).map_err(|refused| {
        let message = refused.errors.first().map(|error| error.message.clone()).unwrap_or_default();
        ErrorResponse::new(StatusCode::FORBIDDEN, ErrorCode::UnknownKey, message)
    })?;
    // Before the body: it is not read for a client without a session.
    if caller.session.is_none() {
        let message = "Falta uma sessão aberta: envie o token dela em Authorization: Bearer.";
        let refusal = ErrorResponse::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated, message);
        return Err(refusal.with(header::WWW_AUTHENTICATE, BEARER));
    }
    let body = json_body::read(&head.headers, body, &shared, deadline).await?;
    let is_one_message =
        json_body::has_few_values(&body) && serde_json::from_slice::<ClientJsonRpcMessage>(&body).is_ok();
    if !is_one_message {
        let is_json = serde_json::from_slice::<IgnoredAny>(&body).is_ok();
        let code = if is_json { JsonRpcCode::INVALID_REQUEST } else { JsonRpcCode::PARSE_ERROR };
        let message = "O corpo deve ser uma mensagem JSON-RPC 2.0, e só uma.";
        return Ok(refuse(code, ErrorResponse::bad_request(message)));
    }
    // rmcp requires both types, as the protocol does; the response is JSON, which other clients take too.
    head.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    // rmcp requires a `Host`, which a client of HTTP/1.0 may lack. `cross_origin::known_host` has checked the real one.
    head.headers.insert(header::HOST, HeaderValue::from_static("localhost"));
    let codes = Arc::default();
    let server = AgentServer { shared, tools, caller, client_tool, deadline, codes: Arc::clone(&codes) };
    let has_key = server.client_tool.is_some();
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::<NeverSessionManager>::default(), config());
    let answering = service.handle(Request::from_parts(head, Full::new(body)));
    let answered = timeout_at(deadline + GRACE, answering).await.map_err(|_| ErrorResponse::internal())?;
    let mut response = finish(answered.map(Body::new), codes.get());
    if has_key {
        http_response::add_cost(&mut response, &telemetry);
    }
    Ok(response)
}

fn config() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // `json_body` bounds the body, `cross_origin` the hosts and origins.
        .with_max_request_body_bytes(usize::MAX)
        .disable_allowed_hosts()
}

/// The response of rmcp with the error codes of a call.
fn finish(mut response: Response, codes: Option<&Vec<ErrorCode>>) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    let Some(codes) = codes else {
        // rmcp refuses a revision in bare text.
        if response.status() == StatusCode::BAD_REQUEST && !response.headers().contains_key(header::CONTENT_TYPE) {
            let message = "MCP-Protocol-Version nomeia uma revisão do protocolo que este gateway não fala.";
            return refuse(REFUSED, ErrorResponse::bad_request(message));
        }
        if !response.status().is_success() {
            response.extensions_mut().insert(ErrorCodes::from_iter([ErrorCode::BadRequest]));
        }
        return response;
    };
    if codes.contains(&ErrorCode::Unauthenticated) {
        *response.status_mut() = StatusCode::UNAUTHORIZED;
        response.headers_mut().insert(header::WWW_AUTHENTICATE, BEARER);
    }
    if !codes.is_empty() {
        response.extensions_mut().insert(ErrorCodes::from_iter(codes.iter().copied()));
    }
    response
}

/// A refusal in the form that clients of the protocol read.
fn refuse(json_rpc: JsonRpcCode, refusal: ErrorResponse) -> Response {
    let ErrorResponse { status, code, message, headers: more } = refusal;
    let error = JsonRpcError::new(None, ErrorData::new(json_rpc, message, Some(json!({ "code": code }))));
    let headers = [(header::CACHE_CONTROL, NO_STORE)];
    (status, headers, AppendHeaders(more), Extension(ErrorCodes::from_iter([code])), Json(error)).into_response()
}
