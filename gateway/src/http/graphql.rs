//! `/graphql`: GraphQL over HTTP, by POST with JSON and by GET for queries.
//!
//! Our own, and not async-graphql-axum's: that one reads past axum's body limit, runs mutations by GET and whatever is
//! sent as `text/plain` (which any web page may send), and answers 200 for everything.

use std::net::SocketAddr;

use async_graphql::{
    Name, Response as Executed, Value, Variables,
    parser::types::{DocumentOperations, ExecutableDocument, OperationDefinition, OperationType},
};
use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequest, Query, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{Shared, refusal::Refusal};
use crate::{
    schema::{Caller, document, json, trusted::Id},
    session::{Session, address::Address},
};

const JSON: &str = "application/json";
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const GRAPHQL_JSON: &str = "application/graphql-response+json";

/// A GraphQL request as it is sent. Unknown keys are ignored, as the specification has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    query: Option<String>,
    operation_name: Option<String>,
    variables: Option<Variables>,
    extensions: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The extension that names a document by its id, as Apollo's clients send it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PersistedQuery {
    version: u64,
    sha256_hash: String,
}

/// What is to run.
enum Source {
    Text(String),
    Trusted(Id),
}

/// The same in the address of a GET, where the objects are JSON texts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressParams {
    query: Option<String>,
    operation_name: Option<String>,
    variables: Option<String>,
    extensions: Option<String>,
}

/// Runs a request that was sent as a JSON body.
pub(super) async fn post(State(shared): State<Shared>, request: Request) -> Result<Response, Refusal> {
    let accept = Accept::read(request.headers())?;
    let caller = caller(&request, &shared);
    let params = read_body(request).await?;
    run(&shared, caller, params, Method::Post, accept).await
}

/// Runs a query that was sent in the address.
pub(super) async fn get(State(shared): State<Shared>, request: Request) -> Result<Response, Refusal> {
    let accept = Accept::read(request.headers())?;
    let caller = caller(&request, &shared);
    let params = read_address(&request)?;
    run(&shared, caller, params, Method::Get, accept).await
}

/// No other method means anything here.
pub(super) async fn other_method() -> Refusal {
    Refusal::method_not_allowed("GET, POST", "Envie a requisição por POST.")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Get,
    Post,
}

/// The media type that the client wants its answer in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accept {
    Json,
    GraphqlJson,
}

impl Accept {
    fn read(headers: &HeaderMap) -> Result<Self, Refusal> {
        let mut said = false;
        let mut json = false;
        for value in headers.get_all(header::ACCEPT) {
            for range in value.to_str().unwrap_or_default().split(',') {
                let mut parts = range.split(';').map(str::trim);
                let media = parts.next().unwrap_or_default().to_ascii_lowercase();
                said |= !media.is_empty();
                let refused = parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
                match media.as_str() {
                    _ if refused => {}
                    GRAPHQL_JSON => return Ok(Self::GraphqlJson),
                    JSON | "application/*" | "*/*" => json = true,
                    _ => {}
                }
            }
        }
        if json || !said {
            return Ok(Self::Json);
        }
        Err(Refusal::new(
            StatusCode::NOT_ACCEPTABLE,
            "NOT_ACCEPTABLE",
            "As respostas são application/graphql-response+json ou application/json.",
        ))
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlJson => "application/graphql-response+json; charset=utf-8",
        })
    }

    /// The status of an answer to a well-formed request whose document cannot run. Older clients, who ask for plain
    /// JSON, take any other status than 200 for a failure of the transport and do not read the answer.
    fn request_error_status(self) -> StatusCode {
        match self {
            Self::Json => StatusCode::OK,
            Self::GraphqlJson => StatusCode::BAD_REQUEST,
        }
    }
}

/// Who sent the request, and from where. Two `Authorization` headers are as good as none: nobody can tell whose the
/// request is.
fn caller(request: &Request, shared: &Shared) -> Caller {
    let headers = request.headers();
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let authorization = match (all.next(), all.next()) {
        (Some(one), None) => one.to_str().ok(),
        _ => None,
    };
    let session = Session::from_authorization(&shared.upstream, authorization);
    let address = match request.extensions().get::<ConnectInfo<SocketAddr>>() {
        Some(ConnectInfo(peer)) => {
            shared.proxies.client(peer.ip(), &lines(headers, X_FORWARDED_FOR), &lines(headers, header::FORWARDED))
        }
        None => Address::UNKNOWN,
    };
    Caller::new(address, session)
}

/// The lines of a header. One that is no text is an empty one: it says nothing, and ends a list where it stands.
fn lines(headers: &HeaderMap, name: HeaderName) -> Vec<&str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
}

async fn read_body(request: Request) -> Result<Params, Refusal> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !content_type.is_some_and(is_json) {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "UNSUPPORTED_MEDIA_TYPE",
            "Envie a requisição como application/json em UTF-8.",
        ));
    }
    let body = Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "PAYLOAD_TOO_LARGE",
            "A requisição é grande demais: o limite é de 64 KiB.",
        ),
        _ => Refusal::bad_request("O corpo da requisição não chegou inteiro."),
    })?;
    serde_json::from_slice(&body).map_err(|error| {
        if error.is_data() {
            Refusal::bad_request(
                "Envie um objeto com query (texto) e, se precisar, operationName (texto), variables e extensions (objetos).",
            )
        } else {
            Refusal::bad_request("O corpo da requisição não é JSON válido.")
        }
    })
}

