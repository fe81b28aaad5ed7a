//! The text of a document, before it is parsed.

use super::{Excess, Limits, Thing, within};

/// Most brackets inside of one another: the parser recurses at each.
const MOST_BRACKETS: usize = 128;

/// Whether the text of a document may be parsed at all. Takes time in proportion to its length.
///
/// # Errors
/// [`Excess::TooMuch`] if it has too many tokens, or its brackets are nested too deep.
pub fn check_text(text: &str, limits: &Limits) -> Result<(), Excess> {
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
        // A comma separates as a blank does; it is no token.
        if !matches!(first, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'#') {
            tokens += 1;
        }
        match first {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        within(depth, MOST_BRACKETS, Thing::Brackets)?;
        within(tokens, limits.tokens, Thing::Tokens)?;
    }
    Ok(())
}

/// A byte of a name, of a number, or of a letter that GraphQL does not know.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+') || !byte.is_ascii()
}

fn length(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !belongs(*byte)).unwrap_or(text.len())
}

/// What follows the string that a text begins with.
fn after_string(text: &[u8]) -> &[u8] {
    let (quote, escape): (&[u8], &[u8]) =
        if text.starts_with(b"\"\"\"") { (b"\"\"\"", b"\\\"\"\"") } else { (b"\"", b"\\") };
    let mut rest = &text[quote.len()..];
    while !rest.is_empty() {
        if rest.starts_with(quote) {
            return &rest[quote.len()..];
        }
        // In a string a backslash takes the next character with it; in a block only three quotes can be escaped.
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

    use super::{Excess, Limits, MOST_BRACKETS, Thing, check_text};

    const BRACKETS: Result<(), Excess> = Err(Excess::TooMuch(Thing::Brackets, MOST_BRACKETS));

    fn checked(text: &str) -> Result<(), Excess> {
        check_text(text, &Limits { tokens: 100_000, ..Limits::default() })
    }

    /// How many tokens a text has: the least that it is allowed with.
    fn tokens(text: &str) -> usize {
        (0..).find(|tokens| check_text(text, &Limits { tokens: *tokens, ..Limits::default() }).is_ok()).unwrap()
    }

    #[test]
    fn brackets_count_outside_of_texts_only() {
        assert_eq!(checked(&"[".repeat(MOST_BRACKETS)), Ok(()));
        assert_eq!(checked(&"[".repeat(MOST_BRACKETS + 1)), BRACKETS);
        assert_eq!(checked(&format!("{{a(b:\"{}\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&format!("{{a(b:\"\"\"\"{}\\\"\"\"\"\"\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&format!("# {}\n{{a}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(checked(&"[\"]\"".repeat(129)), BRACKETS);
        assert_eq!(checked(&"[\"\\\"]\"#]\n".repeat(129)), BRACKETS);
        assert_eq!(checked("\"\\"), Ok(()));
    }

    #[test]
    fn tokens_are_those_of_the_language() {
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
        assert_eq!(check_text(&"a ".repeat(1000), &Limits::default()), Ok(()));
        let past = check_text(&"a ".repeat(1001), &Limits::default());
        assert_eq!(past, Err(Excess::TooMuch(Thing::Tokens, 1000)));
    }

    proptest! {
        #[test]
        fn no_text_is_more_than_can_be_looked_at(text in ".{0,200}|[\"\\\\#.{}()\\[\\] a\n]{0,200}") {
            // Whatever the text, it is judged, and the parser that follows does not end by it.
            if check_text(&text, &Limits::default()).is_ok() {
                drop(async_graphql::parser::parse_query(&text));
            }
        }
    }
}
