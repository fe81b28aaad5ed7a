//! Validation of documents, by section 5 of the GraphQL specification.
//!
//! apollo-compiler validates. async-graphql's own validation ignores `__typename`, takes a string for an enum value, and misses
//! conflicts between fields of different fragments. [`repeated_fields`] adds what apollo-compiler misses. The result depends on the text alone;
//! [`variables`](super::variables) checks the values of variables for each request.

mod convert;
mod repeated_fields;

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

static SCHEMA: LazyLock<Valid<Schema>> = LazyLock::new(|| {
    let schema = Schema::parse_and_validate(sdl(), "schema.graphql");
    schema.unwrap_or_else(|invalid| panic!("the schema's own text is not valid: {}", invalid.errors))
});

/// The schema as apollo-compiler knows it.
pub(super) fn schema() -> &'static Valid<Schema> {
    &SCHEMA
}

/// A parsed document.
pub(super) struct Parsed<'a> {
    text: &'a str,
    /// As async-graphql parses it: what is measured and planned.
    pub(super) document: ExecutableDocument,
    /// As apollo-compiler parses it, if the document was converted from it.
    tree: Option<Document>,
}

/// Parses a document, once if both parsers agree on it.
///
/// # Errors
/// The syntax error of async-graphql.
pub(super) fn parse(text: &str) -> Result<Parsed<'_>, parser::Error> {
    if let Ok(tree) = Parser::new().parse_ast(text, "")
        && let Some(document) = convert::document(&tree, text)
    {
        return Ok(Parsed { text, document, tree: Some(tree) });
    }
    Ok(Parsed { text, document: parse_query(text)?, tree: None })
}

/// Validates a document, which must be within the limits.
///
/// # Errors
/// The first [`MAX_ERRORS`] errors of apollo-compiler.
pub(super) fn validate(parsed: Parsed<'_>) -> Result<ExecutableDocument, Vec<ServerError>> {
    let Parsed { text, document, tree } = parsed;
    let parse = || Parser::new().parse_ast(text, "").map_err(|invalid| errors(&invalid.errors));
    let mut tree = tree.map_or_else(parse, Ok)?;
    if let Some(error) = repeated_fields::repeated_field(&tree) {
        return Err(vec![error]);
    }
    drop_null_defaults(&mut tree);
    match tree.to_executable_validate(&SCHEMA) {
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
    SCHEMA.get_union(union).is_some_and(|union| union.members.contains(object))
}

/// A nullable variable with a default fits a non-null position only if the default is not null (section 5.8.5), but
/// apollo-compiler accepts every default. Without a default of null the variable is as valid everywhere else.
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
            let positions = error.locations.iter().map(|at| Pos { line: at.line, column: at.column });
            let mut server_error = ServerError::new(error.message, None);
            server_error.locations = positions.collect();
            server_error
        })
        .collect()
}
