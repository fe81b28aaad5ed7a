//! How much one document may ask for, known before any of it runs.
//!
//! The engine walks a document by following every spread of a fragment, as often as it stands there: forty fragments of
//! a line each, every one spreading the next twice, keep it walking for years. So each fragment is measured once here,
//! and what no screen of the portal comes near is refused.

use std::collections::HashMap;

use async_graphql::{
    Name,
    parser::types::{ExecutableDocument, Selection, SelectionSet},
};

/// Most fields inside of one another. The introspection of the usual tools has 15, the portal's deepest query 5.
/// It bounds the calls behind relations that lead to acionamentos again, like `origem` and `reabertura`.
pub const MOST_DEPTH: usize = 15;
/// Most selection sets inside of one another, those of fragments among them.
pub const MOST_NESTING: usize = 32;
/// Most fields and fragments, every fragment counted as often as it is spread. The introspection has some 500, the
/// portal's largest query 40.
pub const MOST_SELECTIONS: usize = 2000;
/// Most fields of the root, each of which may be a call to the services.
pub const MOST_ROOT_FIELDS: usize = 30;
/// Most directives on one field.
pub const MOST_DIRECTIVES: usize = 5;
/// Most brackets inside of one another in the text of a document: its parser recurses at each.
const MOST_BRACKETS: usize = 128;

/// Why a document is not even looked at by the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// It asks for too much.
    TooComplex,
    /// A fragment contains itself.
    Cycle,
}

/// Whether the text of a document may be parsed at all.
///
/// # Errors
/// [`Excess::TooComplex`] if its brackets are nested too deep.
pub fn check_text(text: &str) -> Result<(), Excess> {
    let mut depth = 0_usize;
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match first {
            b'"' => after_string(rest),
            b'#' => after.iter().position(|b| matches!(b, b'\n' | b'\r')).map_or(&[][..], |end| &after[end..]),
            _ => after,
        };
        match first {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_BRACKETS {
            return Err(Excess::TooComplex);
        }
    }
    Ok(())
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

/// Whether a document may be validated and run. Takes time in proportion to its length.
///
/// # Errors
/// [`Excess`] says why not.
pub fn check(document: &ExecutableDocument) -> Result<(), Excess> {
    let mut measure = Measure { document, fragments: HashMap::new() };
    let mut all = 0_usize;
    for (_, operation) in document.operations.iter() {
        let size = measure.selections(&operation.node.selection_set.node, 1)?;
        if size.root_fields > MOST_ROOT_FIELDS {
            return Err(Excess::TooComplex);
        }
        all = all.saturating_add(size.selections);
    }
    // The engine looks at each fragment for itself too, spread or not.
    for name in document.fragments.keys() {
        all = all.saturating_add(measure.fragment(name, 1)?.selections);
    }
    if all > MOST_SELECTIONS { Err(Excess::TooComplex) } else { Ok(()) }
}

struct Measure<'a> {
    document: &'a ExecutableDocument,
    /// `None` while a fragment is being measured.
    fragments: HashMap<&'a Name, Option<Size>>,
}

/// How much a selection set comes to, its fragments included.
#[derive(Clone, Copy, Default)]
struct Size {
    selections: usize,
    root_fields: usize,
    /// Fields inside of one another.
    depth: usize,
    /// Selection sets inside of one another.
    nesting: usize,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.selections = self.selections.saturating_add(other.selections);
        self.root_fields = self.root_fields.saturating_add(other.root_fields);
        self.depth = self.depth.max(other.depth);
        self.nesting = self.nesting.max(other.nesting);
    }
}

impl<'a> Measure<'a> {
    /// Measures a selection set that is `level` selection sets deep on the way that led to it.
    fn selections(&mut self, set: &'a SelectionSet, level: usize) -> Result<Size, Excess> {
        if level > MOST_NESTING {
            return Err(Excess::TooComplex);
        }
        let mut size = Size::default();
        for selection in &set.items {
            let inner = match &selection.node {
                Selection::Field(field) => {
                    let below = self.selections(&field.node.selection_set.node, level + 1)?;
                    Size { root_fields: 1, depth: below.depth + 1, ..below }
                }
                Selection::InlineFragment(fragment) => self.selections(&fragment.node.selection_set.node, level + 1)?,
                Selection::FragmentSpread(spread) => self.fragment(&spread.node.fragment_name.node, level + 1)?,
            };
            size.add(Size { selections: inner.selections.saturating_add(1), ..inner });
        }
        size.nesting += 1;
        if size.depth > MOST_DEPTH || size.nesting > MOST_NESTING {
            return Err(Excess::TooComplex);
        }
        Ok(size)
    }

