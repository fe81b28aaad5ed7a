//! Queries that every caller may send, where only trusted documents run otherwise: `{ __typename }`, by which programs check
//! for a GraphQL server, and `{ __type(name: …) { name } }`, which the audits of GraphQL over HTTP send and which
//! returns null for them.

use async_graphql::{
    Name, Value, Variables,
    parser::types::{DocumentOperations, ExecutableDocument, Field, OperationDefinition, OperationType, Selection},
};

/// Whether a request is such a query: one field without fragments and directives, and no argument or variable but the name
/// of the type.
///
/// The form of the request decides alone, never the schema: a refusal reveals nothing about it, and what is not refused is
/// valid.
pub(super) fn is_public(document: &ExecutableDocument, operation_name: Option<&str>, variables: &Variables) -> bool {
    let mut operations = document.operations.iter();
    let (Some((own_name, operation)), None) = (operations.next(), operations.next()) else { return false };
    let operation = &operation.node;
    let is_selected = match document.operations {
        DocumentOperations::Single(_) => operation_name.is_none(),
        DocumentOperations::Multiple(_) => {
            operation_name.is_none_or(|name| own_name.is_some_and(|own_name| own_name == name))
        }
    };
    let [selection] = &operation.selection_set.node.items[..] else { return false };
    let Selection::Field(field) = &selection.node else { return false };
    let field = &field.node;
    is_selected
        && document.fragments.is_empty()
        && operation.ty == OperationType::Query
        && operation.directives.is_empty()
        && field.directives.is_empty()
        && match field.name.node.as_str() {
            "__typename" => is_bare(field) && operation.variable_definitions.is_empty(),
            "__type" => selects_name_of_type(field, operation, variables),
            _ => false,
        }
}

/// Whether a field has no arguments, directives or selection set.
fn is_bare(field: &Field) -> bool {
    field.arguments.is_empty() && field.directives.is_empty() && field.selection_set.node.items.is_empty()
}

/// Whether a field is `__type(name: …) { name }`, with a string or the only variable as its argument.
fn selects_name_of_type(field: &Field, operation: &OperationDefinition, variables: &Variables) -> bool {
    let ([(argument, value)], [selection]) = (&field.arguments[..], &field.selection_set.node.items[..]) else {
        return false;
    };
    let value = &value.node;
    let is_string = match &operation.variable_definitions[..] {
        [] => matches!(value.clone().into_const(), Some(Value::String(_))),
        [definition] => {
            let definition = &definition.node;
            let variable =
                |used: Name| variables.get(&used).filter(|_| used == definition.name.node).cloned().ok_or(());
            definition.var_type.node.to_string() == "String!"
                && definition.default_value.is_none()
                && definition.directives.is_empty()
                && value.clone().into_const().is_none()
                && matches!(value.clone().into_const_with(variable), Ok(Value::String(_)))
        }
        _ => false,
    };
    argument.node == "name"
        && is_string
        && matches!(&selection.node, Selection::Field(below) if below.node.name.node == "name" && is_bare(&below.node))
}
