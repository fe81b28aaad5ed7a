//! Header names and values that several modules use, and how headers are read.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// W3C Trace Context: trace and parent span.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// W3C Trace Context: vendors' own entries.
pub(super) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Carries the key of a tool.
pub(super) const TOOL_KEY: HeaderName = HeaderName::from_static("x-tool-key");
/// Carries the key of a federation router.
pub(super) const FEDERATION_KEY: HeaderName = HeaderName::from_static("x-federation-key");
/// The revision of the Model Context Protocol that a message speaks.
pub(super) const MCP_PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The method of a message, for proxies that do not read bodies.
pub(super) const MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The tool that a message calls, likewise.
pub(super) const MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The cost of an operation, in responses to tools.
pub(super) const COST: HeaderName = HeaderName::from_static("x-graphql-cost");
/// Asks for an explanation of the request in its response.
pub(super) const EXPLAIN: HeaderName = HeaderName::from_static("x-explain");
/// Sent by Apollo's clients; only for CORS, which must allow them. Nothing reads them.
pub(super) const CLIENT_NAME: HeaderName = HeaderName::from_static("apollographql-client-name");
pub(super) const CLIENT_VERSION: HeaderName = HeaderName::from_static("apollographql-client-version");

/// `Cache-Control` of responses that may have a session's data.
pub(super) const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
/// `WWW-Authenticate`, which RFC 9110 requires with 401. It names no OAuth metadata, since there is none.
pub(super) const BEARER: HeaderValue = HeaderValue::from_static("Bearer");

/// The value of a header that occurs exactly once. Of two values, one program takes the first and another the last.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// The text of a header; "" if it was sent twice or is not text: that matches no key, so it is refused. `None` if it was
/// not sent.
pub(super) fn sent_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.contains_key(name).then(|| single_text(headers, name).unwrap_or_default())
}

/// [`single`] as text.
pub(super) fn single_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    single(headers, name)?.to_str().ok()
}

/// An item of `Accept` or `Accept-Encoding`: what it names, and its weight. One with another charset than UTF-8 has weight 0.
pub(super) fn read_weighted(item: &str) -> (&str, f32) {
    let mut parts = item.split(';').map(str::trim);
    let named = parts.next().unwrap_or_default();
    let mut weight = 1.0;
    for (name, value) in parts.filter_map(|part| part.split_once('=')) {
        let (name, value) = (name.trim_end(), value.trim_start());
        if name.eq_ignore_ascii_case("q") {
            // As Java's HttpURLConnection sends it, there may be no digit before the point.
            weight = value.parse().ok().filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(0.0);
        } else if name.eq_ignore_ascii_case("charset") && !value.trim_matches('"').eq_ignore_ascii_case("utf-8") {
            return (named, 0.0);
        }
    }
    (named, weight)
}
