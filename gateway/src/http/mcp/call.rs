//! `tools/call`: runs the query of a tool, and writes its response as a result.

use std::sync::Arc;

use async_graphql::PathSegment;
use rmcp::{
    ErrorData,
    model::{CallToolRequestParams, CallToolResult, ContentBlock},
};
use serde_json::{Value as Json, json};

use super::server::{AgentServer, REFUSED};
use crate::{
    http::graphql::{execution, resolved::ResolvedRequest},
    schema::{
        engine::response::Response,
        error::{Error, ErrorCode, ResponseError},
        mcp_tools::McpTool,
    },
    telemetry::OperationLabel,
};

/// Most bytes of a tool's data. Clients cut results at some 25,000 tokens, and a token of Portuguese JSON is two to three bytes
/// long; less leaves a model space for several results.
const MAX_DATA: usize = 24 * 1024;
/// Most errors that a result repeats: a page may have one for each row.
const MAX_ERRORS: usize = 5;

impl AgentServer {
    /// Calls a tool.
    ///
    /// # Errors
    /// There is no such tool, or the session has ended. Anything else that fails is a result, which the model reads.
    pub(super) async fn call(&self, request: CallToolRequestParams) -> Result<CallToolResult, ErrorData> {
        let tool = self.tools.find(&request.name).map_err(|nearest| {
            self.report(vec![ErrorCode::BadRequest]);
            let known = match nearest {
                Some(nearest) => format!("o nome mais parecido é \"{nearest}\""),
                None => "tools/list diz quais há".to_owned(),
            };
            // Models guess names of tools that change something.
            let message = format!("Não há essa ferramenta: {known}. Todas só consultam: aqui nada se altera.");
            ErrorData::invalid_params(message, None)
        })?;
        self.caller.telemetry.set_operation(OperationLabel { document: tool.document.name.clone(), kind: "query" });
        let response = match self.resolve(tool, request) {
            Ok(resolved) => {
                let mut response = execution::execute(&self.shared, resolved, self.deadline).await.response;
                for error in &mut response.errors {
                    if error.extensions.code == ErrorCode::BadUserInput {
                        error.message = tool.argument_names.translate(&error.message);
                    }
                }
                response
            }
            Err(refused) => refused,
        };
        let mut codes = response.codes();
        if codes.contains(&ErrorCode::Unauthenticated) {
            self.report(codes);
            let message = "Sua sessão terminou: entre de novo e envie o token novo em Authorization: Bearer.";
            return Err(ErrorData::new(REFUSED, message, Some(json!({ "code": ErrorCode::Unauthenticated }))));
        }
        let result = match too_long(tool, &response) {
            Some(refused) => {
                codes.push(ErrorCode::ResponseTooLong);
                failure(refused)
            }
            None => result(&response),
        };
        self.report(codes);
        Ok(result)
    }

    /// The request that a call becomes.
    ///
    /// # Errors
    /// The holder of the key may not send it, or the tool has no such argument.
    fn resolve(&self, tool: &McpTool, request: CallToolRequestParams) -> Result<ResolvedRequest, Response> {
        if let Some(client_tool) = &self.client_tool {
            client_tool.acquire((self.shared.clock)().timestamp())?;
        }
        let variables = tool.variables(request.arguments.unwrap_or_default()).map_err(Error::bad_user_input)?;
        let (document, client_tool) = (Arc::clone(&tool.document), self.client_tool.clone());
        ResolvedRequest::own(document, variables, client_tool, self.caller.clone())
    }

    fn report(&self, codes: Vec<ErrorCode>) {
        // A request is one call.
        let _ = self.codes.set(codes);
    }
}

fn failure(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// The data of a response, with a second text if parts are missing.
fn result(response: &Response) -> CallToolResult {
    let errors = &response.errors;
    // With a wrong argument the result has errors only: an agent would take partial data for the answer.
    let is_wrong = response.codes().contains(&ErrorCode::BadUserInput);
    let has_value = |data: &Json| data.as_object().is_some_and(|fields| fields.values().any(|value| !value.is_null()));
    let data = data(response).filter(|data| errors.is_empty() || !is_wrong && has_value(data));
    let Some(data) = data else { return failure(describe(errors)) };
    let mut result = CallToolResult::structured(data);
    if !errors.is_empty() {
        result.content.push(ContentBlock::text(format!("Faltam partes da resposta:\n{}", describe(errors))));
    }
    result
}

fn data(response: &Response) -> Option<Json> {
    serde_json::from_slice(response.data()?).ok()
}

/// Why a response is too long for a result, and what can be done about it.
fn too_long(tool: &McpTool, response: &Response) -> Option<String> {
    let bytes = response.data().map(<[u8]>::len).filter(|bytes| *bytes > MAX_DATA)?;
    let (size, max) = (bytes.div_ceil(1024), MAX_DATA / 1024);
    let code = ErrorCode::ResponseTooLong.as_str();
    let largest = longest_list(&data(response)?).map(|what| format!(" O maior trecho é {what}.")).unwrap_or_default();
    let how = tool.how_to_narrow.as_deref().unwrap_or("Esta ferramenta não tem como pedir menos: use o portal.");
    Some(format!("A resposta tem {size} KiB, e o limite é de {max} KiB.{largest} {how} ({code})"))
}

/// The longest list of a response: its path, and what it has.
fn longest_list(data: &Json) -> Option<String> {
    let (mut path, mut value) = (Vec::new(), data);
    while let Some(fields) = value.as_object() {
        let (name, longest) = fields.iter().max_by_key(|(_, value)| value.to_string().len())?;
        path.push(name.as_str());
        value = longest;
    }
    let (items, size) = (value.as_array()?.len(), value.to_string().len().div_ceil(1024));
    Some(format!("{} ({items} itens, {size} KiB)", path.join(".")))
}

/// Errors as text, one a line: the part of the response, the public message and its code.
fn describe(errors: &[ResponseError]) -> String {
    let mut lines: Vec<_> = errors.iter().take(MAX_ERRORS).map(line).collect();
    if errors.len() > MAX_ERRORS {
        lines.push(format!("… e mais {}.", errors.len() - MAX_ERRORS));
    }
    lines.join("\n")
}

fn line(error: &ResponseError) -> String {
    let segment = |segment: &PathSegment| match segment {
        PathSegment::Field(name) => name.clone(),
        PathSegment::Index(at) => at.to_string(),
    };
    let path: Vec<_> = error.path.iter().map(segment).collect();
    let code = error.extensions.code;
    // The arguments are wrong, not a part of the response.
    let is_of_request = path.is_empty() || code == ErrorCode::BadUserInput;
    let place = if is_of_request { String::new() } else { format!("{}: ", path.join(".")) };
    format!("{place}{} ({})", error.message, code.as_str())
}
