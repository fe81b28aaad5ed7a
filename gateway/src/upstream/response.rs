//! Reads a response: checks its status, and parses its data.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use contract::{
    envelope::Answer,
    mapping::{FaultKind, FieldFault, ResponseMapping},
};
use encoding_rs::{Encoding, UTF_8};
use hyper::{
    Response, StatusCode,
    body::Incoming,
    header::{CONTENT_TYPE, DATE, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER},
};
use secrecy::SecretString;
use tokio::time::Instant;
use url::form_urlencoded;

use super::{
    body_budget::BodyPermit,
    drift::FieldName,
    endpoint::Endpoint,
    error::Fault,
    http_client::CallRequest,
    response_body::{ReadLimits, read_body},
    response_data::ResponseData,
};
use crate::{
    mapping::{
        call_mapping::CallMapping,
        response_meaning::{ResponseHead, Understood},
    },
    telemetry::request::RequestTelemetry,
};

/// A parsed response.
pub(super) struct ServiceResponse<T> {
    pub(super) answer: Answer<T>,
    /// The memory of the body and of the data.
    pub(super) permit: BodyPermit,
    /// The last segment of the address of what was created, if the response names it.
    pub(super) location: Option<String>,
    /// Whether the service says that it has yet to do what was asked: HTTP 202.
    pub(super) is_pending: bool,
    /// The token of a session, if the mapping says that a header has it.
    pub(super) token: Option<SecretString>,
}

/// Reads and parses a response.
pub(super) async fn read<T: ResponseData>(
    response: Response<Incoming>,
    endpoint: &Endpoint,
    request: &CallRequest,
    limits: ReadLimits,
) -> Result<ServiceResponse<T>, Fault> {
    let telemetry = &*request.telemetry;
    let mapping = &*endpoint.mapping;
    let status = response.status();
    let location = if T::MAY_HAVE_LOCATION { location(&response) } else { None };
    let head = ResponseHead { status, has_location: location.is_some(), has_session: request.has_session() };
    let failure = failure(&response, mapping.ends_session(head));
    if !mapping.reads_body(head) {
        return Err(failure);
    }
    let charset = mapping.charset.or_else(|| charset_of(response.headers()));
    let token = token(response.headers(), mapping);
    let (body, permit) = read_body(response, &limits).await?;
    let body = in_utf8(body, charset);
    let parse = || parse::<T>(body.clone(), &mapping.response, endpoint, telemetry);
    let answer = match mapping.understand(head, &body, parse)? {
        Understood::Answer(answer) => answer,
        Understood::NoContent => without_content(&mapping.response),
        Understood::EmptyList => T::read(Bytes::from_static(b"[]"), &mapping.response.without_envelope())?,
        Understood::SessionEnd => return Err(Fault::Unauthenticated),
        Understood::Failure => return Err(failure),
        Understood::RepeatedStatus => {
            let reason = "the body's status is the HTTP status: add it to `success` in [envelope] of the mapping";
            return Err(Fault::InvalidResponse(reason.to_owned()));
        }
    };
    if !T::IS_PART
        && let Some(data) = &answer.data
    {
        let rows = data.row_count().unwrap_or(usize::MAX);
        report_missing_rows(endpoint, answer.pages.says_more(rows, 1), telemetry);
    }
    Ok(ServiceResponse { answer, permit, location, is_pending: status == StatusCode::ACCEPTED, token })
}

/// Parses a body, compares a sample of its fields with those before, and reports the values with faults.
pub(super) fn parse<T: ResponseData>(
    body: Bytes,
    mapping: &ResponseMapping,
    endpoint: &Endpoint,
    telemetry: &RequestTelemetry,
) -> Result<Answer<T>, Fault> {
    if T::IS_PART {
        return Ok(T::read(body, mapping)?);
    }
    let answer = match endpoint.drift.sample(mapping, Instant::now()) {
        None => T::read(body, mapping)?,
        Some((sampled, sample)) => {
            let answer = T::read(body, &sampled)?;
            for field in endpoint.drift.missing(&sample) {
                report(endpoint, field, "missing", telemetry);
            }
            answer
        }
    };
    for FieldFault { type_name, key, kind } in &answer.faults {
        let kind = match kind {
            FaultKind::Unreadable => "unreadable",
            FaultKind::UndecidedTaxId => "CPF or CNPJ",
        };
        report(endpoint, (type_name, key), kind, telemetry);
    }
    Ok(answer)
}

/// Reports a list that has more rows than were read. It is shown as it is: an error would close the portal.
pub(super) fn report_missing_rows(endpoint: &Endpoint, has_more: Option<bool>, telemetry: &RequestTelemetry) {
    if let Some(type_name) = endpoint.mapping.rows.filter(|_| has_more == Some(true)) {
        report(endpoint, (type_name, "*"), "incomplete list", telemetry);
    }
}

fn report(endpoint: &Endpoint, field: FieldName, kind: &'static str, telemetry: &RequestTelemetry) {
    let ((type_name, key), path) = (field, endpoint.call.path);
    telemetry.metrics().count_drift(path, type_name, key, kind);
    if endpoint.drift.is_first(field, kind) {
        let field = format_args!("{type_name}.{key}");
        tracing::warn!(path, %field, kind, "the responses of a service do not fit the contract any more: run gateway check");
    }
}

