//! The operations of a file, each as a document of its own: what a manifest has, and what `gateway query` sends. Both take
//! the text from here, so that a document has the same id in both.

use std::collections::BTreeSet;

use bluejay_core::{AsIter as _, OperationType, executable::OperationDefinition as _};
use bluejay_parser::{
    Error, HasSpan,
    ast::{
        Parse as _,
        executable::{ExecutableDocument, OperationDefinition, Selection, SelectionSet},
    },
};

/// An operation with the fragments that it needs.
pub(crate) struct OperationDocument {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// `query`, `mutation` or `subscription`.
    pub(crate) kind: &'static str,
    /// The document. That of a file with one operation is the file's own text.
    pub(crate) text: String,
}

/// The operations of a document, in their order.
///
/// # Errors
/// The parser's message: the text has a syntax error.
pub(crate) fn split(text: &str) -> Result<Vec<OperationDocument>, String> {
    let document = ExecutableDocument::parse(text).result.map_err(|errors| {
        let first = Error::into_graphql_errors(text, errors).into_iter().next();
        first.map_or_else(String::new, |error| {
            let place = error.locations.first().map_or(String::new(), |at| format!("linha {}: ", at.line));
            format!("{place}{}", error.message)
        })
    })?;
    let operations = document.operation_definitions();
    let one = |operation: &OperationDefinition<'_>| {
        let (definition, is_alone) = (operation.as_ref(), operations.len() == 1);
        OperationDocument {
            name: definition.name().map(ToOwned::to_owned),
            kind: match definition.operation_type() {
                OperationType::Query => "query",
                OperationType::Mutation => "mutation",
                OperationType::Subscription => "subscription",
            },
            text: if is_alone { text.to_owned() } else { alone(text, &document, operation) },
        }
    };
    Ok(operations.iter().map(one).collect())
}

/// The document of one operation: its text, and those of the fragments that it needs.
fn alone(text: &str, document: &ExecutableDocument<'_>, operation: &OperationDefinition<'_>) -> String {
    let mut needed = BTreeSet::new();
    add_fragments(document, operation.selection_set(), &mut needed);
    let fragments = document.fragment_definitions().iter();
    let fragments = fragments.filter(|fragment| needed.contains(fragment.name().as_str()));
    let spans = [operation.span()].into_iter().chain(fragments.map(HasSpan::span));
    spans.map(|span| format!("{}\n", &text[span.byte_range()])).collect::<Vec<_>>().join("\n")
}

/// Adds the names of the fragments that a selection needs, directly or through others.
fn add_fragments<'a>(
    document: &'a ExecutableDocument<'_>,
    selections: &'a SelectionSet<'_>,
    needed: &mut BTreeSet<&'a str>,
) {
    for selection in selections.iter() {
        match selection {
            Selection::Field(field) => {
                field.selection_set().into_iter().for_each(|below| add_fragments(document, below, needed));
            }
            Selection::InlineFragment(inline) => add_fragments(document, inline.selection_set(), needed),
            Selection::FragmentSpread(spread) => {
                if !needed.insert(spread.name().as_str()) {
                    continue;
                }
                let mut fragments = document.fragment_definitions().iter();
                if let Some(fragment) = fragments.find(|fragment| fragment.name().as_str() == spread.name().as_str()) {
                    add_fragments(document, fragment.selection_set(), needed);
                }
            }
        }
    }
}
