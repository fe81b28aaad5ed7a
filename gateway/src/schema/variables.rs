//! Checks that the values of variables are of their types: the coercion of section 6.1.2 of the GraphQL specification.
//!
//! A value that the schema's own scalars refuse fails the request too, with the sentence of its scalar.

use std::fmt;

use async_graphql::{Number, Value, Variables};
use bluejay_core::{
    AsIter as _,
    definition::{
        EnumTypeDefinition as _, EnumValueDefinition as _, InputObjectTypeDefinition as _, InputType as _,
        InputValueDefinition, SchemaDefinition as _, ShallowInputTypeReference, TypeDefinitionReference,
    },
};
use bluejay_parser::ast::definition::InputType;

use super::{
    document::{VariableDefinition, VariableType},
    graph::Graph,
    request_error::{RequestError, ValueFault},
    scalars,
    validation::{self, ScalarValidation},
};
use crate::nearest_name::nearest_name;

/// The type of a value: of a variable, or of a field of an input object.
#[derive(Clone, Copy)]
enum ValueType<'a> {
    Variable(&'a VariableType),
    Field(&'a InputType<'static, ScalarValidation>),
}

/// A type without whether it is required.
enum Shape<'a> {
    Named(&'a str),
    List(ValueType<'a>),
}

impl<'a> ValueType<'a> {
    fn shape(self) -> (Shape<'a>, bool) {
        match self {
            Self::Variable(VariableType::Named { name, is_required }) => (Shape::Named(name), *is_required),
            Self::Variable(VariableType::List { item, is_required }) => {
                (Shape::List(Self::Variable(item)), *is_required)
            }
            Self::Field(ty) => match ty.as_shallow_ref() {
                ShallowInputTypeReference::Base(name, is_required) => (Shape::Named(name), is_required),
                ShallowInputTypeReference::List(item, is_required) => (Shape::List(Self::Field(item)), is_required),
            },
        }
    }
}

impl fmt::Display for ValueType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, is_required) = self.shape();
        match shape {
            Shape::Named(name) => f.write_str(name)?,
            Shape::List(item) => write!(f, "[{item}]")?,
        }
        f.write_str(if is_required { "!" } else { "" })
    }
}

/// Checks the variables of an operation by their definitions, gives each that was left out its default, and drops those that
/// the operation does not declare. The document must be valid.
///
/// # Errors
/// [`RequestError`]: the first variable whose value is not of its type.
pub(super) fn coerce(definitions: &[VariableDefinition], variables: &mut Variables) -> Result<(), RequestError> {
    variables.retain(|name, _| definitions.iter().any(|definition| definition.name == *name));
    for VariableDefinition { name, ty, default } in definitions {
        let ty = ValueType::Variable(ty);
        let (_, is_required) = ty.shape();
        match (variables.get_mut(name), default) {
            (None, Some(default)) => drop(variables.insert(name.clone(), default.clone())),
            (None | Some(Value::Null), _) if is_required => {
                return Err(RequestError::MissingVariable(name.to_string()));
            }
            (None, None) => {}
            (Some(value), _) => coerce_value(value, ty)
                .map_err(|(path, fault)| RequestError::InvalidValue(format!("{name}{path}"), fault))?,
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

fn coerce_value(value: &mut Value, ty: ValueType<'_>) -> Result<(), WrongValue> {
    let wrong = |fault| Err((String::new(), fault));
    let (shape, is_required) = ty.shape();
    if *value == Value::Null {
        return if is_required { wrong(ValueFault::Type(ty.to_string())) } else { Ok(()) };
    }
    let name = match shape {
        Shape::List(item) => {
            // A single value is a list of one.
            let Value::List(items) = value else { return coerce_value(value, item) };
            let mut items = items.iter_mut().enumerate();
            return items.try_for_each(|(at, value)| coerce_value(value, item).map_err(|wrong| below(at, wrong)));
        }
        Shape::Named(name) => name,
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
                    coerce_value(&mut given[unknown].clone(), ValueType::Field(field.r#type())).is_ok()
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
                coerce_value(value, ValueType::Field(field.r#type())).map_err(|wrong| below(field.name(), wrong))
            })
        }
        _ => {
            write_whole(value, name);
            if !is_scalar(value, name) {
                return wrong(ValueFault::Type(name.to_owned()));
            }
            scalars::refusal(name, value).map_or(Ok(()), |sentence| wrong(ValueFault::Refused(sentence)))
        }
    }
}

/// Writes an integer as one: many clients write each number as a double, `9.0`, which the specification takes for 9.
fn write_whole(value: &mut Value, name: &str) {
    if let (Value::Number(number), "Int" | "ID") = (&*value, name)
        && let Some(whole) = whole_number(number)
    {
        *value = whole.into();
    }
}

/// The integer that a number with a fraction of zero stands for, as far as doubles are exact.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
pub(super) fn whole_number(number: &Number) -> Option<i64> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= MAX_EXACT).then_some(value as i64)
}

/// Whether a value is one of a scalar of the specification.
fn is_scalar(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("Boolean", value) => matches!(value, Value::Boolean(_)),
        ("Int", Value::Number(number)) => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        ("Float", value) => matches!(value, Value::Number(_)),
        ("ID", Value::Number(number)) => number.is_i64() || number.is_u64(),
        ("String" | "ID", value) => matches!(value, Value::String(_)),
        ("Int", _) => false,
        _ => true,
    }
}
