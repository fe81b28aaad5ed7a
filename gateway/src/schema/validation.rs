//! Whether a document fits the graph, by the rules of section 5 of the GraphQL specification.
//!
//! apollo-compiler validates, not async-graphql, whose own validation never looks at a `__typename`, takes a text for
//! an enum value, misses conflicts between fields of different fragments, and sees a value's repeated field only once. The
//! outcome depends on nothing but the text. Values of variables are checked when they come, by
//! [`variables`](super::variables).

mod convert;

use std::sync::LazyLock;

use apollo_compiler::{
    Schema,
    ast::{Definition, Document, Value},
    parser::Parser,
    validation::{DiagnosticList, Valid},
};
use async_graphql::{
    Pos, ServerError,
    parser::{self, parse_query, types::ExecutableDocument},
};

use super::sdl;

/// Most errors of one response: a short document can be wrong in thousands of places.
const MAX_ERRORS: usize = 20;

/// The graph as apollo-compiler knows it, from the text that clients are given too.
static GRAPH: LazyLock<Valid<Schema>> = LazyLock::new(|| {
    let graph = Schema::parse_and_validate(sdl(), "schema.graphql");
    graph.unwrap_or_else(|invalid| panic!("the graph's own definition is not valid: {}", invalid.errors))
});

/// A text that is a document.
pub(super) struct Parsed<'a> {
    text: &'a str,
    /// As the graph's limits and plans have it.
    pub(super) document: ExecutableDocument,
    /// The same as it is validated, where that is known already.
    tree: Option<Document>,
}

/// Parses the text of a document, once where both parsers agree on it.
///
/// # Errors
/// It is no document: async-graphql's error.
pub(super) fn parse(text: &str) -> Result<Parsed<'_>, parser::Error> {
    if let Ok(tree) = Parser::new().parse_ast(text, "")
        && let Some(document) = convert::document(&tree, text)
    {
        return Ok(Parsed { text, document, tree: Some(tree) });
    }
    Ok(Parsed { text, document: parse_query(text)?, tree: None })
}

/// Validates a document, which must be within the limits. The errors have the words and the places of apollo-compiler.
///
/// # Errors
/// What is wrong with it, in its order, at most [`MAX_ERRORS`].
pub(super) fn validate(parsed: Parsed<'_>) -> Result<ExecutableDocument, Vec<ServerError>> {
    let Parsed { text, document, tree } = parsed;
    let parse = || Parser::new().parse_ast(text, "").map_err(|invalid| errors(&invalid.errors));
    let mut tree = tree.map_or_else(parse, Ok)?;
    drop_null_defaults(&mut tree);
    match tree.to_executable_validate(&GRAPH) {
        Ok(_) => Ok(document),
        Err(invalid) => Err(errors(&invalid.errors)),
    }
}

/// The first syntax error of a text, which must be within the limits of tokens; `None` if there is none.
pub(super) fn syntax_error(text: &str) -> Option<ServerError> {
    let invalid = Parser::new().parse_ast(text, "").err()?;
    errors(&invalid.errors).into_iter().next()
}

/// Whether an object type is a member of a union.
pub(super) fn is_member(object: &str, union: &str) -> bool {
    GRAPH.get_union(union).is_some_and(|union| union.members.contains(object))
}

/// A default of null does not make a nullable variable fit where null does not (section 5.8.5), but apollo-compiler lets
/// any default do that. Without it the variable is as valid everywhere else.
fn drop_null_defaults(document: &mut Document) {
    for definition in &mut document.definitions {
        let Definition::OperationDefinition(operation) = definition else { continue };
        let is_null = |default: &Value| matches!(default, Value::Null);
        for at in 0..operation.variables.len() {
            let variable = &operation.variables[at];
            if !variable.ty.is_non_null() && variable.default_value.as_deref().is_some_and(is_null) {
                operation.make_mut().variables[at].make_mut().default_value = None;
            }
        }
    }
}

fn errors(found: &DiagnosticList) -> Vec<ServerError> {
    found
        .iter()
        .take(MAX_ERRORS)
        .map(|error| {
            let error = error.to_json();
            let places = error.locations.iter().map(|at| Pos { line: at.line, column: at.column });
            let mut said = ServerError::new(error.message, None);
            said.locations = places.collect();
            said
        })
        .collect()
}
