//! `POST /mcp`: the Model Context Protocol, by which agents call tools (`schema/mcp_tools`). Off unless `GATEWAY_MCP` is set.
//!
//! Every request stands alone: there is no session of the protocol, no stream of the server's, and no memory of an
//! `initialize`. The caller's bearer token is that of a session of the gateway. A tool runs as any document does, on its
//! plan and within its limits (`graphql/execution`).
//!
//! Not by `rmcp` (3.11). Its HTTP service runs each request in a task of its own behind a channel, without our timeouts, accepts
//! the last of two equal keys, and refuses in English plain text. Its types of messages alone would not help: arguments are a
//! map that has lost such keys, and `structuredContent` a value, for which the response would be parsed and written again.
//!
//! Batches, which only revision 2025-03-26 had, are refused in every revision: one request is one execution, so that the
//! limits of a request are limits of what it costs.

mod call;
mod discovery_methods;
mod json_response;
mod message;
mod request_id;
mod revision;
mod revision_headers;
mod rpc_error;
pub(super) mod tool_catalog;
mod unknown_codes;

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{Method, StatusCode},
    response::{IntoResponse as _, Response},
};
use services::calendar;
use tokio::time::Instant;

use self::{call::ToolCaller, json_response::respond, message::Message, rpc_error::RpcError};
use super::{
    caller::caller,
    cross_origin,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    graphql::{accept::AcceptedFormats, resolved::SentKeys},
    json_body, request_telemetry,
};
/// Responds to a request to `/mcp`.
pub(super) async fn answer(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    // Boxed: it is large, and every enclosing future would copy it.
    let answered = Box::pin(run(&shared, request)).await;
    answered.unwrap_or_else(RpcError::into_response)
}

async fn run(shared: &GatewayState, request: Request) -> Result<Response, RpcError> {
    cross_origin::check_origin(&shared.parts.browsers, &request)?;
    let Some(catalog) = &shared.mcp else {
        let message = "Este gateway não atende agentes: GATEWAY_MCP não está ligada.";
        return Err(ErrorResponse::new(StatusCode::NOT_FOUND, "NOT_FOUND", message).into());
    };
    if *request.method() != Method::POST {
        return Err(ErrorResponse::method_not_allowed("POST", "Envie a mensagem por POST.").into());
    }
    let deadline = Instant::now() + shared.parts.client_limits.request_timeout;
    let (mut head, body) = request.into_parts();
    // The revisions want clients to accept event streams too, but this server sends none.
    if !AcceptedFormats::read(&head.headers).is_ok_and(AcceptedFormats::has_single) {
        let message = "As respostas são application/json: peça-o em Accept.";
        return Err(ErrorResponse::new(StatusCode::NOT_ACCEPTABLE, "NOT_ACCEPTABLE", message).into());
    }
    let telemetry = request_telemetry::request_telemetry(&mut head.extensions);
    let peer = head.extensions.get().map(|ConnectInfo(peer)| *peer);
    let caller = caller(shared, &head.headers, peer, &telemetry);
    // As at `/graphql`, though no tool of an agent needs a key: to ignore a wrong one would hide that it is.
    let (key_holder, _) =
        SentKeys::of(&head.headers).identify(shared, &telemetry).map_err(|refused| RpcError::unknown_key(&refused))?;
    // Before the body: it is not read for a client without a session.
    if caller.session().is_none() {
        return Err(RpcError::no_session());
    }
    let body = json_body::read(&head.headers, body, &shared.parts.client_limits, deadline).await?;
    let message = Message::read(&body)?;
    let revision = revision_headers::revision(&head.headers, &message).map_err(|error| match &message {
        Message::Request(request) => error.to(&request.id),
        Message::Notification | Message::Response => error,
    })?;
    let Message::Request(request) = message else {
        // There is nothing to do: the server makes no requests, and a client cancels its own by closing the connection.
        return Ok(StatusCode::ACCEPTED.into_response());
    };
    let id = request.id.clone();
    let sender = ToolCaller { caller, key_holder, telemetry, deadline };
    let answered = match request.method.as_str() {
        "tools/call" => call::run(shared, &catalog.tools, request, revision, sender).await,
        _ => discovery_methods::answer(&catalog.tool_list, calendar::date((shared.clock)()), &request, revision)
            .map(|json| respond(json.into())),
    };
    answered.map_err(|error| error.to(&id).in_revision(revision))
}
