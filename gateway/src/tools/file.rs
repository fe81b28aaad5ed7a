//! The TOML file of a tool, whose name is that of the file.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use super::{
    ToolsError,
    key::KeyDigest,
    manifest,
    tool::{Tool, ToolDocuments},
};
use crate::{schema::engine::operation_kind::OperationKind, toml_error};

/// The ending of the file.
pub(super) const EXTENSION: &str = "toml";

/// What is wrong with a name.
pub(super) const BAD_NAME: &str = "o nome de uma ferramenta tem de 1 a 40 letras minúsculas sem acento, algarismos e hifens, e começa \
                        com uma letra";

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ToolFile {
    /// `sha256:` and the digest of its key.
    key: String,
    /// `any`.
    documents: Option<String>,
    /// The path of its manifest, relative to the folder.
    manifest: Option<PathBuf>,
    /// What it may do.
    operations: Vec<String>,
    /// The most that an operation may cost.
    max_cost: Option<u64>,
    /// Most requests within a minute.
    requests_per_minute: Option<u32>,
    /// Its text.
    #[serde(skip)]
    source: String,
}

impl ToolFile {
    pub(super) fn read(path: &Path) -> Result<Self, ToolsError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ToolsError::new(path, format!("não foi possível ler o arquivo: {error}")))?;
        Self::parse(text, path)
    }

    pub(super) fn parse(text: String, path: &Path) -> Result<Self, ToolsError> {
        let file: Self =
            toml::from_str(&text).map_err(|error| ToolsError::new(path, toml_error::in_one_line(&error, &text)))?;
        Ok(Self { source: text, ..file })
    }

    /// Checks the file, and reads the manifest that it names.
    pub(super) fn check(self, name: &str, path: &Path) -> Result<Tool, ToolsError> {
        let refused = |what: &str| ToolsError::new(path, what);
        let Some(key) = KeyDigest::parse(&self.key) else {
            return Err(refused("key não é sha256: e 64 dígitos hexadecimais: `gateway tools add` escreve um arquivo"));
        };
        let operations = operations(&self.operations).ok_or_else(|| {
            refused("operations lista o que a ferramenta pode fazer, entre \"query\", \"mutation\" e \"subscription\"")
        })?;
        if self.max_cost == Some(0) || self.requests_per_minute == Some(0) {
            return Err(refused("max-cost e requests-per-minute começam em 1: sem limite, tire a linha"));
        }
        let mut source = Sha256::new_with_prefix(&self.source);
        let documents = match (self.documents.as_deref(), self.manifest) {
            (Some(_), Some(_)) => {
                return Err(refused(
                    "tem documents e manifest: documents = \"any\" já permite todos. Tire um dos dois",
                ));
            }
            (Some("any"), None) => ToolDocuments::Any,
            (None, Some(manifest)) => {
                let refused =
                    |what: String| ToolsError::new(path, format!("no manifesto {}, {what}", manifest.display()));
                let at = path.parent().unwrap_or(Path::new("")).join(&manifest);
                let text = manifest::read(&at).map_err(refused)?;
                source.update(&text);
                let documents = manifest::prepare(&text).map_err(refused)?;
                for document in documents.all() {
                    let mut kinds = document.kinds_to_permit();
                    if let Some((kind, name)) = kinds.find(|(kind, _)| !operations.contains(kind)) {
                        let kind = <&str>::from(kind);
                        return Err(refused(format!("a operação {name} é {kind}, que não está em operations")));
                    }
                }
                ToolDocuments::Manifest { path: manifest, documents }
            }
            _ => return Err(refused("diga os documentos: documents = \"any\" ou manifest = \"arquivo.json\"")),
        };
        Ok(Tool {
            name: name.into(),
            key,
            documents,
            operations,
            max_cost: self.max_cost,
            requests_per_minute: self.requests_per_minute,
            requests: Arc::default(),
            source: source.finalize().into(),
            key_state: watch::Sender::default(),
        })
    }
}

/// The kinds of operations with these names, at least one.
fn operations(names: &[String]) -> Option<Vec<OperationKind>> {
    let kinds: Vec<_> = names.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
    (!kinds.is_empty()).then_some(kinds)
}

/// Whether a text can be the name of a tool: it stands in the log, in metrics and in paths.
pub(super) fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
