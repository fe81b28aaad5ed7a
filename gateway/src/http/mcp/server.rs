//! What `/mcp` serves.

use super::method::Listing;
use crate::schema::mcp_tools::McpTools;

/// The tools, and the list of them.
pub(in crate::http) struct McpServer {
    pub(super) tools: McpTools,
    pub(super) listing: Listing,
}

impl McpServer {
    pub(in crate::http) fn new(tools: McpTools) -> Self {
        Self { listing: Listing::of(&tools), tools }
    }
}
