//! Texts of others, made safe for a terminal.

/// A text without what a terminal would execute: control characters become `\u{…}`.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { printable.extend(c.escape_unicode()) } else { printable.push(c) }
    }
    printable
}
