//! Manifests of persisted documents, as Apollo's and other generators write them.

use std::{fs, path::Path};

use serde::Deserialize;

use crate::schema::{
    limits::DocumentLimits,
    persisted_documents::{DocumentId, PersistedDocument, PersistedDocuments},
};

const FORMAT: &str = "apollo-persisted-query-manifest";
const VERSION: u64 = 1;

/// The form of a manifest. Generators add keys of their own.
#[derive(Deserialize)]
struct Manifest {
    format: String,
    version: u64,
    operations: Vec<Operation>,
}

/// A document of a manifest. Its `type` follows from the body.
#[derive(Deserialize)]
struct Operation {
    id: String,
    name: Option<String>,
    body: String,
}

/// Reads a manifest and prepares its documents, or says why that cannot be.
pub(super) fn read(path: &Path, limits: &DocumentLimits) -> Result<PersistedDocuments, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("não foi possível ler o arquivo: {error}"))?;
    let not_a_manifest = |why: &dyn std::fmt::Display| format!("não é um {FORMAT}: {why}");
    let manifest: Manifest = serde_json::from_str(&text).map_err(|error| not_a_manifest(&error))?;
    if manifest.format != FORMAT || manifest.version != VERSION {
        return Err(not_a_manifest(&format_args!("format e version têm de ser {FORMAT:?} e {VERSION}")));
    }
    let entries = manifest.operations.iter().map(|Operation { id, name, body }| PersistedDocument {
        entry: name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
        id: DocumentId::from_hex(id.strip_prefix("sha256:").unwrap_or(id)),
        text: body.clone(),
    });
    let documents = PersistedDocuments::prepare(entries, limits).map_err(|invalid| invalid.to_string())?;
    for Operation { name, body, .. } in &manifest.operations {
        let Some(name) = name.as_deref().filter(|name| !name.is_empty()) else { continue };
        let document = documents.get(DocumentId::of(body));
        if document.is_none_or(|document| document.operation(Some(name)).is_none()) {
            return Err(format!("o documento {name} não tem uma operação com este nome"));
        }
    }
    Ok(documents)
}
