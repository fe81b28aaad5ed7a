//! Why the tools cannot be used.

use std::path::{Path, PathBuf};

/// Why the tools cannot be used: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("GATEWAY_TOOLS, {path}: {what}", path = path.display())]
pub struct ToolsError {
    path: PathBuf,
    what: String,
}

impl ToolsError {
    pub(super) fn new(path: &Path, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), what: what.into() }
    }
}
