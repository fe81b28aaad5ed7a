//! Content negotiation: the media type of the response, by `Accept`.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use super::stream_body::StreamFraming;
use crate::{
    http::{compression, error_response::ErrorResponse, headers::read_weighted},
    schema::error::ErrorCode,
};

const JSON: &str = "application/json";
const GRAPHQL_JSON: &str = "application/graphql-response+json";
const EVENT_STREAM: &str = "text/event-stream";
const MULTIPART: &str = "multipart/mixed";

/// The format of a response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum ResponseFormat {
    /// `application/json`.
    Json,
    /// `application/graphql-response+json`.
    GraphqlJson,
    /// The only event of a stream: for a client that accepts nothing else.
    Stream(StreamFraming),
}

/// What a client accepts.
#[derive(Clone, Copy)]
pub(in crate::http) struct AcceptedFormats {
    /// The format of a response.
    response: Option<ResponseFormat>,
    /// How the events of a subscription are delimited.
    pub(super) stream: Option<StreamFraming>,
    /// Whether a response may be compressed.
    pub(super) gzip: bool,
}

/// The preference for a media type: how specific the range of `Accept` is, and its weight.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
struct Preference {
    specificity: u8,
    weight: f32,
}

impl AcceptedFormats {
    /// Single responses: the one with the greater weight; `graphql-response+json` must be named to win, so clients that accept
    /// anything, or say nothing, get plain JSON. Streams likewise: multipart must be named, else there are server-sent events.
    pub(in crate::http) fn read(headers: &HeaderMap) -> Self {
        let mut has_ranges = false;
        let [mut json, mut graphql, mut multipart, mut events] = [Preference::default(); 4];
        for value in headers.get_all(header::ACCEPT) {
            for range in value.to_str().unwrap_or_default().split(',').map(str::trim).filter(|range| !range.is_empty())
            {
                has_ranges = true;
                let (media, weight) = read_weighted(range);
                let is = |name: &str| media.eq_ignore_ascii_case(name);
                let (specificity, named): (u8, &mut [&mut Preference]) = if is(JSON) {
                    (3, &mut [&mut json])
                } else if is(GRAPHQL_JSON) {
                    (3, &mut [&mut graphql])
                } else if is(EVENT_STREAM) {
                    (3, &mut [&mut events])
                } else if is(MULTIPART) && has_subscription_spec(range) {
                    (3, &mut [&mut multipart])
                } else if is("application/*") {
                    (2, &mut [&mut json, &mut graphql])
                } else if is("text/*") {
                    (2, &mut [&mut events])
                // Java's HttpURLConnection writes a star alone where it means any type.
                } else if is("*/*") || is("*") {
                    (1, &mut [&mut json, &mut graphql, &mut events])
                } else {
                    (0, &mut [])
                };
                let preference = Preference { specificity, weight };
                named.iter_mut().filter(|known| preference > ***known).for_each(|known| **known = preference);
            }
        }
        let is_named = graphql.specificity == 3 && graphql.weight > 0.0;
        let single = if graphql.weight > json.weight || is_named && graphql.weight >= json.weight {
            Some(ResponseFormat::GraphqlJson)
        } else {
            (json.weight > 0.0 || !has_ranges).then_some(ResponseFormat::Json)
        };
        let stream = if multipart.weight > 0.0 && multipart.weight >= events.weight {
            Some(StreamFraming::Multipart)
        } else {
            (events.weight > 0.0 || !has_ranges).then_some(StreamFraming::EventStream)
        };
        Self {
            response: single.or(stream.map(ResponseFormat::Stream)),
            stream,
            gzip: compression::accepts(headers, "gzip"),
        }
    }

    /// 406 of a client that accepts nothing of what there is.
    pub(super) fn check(self) -> Result<Self, ErrorResponse> {
        if self.response.is_some() {
            return Ok(self);
        }
        Err(ErrorResponse::new(
            StatusCode::NOT_ACCEPTABLE,
            ErrorCode::NotAcceptable,
            "As respostas são application/graphql-response+json ou application/json; as de assinaturas, text/event-stream \
             ou multipart/mixed;subscriptionSpec=1.0.",
        ))
    }

    /// The format of a response, also of the 406.
    pub(in crate::http) fn response(self) -> ResponseFormat {
        self.response.unwrap_or(ResponseFormat::Json)
    }
}

impl ResponseFormat {
    /// A refusal as a response; for a client of streams it is plain JSON.
    pub(in crate::http) fn refuse(self, refusal: ErrorResponse) -> Response {
        let mut response = refusal.into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, self.content_type());
        response
    }

    /// The type of a body that is no stream.
    pub(super) fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json | Self::Stream(_) => "application/json; charset=utf-8",
            Self::GraphqlJson => "application/graphql-response+json; charset=utf-8",
        })
    }

    /// The status of a response. Older clients, which accept plain JSON, take any status but 200 for a transport failure and do
    /// not read the response.
    pub(super) fn status(self, ran: bool, codes: &[ErrorCode]) -> StatusCode {
        match self {
            Self::Json | Self::Stream(_) => StatusCode::OK,
            Self::GraphqlJson if ran && codes.is_empty() => StatusCode::OK,
            Self::GraphqlJson if ran => partial_success(),
            Self::GraphqlJson => {
                const STATUSES: [(ErrorCode, StatusCode); 10] = [
                    (ErrorCode::Unauthenticated, StatusCode::UNAUTHORIZED),
                    (ErrorCode::Forbidden, StatusCode::FORBIDDEN),
                    (ErrorCode::UnknownKey, StatusCode::FORBIDDEN),
                    (ErrorCode::RateLimited, StatusCode::TOO_MANY_REQUESTS),
                    (ErrorCode::InternalServerError, StatusCode::INTERNAL_SERVER_ERROR),
                    (ErrorCode::UpstreamUnavailable, StatusCode::SERVICE_UNAVAILABLE),
                    (ErrorCode::GraphqlValidationFailed, StatusCode::UNPROCESSABLE_ENTITY),
                    (ErrorCode::OperationResolutionFailure, StatusCode::UNPROCESSABLE_ENTITY),
                    (ErrorCode::BadUserInput, StatusCode::UNPROCESSABLE_ENTITY),
                    (ErrorCode::QueryTooComplex, StatusCode::UNPROCESSABLE_ENTITY),
                ];
                let status = STATUSES.into_iter().find(|(code, _)| codes.contains(code));
                status.map_or(StatusCode::BAD_REQUEST, |(_, status)| status)
            }
        }
    }
}

/// 294 Partial Success, of GraphQL over HTTP: data and errors.
pub(super) fn partial_success() -> StatusCode {
    StatusCode::from_u16(294).expect("three digits")
}

/// Whether a range of multipart is for subscriptions: it has `subscriptionSpec=1.0`.
fn has_subscription_spec(range: &str) -> bool {
    range.split(';').filter_map(|part| part.split_once('=')).any(|(name, value)| {
        name.trim().eq_ignore_ascii_case("subscriptionSpec") && value.trim().trim_matches('"') == "1.0"
    })
}
