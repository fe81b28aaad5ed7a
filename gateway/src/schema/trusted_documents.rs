//! Trusted documents (persisted queries): the portal's, embedded when it is built, prepared when the gateway starts, and run
//! by id.
//!
//! A document that a client sends is never added. [`DocumentPolicy`] says who may send documents of their own.

mod document_id;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::Arc,
};

use async_graphql::{ServerError, parser::parse_query};
use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq as _};

pub use self::document_id::{DocumentId, DocumentIdentifier};
use super::{
    document_error::DocumentError,
    error::ErrorCode,
    limits::{DocumentLimits, LimitError},
    prepared::PreparedDocument,
    response::Response,
};

/// The texts by their document identifiers (`documentId`), as the build of the portal writes them.
const MANIFEST: &str = include_str!("../../../client/src/gql/persisted-documents.json");

/// Who may send documents of their own.
#[derive(Clone, Debug)]
pub enum DocumentPolicy {
    /// Every caller.
    Open,
    /// Callers with a tool key. Others run trusted documents only, and see no schema.
    Keyed(ToolKeys),
    /// Nobody.
    Closed,
}

impl DocumentPolicy {
    /// The name of the setting's value.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Keyed(_) => "trusted-or-token",
            Self::Closed => "trusted-only",
        }
    }

    /// Whether a caller with this key may send any document and see the schema.
    pub fn is_open_to(&self, key: Option<&str>) -> bool {
        match self {
            Self::Open => true,
            Self::Keyed(keys) => key.is_some_and(|key| keys.contain(key)),
            Self::Closed => false,
        }
    }

    /// The response to a document that the caller may not send.
    pub fn refusal(&self) -> Response {
        let message = match self {
            Self::Closed => "Este gateway executa apenas os documentos do portal, pelo seu id.",
            Self::Open | Self::Keyed(_) => {
                "Este gateway executa os documentos do portal, pelo seu id. Para enviar outros e ver o esquema, informe uma \
                 chave de ferramenta no cabeçalho X-Tool-Key (no GraphiQL: aba Headers)."
            }
        };
        Response::error(ErrorCode::DocumentNotTrusted, message)
    }
}

/// Tool keys as digests: no key can be read out of the memory.
#[derive(Clone, Default)]
pub struct ToolKeys(Arc<[[u8; 32]]>);

impl ToolKeys {
    /// Each key must be long enough not to be guessed.
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        Self(keys.into_iter().map(|key| Sha256::digest(key).into()).collect())
    }

    /// Compares in constant time.
    fn contain(&self, key: &str) -> bool {
        let digest: [u8; 32] = Sha256::digest(key).into();
        let found = self.0.iter().fold(Choice::from(0), |found, known| found | known.ct_eq(&digest));
        found.into()
    }
}

impl fmt::Debug for ToolKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

/// The documents that run by id. A clone shares them.
#[derive(Clone, Default)]
pub struct TrustedDocuments {
    by_id: Arc<HashMap<DocumentId, Arc<PreparedDocument>>>,
}

/// Why the embedded documents cannot be served, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The manifest is no JSON object of strings.
    #[error("a lista de documentos do portal não é um objeto JSON de textos: {0}")]
    Manifest(#[from] serde_json::Error),
    /// A document cannot run.
    #[error("o documento {name} do portal {why}: gere de novo os documentos do portal e recompile o gateway")]
    Document {
        /// Its operation's name, or its id if it cannot be parsed.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl TrustedDocuments {
    /// The portal's documents.
    ///
    /// # Errors
    /// [`ManifestError`]: the portal and the gateway were not built together.
    pub fn embedded(limits: &DocumentLimits) -> Result<Self, ManifestError> {
        Self::new(MANIFEST, limits)
    }

    /// Prepares the documents of a manifest: a JSON object of texts by their document identifiers.
    ///
    /// # Errors
    /// [`ManifestError`]: a text has another id, or cannot run.
    pub fn new(manifest: &str, limits: &DocumentLimits) -> Result<Self, ManifestError> {
        let mut by_id = HashMap::new();
        for (key, text) in serde_json::from_str::<BTreeMap<String, String>>(manifest)? {
            let invalid_entry = |why: &str| ManifestError::Document { name: key.clone(), why: why.to_owned() };
            let id = DocumentId::of(&text);
            if DocumentIdentifier::parse(&key) != Some(DocumentIdentifier::Sha256(id)) {
                return Err(invalid_entry("não tem por chave o SHA-256 do seu texto"));
            }
            let prepared = PreparedDocument::new(&text, limits).map_err(|error| {
                let why = match error {
                    DocumentError::Syntax(_) => return invalid_entry("tem um erro de sintaxe"),
                    DocumentError::Limit(error) => limit_exceeded(error),
                    DocumentError::Invalid(errors) => invalid(&errors),
                };
                ManifestError::Document { name: operation_name(&text).unwrap_or_else(|| key.clone()), why }
            })?;
            let name = prepared.operation_name().map_or(&*key, |name| name.as_str()).into();
            by_id.insert(id, Arc::new(prepared.named(name)));
        }
        Ok(Self { by_id: Arc::new(by_id) })
    }

    /// The document with an id.
    pub fn get(&self, id: DocumentId) -> Option<Arc<PreparedDocument>> {
        self.by_id.get(&id).cloned()
    }
}

/// Names the limit that a trusted document exceeds: it has to be raised.
fn limit_exceeded(error: LimitError) -> String {
    match error {
        LimitError::Exceeded(limit, max) => format!("pede mais do que a configuração permite ({max} {})", limit.text()),
        LimitError::ParserRecursion => "pede mais do que o analisador permite".to_owned(),
        LimitError::FragmentCycle => "tem um fragmento que contém a si mesmo".to_owned(),
    }
}

/// The name of the operation of a document that cannot run but can be parsed.
fn operation_name(text: &str) -> Option<String> {
    let parsed = parse_query(text).ok()?;
    parsed.operations.iter().filter_map(|(name, _)| name).min().map(ToString::to_string)
}

/// The validation errors of a document.
fn invalid(errors: &[ServerError]) -> String {
    let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    format!("não combina com o grafo ({})", messages.join("; "))
}

/// The response to an id that no document has. Apollo Client recognises it by this message, and sends the text.
pub fn not_found() -> Response {
    Response::error(ErrorCode::PersistedQueryNotFound, "PersistedQueryNotFound")
}
