//! ETags and conditional requests (RFC 9110).

use std::hash::{DefaultHasher, Hasher as _};

use axum::http::{HeaderMap, header};

/// A hash of content for ETags, not for security.
pub(super) fn hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Whether the `If-None-Match` of a request lists an ETag, by weak comparison.
pub(super) fn is_known(request: &HeaderMap, etag: &str) -> bool {
    request.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok()).any(|tags| {
        tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
    })
}
