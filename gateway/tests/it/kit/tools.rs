//! Programs that have a key.

use std::path::Path;

use ::gateway::{
    schema::persisted_documents::DocumentPolicy,
    tools::{ToolSettings, Tools},
};

use super::{Folder, sha256};

/// How the tools of a folder are read, with the default limits.
pub(crate) fn tool_settings(folder: Option<&Path>) -> ToolSettings {
    let policy = DocumentPolicy::TrustedOrTool;
    ToolSettings { folder: folder.map(Path::to_owned), policy }
}

pub(crate) fn no_tools() -> Tools {
    Tools::open(tool_settings(None)).expect("nothing to read")
}

/// A tool with a key, which may send any document.
pub(crate) fn tool_with(key: &str) -> Tools {
    let may = "documents = 'any'\noperations = ['query', 'mutation', 'subscription']";
    let folder = Folder::new(&[("teste.toml", format!("key = 'sha256:{}'\n{may}\n", sha256(key)))]);
    Tools::open(tool_settings(Some(folder.path("").as_ref()))).expect("a tool")
}
