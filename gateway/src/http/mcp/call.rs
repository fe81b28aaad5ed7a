//! `tools/call`: runs the query of a tool, and writes its response as a result.

use std::{collections::HashMap, sync::Arc};

use async_graphql::{Name, PathSegment, ServerError, Value, indexmap::IndexMap};
use axum::response::Response;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::{
    discovery_methods::{CompleteResult, write_result},
    json_response::respond,
    message::RpcRequest,
    request_id::RequestId,
    revision::Revision,
    rpc_error::RpcError,
    unknown_codes::RequestedCodes,
};
use crate::{
    http::{
        gateway_state::GatewayState,
        graphql::{
            execution::{self, Execution},
            http_response,
            resolved::ResolvedRequest,
        },
    },
    schema::{
        caller::Caller,
        error::ErrorCode,
        mcp_tools::{McpTool, McpTools},
        response,
    },
    telemetry::{ErrorCodes, OperationLabel, request::RequestTelemetry},
    tools::Tool,
    upstream::body_budget::RequestMemory,
};

/// Most bytes of a tool's data. Clients cut results at some 25,000 tokens, and a token of Portuguese JSON is two to three bytes
/// long; less leaves a model space for several results.
const MAX_DATA: usize = 24 * 1024;
/// Most errors that a result repeats: a page may have one for each row.
const MAX_ERRORS: usize = 5;
/// Code of a result beyond [`MAX_DATA`], for models and the access log.
const TOO_LONG: &str = "RESPONSE_TOO_LONG";

/// Who calls a tool, and until when.
pub(super) struct ToolCaller {
    pub(super) caller: Caller,
    /// Whose `X-Tool-Key` the request has: it bounds the call.
    pub(super) key_holder: Option<Arc<Tool>>,
    pub(super) telemetry: Arc<RequestTelemetry>,
    pub(super) deadline: Instant,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a> {
    content: Vec<TextContent<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
    #[serde(flatten)]
    complete: Option<CompleteResult>,
}

#[derive(Serialize)]
struct TextContent<'a> {
    r#type: &'static str,
    text: &'a str,
}

/// Calls a tool.
///
/// # Errors
/// There is no such tool, or the session has ended. Anything else that fails is a result, which the model reads.
pub(super) async fn run(
    shared: &GatewayState,
    tools: &McpTools,
    request: RpcRequest,
    revision: Revision,
    sender: ToolCaller,
) -> Result<Response, RpcError> {
    let RpcRequest { id, mut params, .. } = request;
    let Some(Value::String(name)) = params.get("name") else {
        return Err(RpcError::invalid_params("Falta name, o nome da ferramenta."));
    };
    let tool = tools.find(name).map_err(|nearest| {
        let known = match nearest {
            Some(nearest) => format!("o nome mais parecido é \"{nearest}\""),
            None => "tools/list diz quais há".to_owned(),
        };
        // Models guess names of tools that change something.
        RpcError::invalid_params(format!("Não há essa ferramenta: {known}. Todas só consultam: aqui nada se altera."))
    })?;
    sender.telemetry.set_operation(OperationLabel { document: tool.document().name(), kind: "query" });
    let arguments = match params.swap_remove("arguments") {
        None | Some(Value::Null) => IndexMap::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(_) => return Err(RpcError::invalid_params("arguments deve ser um objeto.")),
    };
    let (telemetry, has_key) = (Arc::clone(&sender.telemetry), sender.key_holder.is_some());
    let outcome = match resolve(shared, tool, arguments, &sender) {
        Ok((resolved, codes)) => execute(shared, tools, resolved, codes, sender).await,
        Err(refused) => CallOutcome::Response(refused, None),
    };
    let mut written = match outcome {
        CallOutcome::UnknownCode(text) => write_failure(&id, revision, &text),
        CallOutcome::Response(response, _) if response.codes().contains(&ErrorCode::Unauthenticated.as_str()) => {
            return Err(RpcError::session_ended());
        }
        CallOutcome::Response(response, memory) => write(&id, tool, revision, response, memory),
    };
    if has_key {
        http_response::add_cost(&mut written, &telemetry);
    }
    Ok(written)
}

/// What became of a call.
enum CallOutcome {
    /// A response, and what it counts in until it is sent.
    Response(response::Response, Option<Arc<RequestMemory>>),
    /// An argument is a code that does not exist, as a sentence says.
    UnknownCode(String),
}

/// The request that a call becomes, and the codes in its arguments.
///
/// # Errors
/// The holder of the key may not send it, or an argument is not accepted.
fn resolve(
    shared: &GatewayState,
    tool: &McpTool,
    arguments: IndexMap<Name, Value>,
    sender: &ToolCaller,
) -> Result<(ResolvedRequest, RequestedCodes), response::Response> {
    if let Some(key_holder) = &sender.key_holder {
        key_holder.acquire((shared.clock)().timestamp())?;
    }
    let variables = tool.variables(arguments)?;
    let codes = RequestedCodes::collect(&variables);
    let resolved = ResolvedRequest::own(Arc::clone(tool.document()), variables, sender.key_holder.clone());
    resolved.begin(&sender.telemetry)?;
    Ok((resolved, codes))
}

async fn execute(
    shared: &GatewayState,
    tools: &McpTools,
    resolved: ResolvedRequest,
    codes: RequestedCodes,
    sender: ToolCaller,
) -> CallOutcome {
    let caller = resolved.restrict(sender.caller);
    let Execution { response, memory, .. } =
        execution::execute(shared, resolved, caller.clone(), sender.deadline).await;
    if let Some(data) = response.data()
        && let Some(text) = codes.refusal(shared, tools, data, caller, sender.deadline).await
    {
        return CallOutcome::UnknownCode(text);
    }
    CallOutcome::Response(response, Some(memory))
}

