//! The tools that `/mcp` serves.

use super::discovery_methods::ToolListJson;
use crate::schema::mcp_tools::McpTools;

/// The tools, and the response that lists them.
pub(in crate::http) struct McpToolCatalog {
    pub(super) tools: McpTools,
    pub(super) tool_list: ToolListJson,
}

impl McpToolCatalog {
    pub(in crate::http) fn new(tools: McpTools) -> Self {
        Self { tool_list: ToolListJson::new(&tools), tools }
    }
}
