//! Validation of documents, by section 5 of the GraphQL specification.
//!
//! apollo-compiler validates. async-graphql's own validation ignores `__typename`, takes a string for an enum value, and misses
//! conflicts between fields of different fragments. [`repeated_fields`] adds what apollo-compiler misses. The result depends on the text alone;
//! [`variables`](super::variables) checks the values of variables for each request.

mod convert;
mod literals;
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

use super::{executor::IsMember, graph::Graph};

/// Most errors of one response: a short document can be wrong in thousands of places.
const MAX_ERRORS: usize = 20;

/// The public schema.
static PUBLIC: LazyLock<Valid<Schema>> = LazyLock::new(|| read(Graph::Public));
/// The schema of a router.
static SUBGRAPH: LazyLock<Valid<Schema>> = LazyLock::new(|| read(Graph::Subgraph));

fn read(graph: Graph) -> Valid<Schema> {
    let schema = Schema::parse_and_validate(graph.sdl(), "schema.graphql");
    schema.unwrap_or_else(|invalid| panic!("the schema's own text is not valid: {}", invalid.errors))
}

/// The schema of a graph as apollo-compiler knows it, built by the first call.
pub(super) fn schema(graph: Graph) -> &'static Valid<Schema> {
    match graph {
        Graph::Public => &PUBLIC,
        Graph::Subgraph => &SUBGRAPH,
    }
}

/// A parsed document.
pub(super) struct Parsed<'a> {
    text: &'a str,
    /// In async-graphql's types: what is measured and planned.
    pub(super) document: ExecutableDocument,
    /// As apollo-compiler parses it, if the document was converted from it.
    tree: Option<Document>,
}

/// Parses a document with apollo-compiler. async-graphql's own parser does not know every literal of the specification.
///
/// # Errors
/// The syntax error of async-graphql, of a document that is not valid.
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
pub(super) fn validate(parsed: Parsed<'_>, graph: Graph) -> Result<ExecutableDocument, Vec<ServerError>> {
    let Parsed { text, document, tree } = parsed;
    let parse = || Parser::new().parse_ast(text, "").map_err(|invalid| errors(&invalid.errors));
    let mut tree = tree.map_or_else(parse, Ok)?;
    if let Some(error) = repeated_fields::repeated_field(&tree) {
        return Err(vec![error]);
    }
    drop_null_defaults(&mut tree);
    match tree.to_executable_validate(schema(graph)) {
        Ok(valid) => {
            let mut refused = literals::refused_literals(schema(graph), &valid);
            refused.truncate(MAX_ERRORS);
            if refused.is_empty() { Ok(document) } else { Err(refused) }
        }
        Err(invalid) => {
            let mut errors = errors(&invalid.errors);
            errors.iter_mut().for_each(|error| name_input_fields(schema(graph), &mut error.message));
            Err(errors)
        }
    }
}

/// Adds the fields of an input object to the message of one that it does not have.
fn name_input_fields(schema: &Schema, message: &mut String) {
    let parts: Vec<&str> = message.split('`').collect();
    let ["field ", _, " does not exist on ", name, ""] = parts[..] else { return };
    let Some(input) = schema.get_input_object(name) else { return };
    let fields: Vec<&str> = input.fields.keys().map(AsRef::as_ref).collect();
    *message = format!("{message}; it has {}", fields.join(", "));
}

/// The first syntax error of a text, which must be within the limits of tokens; `None` if there is none.
pub(super) fn syntax_error(text: &str) -> Option<ServerError> {
    let invalid = Parser::new().parse_ast(text, "").err()?;
    errors(&invalid.errors).into_iter().next()
}

/// Whether an object type is a member of a union, by the schema of a graph.
pub(super) fn is_member(graph: Graph) -> IsMember {
    fn in_schema(schema: &Schema, object: &str, union: &str) -> bool {
        schema.get_union(union).is_some_and(|union| union.members.contains(object))
    }
    match graph {
        Graph::Public => |object, union| in_schema(&PUBLIC, object, union),
        Graph::Subgraph => |object, union| in_schema(&SUBGRAPH, object, union),
    }
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
