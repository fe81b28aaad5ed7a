//! The methods that run nothing: who the server is, and which tools it has.

use async_graphql::Value;
use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Value as Json, json, value::RawValue};

use super::{
    message::RpcRequest,
    request_id::RequestId,
    revision::{NEWEST_HANDSHAKE, Revision, SUPPORTED, has_handshake},
    rpc_error::RpcError,
};
use crate::schema::mcp_tools::{McpTool, McpTools};

/// How long clients may keep the list of tools, in milliseconds: it changes only with a new version of the gateway, and
/// arguments that a tool no longer has are refused with the names of those that it has.
const LISTING_TTL_MS: u32 = 3_600_000;

const INSTRUCTIONS: &str = "Consultas de acionamentos (sinistros) de seguro para pets, dentro da permissão do usuário da \
                            sessão. Nada é alterado. Valores em BRL, como texto decimal; datas em ISO 8601, no fuso de São \
                            Paulo. Listas têm 20 linhas por página: totalCount diz quantas há, e pageInfo.endCursor é o \
                            argumento \"depois\" da próxima. Status finais: NEGADO, FATURADO e CANCELADO, que só uma \
                            reabertura muda; os outros, também REABERTO, são em curso.";

/// Models do not know what day it is.
fn instructions(today: NaiveDate) -> String {
    format!("{INSTRUCTIONS} Hoje é {today}.")
}

/// The list of tools, written once.
pub(super) struct ToolListJson(Box<RawValue>);

impl ToolListJson {
    pub(super) fn new(tools: &McpTools) -> Self {
        let definitions: Vec<_> = tools.iter().map(McpTool::definition).collect();
        Self(serde_json::value::to_raw_value(&definitions).expect("JSON can be written as JSON"))
    }
}

/// Answers a request.
///
/// # Errors
/// There is no such method, or its parameters are wrong.
pub(super) fn answer(
    tool_list: &ToolListJson,
    today: NaiveDate,
    request: &RpcRequest,
    revision: Revision,
) -> Result<Vec<u8>, RpcError> {
    let RpcRequest { id, method, params } = request;
    match (revision, method.as_str()) {
        (Revision::Stateless, "server/discover") => Ok(write_result(id, &discovery(today))),
        (Revision::Handshake, "initialize") => {
            let Some(Value::String(requested)) = params.get("protocolVersion") else {
                return Err(RpcError::invalid_params("Falta protocolVersion, um texto."));
            };
            Ok(write_result(id, &initialization(requested, today)))
        }
        (Revision::Handshake, "ping") => Ok(write_result(id, &json!({}))),
        (_, "tools/list") if params.contains_key("cursor") => {
            Err(RpcError::invalid_params("A lista de ferramentas tem uma só página: envie-a sem cursor."))
        }
        (_, "tools/list") => Ok(write_result(id, &list(tool_list, revision))),
        _ => Err(RpcError::method_not_found()),
    }
}

/// The message with a result.
pub(super) fn write_result(id: &RequestId, result: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct ResultMessage<'a, R> {
        jsonrpc: &'static str,
        id: &'a Value,
        result: &'a R,
    }
    let message = ResultMessage { jsonrpc: "2.0", id: &id.0, result };
    serde_json::to_vec(&message).expect("results can be written as JSON")
}

/// What every result without a handshake has; nothing else where there is one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompleteResult {
    result_type: &'static str,
    #[serde(rename = "_meta")]
    meta: Json,
}

impl CompleteResult {
    pub(super) fn for_revision(revision: Revision) -> Option<Self> {
        let meta = || json!({ "io.modelcontextprotocol/serverInfo": server_info() });
        (revision == Revision::Stateless).then(|| Self { result_type: "complete", meta: meta() })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListToolsResult<'a> {
    tools: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<&'static str>,
    #[serde(flatten)]
    complete: Option<CompleteResult>,
}

fn list(tool_list: &ToolListJson, revision: Revision) -> ListToolsResult<'_> {
    let complete = CompleteResult::for_revision(revision);
    ListToolsResult {
        tools: &tool_list.0,
        ttl_ms: complete.is_some().then_some(LISTING_TTL_MS),
        // Every session has the same tools.
        cache_scope: complete.is_some().then_some("public"),
        complete,
    }
}

fn discovery(today: NaiveDate) -> Json {
    json!({
        "resultType": "complete",
        "supportedVersions": SUPPORTED,
        "capabilities": capabilities(),
        "instructions": instructions(today),
        "ttlMs": LISTING_TTL_MS,
        "cacheScope": "public",
        "_meta": { "io.modelcontextprotocol/serverInfo": server_info() },
    })
}

/// The requested revision if it has a handshake, else the newest that has.
fn initialization(requested: &str, today: NaiveDate) -> Json {
    json!({
        "protocolVersion": if has_handshake(requested) { requested } else { NEWEST_HANDSHAKE },
        "capabilities": capabilities(),
        "serverInfo": server_info(),
        "instructions": instructions(today),
    })
}

/// Tools, whose list does not change while the gateway runs.
fn capabilities() -> Json {
    json!({ "tools": {} })
}

fn server_info() -> Json {
    json!({ "name": "gateway", "title": "Acionamentos", "version": env!("CARGO_PKG_VERSION") })
}
