//! Tools: programs that use the graph without the portal. Each has a file in the folder of `GATEWAY_TOOLS`, which says by what
//! key it is known, which documents it may send, and its bounds.
//!
//! A tool is no session: its key only widens which documents run. The log, metrics and traces name it by its file, never
//! by what a request says of itself.

mod add;
mod file;
mod key;
mod manifest;
mod request_rate;

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

pub use self::add::{AddedTool, add};
use self::{file::ToolFile, key::KeyDigest, request_rate::RequestRate};
use crate::schema::{
    error::Error,
    limits::DocumentLimits,
    prepared::OperationKind,
    response::Response,
    trusted_documents::{DocumentPolicy, TrustedDocuments},
};

/// The ending of a tool's file.
const EXTENSION: &str = "toml";

/// Why the tools cannot be used: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("GATEWAY_TOOLS, {path}: {what}", path = path.display())]
pub struct ToolsError {
    path: PathBuf,
    what: String,
}

impl ToolsError {
    fn new(path: &Path, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), what: what.into() }
    }
}

/// What the tools of a folder are read with.
#[derive(Clone, Debug)]
pub struct ToolSettings {
    /// The folder, if there is one.
    pub folder: Option<PathBuf>,
    /// The limits of their documents.
    pub limits: DocumentLimits,
    /// What callers without a key may send.
    pub policy: DocumentPolicy,
}

/// The configured tools. A clone shares them.
#[derive(Clone)]
pub struct Tools {
    settings: Arc<ToolSettings>,
    current: Arc<RwLock<Arc<[Arc<Tool>]>>>,
}

/// A configured tool.
pub struct Tool {
    name: Arc<str>,
    key: KeyDigest,
    documents: ToolDocuments,
    operations: Vec<OperationKind>,
    max_cost: Option<u64>,
    requests_per_minute: Option<u32>,
    rate: Arc<RequestRate>,
}

/// Which documents a tool may send.
pub enum ToolDocuments {
    /// Any.
    Any,
    /// Those of its manifest, besides what everybody may send.
    Manifest {
        /// The path as its file has it.
        path: PathBuf,
        /// The documents.
        documents: TrustedDocuments,
    },
}

impl Tools {
    /// Reads the files of a folder.
    ///
    /// # Errors
    /// [`ToolsError`]: a file, a manifest or one of its documents cannot be used.
    pub fn open(settings: ToolSettings) -> Result<Self, ToolsError> {
        let tools = read(&settings)?;
        Ok(Self { settings: Arc::new(settings), current: Arc::new(RwLock::new(tools)) })
    }

    /// Reads the files again. Returns the number of tools; `None` without a folder.
    ///
    /// # Errors
    /// [`ToolsError`]: as [`Self::open`]. The tools stay as they were.
    pub fn reload(&self) -> Result<Option<usize>, ToolsError> {
        if self.settings.folder.is_none() {
            return Ok(None);
        }
        let mut tools = read(&self.settings)?.to_vec();
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        for tool in &mut tools {
            // A reload opens no new minute.
            if let Some(known) = current.iter().find(|known| known.name == tool.name)
                && let Some(tool) = Arc::get_mut(tool)
            {
                tool.rate = Arc::clone(&known.rate);
            }
        }
        *current = tools.into();
        Ok(Some(current.len()))
    }

    /// The tool with a key. Compares with every tool in constant time.
    pub fn by_key(&self, key: &str) -> Option<Arc<Tool>> {
        let (tools, digest) = (self.all(), KeyDigest::of(key));
        let mut found = u64::MAX;
        for (at, tool) in (0_u64..).zip(&*tools) {
            found.conditional_assign(&at, tool.key.ct_eq(&digest));
        }
        tools.get(usize::try_from(found).ok()?).cloned()
    }

    /// The name of a tool, if this is one.
    pub fn name(&self, name: &str) -> Option<Arc<str>> {
        self.all().iter().find(|tool| &*tool.name == name).map(|tool| Arc::clone(&tool.name))
    }

