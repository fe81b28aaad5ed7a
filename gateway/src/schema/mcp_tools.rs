//! The tools that agents call over MCP: an allow-list of queries written for them, prepared when the gateway starts.
//!
//! A tool is one GraphQL document with one operation, `mcp_tools/<name>.graphql`, and everything else follows from it: the
//! operation's description is the tool's, that of a variable the argument's; the input schema comes from the variables, the
//! output schema from the selection. Names are Portuguese, as the graph's fields are: a model then reads one vocabulary in
//! names, descriptions and data.

mod arguments;
mod document;
mod output_schema;

use std::sync::Arc;

use async_graphql::{Name, Value, Variables, indexmap::IndexMap};
use serde_json::{Value as Json, json};

use self::{
    arguments::Parameter,
    document::{Description, ToolDocument},
};
use super::{
    acionamento::filter::NO_QUESTION, error::Error, limits::DocumentLimits, persisted_documents,
    prepared::PreparedDocument, response::Response,
};
use crate::nearest_name::nearest_name;

/// The documents by the names of the tools, in the order in which tools are listed.
const DOCUMENTS: [(&str, &str); 6] = [
    ("buscar_acionamento", include_str!("mcp_tools/buscar_acionamento.graphql")),
    ("listar_acionamentos", include_str!("mcp_tools/listar_acionamentos.graphql")),
    ("consultar_segurado", include_str!("mcp_tools/consultar_segurado.graphql")),
    ("consultar_totais", include_str!("mcp_tools/consultar_totais.graphql")),
    ("listar_seguradoras", include_str!("mcp_tools/listar_seguradoras.graphql")),
    ("listar_procedimentos", include_str!("mcp_tools/listar_procedimentos.graphql")),
];

/// What an empty list is explained with.
const CODES: &str = include_str!("mcp_tools/codigos.graphql");

/// The tools. A clone shares them.
#[derive(Clone)]
pub struct McpTools {
    tools: Arc<[McpTool]>,
    codes: Arc<PreparedDocument>,
}

/// A query that agents may run.
pub struct McpTool {
    name: Arc<str>,
    description: Description,
    output_schema: Json,
    document: Arc<PreparedDocument>,
    parameters: Vec<Parameter>,
    /// Names of the graph's arguments, and of the tool's that become them.
    names: Vec<(String, String)>,
}

/// Why a tool cannot be served, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error("a ferramenta {name} para agentes (GATEWAY_MCP) {why}")]
pub struct McpToolError {
    name: String,
    why: String,
}

impl McpTools {
    /// The tools of the gateway.
    ///
    /// # Errors
    /// [`McpToolError`]: a limit is set below what a tool needs.
    pub fn embedded(limits: &DocumentLimits) -> Result<Self, McpToolError> {
        Self::new(DOCUMENTS, limits)
    }

    /// Prepares documents by the names of their tools.
    ///
    /// # Errors
    /// [`McpToolError`]: a document cannot run, or is no tool.
    pub fn new<'a>(
        documents: impl IntoIterator<Item = (&'a str, &'a str)>,
        limits: &DocumentLimits,
    ) -> Result<Self, McpToolError> {
        let tool = |(name, text): (&str, &str)| {
            McpTool::new(name, text, limits).map_err(|why| McpToolError { name: name.to_owned(), why })
        };
        let tools = documents.into_iter().map(tool).collect::<Result<_, _>>()?;
        let codes = PreparedDocument::trusted(CODES, limits)
            .map_err(|why| McpToolError { name: "codigos".to_owned(), why: persisted_documents::reason(why) })?;
        Ok(Self { tools, codes: Arc::new(codes.named("codigos".into())) })
    }

    /// All tools, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = &McpTool> {
        self.tools.iter()
    }

    /// A query for the codes that there are: of insurers, and of the statuses of a year and the one before.
    pub fn codes(&self) -> &Arc<PreparedDocument> {
        &self.codes
    }

    /// The tool with a name.
    ///
    /// # Errors
    /// The most similar name, if there is a similar one.
    pub fn find(&self, name: &str) -> Result<&McpTool, Option<&str>> {
        let found = self.tools.iter().find(|tool| &*tool.name == name);
        found.ok_or_else(|| nearest_name(name, self.tools.iter().map(|tool| &*tool.name)))
    }
}

impl McpTool {
    fn new(name: &str, text: &str, limits: &DocumentLimits) -> Result<Self, String> {
        let document = PreparedDocument::trusted(text, limits).map_err(persisted_documents::reason)?;
        let ToolDocument { description, parameters, output_schema, names } = document::read(text)?;
        let name: Arc<str> = name.into();
        let document = Arc::new(document.named(Arc::clone(&name)));
        Ok(Self { name, description, output_schema, document, parameters, names })
    }

    /// The tool as MCP lists it.
    pub fn definition(&self) -> Json {
        json!({
            "name": &*self.name,
            "title": self.description.title,
            "description": self.description.text(),
            "inputSchema": arguments::input_schema(&self.parameters),
            "outputSchema": self.output_schema,
            "annotations": {
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }

    /// What a model can do about a response that is too long.
    pub fn how_to_narrow(&self) -> &str {
        self.description.how_to_narrow.as_deref().unwrap_or("Esta ferramenta não tem como pedir menos: use o portal.")
    }

    /// A message of the graph in the words of the tool: it quotes the names of arguments.
    pub fn in_its_words(&self, message: &str) -> String {
        let quoted = |name: &str| format!("\"{name}\"");
        if message == NO_QUESTION {
            let conditions = self.names.iter().filter(|(graphs, _)| graphs.starts_with("filtro."));
            let own: Vec<_> = conditions.map(|(_, own)| quoted(own)).collect();
            return format!("Informe {}.", own.join(" ou "));
        }
        self.names.iter().fold(message.replace("em \"filtro\" ", ""), |message, (graphs, own)| {
            message.replace(&quoted(graphs), &quoted(own))
        })
    }

    /// Its document.
    pub fn document(&self) -> &Arc<PreparedDocument> {
        &self.document
    }

    /// The variables that the arguments of a call become.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: an argument is unknown, is missing or has the wrong type.
    pub fn variables(&self, arguments: IndexMap<Name, Value>) -> Result<Variables, Response> {
        arguments::read(&self.parameters, arguments).map_err(|message| Error::bad_user_input(message).into())
    }
}
