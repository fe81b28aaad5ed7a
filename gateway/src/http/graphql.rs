//! `/graphql`: GraphQL over HTTP, by POST with JSON and by GET for queries.
//!
//! Our own, and not async-graphql-axum's: that one reads past axum's body limit, runs mutations by GET and whatever is
//! sent as `text/plain` (which any web page may send), and answers 200 for everything.
//!
//! What the specification of GraphQL over HTTP leaves open, decided:
//!
//! | it may | here |
//! |---|---|
//! | take queries by GET | yes; what changes something is refused with 405 |
//! | answer older clients in plain JSON | yes, also where `Accept` is missing or takes anything; then a document that cannot run is answered 200 |
//! | say 422 for a document that does not fit the graph | no, 400, as the audits of `graphql-http` want it |
//! | use 400 where a parameter has another type, or none | yes, whatever the client accepts |
//! | take a body that is compressed, or in another encoding than UTF-8 | no, 415 |
//! | take several requests in one, or files (multipart) | no, 400 and 415 |
//! | take parameters that it does not define | they are ignored; `extensions` too, but for `persistedQuery` |

mod accept;
mod answer;
mod params;

use std::{convert::Infallible, net::SocketAddr, sync::Arc};

use async_graphql::{
    Name, Value, Variables,
    parser::types::{DocumentOperations, ExecutableDocument, OperationDefinition, OperationType},
};
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
use super::{Shared, browser, refusal::Refusal, watch};
use crate::{
    schema::{Caller, document, prepared::Prepared, trusted::Id},
    session::{Session, address::Address},
    telemetry::trail::{Operation, Trail},
};

const JSON: &str = "application/json";

/// Carries the key of somebody who develops, where not everybody may send documents.
pub(super) const TOOL_KEY: HeaderName = HeaderName::from_static("x-tool-key");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How a request came.
struct Sent {
    headers: HeaderMap,
    accept: Accept,
    /// By GET, which must change nothing.
    is_get: bool,
    /// Where the connection comes from.
    peer: Option<SocketAddr>,
    /// When it must be answered.
    deadline: Instant,
    trail: Arc<Trail>,
}

/// Answers whoever asks the graph.
pub(super) async fn answer(shared: Arc<Shared>, request: Request) -> Result<Response, Infallible> {
    // Before anything that costs something.
    if let Err(refusal) = browser::check_origin(&shared.browsers, &request) {
        return Ok(refusal.into_response());
    }
    // In boxes, since they are large and would be copied with each future of the router around them.
    let answered = match *request.method() {
        Method::POST => Box::pin(post(&shared, request)).await,
        Method::GET | Method::HEAD => Box::pin(get(&shared, request)).await,
        _ => Err(Refusal::method_not_allowed("GET, HEAD, POST", "Envie a requisição por POST.")),
    };
    Ok(answered.into_response())
}

/// Runs a request that was sent as a JSON body.
async fn post(shared: &Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let sent = Sent::new(head, shared)?;
    let params = Params::from_body(&sent.headers, body, &shared.client_limits, sent.deadline).await?;
    run(shared, params, sent).await
}

/// Runs a query that was sent in the address.
async fn get(shared: &Shared, request: Request) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let address = head.uri.clone();
    let sent = Sent::new(head, shared)?;
    let params = Params::from_address(&address)?;
    run(shared, params, sent).await
}

impl Sent {
    fn new(mut head: Parts, shared: &Shared) -> Result<Self, Refusal> {
        Ok(Self {
            accept: Accept::read(&head.headers)?,
            is_get: head.method != Method::POST,
            peer: head.extensions.get().map(|ConnectInfo(peer)| *peer),
            deadline: Instant::now() + shared.client_limits.request,
            trail: watch::trail(&mut head.extensions),
            headers: head.headers,
        })
    }

    /// Who sent it, and from where. Two `Authorization` headers are as good as none: nobody can tell whose the request is.
    fn caller(&self, shared: &Shared) -> Caller {
        let authorization = only(&self.headers, &header::AUTHORIZATION);
        let session = Session::from_authorization(&shared.upstream, authorization, &self.trail);
        let address = self.peer.map_or(Address::UNKNOWN, |peer| {
            let (forwarded_for, forwarded) =
                (all(&self.headers, X_FORWARDED_FOR), all(&self.headers, header::FORWARDED));
            shared.proxies.client(peer.ip(), &forwarded_for, &forwarded)
        });
        Caller::new(address, session, Arc::clone(&self.trail))
    }
}

