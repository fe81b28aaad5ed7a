//! Writes JSON values of a response.

use contract::byte_scan::is_unescaped;
use serde::Serialize;

/// Writes a value as serde does.
pub(super) fn value(value: &impl Serialize, to: &mut Vec<u8>) {
    serde_json::to_writer(to, value).expect("a value of GraphQL can be written as JSON");
}

/// Writes a string.
pub(super) fn text(text: &str, to: &mut Vec<u8>) {
    if !is_unescaped(text.as_bytes()) {
        return escaped(text, to);
    }
    to.reserve(text.len() + 2);
    to.push(b'"');
    to.extend_from_slice(text.as_bytes());
    to.push(b'"');
}

/// Writes a string that needs escapes, which is rare.
#[cold]
fn escaped(text: &str, to: &mut Vec<u8>) {
    value(&text, to);
}