    /// The tools, in the order of their names.
    pub fn all(&self) -> Arc<[Arc<Tool>]> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Tool {
    /// The name of its file, without the ending.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Which documents it may send.
    pub fn documents(&self) -> &ToolDocuments {
        &self.documents
    }

    /// The most that one of its operations may cost.
    pub fn max_cost(&self) -> Option<u64> {
        self.max_cost
    }

    /// Counts a request. `now` is in seconds.
    ///
    /// # Errors
    /// `RATE_LIMITED`: it has sent too many within a minute. The request is not counted.
    pub fn admit(&self, now: i64) -> Result<(), Response> {
        let Some(limit) = self.requests_per_minute else { return Ok(()) };
        self.rate.acquire(limit, now).map_err(|seconds| {
            let (name, when) = (&self.name, if seconds == 1 { "segundo" } else { "segundos" });
            let message = format!(
                "A ferramenta {name} pode fazer {limit} requisições por minuto. Tente novamente em {seconds} {when}."
            );
            Error::rate_limited(message, seconds).into()
        })
    }

    /// Checks that it may run an operation of this kind.
    ///
    /// # Errors
    /// `FORBIDDEN`: it may not.
    pub fn permit(&self, kind: OperationKind) -> Result<(), Response> {
        if self.operations.contains(&kind) {
            return Ok(());
        }
        Err(Error::forbidden_to_tool(&self.name, kind.as_str()).into())
    }

    /// The response to a document that it may not send.
    pub fn refusal(&self) -> Response {
        Response::document_not_trusted(format!(
            "A ferramenta {} executa apenas os documentos do seu manifesto e os do portal.",
            self.name
        ))
    }
}

/// One line for `gateway tools list`. The digest is not shown in full.
impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let documents = match &self.documents {
            ToolDocuments::Any => "any".to_owned(),
            ToolDocuments::Manifest { path, documents } => format!("{} ({})", path.display(), documents.all().len()),
        };
        let operations: Vec<_> = self.operations.iter().map(|kind| kind.as_str()).collect();
        write!(f, "{}  key={}  documents={documents}  operations={}", self.name, self.key, operations.join(","))?;
        if let Some(cost) = self.max_cost {
            write!(f, "  max-cost={cost}")?;
        }
        if let Some(requests) = self.requests_per_minute {
            write!(f, "  requests-per-minute={requests}")?;
        }
        Ok(())
    }
}

/// Reads the tools of the folder, in the order of their names.
fn read(settings: &ToolSettings) -> Result<Arc<[Arc<Tool>]>, ToolsError> {
    let Some(folder) = &settings.folder else { return Ok(Arc::default()) };
    let mut tools: BTreeMap<String, Arc<Tool>> = BTreeMap::new();
    for (name, path) in files(folder)? {
        let tool = ToolFile::read(&path)?.check(&name, &path, settings)?;
        // One key tells one name.
        if let Some(other) = tools.values().find(|other| other.key == tool.key) {
            return Err(ToolsError::new(&path, format!("tem a mesma chave que a ferramenta {}", other.name)));
        }
        tools.insert(name, Arc::new(tool));
    }
    Ok(tools.into_values().collect())
}

/// The files of tools in a folder, by the names of the tools.
fn files(folder: &Path) -> Result<BTreeMap<String, PathBuf>, ToolsError> {
    let unreadable = |error| ToolsError::new(folder, format!("não foi possível ler a pasta: {error}"));
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
        let Some(name) = name.map(str::to_owned) else {
            return Err(ToolsError::new(&path, BAD_NAME));
        };
        files.insert(name, path);
    }
    Ok(files)
}

const BAD_NAME: &str = "o nome de uma ferramenta tem de 1 a 40 letras minúsculas sem acento, algarismos e hifens, e começa \
                        com uma letra";

/// Whether a text can be the name of a tool: it stands in the log, in metrics and in paths.
fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
