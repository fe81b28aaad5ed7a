//! Header names that several modules use, and how headers are read.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// Identifies a request, in its response, in the log and towards the services.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// W3C Trace Context: trace and parent span.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// W3C Trace Context: vendors' own entries.
pub(super) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Carries a tool key: its holder may send any document where others may not.
pub(super) const TOOL_KEY: HeaderName = HeaderName::from_static("x-tool-key");
/// Carries the key of a federation router.
pub(super) const FEDERATION_KEY: HeaderName = HeaderName::from_static("x-federation-key");

/// The value of a header that occurs exactly once. Of two values, one program takes the first and another the last.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// The same as text.
pub(super) fn single_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    single(headers, name)?.to_str().ok()
}
