//! The first rows of a long response: enough to infer from.

use serde_json::Value;

/// A body of more bytes is long.
const LONG: usize = 256 * 1024;
/// Rows that are taken of a long body.
pub(in crate::check) const MAX_ROWS: usize = 200;

/// The first rows of a long response.
pub(in crate::check) fn first_rows(body: &str) -> String {
    fn shorten(value: &mut Value) {
        match value {
            Value::Array(items) => {
                items.truncate(MAX_ROWS);
                items.iter_mut().for_each(shorten);
            }
            Value::Object(members) => members.values_mut().for_each(shorten),
            _ => {}
        }
    }
    let body = body.trim_start_matches('\u{feff}');
    if body.len() <= LONG {
        return body.to_owned();
    }
    let Ok(mut value) = serde_json::from_str(body) else { return body.chars().take(LONG).collect() };
    shorten(&mut value);
    value.to_string()
}
