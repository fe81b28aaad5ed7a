//! Why a mapping cannot be used.

use std::io;

use crate::nearest_name::nearest_name;

/// Why a mapping cannot be used, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    /// The file cannot be read.
    #[error("não foi possível ler o arquivo: {0}")]
    Unreadable(#[from] io::Error),
    /// A name that the contract does not have.
    #[error("{what} {name} não existe no contrato{}", nearest.as_ref().map(|nearest| format!("; seria {nearest}?")).unwrap_or_default())]
    Unknown {
        /// What is named, with its article.
        what: String,
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The text is not TOML, has a table or a key that no mapping has, or a value that cannot be used.
    #[error("{0}")]
    Invalid(String),
}

impl MappingError {
    /// `name` is not one of the known names.
    pub(super) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let nearest = nearest_name(name, known).map(str::to_owned);
        Self::Unknown { what: what.to_owned(), name: name.to_owned(), nearest }
    }
}
