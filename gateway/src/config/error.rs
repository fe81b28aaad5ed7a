//! What is wrong with the settings, or with the files that they name.

use crate::tools::ToolsError;

/// What is wrong with the settings and how to mend it: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);

/// A file that a setting names cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A certificate, its key or an authority.
    #[error(transparent)]
    Tls(#[from] crate::tls::Error),
    /// A tool.
    #[error(transparent)]
    Tools(#[from] ToolsError),
}

pub(super) fn config_error(text: &str) -> ConfigError {
    ConfigError(text.to_owned())
}
