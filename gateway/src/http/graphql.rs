//! `/graphql`: GraphQL over HTTP, by POST with JSON and by GET for queries.
//!
//! Not async-graphql-axum: it ignores axum's body limit, runs mutations by GET and requests sent as `text/plain` (which any
//! web page may send), and responds 200 to everything.
//!
//! Options that GraphQL over HTTP (September 2026) leaves open:
//!
//! | a server may | this one |
//! |---|---|
//! | accept queries by GET | yes; mutations get 405 |
//! | send plain JSON to older clients | yes, also without `Accept` or with `*/*`; an invalid document then gets 200 |
//! | respond 294 to a partial success | yes; an older client gets 200 |
//! | respond 422 to a document, variables or an operation's name that are not valid, and to a request without a document | yes; an older client gets 200, and 400 without a document |
//! | respond 403 to a document that is not trusted | no, the status of any other invalid document |
//! | respond 400 if a parameter has the wrong type | yes, whatever the client accepts |
//! | accept a compressed body, or another encoding than UTF-8 | no, 415 |
//! | answer subscriptions | yes, as `text/event-stream` or `multipart/mixed;subscriptionSpec=1.0` (`stream_body`), and over WebSocket (`websocket`) |
//! | accept batches, or files (multipart) | no, 400 and 415 |
//! | run documents by id (appendix "Persisted Documents") | yes, as `documentId` with `sha256:`, by POST and GET. The appendix says nothing of `query` beside it: it must be the text with that id, otherwise 400, as with `persistedQuery` |
//! | accept parameters that it does not define | they are ignored; `extensions` too, except `persistedQuery` |

pub(super) mod accept;
pub(super) mod execution;
pub(super) mod http_response;
mod params;
pub(super) mod resolved;
mod stream_body;
mod websocket;

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use tokio::time::Instant;

use self::{
    accept::{AcceptedFormats, ResponseFormat},
    execution::{Execution, execute},
    params::Params,
    resolved::{Refusal, ResolvedRequest, SentKeys},
};
use super::{
    caller::{caller, peer},
    cross_origin,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    headers::single_text,
    request_telemetry,
};
use crate::{
    schema::{
        engine::{operation_kind::OperationKind, response},
        error::{Error, ErrorCode},
    },
    telemetry::request::RequestTelemetry,
};

/// What the head of a GraphQL request says.
struct RequestHead {
    headers: HeaderMap,
    accepted: AcceptedFormats,
    /// GET or HEAD, which are safe methods.
    is_get: bool,
    /// Address of the connection's peer.
    peer: Option<SocketAddr>,
    /// When the request times out.
    deadline: Instant,
    telemetry: Arc<RequestTelemetry>,
}

/// Responds to a request to `/graphql`.
pub(super) async fn respond(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    let accepted = AcceptedFormats::read(request.headers());
    let format = accepted.response();
    // Checked first: it is cheap.
    if let Err(refusal) = cross_origin::check_origin(&shared.parts.browsers, &request) {
        return format.refuse(refusal);
    }
    if websocket::is_handshake(&request) {
        return websocket::open(shared, request).await.into_response();
    }
    // Boxed: they are large, and every enclosing future would copy them.
    let answered = match *request.method() {
        Method::POST => Box::pin(post(&shared, request, accepted)).await,
        Method::GET | Method::HEAD => Box::pin(get(&shared, request, accepted)).await,
        _ => Err(ErrorResponse::method_not_allowed("GET, HEAD, POST", "Envie a requisição por POST.")),
    };
    answered.unwrap_or_else(|refusal| format.refuse(refusal))
}

/// Runs a request with a JSON body.
async fn post(shared: &GatewayState, request: Request, accepted: AcceptedFormats) -> Result<Response, ErrorResponse> {
    let (parts, body) = request.into_parts();
    let head = RequestHead::new(parts, shared, accepted.check()?);
    let params = Params::from_body(&head.headers, body, shared, head.deadline).await?;
    respond_to(shared, params, head).await
}

