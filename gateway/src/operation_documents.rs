//! The operations of a file, each as a document of its own: what a manifest has, and what `gateway query` sends. Both take
//! the text from here, so that a document has the same id in both.

use std::collections::BTreeSet;

use apollo_compiler::{
    ast::{Definition, Document, OperationDefinition, OperationType, Selection},
    parser::Parser,
};

/// An operation with the fragments that it needs.
pub(crate) struct OperationDocument {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// `query`, `mutation` or `subscription`.
    pub(crate) kind: &'static str,
    /// The names of its variables.
    pub(crate) variables: Vec<String>,
    /// The document. That of a file with one operation is the file's own text.
    pub(crate) text: String,
}

/// The operations of a document, in their order.
///
/// # Errors
/// The parser's message: the text has a syntax error.
pub(crate) fn split(text: &str) -> Result<Vec<OperationDocument>, String> {
    let document = Parser::new().parse_ast(text, "").map_err(|invalid| {
        let first = invalid.errors.iter().next();
        first.map_or_else(String::new, |error| {
            let place =
                error.line_column_range().map_or(String::new(), |range| format!("linha {}: ", range.start.line));
            format!("{place}{}", error.error)
        })
    })?;
    let operations: Vec<_> = document.definitions.iter().filter_map(operation).collect();
    let is_alone = operations.len() == 1;
    let one = |operation: &OperationDefinition| OperationDocument {
        name: operation.name.as_ref().map(ToString::to_string),
        kind: match operation.operation_type {
            OperationType::Query => "query",
            OperationType::Mutation => "mutation",
            OperationType::Subscription => "subscription",
        },
        variables: operation.variables.iter().map(|variable| variable.name.to_string()).collect(),
        text: if is_alone { text.to_owned() } else { alone(&document, operation) },
    };
    Ok(operations.into_iter().map(one).collect())
}

/// The document of one operation, written anew.
fn alone(document: &Document, operation: &OperationDefinition) -> String {
    let mut needed = BTreeSet::new();
    add_fragments(document, &operation.selection_set, &mut needed);
    let mut tree = document.clone();
    tree.definitions.retain(|definition| match definition {
        Definition::OperationDefinition(other) => **other == *operation,
        Definition::FragmentDefinition(fragment) => needed.contains(fragment.name.as_str()),
        _ => false,
    });
    tree.serialize().to_string()
}

/// Adds the names of the fragments that a selection needs, directly or through others.
fn add_fragments<'a>(document: &'a Document, selections: &'a [Selection], needed: &mut BTreeSet<&'a str>) {
    for selection in selections {
        match selection {
            Selection::Field(field) => {
                add_fragments(document, field.selection_set.as_deref().unwrap_or_default(), needed);
            }
            Selection::InlineFragment(inline) => add_fragments(document, &inline.selection_set, needed),
            Selection::FragmentSpread(spread) => {
                if !needed.insert(spread.fragment_name.as_str()) {
                    continue;
                }
                let fragment = document.definitions.iter().find_map(|definition| match definition {
                    Definition::FragmentDefinition(fragment) if fragment.name == spread.fragment_name => Some(fragment),
                    _ => None,
                });
                if let Some(fragment) = fragment {
                    add_fragments(document, &fragment.selection_set, needed);
                }
            }
        }
    }
}

fn operation(definition: &Definition) -> Option<&OperationDefinition> {
    match definition {
        Definition::OperationDefinition(operation) => Some(operation),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn each_operation_gets_its_fragments() {
        let text = "# Two.\nquery A { a { ...F } }\nfragment F on T { ...G }\nfragment G on T { g ...F }\n\
                    subscription B($x: Int) { b }";
        let documents = split(text).unwrap();
        let told: Vec<_> =
            documents.iter().map(|one| (one.name.as_deref(), one.kind, one.variables.join(","))).collect();
        assert_eq!(told, [(Some("A"), "query", String::new()), (Some("B"), "subscription", "x".to_owned())]);
        let first =
            "query A {\n  a {\n    ...F\n  }\n}\n\nfragment F on T {\n  ...G\n}\n\nfragment G on T {\n  g\n  ...F\n}\n";
        assert_eq!(documents[0].text, first);
        assert_eq!(documents[1].text, "subscription B($x: Int) {\n  b\n}\n");
        // A single one stays as it was written.
        assert_eq!(split("# Why.\n{ a }\n").unwrap()[0].text, "# Why.\n{ a }\n");
        assert!(split("{\n a(").is_err_and(|why| why.starts_with("linha 2: ")));
    }
}
