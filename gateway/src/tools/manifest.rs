//! Manifests of persisted documents, as Apollo's and other generators write them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::ToolsError;
use crate::{
    operation_documents::split,
    schema::engine::persisted_documents::{DocumentId, PersistedDocument, PersistedDocuments},
};

const FORMAT: &str = "apollo-persisted-query-manifest";
const VERSION: u64 = 1;

/// The form of a manifest. Generators add keys of their own.
#[derive(Deserialize, Serialize)]
struct Manifest {
    format: String,
    version: u64,
    operations: Vec<ManifestDocument>,
}

/// A document of a manifest. Its `type`, which others read, follows from the body.
#[derive(Deserialize, Serialize)]
struct ManifestDocument {
    id: String,
    name: Option<String>,
    #[serde(skip_deserializing)]
    r#type: &'static str,
    body: String,
}

/// Reads the text of a manifest, or says why that cannot be.
pub(super) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("não foi possível ler o arquivo: {error}"))
}

/// Prepares the documents of a manifest, or says why that cannot be.
pub(super) fn prepare(text: &str) -> Result<PersistedDocuments, String> {
    let not_a_manifest = |why: &dyn std::fmt::Display| format!("não é um {FORMAT}: {why}");
    let manifest: Manifest = serde_json::from_str(text).map_err(|error| not_a_manifest(&error))?;
    if manifest.format != FORMAT || manifest.version != VERSION {
        return Err(not_a_manifest(&format_args!("format e version têm de ser {FORMAT:?} e {VERSION}")));
    }
    // It is a mistake, like a key that opens nothing.
    if manifest.operations.is_empty() {
        return Err("operations está vazia: a ferramenta não executaria nada".to_owned());
    }
    let entries = manifest.operations.iter().map(|ManifestDocument { id, name, body, .. }| PersistedDocument {
        entry: name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
        id: DocumentId::from_hex(id.strip_prefix("sha256:").unwrap_or(id)),
        text: body.clone(),
    });
    let documents = PersistedDocuments::prepare(entries).map_err(|invalid| invalid.to_string())?;
    for ManifestDocument { name, body, .. } in &manifest.operations {
        let Some(name) = name.as_deref().filter(|name| !name.is_empty()) else { continue };
        let document = documents.get(DocumentId::hash(body));
        if document.is_none_or(|document| document.operation(Some(name)).is_none()) {
            return Err(format!("o documento {name} não tem uma operação com este nome"));
        }
    }
    Ok(documents)
}

/// The text of a manifest of all operations in files.
///
/// # Errors
/// [`ToolsError`]: a file cannot be read, an operation has no name or one that another has, or a document cannot run.
pub fn write(files: &[PathBuf]) -> Result<String, ToolsError> {
    let mut operations: Vec<ManifestDocument> = Vec::new();
    for path in files {
        let refused = |what: String| ToolsError::of_file(path, what);
        let text = read(path).map_err(refused)?;
        for document in split(&text).map_err(refused)? {
            let Some(name) = document.name else {
                return Err(refused("toda operação de um manifesto tem um nome, e uma daqui não tem".to_owned()));
            };
            if operations.iter().any(|other| other.name.as_ref() == Some(&name)) {
                return Err(refused(format!("há duas operações com o nome {name}")));
            }
            let id = DocumentId::hash(&document.text).to_hex();
            operations.push(ManifestDocument { id, name: Some(name), r#type: document.kind, body: document.text });
        }
        let manifest = Manifest { format: FORMAT.to_owned(), version: VERSION, operations };
        prepare(&to_text(&manifest)).map_err(refused)?;
        operations = manifest.operations;
    }
    Ok(to_text(&Manifest { format: FORMAT.to_owned(), version: VERSION, operations }))
}

fn to_text(manifest: &Manifest) -> String {
    serde_json::to_string_pretty(manifest).expect("a manifest has texts and a number") + "\n"
}
