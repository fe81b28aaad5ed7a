//! Limits of a document's text, checked before it is parsed.

use super::document_limits::DocumentLimits;
use crate::schema::{limit_kind::LimitKind, request_error::RequestError};

/// Maximal depth of nested brackets: the parser recurses at each.
const MAX_BRACKETS: usize = 128;

/// Checks the number of tokens and the depth of brackets, in time proportional to the length of the text.
///
/// # Errors
/// [`RequestError::Exceeded`]: the text must not be parsed.
pub fn check_tokens(text: &str, limits: &DocumentLimits) -> Result<(), RequestError> {
    count_tokens(text, limits).map(drop)
}

/// The number of tokens, which is checked.
pub(super) fn count_tokens(text: &str, limits: &DocumentLimits) -> Result<usize, RequestError> {
    let (mut depth, mut tokens) = (0_usize, 0_usize);
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match first {
            b'"' => after_string(rest),
            b'#' => after.iter().position(|b| matches!(b, b'\n' | b'\r')).map_or(&[][..], |end| &after[end..]),
            b'.' => &rest[length(rest, |b| b == b'.')..],
            _ if is_word(*first) => &rest[length(rest, is_word)..],
            _ => after,
        };
        // A comma is white space in GraphQL.
        if !matches!(first, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'#') {
            tokens += 1;
        }
        match first {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        RequestError::within(depth, MAX_BRACKETS, LimitKind::Brackets)?;
        RequestError::within(tokens, limits.tokens, LimitKind::Tokens)?;
    }
    Ok(tokens)
}

/// A byte of a name or a number, or of a character outside of ASCII.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+') || !byte.is_ascii()
}

fn length(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !belongs(*byte)).unwrap_or(text.len())
}

/// The text after the string literal with which it begins.
fn after_string(text: &[u8]) -> &[u8] {
    let (quote, escape): (&[u8], &[u8]) =
        if text.starts_with(b"\"\"\"") { (b"\"\"\"", b"\\\"\"\"") } else { (b"\"", b"\\") };
    let mut rest = &text[quote.len()..];
    while !rest.is_empty() {
        if rest.starts_with(quote) {
            return &rest[quote.len()..];
        }
        // In a string a backslash escapes the next character; in a block string it escapes three quotes only.
        let step = match (rest.starts_with(escape), quote.len()) {
            (true, 1) => 2,
            (true, _) => escape.len(),
            (false, _) => 1,
        };
        rest = rest.get(step..).unwrap_or_default();
    }
    rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DocumentLimits, LimitKind, MAX_BRACKETS, RequestError, check_tokens};
    use crate::schema::validation;

    const BRACKETS: Result<(), RequestError> = Err(RequestError::Exceeded(LimitKind::Brackets, MAX_BRACKETS));

    fn checked(text: &str) -> Result<(), RequestError> {
        check_tokens(text, &DocumentLimits { tokens: 100_000, ..DocumentLimits::default() })
    }

    /// The number of tokens of a text: the lowest limit that accepts it.
    fn tokens(text: &str) -> usize {
        (0..)
            .find(|tokens| check_tokens(text, &DocumentLimits { tokens: *tokens, ..DocumentLimits::default() }).is_ok())
            .unwrap()
    }

    #[test]
    fn brackets_count_outside_of_strings_only() {
        assert_eq!(checked(&"[".repeat(MAX_BRACKETS)), Ok(()));
        assert_eq!(checked(&"[".repeat(MAX_BRACKETS + 1)), BRACKETS);
        assert_eq!(checked(&format!("{{a(b:\"{}\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&format!("{{a(b:\"\"\"\"{}\\\"\"\"\"\"\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&format!("# {}\n{{a}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&"[\"]\"".repeat(129)), BRACKETS);
        assert_eq!(checked(&"[\"\\\"]\"#]\n".repeat(129)), BRACKETS);
        assert_eq!(checked("\"\\"), Ok(()));
    }

    #[test]
    fn tokens_are_counted_as_graphql_defines_them() {
        for (text, number) in [
            ("", 0),
            (" ,\t\r\n# só um comentário", 0),
            ("{a}", 3),
            ("{ a, b c }", 5),
            ("query Nome($id: ID! = \"x y\") { ...F @skip(if: true) }", 22),
            ("{a(n:-1.5e+3)}", 10),
            ("\"\"\"um \"bloco\" com # e \\\"\"\" dentro\"\"\"", 1),
            ("\"aspas \\\" e # dentro\" b", 2),
        ] {
            assert_eq!(tokens(text), number, "{text}");
        }
        assert_eq!(check_tokens(&"a ".repeat(1000), &DocumentLimits::default()), Ok(()));
        let past = check_tokens(&"a ".repeat(1001), &DocumentLimits::default());
        assert_eq!(past, Err(RequestError::Exceeded(LimitKind::Tokens, 1000)));
    }

    proptest! {
        #[test]
        fn any_text_is_accepted_or_refused_without_a_panic(text in ".{0,200}|[\"\\\\#.{}()\\[\\] a\n]{0,200}") {
            // The parser survives what passes.
            if check_tokens(&text, &DocumentLimits::default()).is_ok() {
                drop(validation::parse(&text));
            }
        }
    }
}
