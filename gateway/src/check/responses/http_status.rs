//! What the HTTP status of a response means for its body.

/// Whether an HTTP status means that the body is an envelope or data.
pub(in crate::check) fn is_success(http: u16) -> bool {
    matches!(http, 200 | 201)
}

/// Whether an HTTP status is that of a path that does not exist.
pub(in crate::check) fn is_wrong_path(http: u16) -> bool {
    matches!(http, 300..=399 | 404 | 405)
}
