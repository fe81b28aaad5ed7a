//! What the protocol asks a server: who it is, which tools it has, and to call one (`call`).

use std::sync::{Arc, OnceLock};

use axum::http::request::Parts;
use contract::calendar;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, ConstString as _, CustomRequest,
        CustomResult, ErrorCode as JsonRpcCode, Implementation, InitializeResultMethod, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
use tokio::time::Instant;

use crate::{
    http::{gateway_state::GatewayState, headers::MCP_PROTOCOL_VERSION},
    schema::{error::ErrorCode, mcp_tools::McpTools, request::Caller},
    tools::Tool,
};

/// How long clients may keep the list of tools, in milliseconds: it changes only with a restart of the gateway.
const LISTING_TTL_MS: u64 = 3_600_000;
/// Code of a request refused before JSON-RPC (400, 401, 403). JSON-RPC leaves -32000 to -32019 to servers; `data.code` says more.
pub(super) const REFUSED: JsonRpcCode = JsonRpcCode(-32000);

/// The server of one request.
#[derive(Clone)]
pub(super) struct AgentServer {
    pub(super) shared: Arc<GatewayState>,
    pub(super) tools: McpTools,
    pub(super) caller: Caller,
    /// The tool (a program) whose key was sent: its rate limit and max-cost apply. Not an agent's tool.
    pub(super) client_tool: Option<Arc<Tool>>,
    pub(super) deadline: Instant,
    /// The error codes of the call, for its HTTP response.
    pub(super) codes: Arc<OnceLock<Vec<ErrorCode>>>,
}

impl ServerHandler for AgentServer {
    fn get_info(&self) -> ServerConfig {
        // Models do not know what day it is.
        let today = calendar::date((self.shared.clock)());
        let server = Implementation::new("gateway", env!("CARGO_PKG_VERSION")).with_title("Acionamentos");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(format!("{} Hoje é {today}.", self.tools.instructions))
    }

    async fn list_tools(
        &self,
        params: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if params.is_some_and(|params| params.cursor.is_some()) {
            return Err(ErrorData::invalid_params("tools/list tem uma página só: envie-o sem `cursor`.", None));
        }
        let tools = self.tools.by_name.values().map(|tool| tool.definition.clone()).collect();
        // Every session has the same tools.
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(LISTING_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    /// A method that rmcp does not know, or one whose parameters have the wrong form.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let names_revision = |parts: &Parts| parts.headers.contains_key(MCP_PROTOCOL_VERSION);
        let message = match &*request.method {
            CallToolRequestMethod::VALUE => {
                "tools/call leva um nome em `name` (texto) e os argumentos em `arguments` (objeto)."
            }
            // A client that sends MCP-Protocol-Version has finished the handshake, or speaks a revision without one.
            InitializeResultMethod::VALUE if !context.extensions.get().is_some_and(names_revision) => {
                "initialize leva `protocolVersion` (texto), `capabilities` e `clientInfo` (objetos)."
            }
            _ => return Err(ErrorData::new(JsonRpcCode::METHOD_NOT_FOUND, request.method, None)),
        };
        Err(ErrorData::invalid_params(message, None))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // Ends with the connection of the client.
        let called = context.ct.run_until_cancelled(self.call(request)).await;
        called.unwrap_or_else(|| Err(ErrorData::internal_error("cancelled", None))).map(CallToolResponse::from)
    }
}
