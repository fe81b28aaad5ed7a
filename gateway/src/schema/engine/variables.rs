//! Checks that the values of variables are of their types: the coercion of section 6.1.2 of the GraphQL specification.
//!
//! A value that the schema's own scalars refuse fails the request too, with the sentence of its scalar.

use std::fmt;

use async_graphql::{Value, Variables};
use bluejay_core::{
    AsIter as _,
    definition::{
        EnumTypeDefinition as _, EnumValueDefinition as _, InputObjectTypeDefinition as _, InputValueDefinition,
        SchemaDefinition as _, TypeDefinitionReference,
    },
};

use super::{
    document::{InputTypeRef, VariableDefinition},
    graph::Graph,
    request_error::{RequestError, ValueFault},
    validation,
};
use crate::{nearest_name::nearest_name, schema::scalars};

/// Checks the variables of an operation by their definitions, gives each that was left out its default, and drops those that
/// the operation does not declare. The document must be valid.
///
/// # Errors
/// [`RequestError`]: the first variable whose value is not of its type.
pub(super) fn coerce(definitions: &[VariableDefinition], variables: &mut Variables) -> Result<(), RequestError> {
    variables.retain(|name, _| definitions.iter().any(|definition| definition.name == *name));
    for VariableDefinition { name, ty, default, position } in definitions {
        match (variables.get_mut(name), default) {
            (None, Some(default)) => drop(variables.insert(name.clone(), default.clone())),
            (None | Some(Value::Null), _) if ty.is_required() => {
                return Err(RequestError::MissingVariable(name.to_string(), *position));
            }
            (None, None) => {}
            (Some(value), _) => coerce_value(value, ty)
                .map_err(|(path, fault)| RequestError::InvalidValue(format!("{name}{path}"), fault, *position))?,
        }
    }
    Ok(())
}

/// A path below a value, each step after a dot, and what is wrong with the value there.
type WrongValue = (String, ValueFault);

/// The same, seen from the value that the step leads from.
fn below(step: impl fmt::Display, (path, fault): WrongValue) -> WrongValue {
    (format!(".{step}{path}"), fault)
}

fn coerce_value(value: &mut Value, ty: &InputTypeRef) -> Result<(), WrongValue> {
    let wrong = |fault| Err((String::new(), fault));
    if *value == Value::Null {
        return if ty.is_required() { wrong(ValueFault::Type(ty.to_string())) } else { Ok(()) };
    }
    let name = match ty {
        InputTypeRef::List { item, .. } => {
            // A single value is a list of one.
            let Value::List(items) = value else { return coerce_value(value, item) };
            let mut items = items.iter_mut().enumerate();
            return items.try_for_each(|(at, value)| coerce_value(value, item).map_err(|wrong| below(at, wrong)));
        }
        InputTypeRef::Named { name, .. } => &**name,
    };
    match validation::schema(Graph::Public).get_type_definition(name) {
        Some(TypeDefinitionReference::Enum(of)) => match value {
            // JSON writes an enum value as a string.
            Value::String(text) if of.enum_value_definitions().iter().any(|value| value.name() == text) => Ok(()),
            _ => wrong(ValueFault::EnumValue(name.to_owned())),
        },
        Some(TypeDefinitionReference::InputObject(object)) => {
            let Value::Object(given) = value else { return wrong(ValueFault::Type(name.to_owned())) };
            let fields = object.input_field_definitions();
            // Only absent fields are suggested: a field that is present was not misspelled.
            let mut absent = fields.iter().filter(|field| !given.contains_key(field.name()));
            if let Some(unknown) = given.keys().find(|name| fields.iter().all(|field| field.name() != name.as_str())) {
                let that_accept_it = absent.filter(|field| {
                    coerce_value(&mut given[unknown].clone(), &InputTypeRef::of_field(field.r#type())).is_ok()
                });
                let nearest = nearest_name(unknown, that_accept_it.map(InputValueDefinition::name));
                let known = fields.iter().map(|field| field.name().to_owned()).collect();
                return wrong(ValueFault::UnknownField(unknown.to_string(), nearest.map(str::to_owned), known));
            }
            if let Some(field) = absent.find(|field| field.is_required()) {
                return wrong(ValueFault::MissingField(field.name().to_owned()));
            }
            fields.iter().try_for_each(|field| {
                let Some(value) = given.get_mut(field.name()) else { return Ok(()) };
                coerce_value(value, &InputTypeRef::of_field(field.r#type())).map_err(|wrong| below(field.name(), wrong))
            })
        }
        _ => {
            scalars::write_integer(value, name);
            if !is_scalar(value, name) {
                return wrong(ValueFault::Type(name.to_owned()));
            }
            scalars::refusal(name, value).map_or(Ok(()), |sentence| wrong(ValueFault::Refused(sentence)))
        }
    }
}

/// Whether a value is one of a scalar of the specification.
fn is_scalar(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("Boolean", value) => matches!(value, Value::Boolean(_)),
        ("Int", Value::Number(number)) => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        ("Float", value) => matches!(value, Value::Number(_)),
        ("String" | "ID", value) => matches!(value, Value::String(_)),
        ("Int", _) => false,
        _ => true,
    }
}
