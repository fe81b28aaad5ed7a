//! `/graphql`: GraphQL over HTTP, by POST with JSON and by GET for queries.
//!
//! Not async-graphql-axum: it ignores axum's body limit, runs mutations by GET and requests sent as `text/plain` (which any
//! web page may send), and responds 200 to everything.
//!
//! Options that the GraphQL over HTTP specification leaves open:
//!
//! | a server may | this one |
//! |---|---|
//! | accept queries by GET | yes; mutations get 405 |
//! | send plain JSON to older clients | yes, also without `Accept` or with `*/*`; an invalid document then gets 200 |
//! | respond 422 to a document that does not fit the schema | no, 400, as the audits of `graphql-http` require |
//! | respond 403 to a document that is not trusted | no, the status of any other invalid document |
//! | respond 400 if a parameter has the wrong type, or is missing | yes, whatever the client accepts |
//! | accept a compressed body, or another encoding than UTF-8 | no, 415 |
//! | accept batches, or files (multipart) | no, 400 and 415 |
//! | accept parameters that it does not define | they are ignored; `extensions` too, except `persistedQuery` |

mod accept;
mod http_response;
mod params;

use std::{convert::Infallible, net::SocketAddr, sync::Arc};

use async_graphql::{Variables, parser::types::OperationType};
use axum::{
    extract::{ConnectInfo, Request},
    http::{HeaderMap, HeaderName, Method, StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use tokio::time::{Instant, timeout_at};

use self::{
    accept::Accept,
    params::{Params, Source},
};
use super::{
    GatewayState, cross_origin,
    error_response::ErrorResponse,
    headers::{TOOL_KEY, single_text},
    request_telemetry,
};
use crate::{
    schema::{
        caller::Caller,
        document_error,
        prepared::PreparedDocument,
        response,
        trusted_documents::{self, DocumentId},
    },
    session::{Session, client_address::ClientAddress},
    telemetry::request::{OperationLabel, RequestTelemetry},
};

const JSON: &str = "application/json";

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A GraphQL request without its parameters.
struct Sent {
    headers: HeaderMap,
    accept: Accept,
    /// GET or HEAD, which are safe methods.
    is_get: bool,
    /// Address of the connection's peer.
    peer: Option<SocketAddr>,
    /// When the request times out.
    deadline: Instant,
    telemetry: Arc<RequestTelemetry>,
}

/// Responds to a request to `/graphql`.
pub(super) async fn answer(shared: Arc<GatewayState>, request: Request) -> Result<Response, Infallible> {
    // Checked first: it is cheap.
    if let Err(refusal) = cross_origin::check_origin(&shared.browsers, &request) {
        return Ok(refusal.into_response());
    }
    // Boxed: they are large, and every enclosing future would copy them.
    let answered = match *request.method() {
        Method::POST => Box::pin(post(&shared, request)).await,
        Method::GET | Method::HEAD => Box::pin(get(&shared, request)).await,
        _ => Err(ErrorResponse::method_not_allowed("GET, HEAD, POST", "Envie a requisição por POST.")),
    };
    Ok(answered.into_response())
}

/// Runs a request with a JSON body.
async fn post(shared: &GatewayState, request: Request) -> Result<Response, ErrorResponse> {
    let (head, body) = request.into_parts();
    let sent = Sent::new(head, shared)?;
    let params = Params::from_body(&sent.headers, body, &shared.client_limits, sent.deadline).await?;
    run(shared, params, sent).await
}

/// Runs a query from the URL.
async fn get(shared: &GatewayState, request: Request) -> Result<Response, ErrorResponse> {
    let (head, _) = request.into_parts();
    let address = head.uri.clone();
    let sent = Sent::new(head, shared)?;
    let params = Params::from_address(&address)?;
    run(shared, params, sent).await
}

impl Sent {
    fn new(mut head: Parts, shared: &GatewayState) -> Result<Self, ErrorResponse> {
        Ok(Self {
            accept: Accept::read(&head.headers)?,
            is_get: head.method != Method::POST,
            peer: head.extensions.get().map(|ConnectInfo(peer)| *peer),
            deadline: Instant::now() + shared.client_limits.request,
            telemetry: request_telemetry::request_telemetry(&mut head.extensions),
            headers: head.headers,
        })
    }

    /// The caller's session and address. Two `Authorization` headers are ambiguous: they count as none.
    fn caller(&self, shared: &GatewayState) -> Caller {
        let authorization = single_text(&self.headers, &header::AUTHORIZATION);
        let session = Session::from_authorization(&shared.upstream, authorization, &self.telemetry);
        let address = self.peer.map_or(ClientAddress::UNKNOWN, |peer| {
            let (forwarded_for, forwarded) =
                (all(&self.headers, X_FORWARDED_FOR), all(&self.headers, header::FORWARDED));
            shared.proxies.client(peer.ip(), &forwarded_for, &forwarded)
        });
        Caller::new(address, session, Arc::clone(&self.telemetry))
    }
}

async fn run(shared: &GatewayState, mut params: Params, sent: Sent) -> Result<Response, ErrorResponse> {
    let accept = sent.accept;
    let is_open = shared.policy.is_open_to(single_text(&sent.headers, &TOOL_KEY));
    let source = params.take_source()?;
    let name = params.operation_name.take();
    let variables = params.take_variables();
    let found = if is_open { find(shared, source) } else { find_known(shared, source, name.as_deref(), &variables) };
    let prepared = match found {
        Ok(prepared) => prepared,
        Err(refused) => return Ok(http_response::write(refused, accept)),
    };
    let Some(operation) = prepared.operation(name.as_deref()) else {
        return Ok(http_response::write(document_error::unknown_operation(), accept));
    };
    let is_query = operation.ty() == OperationType::Query;
    let kind = if is_query { "query" } else { "mutation" };
    sent.telemetry.set_operation(OperationLabel { document: prepared.name(), kind });
    // Links, prefetches and images send GET, which must not change anything.
    if sent.is_get && !is_query {
        return Err(ErrorResponse::method_not_allowed(
            "POST",
            "Por GET só é possível consultar. Envie a operação por POST.",
        ));
    }
    let mut caller = sent.caller(shared);
    if !is_open {
        caller = caller.without_introspection();
    }
    let memory = caller.memory().cloned().unwrap_or_else(|| shared.upstream.request_memory());
    // Boxed: it is large, and every enclosing future would copy it.
    let running = Box::pin(shared.engine.run(&prepared, operation, variables, caller));
    let Ok(executed) = timeout_at(sent.deadline, running).await else {
        return Ok(http_response::write_as(
            StatusCode::GATEWAY_TIMEOUT,
            response::Response::timed_out(is_query),
            accept,
        ));
    };
    if is_query && memory.is_exhausted() {
        return Ok(http_response::write_as(StatusCode::SERVICE_UNAVAILABLE, response::Response::no_memory(), accept));
    }
    if sent.is_get && !sent.headers.contains_key(header::AUTHORIZATION) {
        return Ok(http_response::write_tagged(executed, accept, &sent.headers, &memory));
    }
    Ok(http_response::write_counted(executed, accept, memory))
}

/// The document for a caller who may send any document, or the error response.
fn find(shared: &GatewayState, source: Source) -> Result<Arc<PreparedDocument>, response::Response> {
    match source {
        Source::Trusted(id) => by_id(shared, id),
        Source::Text(text) => shared.engine.prepare(&text),
    }
}

/// The document for any other caller: a trusted one, by id or text, or a public query. Everything else gets the same error,
/// which reveals nothing about the schema.
fn find_known(
    shared: &GatewayState,
    source: Source,
    name: Option<&str>,
    variables: &Variables,
) -> Result<Arc<PreparedDocument>, response::Response> {
    let text = match source {
        Source::Trusted(id) => return by_id(shared, id),
        Source::Text(text) => text,
    };
    let known = shared.documents.get(DocumentId::of(&text));
    let found = known.or_else(|| shared.engine.prepare_public(&text, name, variables));
    found.ok_or_else(|| shared.policy.refusal())
}

fn by_id(shared: &GatewayState, id: DocumentId) -> Result<Arc<PreparedDocument>, response::Response> {
    shared.documents.get(id).ok_or_else(trusted_documents::not_found)
}

/// The values of a header. A value that is not text becomes empty, which ends a list of addresses.
fn all(headers: &HeaderMap, name: HeaderName) -> Vec<&str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
}
