//! Content negotiation: the media type of the response, by `Accept`.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use super::JSON;
use crate::http::error_response::ErrorResponse;

const GRAPHQL_JSON: &str = "application/graphql-response+json";

/// The two media types of responses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accept {
    Json,
    GraphqlJson,
}

/// The preference for a media type: how specific the range of `Accept` is, and its weight in thousandths.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Welcome {
    closeness: u8,
    weight: u16,
}

impl Accept {
    /// The one with the greater weight. The newer one must be named to win: clients that accept anything, or say nothing,
    /// get plain JSON.
    pub(super) fn read(headers: &HeaderMap) -> Result<Self, ErrorResponse> {
        let mut said = false;
        let (mut json, mut graphql) = (Welcome::default(), Welcome::default());
        for value in headers.get_all(header::ACCEPT) {
            for range in value.to_str().unwrap_or_default().split(',').map(str::trim).filter(|range| !range.is_empty())
            {
                said = true;
                let (media, weight) = read_range(range);
                let welcome = |closeness| Welcome { closeness, weight };
                let is = |name: &str| media.eq_ignore_ascii_case(name);
                if is(JSON) {
                    json = json.max(welcome(3));
                } else if is(GRAPHQL_JSON) {
                    graphql = graphql.max(welcome(3));
                } else if is("application/*") {
                    (json, graphql) = (json.max(welcome(2)), graphql.max(welcome(2)));
                // Java's HttpURLConnection writes a star alone where it means any type.
                } else if is("*/*") || is("*") {
                    (json, graphql) = (json.max(welcome(1)), graphql.max(welcome(1)));
                }
            }
        }
        let is_named = graphql.closeness == 3;
        if graphql.weight > json.weight || is_named && graphql.weight > 0 && graphql.weight == json.weight {
            return Ok(Self::GraphqlJson);
        }
        if json.weight > 0 || !said {
            return Ok(Self::Json);
        }
        Err(ErrorResponse::new(
            StatusCode::NOT_ACCEPTABLE,
            "NOT_ACCEPTABLE",
            "As respostas são application/graphql-response+json ou application/json.",
        ))
    }

    pub(super) fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlJson => "application/graphql-response+json; charset=utf-8",
        })
    }

    /// The status where a document cannot run. Older clients, which accept plain JSON, take any status but 200 for a
    /// transport failure and do not read the response.
    pub(super) fn request_error_status(self) -> StatusCode {
        match self {
            Self::Json => StatusCode::OK,
            Self::GraphqlJson => StatusCode::BAD_REQUEST,
        }
    }
}

/// A range's media type and weight. A range with another charset than UTF-8 has weight 0.
fn read_range(range: &str) -> (&str, u16) {
    let mut parts = range.split(';').map(str::trim);
    let media = parts.next().unwrap_or_default();
    let mut weight = 1000;
    for (name, value) in parts.filter_map(|part| part.split_once('=')) {
        let (name, value) = (name.trim_end(), value.trim_start());
        if name.eq_ignore_ascii_case("q") {
            weight = thousandths(value).unwrap_or(0);
        } else if name.eq_ignore_ascii_case("charset") && !value.trim_matches('"').eq_ignore_ascii_case("utf-8") {
            return (media, 0);
        }
    }
    (media, weight)
}

/// A weight between 0 and 1. More lenient than RFC 9110: no digit before the point (`.2`, as Java's HttpURLConnection sends)
/// or after it, and decimals beyond three, which are cut off.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || !are_digits(whole) || !are_digits(decimals) {
        return None;
    }
    let thousandths = decimals.bytes().chain(*b"000").take(3).fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    match whole.trim_start_matches('0') {
        "" => Some(thousandths),
        "1" if decimals.bytes().all(|b| b == b'0') => Some(1000),
        _ => None,
    }
}
