//! What the HTTP status of a response means for its body.

/// Whether an HTTP status means that the body is an envelope or data.
pub(in crate::check) fn is_success(http: u16) -> bool {
    // Those without a body, and parts of one.
    (200..=299).contains(&http) && !matches!(http, 204..=206 | 226)
}

/// Whether an HTTP status is that of a path that does not exist.
pub(in crate::check) fn is_wrong_path(http: u16) -> bool {
    matches!(http, 300..=399 | 404 | 405)
}
