//! Names of attributes. They are OpenTelemetry's semantic conventions where there is one; the crate of those has half of
//! them behind a feature that may change. Others begin with `gateway`.

pub(super) const ROUTE: &str = "http.route";
pub(super) const METHOD: &str = "http.request.method";
pub(super) const STATUS: &str = "http.response.status_code";
pub(super) const RESEND_COUNT: &str = "http.request.resend_count";
pub(super) const ERROR: &str = "error.type";
pub(super) const OPERATION_NAME: &str = "graphql.operation.name";
pub(super) const OPERATION_TYPE: &str = "graphql.operation.type";
pub(super) const DOCUMENT: &str = "graphql.document";
pub(super) const MCP_METHOD: &str = "mcp.method.name";
pub(super) const MCP_TOOL: &str = "gen_ai.tool.name";
/// The path of a service, which has no variable parts.
pub(super) const ENDPOINT: &str = "url.template";
/// A field of the services' contract, with its type.
pub(super) const FIELD: &str = "gateway.field";
pub(super) const DRIFT: &str = "gateway.drift";
pub(super) const OUTCOME: &str = "gateway.outcome";
/// A configured tool, by its key.
pub(super) const TOOL: &str = "gateway.tool";
pub(super) const TRANSPORT: &str = "gateway.transport";
pub(super) const CACHE: &str = "gateway.cache";
pub(super) const CACHE_RESULT: &str = "gateway.result";
pub(super) const BREAKER_STATE: &str = "gateway.state";