async fn run(shared: &Shared, mut params: Params, sent: Sent) -> Result<Response, Refusal> {
    let accept = sent.accept;
    let is_open = shared.policy.is_open_to(only(&sent.headers, &TOOL_KEY));
    let prepared = match find(shared, params.take_source()?, is_open, accept) {
        Ok(prepared) => prepared,
        Err(refused) => return Ok(*refused),
    };
    let name = params.operation_name.take();
    let variables = params.take_variables();
    let Some(operation) = operation(prepared.document(), name.as_deref()) else {
        return Ok(answer::write(document::without_operation(), accept));
    };
    let is_query = operation.ty == OperationType::Query;
    let kind = if is_query { "query" } else { "mutation" };
    sent.trail.runs(Operation { document: prepared.name(), kind });
    // A GET may be sent by a link, a prefetch or an image: it must change nothing.
    if sent.is_get && !is_query {
        return Err(Refusal::method_not_allowed("POST", "Por GET só é possível consultar. Envie a operação por POST."));
    }
    if let Some(variable) = missing_variable(operation, &variables) {
        return Ok(answer::write(document::missing_variable(variable), accept));
    }
    let mut caller = sent.caller(shared);
    if !is_open {
        caller = caller.without_introspection();
    }
    let memory = caller.memory().cloned().unwrap_or_else(|| shared.upstream.request_memory());
    // It is large, and would be copied with each future around it.
    let running = Box::pin(shared.engine.run(&prepared, operation, name, variables, caller));
    let Ok(executed) = timeout_at(sent.deadline, running).await else {
        return Ok(answer::write_as(StatusCode::GATEWAY_TIMEOUT, document::out_of_time(is_query), accept));
    };
    if is_query && memory.is_exhausted() {
        return Ok(answer::write_as(StatusCode::SERVICE_UNAVAILABLE, document::out_of_memory(), accept));
    }
    if sent.is_get && !sent.headers.contains_key(header::AUTHORIZATION) {
        return Ok(answer::write_tagged(executed, accept, &sent.headers));
    }
    Ok(answer::write_counted(executed, accept, memory))
}

/// The document that is to run, or the answer to a request for one that does not.
fn find(shared: &Shared, source: Source, is_open: bool, accept: Accept) -> Result<Arc<Prepared>, Box<Response>> {
    let text = match source {
        Source::Trusted(id) => {
            let found = shared.documents.get(id);
            return found.ok_or_else(|| Box::new(answer::write(document::unknown(), accept)));
        }
        Source::Text(text) => text,
    };
    if !is_open {
        // A text whose id is known is as good as the id.
        if let Some(prepared) = shared.documents.get(Id::of(&text)) {
            return Ok(prepared);
        }
        if text.len() > document::MOST_HARMLESS {
            return Err(Box::new(untrusted(shared, accept)));
        }
    }
    let prepared = shared.engine.prepare(&text).map_err(|refused| Box::new(answer::write(*refused, accept)))?;
    if is_open || document::is_harmless(prepared.document()) {
        return Ok(prepared);
    }
    Err(Box::new(untrusted(shared, accept)))
}

fn untrusted(shared: &Shared, accept: Accept) -> Response {
    answer::write_as(StatusCode::FORBIDDEN, document::untrusted(&shared.policy), accept).into_response()
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => one.to_str().ok(),
        _ => None,
    }
}

/// The lines of a header. One that is no text is an empty one: it says nothing, and ends a list where it stands.
fn all(headers: &HeaderMap, name: HeaderName) -> Vec<&str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
}

/// The operation that will run; `None` if it is not clear which one that is.
fn operation<'a>(document: &'a ExecutableDocument, name: Option<&str>) -> Option<&'a OperationDefinition> {
    let operation = match (&document.operations, name) {
        (DocumentOperations::Single(operation), None) => operation,
        (DocumentOperations::Multiple(all), Some(name)) => all.get(name)?,
        (DocumentOperations::Multiple(all), None) if all.len() == 1 => all.values().next()?,
        _ => return None,
    };
    Some(&operation.node)
}

/// A variable that must have a value and has none. The engine would run the document and fail at each field that uses
/// it, as if null had been meant.
fn missing_variable<'a>(operation: &'a OperationDefinition, variables: &Variables) -> Option<&'a Name> {
    operation.variable_definitions.iter().map(|definition| &definition.node).find_map(|definition| {
        let optional = definition.var_type.node.nullable || definition.default_value.is_some();
        let given = variables.get(&definition.name.node).is_some_and(|value| *value != Value::Null);
        (!optional && !given).then_some(&definition.name.node)
    })
}
