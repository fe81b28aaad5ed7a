//! The files of a folder that are meant for the gateway.

use std::path::Path;

/// Whether a file has this extension and is not hidden: editors and archivers leave files such as `.#a.toml` in folders.
pub(crate) fn has_visible_name(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|of_file| of_file == extension)
        && path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."))
}
