//! The request body extractor and the response envelope.

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Request},
    http::{Method, StatusCode, Uri, header::CONTENT_TYPE},
};

use crate::error::Error;
use contract::{Call, envelope::Envelope};

/// Maximum request body, in bytes.
pub(crate) const BODY_LIMIT: usize = 64 * 1024;

/// A handler's result.
pub(crate) type Answer<C> = Result<Json<Envelope<<C as Call>::Data>>, Error>;

/// A success.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of handlers, which return a Result")]
pub(crate) fn success<T>(data: T) -> Result<Json<Envelope<T>>, Error> {
    Ok(Json(Envelope::success(data)))
}

/// Extracts the JSON body of a call.
pub(crate) struct Body<C>(pub C);

impl<C: Call, S: Send + Sync> FromRequest<S> for Body<C> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let media_type = content_type.split(';').next().unwrap_or("").trim();
        if !media_type.eq_ignore_ascii_case("application/json") {
            return Err(Error::Request(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "O corpo deve ser enviado como application/json.".to_owned(),
            ));
        }
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            let text = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                format!("O corpo passa de {} KiB.", BODY_LIMIT / 1024)
            } else {
                "O corpo não pôde ser lido.".to_owned()
            };
            Error::Request(rejection.status(), text)
        })?;
        read(&body).map(Self).map_err(|text| Error::Request(StatusCode::BAD_REQUEST, text))
    }
}

/// Whether JSON is no other value than an object. Serde would read a struct from a list, too.
fn begins_an_object(json: &[u8]) -> bool {
    matches!(json.trim_ascii_start().first(), None | Some(b'{'))
}

fn read<C: Call>(body: &[u8]) -> Result<C, String> {
    if !begins_an_object(body) {
        return Err("O corpo deve ser um objeto JSON.".to_owned());
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    let call = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let cause = error.into_inner();
        match cause.classify() {
            serde_json::error::Category::Data => type_error(&path, &cause),
            _ => malformed(&cause),
        }
    })?;
    json.end().map_err(|error| malformed(&error))?;
    Ok(call)
}

fn malformed(error: &serde_json::Error) -> String {
    format!("O corpo não é JSON válido (linha {}, coluna {}).", error.line(), error.column())
}

/// Translates serde's message to Portuguese, without the value.
fn type_error(path: &str, error: &serde_json::Error) -> String {
    let at = if path == "." { String::new() } else { format!(" em `{path}`") };
    let text = error.to_string();
    match text.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        Some(field) => format!("Falta o campo `{field}`{at}."),
        None => format!("O valor{at} não é do tipo esperado."),
    }
}

/// Response for an unknown path.
pub(crate) async fn unknown_path(uri: Uri) -> Error {
    Error::Request(StatusCode::NOT_FOUND, format!("Não há serviço em {}.", uri.path()))
}

/// Response for a method other than POST.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Error {
    Error::Request(StatusCode::METHOD_NOT_ALLOWED, format!("{} não atende {method}.", uri.path()))
}
