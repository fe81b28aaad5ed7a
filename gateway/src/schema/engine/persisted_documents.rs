//! Persisted documents (persisted queries, trusted documents): the portal's, embedded when it is built, and those of
//! [`tools`](crate::tools). They are prepared when the gateway starts, and run by id.
//!
//! A document that a client sends is never added. [`DocumentPolicy`] decides who may send documents of their own.

mod document_id;

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use clap::ValueEnum;
use strum::IntoStaticStr;

pub use self::document_id::DocumentId;
use super::{
    limits::DocumentLimits, prepared::PreparedDocument, request_error::RequestError, response::Response, validation,
};

/// The texts by their document identifiers (`documentId`), as the build of the portal writes them.
const MANIFEST: &str = include_str!("../../../../client/src/gql/persisted-documents.json");

/// The documents of `gateway login` and `gateway logout`. They need no permission: the portal's documents of the login have the
/// same fields.
const LOGIN: [&str; 4] = [
    include_str!("../../terminal/login/email.graphql"),
    include_str!("../../terminal/login/code.graphql"),
    include_str!("../../terminal/login/password.graphql"),
    include_str!("../../terminal/login/logout.graphql"),
];

/// Queries by which programs check for a GraphQL server: health checks, and the audits of GraphQL over HTTP (graphql-http).
/// `__type` is null for those who may not see the schema.
const CHECKS: [&str; 9] = [
    "{ __typename }",
    "{__typename}",
    "query { __typename }",
    "query{__typename}",
    // As graphql-js prints them.
    "{\n  __typename\n}",
    "query Query {\n  __typename\n}",
    "query Query { __typename }",
    "query Type($name: String!) { __type(name: $name) { name } }",
    "{ __type(name: \"Run🏃Swim🏊\") { name } }",
];

/// Who may send documents of their own, without the key of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DocumentPolicy {
    /// Every caller.
    Open,
    /// Tools only, by their key in X-Tool-Key: other callers run trusted documents, and see no schema.
    TrustedOrTool,
}

impl DocumentPolicy {
    /// The response to a document that a caller without a key may not send.
    pub fn refusal() -> Response {
        Response::document_not_trusted(
            "Este gateway executa os documentos do portal, pelo seu id. Para enviar outros e ver o esquema, informe uma \
             chave de ferramenta no cabeçalho X-Tool-Key (no GraphiQL: aba Headers).",
        )
    }

    /// The response to an id that a caller without a key sent, and that no document of the portal has.
    pub fn unknown_id() -> Response {
        Response::document_not_found(
            "Nenhum documento do portal tem este id. Os do manifesto de uma ferramenta pedem a chave dela no cabeçalho \
             X-Tool-Key.",
        )
    }
}

/// The documents that run by id. A clone shares them.
#[derive(Clone, Default)]
pub struct PersistedDocuments {
    by_id: Arc<HashMap<DocumentId, Arc<PreparedDocument>>>,
}

/// A document of a manifest.
pub struct PersistedDocument {
    /// What the manifest calls it.
    pub entry: String,
    /// Its id in the manifest; `None` if that is no digest.
    pub id: Option<DocumentId>,
    /// Its text.
    pub text: String,
}

/// Why a document of a manifest cannot be trusted.
#[derive(Debug, thiserror::Error)]
#[error("o documento {name} {why}")]
pub struct InvalidDocument {
    /// Its operation's name, or the manifest's name for it.
    name: String,
    /// What is wrong with it.
    why: String,
}

/// Why the embedded documents cannot be served, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The manifest is no JSON object of strings.
    #[error("a lista de documentos do portal não é um objeto JSON de textos: {0}")]
    Manifest(#[from] serde_json::Error),
    /// A document cannot run.
    #[error("no portal, {0}: gere de novo os documentos do portal e recompile o gateway")]
    Document(#[from] InvalidDocument),
    /// The portal was built with other documents.
    #[error(
        "o portal embutido pede o documento {0}, que este gateway não tem: gere de novo o portal (em client/, npm ci e npm run \
         build) e recompile o gateway"
    )]
    Portal(String),
}

impl PersistedDocuments {
    /// The portal's documents, those of `gateway login`, and the checks for a GraphQL server.
    ///
    /// # Errors
    /// [`ManifestError`]: the portal and the gateway were not built together.
    pub fn embedded() -> Result<Self, ManifestError> {
        Ok(Self::prepare(read(MANIFEST)?.chain(own("gateway login", &LOGIN)).chain(own("server check", &CHECKS)))?)
    }