    fn fragment(&mut self, name: &Name, level: usize) -> Result<Size, Excess> {
        match self.fragments.get(name) {
            Some(Some(size)) => return Ok(*size),
            Some(None) => return Err(Excess::Cycle),
            None => {}
        }
        // One that the document does not have is for the engine to name.
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else { return Ok(Size::default()) };
        self.fragments.insert(name, None);
        let size = self.selections(&fragment.node.selection_set.node, level)?;
        self.fragments.insert(name, Some(size));
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Excess, MOST_DEPTH, MOST_ROOT_FIELDS, check, check_text};

    fn checked(text: &str) -> Result<(), Excess> {
        check_text(text)?;
        check(&async_graphql::parser::parse_query(text).unwrap())
    }

    fn nested(fields: usize) -> String {
        format!("{}{}", "{a".repeat(fields), "}".repeat(fields))
    }

    #[test]
    fn a_document_may_be_as_large_as_the_limits_and_no_larger() {
        assert_eq!(checked(&nested(MOST_DEPTH)), Ok(()));
        assert_eq!(checked(&nested(MOST_DEPTH + 1)), Err(Excess::TooComplex));
        let roots = |fields| format!("{{{}}}", "a:x ".repeat(fields));
        assert_eq!(checked(&roots(MOST_ROOT_FIELDS)), Ok(()));
        assert_eq!(checked(&roots(MOST_ROOT_FIELDS + 1)), Err(Excess::TooComplex));
        let spread = format!("{{...F ...F}} fragment F on Query {}", roots(MOST_ROOT_FIELDS / 2 + 1));
        assert_eq!(checked(&spread), Err(Excess::TooComplex));
        let many = |fields: usize| format!("{{a{{{}}}}}", "x ".repeat(fields));
        assert_eq!(checked(&many(1999)), Ok(()));
        assert_eq!(checked(&many(2000)), Err(Excess::TooComplex));
        assert_eq!(checked("{ ...Unknown }"), Ok(()));
        // Deep through a fragment, wherever that was met first.
        let deep = format!("{{...F}} query B{{a{{a{{...F}}}}}} fragment F on X {}", nested(14));
        assert_eq!(checked(&deep.replacen("{...F}", "query A{...F}", 1)), Err(Excess::TooComplex));
    }

    #[test]
    fn fragments_that_multiply_are_refused_at_once() {
        let began = Instant::now();
        for unit in ["...F{} ...F{}", "a{...F{}} b{...F{}}"] {
            let mut bomb = "{...F0}".to_owned();
            for at in 0..24 {
                let body = unit.replace("{}", &(at + 1).to_string()).replace("F{}", "F");
                bomb.push_str(&format!("fragment F{at} on Q{{{body}}}"));
            }
            bomb.push_str("fragment F24 on Q{x}");
            assert!(bomb.len() < 1400, "{}", bomb.len());
            assert_eq!(checked(&bomb), Err(Excess::TooComplex));
        }
        assert!(began.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn fragments_in_a_circle_are_refused() {
        assert_eq!(checked("{...A} fragment A on Q{...A}"), Err(Excess::Cycle));
        assert_eq!(checked("{x} fragment A on Q{a{...B ...B}} fragment B on Q{...A ...A}"), Err(Excess::Cycle));
    }

    #[test]
    fn long_chains_of_fragments_take_no_stack() {
        let mut chain = "{x}".to_owned();
        for at in 0..3000 {
            chain.push_str(&format!("fragment F{at} on Q{{...F{}}}", at + 1));
        }
        assert_eq!(checked(&chain), Err(Excess::TooComplex));
    }

    #[test]
    fn brackets_count_outside_of_texts_only() {
        assert_eq!(check_text(&"[".repeat(129)), Err(Excess::TooComplex));
        assert_eq!(check_text(&format!("{{a(b:\"{}\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(check_text(&format!("{{a(b:\"\"\"\"{}\\\"\"\"\"\"\")}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(check_text(&format!("# {}\n{{a}}", "[".repeat(60_000))), Ok(()));
        assert_eq!(check_text(&"[\"]\"".repeat(129)), Err(Excess::TooComplex));
        assert_eq!(check_text(&"[\"\\\"]\"#]\n".repeat(129)), Err(Excess::TooComplex));
        assert_eq!(check_text("\"\\"), Ok(()));
    }
}
