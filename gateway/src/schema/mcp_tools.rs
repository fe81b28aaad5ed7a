//! The tools that agents call over MCP: an allow-list of queries, prepared when the gateway starts. Not the tools with
//! a key (`X-Tool-Key`): those are [`tools`](crate::tools).
//!
//! A tool is a file `<name>.graphql` with one operation, and everything else follows from it: the operation's description is
//! the tool's, that of a variable the argument's; the input schema comes from the variables, the output schema from the
//! selection. The shipped files are those of `gateway/mcp-tools`. An operator's folder adds tools; its
//! file with the name of a shipped tool replaces that tool.

mod argument_names;
mod arguments;
mod error;
mod output_schema;

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use async_graphql::Variables;
use bluejay_core::{OperationType, executable::OperationDefinition as _};
use bluejay_parser::HasSpan as _;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rust_embed::RustEmbed;

pub use self::error::McpToolError;
use self::{argument_names::ArgumentNames, error::InvalidToolFile};
use super::engine::{limits::DocumentLimits, prepared::PreparedDocument, validation};
use crate::{nearest_name::nearest_name, visible_file::has_visible_name};

#[derive(RustEmbed)]
#[folder = "mcp-tools"]
struct Shipped;

/// Extension of a tool's file.
const EXTENSION: &str = "graphql";
/// The file with the instructions of the server, which a model reads before the tools.
const INSTRUCTIONS: &str = "instructions.txt";
/// Longest name of a tool that clients accept.
const MAX_NAME: usize = 64;

/// The tools, in the order of their names. A clone shares them.
#[derive(Clone)]
pub struct McpTools {
    /// By their names.
    pub by_name: Arc<BTreeMap<String, McpTool>>,
    /// The instructions of the server, which a model reads before the tools.
    pub instructions: Arc<str>,
}

/// A query that agents may run.
pub struct McpTool {
    /// The tool as MCP lists it.
    pub definition: Tool,
    /// Advice for a response that is too long: how to request less, if there is a way.
    pub how_to_narrow: Option<String>,
    /// Its document.
    pub document: Arc<PreparedDocument>,
    /// Which of its arguments become which of the graph.
    pub argument_names: ArgumentNames,
}

impl McpTools {
    /// The shipped tools, and those of an operator's folder.
    ///
    /// # Errors
    /// [`McpToolError`]: a file cannot be read, is no tool, or needs more than a limit allows.
    pub fn load(folder: Option<&Path>) -> Result<Self, McpToolError> {
        let (mut by_name, mut instructions) = (BTreeMap::new(), String::new());
        for (file, text) in files(folder)? {
            let path = Path::new(&file);
            if path.extension().is_none_or(|extension| extension != EXTENSION) {
                instructions = text;
                continue;
            }
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            let tool = McpTool::new(&name, &text).map_err(|fault| McpToolError::new(path, &text, fault))?;
            by_name.insert(name, tool);
        }
        Ok(Self { by_name: Arc::new(by_name), instructions: instructions.trim().into() })
    }

    /// The tool with a name.
    ///
    /// # Errors
    /// The most similar name, if there is a similar one.
    pub fn find(&self, name: &str) -> Result<&McpTool, Option<&str>> {
        self.by_name.get(name).ok_or_else(|| nearest_name(name, self.by_name.keys().map(String::as_str)))
    }
}

/// The name (in a folder the path) and the text of each file. A file of the folder replaces the shipped file with its name.
fn files(folder: Option<&Path>) -> Result<impl Iterator<Item = (String, String)>, McpToolError> {
    let mut files = BTreeMap::new();
    for name in Shipped::iter() {
        let text = Shipped::get(&name).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
        files.insert(name.to_string(), (name.to_string(), text));
    }
    let Some(folder) = folder else { return Ok(files.into_values()) };
    for entry in fs::read_dir(folder).map_err(|error| McpToolError::unreadable(folder, &error))? {
        let path = entry.map_err(|error| McpToolError::unreadable(folder, &error))?.path();
        if has_visible_name(&path, EXTENSION) || path.ends_with(INSTRUCTIONS) {
            let text = fs::read_to_string(&path).map_err(|error| McpToolError::unreadable(&path, &error))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(name, (path.to_string_lossy().into_owned(), text));
        }
    }
    Ok(files.into_values())
}

impl McpTool {
    fn new(name: &str, text: &str) -> Result<Self, InvalidToolFile> {
        let is_name_char = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_name_char) {
            return Err(InvalidToolFile::of_file(format!(
                "os clientes não aceitam esse nome de ferramenta: use até {MAX_NAME} letras sem acento, algarismos, _ e -"
            )));
        }
        let prepared = PreparedDocument::trusted(text)?;
        let document = validation::parse(text, &DocumentLimits::default())?;
        let [operation] = document.operations() else {
            return Err(InvalidToolFile::of_file("tem mais de uma operação: deixe só uma".to_owned()));
        };
        let (place, selection_set) = (operation.span(), operation.selection_set());
        let operation = operation.as_ref();
        if operation.operation_type() != OperationType::Query {
            return Err(InvalidToolFile::at(place, "não é uma consulta: use query, pois agentes nada alteram"));
        }
        let mut paragraphs = operation.description().unwrap_or_default().split("\n\n");
        let title = paragraphs.next().unwrap_or_default();
        let body: Vec<_> = paragraphs.collect();
        if !(1..=2).contains(&body.len()) {
            let why = "não é descrita em dois ou três parágrafos: ponha antes de query, entre \"\"\", o título, o que ela faz e, \
                       se houver como, o que a restringe";
            return Err(InvalidToolFile::at(place, why));
        }
        let line = |paragraph: &str| paragraph.replace('\n', " ");
        let mut definition =
            Tool::new(name.to_owned(), line(&body.join(" ")), arguments::schema(operation.variable_definitions())?);
        let mut argument_names = ArgumentNames::default();
        let fragments = document.fragments();
        for set in fragments.values().map(|fragment| fragment.selection_set()).chain([selection_set]) {
            argument_names.add_set(set, &definition.input_schema);
        }
        definition.title = Some(line(title));
        definition.output_schema = Some(Arc::new(output_schema::build(selection_set, &fragments)?));
        let annotations = ToolAnnotations::new().read_only(true).destructive(false);
        definition.annotations = Some(annotations.idempotent(true).open_world(false));
        Ok(Self {
            definition,
            how_to_narrow: body.get(1).map(|paragraph| line(paragraph)),
            document: Arc::new(prepared.named(name.into())),
            argument_names,
        })
    }

    /// The variables that the arguments of a call become.
    ///
    /// # Errors
    /// The tool has no such argument: a sentence with those that it has.
    pub fn variables(&self, arguments: JsonObject) -> Result<Variables, String> {
        arguments::read(&self.definition.input_schema, arguments)
    }
}
