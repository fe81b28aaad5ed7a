//! Header names that several modules read or write.

use axum::http::HeaderName;

/// Identifies a request, in its response, in the log and towards the services.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// W3C Trace Context: trace and parent span.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// W3C Trace Context: vendors' own entries.
pub(super) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Carries a tool key: its holder may send any document where others may not.
pub(super) const TOOL_KEY: HeaderName = HeaderName::from_static("x-tool-key");