    /// Prepares the documents of a manifest, a JSON object of texts by their document identifiers, and the checks for a GraphQL
    /// server.
    ///
    /// # Errors
    /// [`ManifestError`]: a text has another id, or cannot run.
    pub fn new(manifest: &str) -> Result<Self, ManifestError> {
        Ok(Self::prepare(read(manifest)?.chain(own("server check", &CHECKS)))?)
    }

    /// Prepares documents: they are parsed, validated and planned.
    ///
    /// # Errors
    /// [`InvalidDocument`]: a text has another id, or cannot run.
    pub fn prepare(documents: impl IntoIterator<Item = PersistedDocument>) -> Result<Self, InvalidDocument> {
        let mut by_id = HashMap::new();
        for PersistedDocument { entry, id, text } in documents {
            let invalid_entry = |why: &str| InvalidDocument { name: entry.clone(), why: why.to_owned() };
            let digest = DocumentId::hash(&text);
            if id != Some(digest) {
                return Err(invalid_entry("não tem por id o SHA-256 do seu texto"));
            }
            let prepared = PreparedDocument::trusted(&text).map_err(|error| {
                let why = match error {
                    error @ RequestError::Syntax(_) => return invalid_entry(&reason(error)),
                    error => reason(error),
                };
                InvalidDocument { name: first_name(&text).unwrap_or_else(|| entry.clone()), why }
            })?;
            let name = prepared.first_name().unwrap_or(&entry).into();
            by_id.insert(digest, Arc::new(prepared.named(name)));
        }
        Ok(Self { by_id: Arc::new(by_id) })
    }

    /// Checks that there is a document for each identifier that the portal sends.
    ///
    /// # Errors
    /// [`ManifestError::Portal`]: the portal and the gateway were not built together.
    pub fn check_portal<'a>(&self, identifiers: impl IntoIterator<Item = &'a str>) -> Result<(), ManifestError> {
        let is_known =
            |identifier: &str| DocumentId::from_identifier(identifier).is_some_and(|id| self.by_id.contains_key(&id));
        match identifiers.into_iter().find(|identifier| !is_known(identifier)) {
            Some(unknown) => Err(ManifestError::Portal(unknown.to_owned())),
            None => Ok(()),
        }
    }

    /// The document with an id.
    pub fn get(&self, id: DocumentId) -> Option<Arc<PreparedDocument>> {
        self.by_id.get(&id).cloned()
    }

    /// Every document, in no order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Arc<PreparedDocument>> {
        self.by_id.values()
    }
}

/// The documents of a manifest by their document identifiers.
fn read(manifest: &str) -> serde_json::Result<impl Iterator<Item = PersistedDocument>> {
    let texts: BTreeMap<String, String> = serde_json::from_str(manifest)?;
    Ok(texts.into_iter().map(|(entry, text)| {
        // The portal's manifest has identifiers with `sha256:`. A digest alone is refused.
        let id = DocumentId::from_identifier(&entry).filter(|_| entry.contains(':'));
        PersistedDocument { entry, id, text }
    }))
}

/// Documents of the gateway's own; `entry` names those whose operation has no name.
fn own(entry: &str, texts: &[&str]) -> impl Iterator<Item = PersistedDocument> {
    texts.iter().map(move |text| PersistedDocument {
        entry: entry.to_owned(),
        id: Some(DocumentId::hash(text)),
        text: (*text).to_owned(),
    })
}

/// Why a document of the gateway's own cannot run, as the end of a sentence for the operator.
pub(in crate::schema) fn reason(error: RequestError) -> String {
    match error {
        RequestError::Exceeded { limit, max, used } => {
            let used = used.map(|used| format!("; pede {used}")).unwrap_or_default();
            format!("pede mais do que um documento pode ({max} {}{used})", limit.text())
        }
        RequestError::Invalid(errors) => {
            let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
            format!("não combina com o grafo ({})", messages.join("; "))
        }
        // A document is prepared without variables.
        RequestError::Syntax(_) | RequestError::MissingVariable(..) | RequestError::InvalidValue(..) => {
            "tem um erro de sintaxe".to_owned()
        }
    }
}

/// The name of an operation of a document that cannot run; `None` also if the document cannot be parsed.
fn first_name(text: &str) -> Option<String> {
    validation::parse(text, &DocumentLimits::default()).ok()?.first_name().map(str::to_owned)
}
