//! The parameters of a GraphQL request, of a JSON body or a URL.

use std::fmt;

use async_graphql::{Name, Number, Value, Variables, from_value, indexmap::IndexMap};
use axum::{
    body::{Body, HttpBody as _},
    extract::Query,
    http::{HeaderMap, StatusCode, Uri, header},
};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use tokio::time::{Instant, timeout_at};

use super::JSON;
use crate::{
    http::{client_limits::ClientLimits, error_response::ErrorResponse},
    schema::trusted_documents::{DocumentId, DocumentIdentifier},
};

/// The parameters. Unknown keys are ignored, as the specification has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    query: Option<String>,
    document_id: Option<String>,
    pub(super) operation_name: Option<String>,
    variables: Option<Object>,
    extensions: Option<Object>,
}

/// The document to run.
pub(super) enum Source {
    Text(String),
    Trusted(DocumentId),
    /// By an id that no document can have.
    Unknown,
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
        limits: &ClientLimits,
        deadline: Instant,
    ) -> Result<Self, ErrorResponse> {
        check_type(headers)?;
        let too_large = || {
            let message = format!("A requisição é grande demais: o limite é de {} KiB.", limits.body_bytes / 1024);
            ErrorResponse::new(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", message)
        };
        // Before the body is read: a client with `Expect: 100-continue` then does not send it.
        if body.size_hint().lower() > limits.body_bytes as u64 {
            return Err(too_large());
        }
        let deadline = deadline.min(Instant::now() + limits.body);
        let Ok(read) = timeout_at(deadline, Limited::new(body, limits.body_bytes).collect()).await else {
            return Err(ErrorResponse::timeout("O corpo da requisição demorou demais para chegar."));
        };
        let body = read.map_err(|error| {
            if error.is::<LengthLimitError>() {
                return too_large();
            }
            ErrorResponse::bad_request("O corpo da requisição não chegou inteiro.")
        })?;
        let body = body.to_bytes();
        let not_json = || ErrorResponse::bad_request("O corpo da requisição não é JSON válido.");
        // serde_json accepts any bytes in strings that it skips.
        let text = str::from_utf8(&body).map_err(|_| not_json())?;
        serde_json::from_str(text).map_err(|error| {
            if error.is_data() {
                ErrorResponse::bad_request(
                    "Envie um objeto com query ou documentId (textos) e, se precisar, operationName (texto), variables e \
                     extensions (objetos), cada chave uma só vez.",
                )
            } else {
                not_json()
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
            // In an address an empty name is none.
            operation_name: operation_name.filter(|name| !name.is_empty()),
            variables: from_json(variables.as_deref()).map_err(|_| invalid())?,
            extensions: from_json(extensions.as_deref()).map_err(|_| invalid())?,
        })
    }

    /// The document: a text, its id as `documentId` or `persistedQuery`, or several of them that agree.
    pub(super) fn take_source(&mut self) -> Result<Source, ErrorResponse> {
        let extension = self.extensions.as_mut().and_then(|all| all.0.swap_remove("persistedQuery"));
        let persisted_query = extension.map(read_persisted_query).transpose()?.map(DocumentIdentifier::Sha256);
        let document_id = self.document_id.take().map(|id| read_document_id(&id)).transpose()?;
        let id = match (document_id, persisted_query) {
            (Some(id), Some(other)) if id != other => {
                return Err(ErrorResponse::bad_request("documentId e persistedQuery são de documentos diferentes."));
            }
            (id, other) => id.or(other),
        };
        match (self.query.take(), id) {
            (Some(text), Some(id)) if id != DocumentIdentifier::Sha256(DocumentId::of(&text)) => {
                Err(ErrorResponse::bad_request(if document_id.is_some() {
                    "O documentId não é o do documento em query."
                } else {
                    "O sha256Hash de persistedQuery não é o do documento em query."
                }))
            }
            (Some(text), _) => Ok(Source::Text(text)),
            (None, Some(DocumentIdentifier::Sha256(id))) => Ok(Source::Trusted(id)),
            (None, Some(DocumentIdentifier::Unsupported)) => Ok(Source::Unknown),
            (None, None) => Err(ErrorResponse::bad_request(
                "Falta o documento GraphQL em query, ou o seu id em documentId ou em extensions.persistedQuery.",
            )),
        }
    }

    pub(super) fn take_variables(&mut self) -> Variables {
        self.variables.take().map(|all| Variables::from_value(Value::Object(all.0))).unwrap_or_default()
    }
}

/// Accepts only JSON in UTF-8, which no page can send to another origin without a CORS preflight.
fn check_type(headers: &HeaderMap) -> Result<(), ErrorResponse> {
    let unsupported = |message: &'static str| {
        ErrorResponse::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNSUPPORTED_MEDIA_TYPE", message)
    };
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let is_one = match (types.next(), types.next()) {
        (Some(one), None) => one.to_str().is_ok_and(is_json),
        _ => false,
    };
    if !is_one {
        return Err(unsupported("Envie a requisição como application/json em UTF-8."));
    }
    let is_plain = |value: &axum::http::HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"identity");
    if !headers.get_all(header::CONTENT_ENCODING).iter().all(is_plain) {
        return Err(unsupported("Envie a requisição sem compressão.").with(header::ACCEPT_ENCODING, "identity"));
    }
    Ok(())
}

/// Whether a content type is JSON in UTF-8.
fn is_json(content_type: &str) -> bool {
    let mut parts = content_type.split(';').map(str::trim);
    let media = parts.next().unwrap_or_default();
    media.eq_ignore_ascii_case(JSON)
        && parts.all(|part| match part.split_once('=') {
            Some((name, value)) if name.eq_ignore_ascii_case("charset") => {
                value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            }
            _ => true,
        })
}

/// An optional object as JSON text; empty text is none.
fn from_json(text: Option<&str>) -> Result<Option<Object>, serde_json::Error> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => serde_json::from_str(text),
    }
}

/// The identifier in `documentId`.
fn read_document_id(text: &str) -> Result<DocumentIdentifier, ErrorResponse> {
    DocumentIdentifier::parse(text).ok_or_else(|| {
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
    let Ok(PersistedQuery { version: 1, sha256_hash }) = from_value(extension) else {
        return Err(wrong());
    };
    DocumentId::from_hex(&sha256_hash).ok_or_else(wrong)
}

/// A JSON object without duplicate keys at any depth. Of two equal keys one program takes the first and another the last:
/// a proxy in front may have seen another request.
struct Object(IndexMap<Name, Value>);

/// Any JSON value without duplicate keys.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Unambiguous::deserialize(deserializer)?.0 {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err(de::Error::custom("an object is wanted")),
        }
    }
}

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyJson).map(Self)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without a key that stands twice")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // Every number that JSON can write is finite.
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = IndexMap::new();
        while let Some((name, Unambiguous(value))) = fields.next_entry::<Name, _>()? {
            if object.insert(name, value).is_some() {
                return Err(de::Error::custom("a key stands twice"));
            }
        }
        Ok(Value::Object(object))
    }
}