/// The last segment of the address of what was created.
fn location(response: &Response<Incoming>) -> Option<String> {
    if !matches!(response.status(), StatusCode::CREATED | StatusCode::NO_CONTENT) {
        return None;
    }
    let address = response.headers().get(LOCATION)?.to_str().ok()?;
    let path = address.split(['?', '#']).next()?.trim_end_matches('/');
    let segment = path.rsplit('/').next().filter(|segment| !segment.is_empty())?;
    // `form_urlencoded` decodes it, and would read `+` as a blank: that is escaped first.
    let segment = segment.replace('+', "%2B");
    form_urlencoded::parse(segment.as_bytes()).next().map(|(decoded, _)| decoded.into_owned())
}

/// The response to a success without a body: an empty object or list, where the data may be one.
pub(crate) fn without_content<T: ResponseData>(mapping: &ResponseMapping) -> Answer<T> {
    let mapping = mapping.without_envelope();
    Answer::success(["{}", "null"].into_iter().find_map(|body| T::read(body.into(), &mapping).ok()?.data))
}

/// The charset in `Content-Type`.
pub(super) fn charset_of(headers: &HeaderMap) -> Option<&'static Encoding> {
    let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?.to_ascii_lowercase();
    let (_, label) = content_type.split_once("charset=")?;
    let label = label.split(';').next()?.trim().trim_matches('"');
    Encoding::for_label(label.as_bytes())
}

/// Converts a body to UTF-8 and removes a byte order mark. A body that is valid UTF-8 stays unchanged, whatever `Content-Type` says,
/// unless it has a NUL: JSON has none, and ASCII in UTF-16 has one in each character.
pub(super) fn in_utf8(body: Bytes, charset: Option<&'static Encoding>) -> Bytes {
    if body.starts_with(b"\xEF\xBB\xBF") {
        return body.slice(3..);
    }
    match charset {
        Some(charset) if charset != UTF_8 && (str::from_utf8(&body).is_err() || body.contains(&0)) => {
            charset.decode(&body).0.into_owned().into()
        }
        _ => body,
    }
}

/// The token of a session, if the mapping says that a header has it.
pub(super) fn token(headers: &HeaderMap, mapping: &CallMapping) -> Option<SecretString> {
    Some(headers.get(mapping.token_header.as_ref()?)?.to_str().ok()?.into())
}

/// What a response is if its body says no more than its status.
fn failure(response: &Response<Incoming>, is_session_end: bool) -> Fault {
    let retry_after = || retry_after(response.headers(), SystemTime::now());
    match response.status() {
        _ if is_session_end => Fault::Unauthenticated,
        StatusCode::FORBIDDEN => Fault::Forbidden,
        StatusCode::TOO_MANY_REQUESTS => Fault::RateLimited { retry_after: retry_after() },
        StatusCode::SERVICE_UNAVAILABLE => Fault::Unavailable { retry_after: retry_after() },
        other => Fault::Status(other),
    }
}

/// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date by the clock of the service, which `Date` shows. `None` if it is
/// missing or malformed. Zero, or a date that is over, still says that the request was not processed.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let value = text(RETRY_AFTER)?;
    Some(match value.parse() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => date(value)?.duration_since(text(DATE).and_then(date).unwrap_or(now)).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyper::header::{DATE, HeaderMap, RETRY_AFTER};

    use super::{in_utf8, retry_after};

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_body() {
        assert_eq!(in_utf8("\u{feff}{}".into(), None), "{}");
        assert_eq!(in_utf8("{}".into(), None), "{}");
        let utf_16 = encoding_rs::Encoding::for_label(b"utf-16");
        assert_eq!(in_utf8("\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect(), utf_16), "{}");
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let date = "Fri, 20 Nov 2026 15:00:00 GMT";
        let now = httpdate::parse_http_date(date).unwrap();
        for (value, seconds) in [
            ("2", Some(2)),
            ("86400", Some(86_400)),
            ("0", Some(0)),
            ("Fri, 20 Nov 2026 15:00:03 GMT", Some(3)),
            // The obsolete forms, which a recipient must accept.
            ("Friday, 20-Nov-26 15:00:03 GMT", Some(3)),
            ("Fri Nov 20 15:00:03 2026", Some(3)),
            ("Fri, 20 Nov 2026 15:00:00 GMT", Some(0)),
            ("Fri, 20 Nov 2026 14:00:00 GMT", Some(0)),
            ("-1", None),
            ("soon", None),
            ("", None),
        ] {
            let seconds = seconds.map(Duration::from_secs);
            let mut headers = HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]);
            assert_eq!(retry_after(&headers, now), seconds, "{value}");
            headers.insert(DATE, "soon".parse().unwrap());
            assert_eq!(retry_after(&headers, now), seconds, "{value}");
            // The clock of the service counts, not this one.
            headers.insert(DATE, date.parse().unwrap());
            let late = now + Duration::from_secs(3600);
            assert_eq!(retry_after(&headers, late), seconds, "{value}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