/// Whether a content type is JSON in UTF-8.
fn is_json(content_type: &str) -> bool {
    let mut parts = content_type.split(';').map(str::trim);
    let media = parts.next().unwrap_or_default();
    media.eq_ignore_ascii_case(JSON)
        && parts.all(|part| match part.split_once('=') {
            Some((name, value)) if name.eq_ignore_ascii_case("charset") => {
                value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            }
            _ => true,
        })
}

fn read_address(request: &Request) -> Result<Params, Refusal> {
    let invalid = || Refusal::bad_request("Os parâmetros do endereço não são os de uma requisição GraphQL.");
    let Query(AddressParams { query, operation_name, variables, extensions }) =
        Query::try_from_uri(request.uri()).map_err(|_| invalid())?;
    Ok(Params {
        query,
        operation_name,
        variables: from_json(variables.as_deref()).map_err(|_| invalid())?,
        extensions: from_json(extensions.as_deref()).map_err(|_| invalid())?,
    })
}

/// An object that is optional and a JSON text; an empty text is none.
fn from_json<'a, T: Deserialize<'a>>(text: Option<&'a str>) -> Result<Option<T>, serde_json::Error> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => serde_json::from_str(text),
    }
}

async fn run(
    shared: &Shared,
    caller: Caller,
    params: Params,
    method: Method,
    accept: Accept,
) -> Result<Response, Refusal> {
    let prepared = match source(params.query, params.extensions)? {
        Source::Text(text) => match shared.engine.prepare(&text) {
            Ok(prepared) => prepared,
            Err(refused) => return Ok(answer(*refused, accept)),
        },
        Source::Trusted(id) => match shared.documents.get(id) {
            Some(prepared) => prepared,
            None => return Ok(answer(document::unknown(), accept)),
        },
    };
    let name = params.operation_name;
    let variables = params.variables.unwrap_or_default();
    let Some(operation) = operation(prepared.document(), name.as_deref()) else {
        return Ok(answer(document::without_operation(), accept));
    };
    // A GET may be sent by a link, a prefetch or an image: it must change nothing.
    if method == Method::Get && operation.ty != OperationType::Query {
        return Err(Refusal::method_not_allowed("POST", "Por GET só é possível consultar. Envie a operação por POST."));
    }
    if let Some(variable) = missing_variable(operation, &variables) {
        return Ok(answer(document::missing_variable(variable), accept));
    }
    Ok(answer(shared.engine.run(&prepared, operation, name, variables, caller).await, accept))
}

/// What a request asks to run: a text, a document by its id, or a text that must then be the one with that id.
fn source(
    query: Option<String>,
    extensions: Option<serde_json::Map<String, serde_json::Value>>,
) -> Result<Source, Refusal> {
    let extension = extensions.and_then(|mut all| all.remove("persistedQuery"));
    match (query, extension.map(read_id).transpose()?) {
        (Some(text), Some(id)) if id != Id::of(&text) => {
            Err(Refusal::bad_request("O sha256Hash de persistedQuery não é o do documento em query."))
        }
        (Some(text), _) => Ok(Source::Text(text)),
        (None, Some(id)) => Ok(Source::Trusted(id)),
        (None, None) => Err(Refusal::bad_request(
            "Falta o documento GraphQL em query, ou o seu SHA-256 em extensions.persistedQuery.",
        )),
    }
}

/// The id in the extension that names a document.
fn read_id(extension: serde_json::Value) -> Result<Id, Refusal> {
    let wrong = || {
        Refusal::bad_request("Em persistedQuery envie version 1 e sha256Hash, o SHA-256 em 64 dígitos hexadecimais.")
    };
    let Ok(PersistedQuery { version: 1, sha256_hash }) = serde_json::from_value(extension) else {
        return Err(wrong());
    };
    Id::from_hex(&sha256_hash).ok_or_else(wrong)
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

fn answer(mut executed: Executed, accept: Accept) -> Response {
    let ran = document::ran(&executed);
    document::name_errors(&mut executed);
    let status = if ran { StatusCode::OK } else { accept.request_error_status() };
    let headers = [
        (header::CONTENT_TYPE, accept.content_type()),
        // What a session sees is kept by nobody.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept, authorization")),
    ];
    let retry_after = document::retry_after(&executed).map(|seconds| [(header::RETRY_AFTER, seconds.to_string())]);
    match body(&executed, ran) {
        Ok(body) => (status, headers, retry_after, body).into_response(),
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            Refusal::internal().into_response()
        }
    }
}

/// An answer as it is written: errors before data, so that whoever reads a long one learns first that it is not whole.
/// Without data if the request did not run.
fn body(executed: &Executed, ran: bool) -> Result<Vec<u8>, serde_json::Error> {
    let mut body = vec![b'{'];
    if !executed.errors.is_empty() {
        body.extend_from_slice(b"\"errors\":");
        serde_json::to_writer(&mut body, &executed.errors)?;
    }
    if ran {
        body.extend_from_slice(if executed.errors.is_empty() { b"\"data\":" } else { b",\"data\":" });
        json::value(&executed.data, &mut body);
    }
    body.push(b'}');
    Ok(body)
}
