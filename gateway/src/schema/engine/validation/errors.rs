//! The errors of bluejay as invalid parts of a document. Their messages quote names of the document and the schema, but no
//! text, number or variable's value.

use async_graphql::Pos;
use bluejay_core::{
    AsIter as _,
    definition::{
        InputObjectTypeDefinition as _, InputValueDefinition, SchemaDefinition as _, TypeDefinitionReference,
    },
};
use bluejay_parser::{
    Error,
    ast::executable::{ExecutableDocument, Field},
    error::{GraphQLError, Location},
};
use bluejay_validator::{executable::document, value::input_coercion};

use super::graph_schema::GraphSchema;
use crate::schema::engine::document::{InvalidPart, position, start};

/// An error of the validation.
pub(super) type Invalid<'a> = document::Error<'a, ExecutableDocument<'a>, GraphSchema>;

/// The error of a document that cannot be parsed.
pub(super) fn syntax(text: &str, errors: Vec<Error>) -> InvalidPart {
    // bluejay puts what it expected into the annotation of the place, which `located` returns as the message; the error's own
    // message is only "Parse error".
    let first = located(text, errors.into_iter().take(1)).into_iter().next();
    let (message, places) = first.map(|error| (error.message, error.locations)).unwrap_or_default();
    InvalidPart { message: message.into_owned(), locations: places.iter().map(pos).collect() }
}

/// The error of a document that is not valid.
pub(super) fn invalid(text: &str, error: Invalid<'_>, schema: &GraphSchema) -> InvalidPart {
    let ((before, after), in_conflict) = (additions(&error, schema), in_conflict(&error));
    let error = Error::from(error);
    let message = format!("{before}{}{after}", error.message());
    let locations = match in_conflict {
        Some(fields) => fields.map(|field| position(text, start(field.name()))).to_vec(),
        None => located(text, [error]).into_iter().flat_map(|error| error.locations).map(|at| pos(&at)).collect(),
    };
    InvalidPart { message, locations }
}

/// What is added to the message of an error, before and after it.
fn additions(error: &Invalid<'_>, schema: &GraphSchema) -> (String, String) {
    if let Some([field, _]) = in_conflict(error) {
        return (String::new(), format!(": `{}`", field.response_key()));
    }
    match error {
        Invalid::InvalidConstValue(input_coercion::Error::NoInputFieldWithName { input_object_type_name, .. })
        | Invalid::InvalidVariableValue(input_coercion::Error::NoInputFieldWithName {
            input_object_type_name, ..
        }) => {
            let Some(TypeDefinitionReference::InputObject(object)) = schema.get_type_definition(input_object_type_name)
            else {
                return Default::default();
            };
            let fields: Vec<_> = object.input_field_definitions().iter().map(InputValueDefinition::name).collect();
            (String::new(), format!("; it has {}", fields.join(", ")))
        }
        Invalid::InvalidConstValue(input_coercion::Error::CustomScalarInvalidValue {
            custom_scalar_type_name: name,
            ..
        })
        | Invalid::InvalidVariableValue(input_coercion::Error::CustomScalarInvalidValue {
            custom_scalar_type_name: name,
            ..
        }) => (format!("{name}: "), String::new()),
        _ => Default::default(),
    }
}

/// The two fields that an error is about.
fn in_conflict<'a>(error: &Invalid<'a>) -> Option<[&'a Field<'a>; 2]> {
    match error {
        Invalid::FieldSelectionsDoNotMergeIncompatibleTypes { field_a, field_b, .. }
        | Invalid::FieldSelectionsDoNotMergeDifferingNames { field_a, field_b, .. }
        | Invalid::FieldSelectionsDoNotMergeDifferingArguments { field_a, field_b, .. } => Some([field_a, field_b]),
        _ => None,
    }
}

/// Errors with their places. bluejay counts lines by Unicode; those of GraphQL end with LF, CR or both.
fn located(text: &str, errors: impl IntoIterator<Item = Error>) -> Vec<GraphQLError> {
    let no_line_end = |character| match character {
        '\u{b}' | '\u{c}' => ' ',
        '\u{85}' => '\u{a0}',
        '\u{2028}' | '\u{2029}' => '\u{2003}',
        other => other,
    };
    Error::into_graphql_errors(&text.chars().map(no_line_end).collect::<String>(), errors)
}

fn pos(at: &Location) -> Pos {
    Pos { line: at.line, column: at.col }
}
