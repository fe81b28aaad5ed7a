//! The parameters of a GraphQL request, of a JSON body or a URL.

use async_graphql::Variables;
use axum::{
    body::Body,
    extract::Query,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::{
    http::{error_response::ErrorResponse, gateway_state::GatewayState, json_body},
    schema::engine::persisted_documents::DocumentId,
};

/// The parameters. Unknown keys are ignored, as the specification has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    query: Option<String>,
    document_id: Option<String>,
    pub(super) operation_name: Option<String>,
    #[serde(default, deserialize_with = "json_body::read_values")]
    variables: Option<Variables>,
    #[serde(default, deserialize_with = "json_body::read_values")]
    extensions: Option<Map<String, Value>>,
}

/// The document to run.
pub(super) enum DocumentSource {
    Text(String),
    Trusted(DocumentId),
}

/// The extension `persistedQuery`, as Apollo's clients send it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PersistedQuery {
    version: u64,
    sha256_hash: String,
}

/// The parameters of a URL, where objects are JSON texts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressParams {
    query: Option<String>,
    document_id: Option<String>,
    operation_name: Option<String>,
    variables: Option<String>,
    extensions: Option<String>,
}

impl Params {
    /// Reads the body of a POST, which has some time to arrive.
    pub(super) async fn from_body(
        headers: &HeaderMap,
        body: Body,
        shared: &GatewayState,
        deadline: Instant,
    ) -> Result<Self, ErrorResponse> {
        let body = json_body::read(headers, body, shared, deadline).await?;
        json_body::read_object(&body).map_err(|error| {
            if error.is_data() {
                ErrorResponse::bad_request(
                    "Envie um objeto com query ou documentId (textos) e, se precisar, operationName (texto), variables e \
                     extensions (objetos com até 10.000 valores), cada chave uma só vez.",
                )
            } else {
                json_body::not_json()
            }
        })
    }

    /// Reads the query string of a GET.
    pub(super) fn from_address(address: &Uri) -> Result<Self, ErrorResponse> {
        let invalid = || ErrorResponse::bad_request("Os parâmetros do endereço não são os de uma requisição GraphQL.");
        let Query(AddressParams { query, document_id, operation_name, variables, extensions }) =
            Query::try_from_uri(address).map_err(|_| invalid())?;
        Ok(Self {
            query,
            document_id,
            // In an address an empty name counts as no name; in a body only null does, by the specification.
            operation_name: operation_name.filter(|name| !name.is_empty()),
            variables: from_json(variables.as_deref()).map_err(|_| invalid())?,
            extensions: from_json(extensions.as_deref()).map_err(|_| invalid())?,
        })
    }

    /// The document: a text, its id as `documentId` or `persistedQuery`, or several of them that agree.
    pub(super) fn take_source(&mut self) -> Result<DocumentSource, ErrorResponse> {
        let extension = self.extensions.as_mut().and_then(|all| all.remove("persistedQuery"));
        let persisted_query = extension.map(read_persisted_query).transpose()?;
        let document_id = self.document_id.take().map(|id| read_document_id(&id)).transpose()?;
        let id = match (document_id, persisted_query) {
            (Some(id), Some(other)) if id != other => {
                return Err(ErrorResponse::bad_request("documentId e persistedQuery são de documentos diferentes."));
            }
            (id, other) => id.or(other),
        };
        match (self.query.take(), id) {
            (Some(text), Some(id)) if id != DocumentId::hash(&text) => {
                Err(ErrorResponse::bad_request(if document_id.is_some() {
                    "O documentId não é o do documento em query."
                } else {
                    "O sha256Hash de persistedQuery não é o do documento em query."
                }))
            }
            (Some(text), _) => Ok(DocumentSource::Text(text)),
            (None, Some(id)) => Ok(DocumentSource::Trusted(id)),
            (None, None) => Err(ErrorResponse::unprocessable(
                "Falta o documento GraphQL em query, ou o seu id em documentId ou em extensions.persistedQuery.",
            )),
        }
    }

    pub(super) fn take_variables(&mut self) -> Variables {
        self.variables.take().unwrap_or_default()
    }
}

/// An optional object as JSON text; an empty text counts as no object.
fn from_json<T: DeserializeOwned>(text: Option<&str>) -> Result<Option<T>, serde_json::Error> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => serde_json::from_str(text),
    }
}

/// The identifier in `documentId`.
fn read_document_id(text: &str) -> Result<DocumentId, ErrorResponse> {
    DocumentId::from_identifier(text).ok_or_else(|| {
        ErrorResponse::bad_request(
            "Em documentId envie sha256: e o SHA-256 do documento em 64 dígitos hexadecimais minúsculos.",
        )
    })
}

/// The id in `persistedQuery`.
fn read_persisted_query(extension: Value) -> Result<DocumentId, ErrorResponse> {
    let wrong = || {
        ErrorResponse::bad_request(
            "Em persistedQuery envie version 1 e sha256Hash, o SHA-256 em 64 dígitos hexadecimais.",
        )
    };
    let Ok(PersistedQuery { version: 1, sha256_hash }) = serde_json::from_value(extension) else {
        return Err(wrong());
    };
    DocumentId::from_hex(&sha256_hash).ok_or_else(wrong)
}
