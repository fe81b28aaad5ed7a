//! Programs that have a key.

use ::gateway::tools::Tools;

use super::{Folder, sha256};

pub(crate) fn no_tools() -> Tools {
    Tools::open(None).expect("nothing to read")
}

/// A tool with a key, which may send any document.
pub(crate) fn tool_with(key: &str) -> Tools {
    let may = "documents = 'any'\noperations = ['query', 'mutation', 'subscription']";
    let folder = Folder::new(&[("teste.toml", format!("key = 'sha256:{}'\n{may}\n", sha256(key)))]);
    Tools::open(Some(folder.path("").into())).expect("a tool")
}
