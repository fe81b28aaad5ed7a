//! Queries that every caller may send, where only trusted documents run otherwise: `{ __typename }`, by which programs check
//! for a GraphQL server, and `{ __type(name: …) { name } }`, which the audits of GraphQL over HTTP send and which
//! returns null for them.

use async_graphql::{Value, Variables};
use bluejay_core::{
    AsIter as _, OperationType, Value as _, ValueReference,
    executable::{
        Field as _, OperationDefinition as _, OperationDefinitionReference, VariableDefinition as _, VariableType as _,
        VariableTypeReference,
    },
};
use bluejay_parser::ast::executable::{Field, OperationDefinition, Selection, SelectionSet};

use super::document::{Document, items};

/// Whether a request is such a query: one field without fragments and directives, and no argument or variable but the name
/// of the type.
///
/// Only the form of the request is checked, not the schema, so a refusal reveals nothing. Every accepted request is valid.
pub(super) fn is_public(document: &Document<'_>, operation_name: Option<&str>, variables: &Variables) -> bool {
    let [definition] = document.operations() else { return false };
    let operation = definition.as_ref();
    let Some(field) = only_field(definition.selection_set()) else { return false };
    operation_name.is_none_or(|name| operation.name() == Some(name))
        && document.tree.fragment_definitions().is_empty()
        && operation.operation_type() == OperationType::Query
        && items(operation.directives()).next().is_none()
        && items(field.directives()).next().is_none()
        && match field.name().as_str() {
            "__typename" => is_bare(field) && items(operation.variable_definitions()).next().is_none(),
            "__type" => selects_name_of_type(field, &operation, variables),
            _ => false,
        }
}

/// The field of a selection set that has nothing else.
fn only_field<'a>(set: &'a SelectionSet<'a>) -> Option<&'a Field<'a>> {
    let mut selections = set.iter();
    match (selections.next(), selections.next()) {
        (Some(Selection::Field(field)), None) => Some(field),
        _ => None,
    }
}

/// Whether a field has no arguments, directives or selection set.
fn is_bare(field: &Field<'_>) -> bool {
    field.arguments().is_none() && items(field.directives()).next().is_none() && field.selection_set().is_none()
}

/// Whether a field is `__type(name: …) { name }`, with a string or the only variable as its argument.
fn selects_name_of_type(
    field: &Field<'_>,
    operation: &OperationDefinitionReference<'_, OperationDefinition<'_>>,
    variables: &Variables,
) -> bool {
    let (mut arguments, mut definitions) = (items(field.arguments()), items(operation.variable_definitions()));
    let (Some(argument), None) = (arguments.next(), arguments.next()) else { return false };
    let is_string = match (definitions.next(), definitions.next(), argument.value().as_ref()) {
        (None, None, ValueReference::String(_)) => true,
        (Some(definition), None, ValueReference::Variable(used)) => {
            let name = definition.variable().name();
            matches!(definition.r#type().as_ref(), VariableTypeReference::Named("String", true))
                && definition.default_value().is_none()
                && items(definition.directives()).next().is_none()
                && used.name() == name
                && matches!(variables.get(name), Some(Value::String(_)))
        }
        _ => false,
    };
    let is_name_alone = |below| only_field(below).is_some_and(|below| below.name() == "name" && is_bare(below));
    argument.name() == "name" && is_string && field.selection_set().is_some_and(is_name_alone)
}
