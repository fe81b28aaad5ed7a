//! Adds a tool: `gateway tools add`.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use secrecy::SecretString;
use tempfile::NamedTempFile;

use super::{
    ToolsError,
    file::{BAD_NAME, EXTENSION, ToolFile, is_name},
    key::{KeyDigest, random_key},
    manifest,
};

/// A tool that was added.
pub struct AddedTool {
    /// Its file.
    pub path: PathBuf,
    /// Its key, which is stored nowhere.
    pub key: SecretString,
}

/// Writes the file of a new tool into a folder, which is created if need be.
///
/// # Errors
/// [`ToolsError`]: the name cannot be one, the tool exists, its manifest cannot be used, or the file cannot be written.
pub fn add(folder: &Path, name: &str, manifest: Option<&Path>) -> Result<AddedTool, ToolsError> {
    if !is_name(name) {
        return Err(ToolsError::new(folder, BAD_NAME));
    }
    let path = folder.join(name).with_extension(EXTENSION);
    // First, so that there is a place for the manifest.
    fs::create_dir_all(folder)
        .map_err(|error| ToolsError::new(folder, format!("não foi possível criar a pasta: {error}")))?;
    let key = random_key();
    let kinds = match manifest {
        Some(manifest) => kinds(folder, manifest).map_err(|what| ToolsError::new(&path, what))?,
        None => BTreeSet::from(["query"]),
    };
    let text = text(name, KeyDigest::hash(&key), manifest, &kinds);
    // A file that the start of a gateway would refuse is not written.
    ToolFile::parse(text.clone(), &path)?.check(name, &path)?;
    write(folder, &path, &text).map_err(|error| {
        let what = match error.kind() {
            ErrorKind::AlreadyExists => {
                "a ferramenta já existe: para uma chave nova, apague o arquivo antes".to_owned()
            }
            _ => format!("não foi possível escrever o arquivo: {error}"),
        };
        ToolsError::new(&path, what)
    })?;
    Ok(AddedTool { path, key: key.into() })
}

/// Writes a new file, whole or not at all. Only its owner may read it, as any file of `tempfile`.
fn write(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist_noclobber(path)?;
    Ok(())
}

/// What a tool must be permitted to run the documents of its manifest.
fn kinds(folder: &Path, manifest: &Path) -> Result<BTreeSet<&'static str>, String> {
    let named = |what: String| format!("no manifesto {}, {what}", manifest.display());
    let at = folder.join(manifest);
    if !at.exists() {
        return Err(format!("não há {}: copie o manifesto para lá, e repita", at.display()));
    }
    let text = manifest::read(&at).map_err(named)?;
    let documents = manifest::prepare(&text).map_err(named)?;
    let kinds: BTreeSet<&str> =
        documents.all().flat_map(|document| document.kinds_to_permit()).map(|(kind, _)| kind.into()).collect();
    Ok(if kinds.is_empty() { BTreeSet::from(["query"]) } else { kinds })
}

fn text(name: &str, key: KeyDigest, manifest: Option<&Path>, kinds: &BTreeSet<&str>) -> String {
    let kinds: Vec<_> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
    let kinds = kinds.join(", ");
    let key = key.to_text();
    let documents = match manifest {
        None => "documents = \"any\"\n#manifest = \"documents.json\"".to_owned(),
        Some(path) => {
            let path = toml::Value::String(path.display().to_string());
            format!("#documents = \"any\"\nmanifest = {path}")
        }
    };
    format!(
        "# The tool {name}. The gateway reads this file at its start and on SIGHUP.\n\n\
         # SHA-256 of its key.\n\
         key = \"{key}\"\n\n\
         # Either any document, or those of a manifest (apollo-persisted-query-manifest, version 1).\n\
         {documents}\n\n\
         # What it may do: query, mutation, subscription.\n\
         operations = [{kinds}]\n\n\
         # Most that an operation may cost: its calls to the services and the rows of its pages. No limit unless set.\n\
         #max-cost = 1000\n\n\
         # Most requests within a minute, per gateway. No limit unless set.\n\
         #requests-per-minute = 600\n"
    )
}
