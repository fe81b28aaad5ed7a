//! Why the tools cannot be used.

use std::path::{Path, PathBuf};

/// Why the tools cannot be used: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}{path}: {what}", path = path.display())]
pub struct ToolsError {
    /// What names the path, if a setting does.
    setting: &'static str,
    path: PathBuf,
    what: String,
}

impl ToolsError {
    pub(super) fn new(path: &Path, what: impl Into<String>) -> Self {
        Self { setting: "GATEWAY_TOOLS, ", path: path.to_owned(), what: what.into() }
    }

    /// Of a file that an argument names.
    pub(super) fn of_file(path: &Path, what: impl Into<String>) -> Self {
        Self { setting: "", ..Self::new(path, what) }
    }
}
