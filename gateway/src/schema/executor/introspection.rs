//! Introspection: async-graphql resolves `__schema` and `__type`.

use std::fmt::Write as _;

use async_graphql::{Request, Response, Value, Variables};
use bluejay_core::executable::OperationDefinition as _;
use bluejay_parser::{HasSpan, ast::executable::OperationDefinition};
use futures_util::future::BoxFuture;

use crate::schema::{
    engine::document::{Document, items},
    request::Caller,
};

/// Lets async-graphql execute a request, on the schema of a graph.
pub type ExecuteByAsyncGraphql = fn(Request) -> BoxFuture<'static, Response>;

/// An operation as async-graphql reads it. Its parser knows no descriptions.
pub(super) fn text(document: &Document<'_>, operation: &OperationDefinition<'_>) -> String {
    let variables = items(operation.as_ref().variable_definitions()).map(|variable| {
        // async-graphql reads a variable without a value as null. The only optional argument of the introspection is
        // `includeDeprecated: Boolean = false`, so every Boolean variable gets that default.
        let kind = source(document, variable.r#type());
        let default = if kind == "Boolean" { " = false" } else { "" };
        format!("${}: {kind}{default} ", variable.variable().name())
    });
    let variables: String = variables.collect();
    let mut text = if variables.is_empty() { String::new() } else { format!("query({variables})") };
    text += source(document, operation.selection_set());
    for fragment in document.tree.fragment_definitions() {
        let (name, condition) = (fragment.name().as_str(), fragment.type_condition().named_type().as_str());
        let _ = write!(text, "fragment {name} on {condition} {}", source(document, fragment.selection_set()));
    }
    text
}

fn source<'a>(document: &Document<'a>, part: &impl HasSpan) -> &'a str {
    &document.text[part.span().byte_range()]
}

/// Runs the introspection fields of an operation, and no others. A caller who may not see the schema gets null.
pub(super) async fn run(
    text: &str,
    execute: ExecuteByAsyncGraphql,
    variables: &Variables,
    caller: &Caller,
) -> Response {
    if !caller.sees_schema {
        return Response::new(Value::Null);
    }
    let mut variables = variables.clone();
    variables.retain(|_, value| *value != Value::Null);
    let mut response = execute(Request::new(text).variables(variables).only_introspection()).await;
    // The locations are in another text.
    response.errors.iter_mut().for_each(|error| error.locations.clear());
    response
}