/// Runs a query from the URL.
async fn get(shared: &GatewayState, request: Request, accepted: AcceptedFormats) -> Result<Response, ErrorResponse> {
    let (parts, _) = request.into_parts();
    let address = parts.uri.clone();
    let head = RequestHead::new(parts, shared, accepted.check()?);
    let params = Params::from_address(&address)?;
    respond_to(shared, params, head).await
}

impl RequestHead {
    fn new(mut parts: Parts, shared: &GatewayState, accepted: AcceptedFormats) -> Self {
        Self {
            accepted,
            is_get: parts.method != Method::POST,
            peer: peer(&parts.extensions),
            deadline: Instant::now() + shared.parts.client_limits.request_timeout,
            telemetry: request_telemetry::request_telemetry(&mut parts.extensions),
            headers: parts.headers,
        }
    }

    /// A response with what the request did, if its sender asked for it and may know.
    fn explained(&self, response: response::Response) -> response::Response {
        match self.telemetry.explanation() {
            Some(explanation) => response.explained(explanation.to_json()),
            None => response,
        }
    }

    /// # Errors
    /// A token was sent without `Bearer`. A header with another scheme is a proxy's and counts as no session.
    fn check_scheme(&self) -> Result<(), response::Response> {
        let is_bare = |text: &str| !text.is_empty() && !text.contains(' ') && !text.eq_ignore_ascii_case("bearer");
        if single_text(&self.headers, &header::AUTHORIZATION).is_some_and(is_bare) {
            return Err(Error::no_scheme().into());
        }
        Ok(())
    }
}

/// Runs a request, or refuses it in the form that its sender accepts.
async fn respond_to(shared: &GatewayState, params: Params, head: RequestHead) -> Result<Response, ErrorResponse> {
    match resolve_and_run(shared, params, &head).await {
        Ok(response) => Ok(response),
        Err(Refusal::Graph(refused)) => {
            Ok(http_response::write(head.explained(refused), head.accepted.response()).await)
        }
        Err(Refusal::Http(refused)) if head.accepted.response() == ResponseFormat::Json => Err(refused.without_422()),
        Err(Refusal::Http(refused)) => Err(refused),
    }
}

async fn resolve_and_run(shared: &GatewayState, params: Params, head: &RequestHead) -> Result<Response, Refusal> {
    let caller = caller(shared, &head.headers, head.peer, &head.telemetry);
    let resolved = ResolvedRequest::new(shared, params, &SentKeys::of(&head.headers), caller)?;
    head.check_scheme()?;
    // Links, prefetches and images send GET, which must not change anything.
    if head.is_get && resolved.operation.kind == OperationKind::Mutation {
        let message = "Por GET só é possível consultar. Envie a operação por POST.";
        return Err(ErrorResponse::method_not_allowed("POST", message).into());
    }
    let is_of_tool = resolved.tool.is_some();
    let mut response = run(shared, resolved, head).await?;
    if is_of_tool {
        http_response::add_cost(&mut response, &head.telemetry);
    }
    Ok(response)
}

/// Runs an operation. A subscription runs in the body of the response.
async fn run(shared: &GatewayState, resolved: ResolvedRequest, head: &RequestHead) -> Result<Response, ErrorResponse> {
    let accepted = head.accepted;
    if resolved.operation.kind == OperationKind::Subscription {
        let Some(framing) = accepted.stream else { return Err(not_a_single_response()) };
        return match resolved.subscribe(shared, framing.transport()) {
            Ok(subscription) => Ok(stream_body::respond(framing, subscription, shared.parts.shutdown.clone())),
            Err(refused) => Ok(http_response::write(head.explained(refused), accepted.response()).await),
        };
    }
    let execution = execute(shared, resolved, head.deadline).await;
    let execution = Execution { response: head.explained(execution.response), ..execution };
    Ok(http_response::write_execution(execution, accepted).await)
}

/// The response to a subscription of a client that accepts no stream.
fn not_a_single_response() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::NOT_ACCEPTABLE,
        ErrorCode::NotAcceptable,
        "Uma assinatura é respondida em text/event-stream ou multipart/mixed;subscriptionSpec=1.0: peça um deles em Accept.",
    )
}
