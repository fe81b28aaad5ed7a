//! Texts without characters that do not show.

/// Whether a text is one line without control, invisible or bidirectional formatting characters. With those, two different
/// names look the same, and a note shows something else than it contains.
pub(super) fn is_plain_line(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_invisible(c))
}

/// The same for a text of several lines.
pub(super) fn is_plain_text(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || is_invisible(c))
}

/// Bidirectional formatting and zero-width characters. The zero-width joiners stay: emoji are made with them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{is_plain_line, is_plain_text};

    #[test]
    fn invisible_characters_are_refused() {
        for good in ["Ana Conceição", "João 🐕‍🦺", "O'Neill-Ñandú (2ª)", "日本"] {
            assert!(is_plain_line(good) && is_plain_text(good), "{good}");
        }
        for bad in ["a\0b", "a\u{202e}b", "a\u{200b}b", "\u{feff}a", "a\u{2066}b", "a\u{7f}", "a\u{e0041}"] {
            assert!(!is_plain_line(bad) && !is_plain_text(bad), "{bad:?}");
        }
        assert!(is_plain_text("um\n\tdois\r\n") && !is_plain_line("um\ndois"));
    }
}