/// The result of a call. It counts in the memory budget until it is sent.
fn write(
    id: &RequestId,
    tool: &McpTool,
    revision: Revision,
    response: response::Response,
    memory: Option<Arc<RequestMemory>>,
) -> Response {
    let mut codes = response.codes();
    let complete = CompleteResult::for_revision(revision);
    let json = match outcome(tool, &response) {
        ToolOutcome::Data { json, missing } => {
            let text = [json.get()].into_iter().chain(missing.as_deref()).map(TextContent::new).collect();
            write_result(
                id,
                &CallToolResult { content: text, structured_content: Some(json), is_error: false, complete },
            )
        }
        ToolOutcome::Failure { text, code } => {
            codes.extend(code);
            let content = vec![TextContent::new(&text)];
            write_result(id, &CallToolResult { content, structured_content: None, is_error: true, complete })
        }
    };
    let mut written = match memory {
        None => respond(json.into()),
        Some(memory) => {
            let mut written = respond(response.replaced_by(json, &memory));
            // The compressor charges it, too.
            written.extensions_mut().insert(memory);
            written
        }
    };
    if !codes.is_empty() {
        written.extensions_mut().insert(ErrorCodes(codes));
    }
    written
}

/// The result of a call whose arguments do not exist.
fn write_failure(id: &RequestId, revision: Revision, text: &str) -> Response {
    let (content, complete) = (vec![TextContent::new(text)], CompleteResult::for_revision(revision));
    let result = CallToolResult { content, structured_content: None, is_error: true, complete };
    let mut written = respond(write_result(id, &result).into());
    written.extensions_mut().insert(ErrorCodes(vec![ErrorCode::BadUserInput.as_str()]));
    written
}

/// What a model gets.
enum ToolOutcome<'a> {
    /// The data, and which parts of it could not be loaded.
    Data { json: &'a RawValue, missing: Option<String> },
    /// Why there are no data, and the code of what this module refuses.
    Failure { text: String, code: Option<&'static str> },
}

fn outcome<'a>(tool: &McpTool, response: &'a response::Response) -> ToolOutcome<'a> {
    let errors = response.errors();
    let Some(json) = response.data().and_then(|data| serde_json::from_slice::<&RawValue>(data).ok()) else {
        return ToolOutcome::Failure { text: describe(tool, errors), code: None };
    };
    if !errors.is_empty() && is_empty(json) {
        return ToolOutcome::Failure { text: describe(tool, errors), code: None };
    }
    let bytes = json.get().len();
    if bytes > MAX_DATA {
        let (size, max) = (bytes.div_ceil(1024), MAX_DATA / 1024);
        let how = tool.how_to_narrow();
        let largest = longest_list(json).map(|what| format!(" O maior trecho é {what}.")).unwrap_or_default();
        let text = format!("A resposta tem {size} KiB, e o limite é de {max} KiB.{largest} {how} ({TOO_LONG})");
        return ToolOutcome::Failure { text, code: Some(TOO_LONG) };
    }
    let missing = (!errors.is_empty()).then(|| format!("Faltam partes da resposta:\n{}", describe(tool, errors)));
    ToolOutcome::Data { json, missing }
}

/// The longest list of a response that is too long: its path, and what it has.
fn longest_list(data: &RawValue) -> Option<String> {
    let data: serde_json::Value = serde_json::from_str(data.get()).ok()?;
    let (mut path, mut value) = (Vec::new(), &data);
    while let Some(fields) = value.as_object() {
        let (name, longest) = fields.iter().max_by_key(|(_, value)| value.to_string().len())?;
        path.push(name.as_str());
        value = longest;
    }
    let (items, size) = (value.as_array()?.len(), value.to_string().len().div_ceil(1024));
    Some(format!("{} ({items} itens, {size} KiB)", path.join(".")))
}

/// Whether no root field has a value.
fn is_empty(data: &RawValue) -> bool {
    let fields = serde_json::from_str::<Option<HashMap<&str, &RawValue>>>(data.get());
    fields.is_ok_and(|fields| fields.is_none_or(|fields| fields.values().all(|value| value.get() == "null")))
}

/// Errors as text, one a line: the part of the response, the public message and its code.
fn describe(tool: &McpTool, errors: &[ServerError]) -> String {
    let mut lines: Vec<_> = errors.iter().take(MAX_ERRORS).map(|error| line(tool, error)).collect();
    if errors.len() > MAX_ERRORS {
        lines.push(format!("… e mais {}.", errors.len() - MAX_ERRORS));
    }
    lines.join("\n")
}

fn line(tool: &McpTool, error: &ServerError) -> String {
    let path: Vec<_> = error.path.iter().map(segment).collect();
    let code = match error.extensions.as_ref().and_then(|extensions| extensions.get("code")) {
        Some(Value::String(code)) => Some(code.as_str()),
        _ => None,
    };
    // The arguments are wrong, not a part of the response.
    let is_of_request = path.is_empty() || code == Some(ErrorCode::BadUserInput.as_str());
    let place = if is_of_request { String::new() } else { format!("{}: ", path.join(".")) };
    let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
    format!("{place}{}{code}", tool.in_its_words(&error.message))
}

fn segment(segment: &PathSegment) -> String {
    match segment {
        PathSegment::Field(name) => name.clone(),
        PathSegment::Index(at) => at.to_string(),
    }
}

impl<'a> TextContent<'a> {
    fn new(text: &'a str) -> Self {
        Self { r#type: "text", text }
    }
}
