//! Tools: programs that use the graph without the portal. Each has a file in the folder of `GATEWAY_TOOLS`, which says by what
//! key it is known, which documents it may send, and its bounds. An agent's tool is another thing: `schema/mcp_tools`.
//!
//! A tool is no session: its key only widens which documents run. The log, metrics and traces name it by its file, never
//! by what a request says of itself.

mod add;
mod file;
pub mod key;
mod manifest;
mod tool;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use parking_lot::RwLock;

pub use self::{
    add::{AddedTool, add},
    manifest::write as write_manifest,
    tool::{Tool, ToolDocuments},
};
use self::{
    file::{BAD_NAME, EXTENSION, ToolFile, is_name},
    key::KeyDigest,
};
use crate::{schema::subscriptions::ToolKeyState, visible_file::has_visible_name};

/// Why the tools cannot be used: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{prefix}{path}: {what}", path = path.display())]
pub struct ToolsError {
    /// `GATEWAY_TOOLS, ` for files of the folder, else empty.
    prefix: &'static str,
    path: PathBuf,
    what: String,
}

impl ToolsError {
    fn new(path: &Path, what: impl Into<String>) -> Self {
        Self { prefix: "GATEWAY_TOOLS, ", path: path.to_owned(), what: what.into() }
    }

    /// Of a file that an argument names.
    fn of_file(path: &Path, what: impl Into<String>) -> Self {
        Self { prefix: "", ..Self::new(path, what) }
    }
}

/// The configured tools. A clone shares them.
#[derive(Clone)]
pub struct Tools {
    folder: Option<PathBuf>,
    current: Arc<RwLock<Arc<[Arc<Tool>]>>>,
}

impl Tools {
    /// Reads the files of a folder; without one there are no tools.
    ///
    /// # Errors
    /// [`ToolsError`]: a file, a manifest or one of its documents cannot be used.
    pub fn open(folder: Option<PathBuf>) -> Result<Self, ToolsError> {
        let tools = match &folder {
            Some(folder) => read(folder, &[])?,
            None => Arc::default(),
        };
        Ok(Self { folder, current: Arc::new(RwLock::new(tools)) })
    }

    /// Reads the files again, and ends the subscriptions of tools that were changed or removed. Returns the number of tools;
    /// `None` without a folder.
    ///
    /// # Errors
    /// [`ToolsError`]: as [`Self::open`]. The tools stay as they were.
    pub fn reload(&self) -> Result<Option<usize>, ToolsError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let tools = read(folder, &self.all())?;
        let mut current = self.current.write();
        let before = std::mem::replace(&mut *current, tools);
        for tool in before.iter().filter(|tool| !current.iter().any(|other| Arc::ptr_eq(other, tool))) {
            let has_key = current.iter().any(|other| other.key == tool.key);
            tool.key_state.send_replace(if has_key { ToolKeyState::Changed } else { ToolKeyState::Revoked });
        }
        Ok(Some(current.len()))
    }

    /// The tool with a key.
    pub fn by_key(&self, key: &str) -> Option<Arc<Tool>> {
        let digest = KeyDigest::hash(key);
        self.all().iter().find(|tool| tool.key == digest).cloned()
    }

    /// The tools, in the order of their names.
    pub fn all(&self) -> Arc<[Arc<Tool>]> {
        Arc::clone(&self.current.read())
    }
}

/// Reads the tools of the folder, in the order of their names. Of the tools before, one whose files are the same stays.
fn read(folder: &Path, before: &[Arc<Tool>]) -> Result<Arc<[Arc<Tool>]>, ToolsError> {
    let mut tools: BTreeMap<String, Arc<Tool>> = BTreeMap::new();
    for (name, path) in files(folder)? {
        let tool = ToolFile::read(&path)?.check(&name, &path)?;
        // A key identifies one tool.
        if let Some(other) = tools.values().find(|other| other.key == tool.key) {
            return Err(ToolsError::new(&path, format!("tem a mesma chave que a ferramenta {}", other.name)));
        }
        let tool = match before.iter().find(|known| known.name == tool.name) {
            // Its subscriptions go on.
            Some(known) if known.source == tool.source => Arc::clone(known),
            // A reload keeps the requests counted so far.
            Some(known) => Arc::new(Tool { requests: Arc::clone(&known.requests), ..tool }),
            None => Arc::new(tool),
        };
        tools.insert(name, tool);
    }
    Ok(tools.into_values().collect())
}

/// The files of tools in a folder, by the names of the tools.
fn files(folder: &Path) -> Result<BTreeMap<String, PathBuf>, ToolsError> {
    let unreadable = |error| ToolsError::new(folder, format!("não foi possível ler a pasta: {error}"));
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if !has_visible_name(&path, EXTENSION) {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
        let Some(name) = name.map(str::to_owned) else {
            return Err(ToolsError::new(&path, BAD_NAME));
        };
        files.insert(name, path);
    }
    Ok(files)
}
