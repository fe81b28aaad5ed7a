//! The portal's documents, known since it was built: looked at once, when the gateway starts, and then run by their ids.
//!
//! What a client sends is never added to them, so that nobody can fill the memory with documents. Whether a client may
//! send documents of its own at all is the [`Policy`].

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::Arc,
};

use async_graphql::{ServerError, parser::parse_query};
use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq as _};

use super::{
    limits::{Excess, Limits},
    prepared::{Prepared, Refused},
};

/// The documents by `sha256:` and their ids, as the build of the portal writes them.
const MANIFEST: &str = include_str!("../../../client/src/gql/persisted-documents.json");

/// What a document is called by: the SHA-256 of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id([u8; 32]);

impl Id {
    /// The id of a text.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// An id from its 64 hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<Self> {
        if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let mut id = [0; 32];
        for (at, byte) in id.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(id))
    }
}

/// Who may send documents of their own.
#[derive(Clone, Debug)]
pub enum Policy {
    /// Everybody.
    Open,
    /// Whoever has a key. Everybody else runs documents by their ids, and sees no schema.
    Keyed(ToolKeys),
    /// Nobody.
    Closed,
}

impl Policy {
    /// Its name, as it is configured.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Keyed(_) => "trusted-or-token",
            Self::Closed => "trusted-only",
        }
    }

    /// Whether a caller may send any document, and see the schema.
    pub fn is_open_to(&self, key: Option<&str>) -> bool {
        match self {
            Self::Open => true,
            Self::Keyed(keys) => key.is_some_and(|key| keys.contain(key)),
            Self::Closed => false,
        }
    }
}

/// The keys of those who develop, as digests: what is not there cannot be read out of the memory.
#[derive(Clone, Default)]
pub struct ToolKeys(Arc<[[u8; 32]]>);

impl ToolKeys {
    /// Keys, each long enough not to be guessed.
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        Self(keys.into_iter().map(|key| Sha256::digest(key).into()).collect())
    }

    /// Takes as long for a key that is nearly right as for any other.
    fn contain(&self, key: &str) -> bool {
        let asked: [u8; 32] = Sha256::digest(key).into();
        let found = self.0.iter().fold(Choice::from(0), |found, known| found | known.ct_eq(&asked));
        found.into()
    }
}

impl fmt::Debug for ToolKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

/// The documents that run by id. A clone is the same documents.
#[derive(Clone, Default)]
pub struct Documents {
    by_id: Arc<HashMap<Id, Arc<Prepared>>>,
}

/// Why documents cannot be served, in one sentence for whoever built the gateway.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The list of the documents is none.
    #[error("a lista de documentos do portal não é um objeto JSON de textos: {0}")]
    Manifest(#[from] serde_json::Error),
    /// A document cannot run.
    #[error("o documento {name} do portal {why}: gere de novo os documentos do portal e recompile o gateway")]
    Document {
        /// Its operation, or its id where that cannot be known.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl Documents {
    /// The portal's, as they were when the gateway was built.
    ///
    /// # Errors
    /// [`Wrong`]: the portal and the graph are not of one build.
    pub fn embedded(limits: &Limits) -> Result<Self, Wrong> {
        Self::new(MANIFEST, limits)
    }

    /// The documents of a manifest: a JSON object of texts by `sha256:` and their ids.
    ///
    /// # Errors
    /// [`Wrong`]: a text has another id, cannot be parsed, asks for too much or does not fit the graph.
    pub fn new(manifest: &str, limits: &Limits) -> Result<Self, Wrong> {
        let mut by_id = HashMap::new();
        for (key, text) in serde_json::from_str::<BTreeMap<String, String>>(manifest)? {
            let wrong = |why: &str| Wrong::Document { name: key.clone(), why: why.to_owned() };
            let id = Id::of(&text);
            if key.strip_prefix("sha256:").and_then(Id::from_hex) != Some(id) {
                return Err(wrong("não tem por chave o SHA-256 do seu texto"));
            }
            let prepared = Prepared::new(&text, limits).map_err(|refused| {
                let why = match refused {
                    Refused::Syntax(_) => return wrong("tem um erro de sintaxe"),
                    Refused::Excess(excess) => too_much(excess),
                    Refused::Invalid(errors) => invalid(&errors),
                };
                Wrong::Document { name: operation_name(&text).unwrap_or_else(|| key.clone()), why }
            })?;
            let name = prepared.operation_name().map_or(&*key, |name| name.as_str()).into();
            by_id.insert(id, Arc::new(prepared.named(name)));
        }
        Ok(Self { by_id: Arc::new(by_id) })
    }

    /// The document with an id; `None` if there is no such document.
    pub fn get(&self, id: Id) -> Option<Arc<Prepared>> {
        self.by_id.get(&id).cloned()
    }
}

/// What is wrong with a document that a limit refuses: it is the portal's, so the limit is what has to give way.
fn too_much(excess: Excess) -> String {
    match excess {
        Excess::TooMuch(thing, most) => format!("pede mais do que a configuração permite ({most} {})", thing.text()),
        Excess::Cycle => "tem um fragmento que contém a si mesmo".to_owned(),
    }
}

/// The name of the operation of a document that cannot run, where it can be parsed.
fn operation_name(text: &str) -> Option<String> {
    let parsed = parse_query(text).ok()?;
    parsed.operations.iter().filter_map(|(name, _)| name).min().map(ToString::to_string)
}

/// What is wrong with a document that does not fit the graph.
fn invalid(errors: &[ServerError]) -> String {
    let said: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    format!("não combina com o grafo ({})", said.join("; "))
}
