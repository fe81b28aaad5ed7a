//! JSON bodies of requests: their type, their size, the time that they may take, and how they are read.

use axum::{
    body::{Body, Bytes, HttpBody as _},
    http::{HeaderMap, HeaderValue, StatusCode, header},
};
use http_body_util::BodyExt as _;
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned},
};
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use super::{error_response::ErrorResponse, gateway_state::GatewayState, headers::single_text};
use crate::{
    schema::error::ErrorCode,
    upstream::{Upstream, body_budget::NoMemory},
};

const JSON: &str = "application/json";
/// Most values in the variables of a request, lists and objects included. JSON writes a value in two bytes; in memory it takes 70.
const MAX_VALUES: usize = 10_000;
/// Most bytes that are read of a body that is too long.
const MAX_DISCARDED: usize = 1024 * 1024;
/// Bytes that a body may have before it counts in the memory budget.
const UNCOUNTED: usize = 4 * 1024;

/// Reads the body of a POST, which has some time to arrive. It is UTF-8.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    shared: &GatewayState,
    deadline: Instant,
) -> Result<Bytes, ErrorResponse> {
    check_type(headers)?;
    let limits = &shared.parts.client_limits;
    let (length, longest) = (body.size_hint().lower(), limits.body_bytes as u64);
    // Before the body is read: a client with `Expect: 100-continue` then does not send it.
    if length > MAX_DISCARDED as u64 || length > longest && headers.contains_key(header::EXPECT) {
        return Err(too_large(limits.body_bytes));
    }
    let deadline = deadline.min(Instant::now() + limits.body_timeout);
    let Ok(read) = timeout_at(deadline, collect(body, limits.body_bytes, &shared.upstream)).await else {
        return Err(ErrorResponse::timeout("O corpo da requisição demorou demais para chegar."));
    };
    let body = read?;
    // serde_json accepts any bytes in strings that it skips.
    if str::from_utf8(&body).is_err() {
        return Err(not_json());
    }
    Ok(body)
}

/// A whole body. What is too much is read and dropped: some clients read no response before they have sent their request.
async fn collect(mut body: Body, longest: usize, upstream: &Upstream) -> Result<Bytes, ErrorResponse> {
    let announced = body.size_hint().upper().and_then(|length| usize::try_from(length).ok());
    let expected = announced.unwrap_or(longest).min(longest);
    let (mut whole, mut length, mut permit) = (Vec::new(), 0, None);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ErrorResponse::bad_request("O corpo da requisição não chegou inteiro."))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length > MAX_DISCARDED {
            break;
        }
        if length > UNCOUNTED && permit.is_none() {
            permit = Some(upstream.take_request_body(expected).map_err(|NoMemory| ErrorResponse::busy())?);
            whole.reserve_exact(expected.saturating_sub(whole.len()));
        }
        if length <= longest {
            whole.extend_from_slice(&data);
        }
    }
    if length > longest {
        return Err(too_large(longest));
    }
    Ok(match permit {
        Some(permit) => permit.of(whole),
        None => whole.into(),
    })
}

fn too_large(longest: usize) -> ErrorResponse {
    let message = format!("A requisição é grande demais: o limite é de {} KiB.", longest / 1024);
    ErrorResponse::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::PayloadTooLarge, message)
}

/// Reads a JSON object. Serde reads a struct from a list of its fields too. A proxy that
/// inspects requests would not recognise such a list, so it is refused.
pub(super) fn read_object<'de, T: Deserialize<'de>>(json: &'de [u8]) -> Result<T, serde_json::Error> {
    if json.trim_ascii_start().first() == Some(&b'[') {
        return Err(de::Error::custom("an object is wanted"));
    }
    serde_json::from_slice(json)
}

/// Reads an object of a request, unless it has [too many values](has_few_values). Of two equal keys in it the last counts, as
/// for `JSON.parse`.
pub(super) fn read_values<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let json = <&RawValue>::deserialize(from)?.get();
    if !has_few_values(json.as_bytes()) {
        return Err(de::Error::custom("too many values"));
    }
    serde_json::from_str(json).map_err(de::Error::custom)
}

/// Whether what is read of JSON takes little memory. Every value but the first follows a comma or an
/// opening bracket: counting those is enough.
pub(super) fn has_few_values(json: &[u8]) -> bool {
    json.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() <= MAX_VALUES
}

/// The response to a body that is no JSON.
pub(super) fn not_json() -> ErrorResponse {
    ErrorResponse::bad_request("O corpo da requisição não é JSON válido.")
}

/// Accepts only JSON in UTF-8, which no page can send to another origin without a CORS preflight.
fn check_type(headers: &HeaderMap) -> Result<(), ErrorResponse> {
    let unsupported = |message: &'static str| {
        ErrorResponse::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::UnsupportedMediaType, message)
    };
    if !single_text(headers, &header::CONTENT_TYPE).is_some_and(is_json) {
        return Err(unsupported("Envie a requisição como application/json em UTF-8."));
    }
    let is_plain = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"identity");
    if !headers.get_all(header::CONTENT_ENCODING).iter().all(is_plain) {
        return Err(unsupported("Envie a requisição sem compressão.")
            .with(header::ACCEPT_ENCODING, HeaderValue::from_static("identity")));
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
