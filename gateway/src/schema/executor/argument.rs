//! Arguments of fields: constants are parsed when the document is planned.

use std::{any::Any, iter::repeat_with, sync::OnceLock};

use async_graphql::{InputType, Name, Value, Variables};
use async_graphql_value::Value as ValueWithVariables;
use bluejay_parser::ast::VariableValue;

use super::halt::Halt;
use crate::schema::{
    document,
    error::{Error, argument_error},
};

/// An argument of a planned field.
pub enum Argument<T> {
    /// A constant of the document.
    Constant(T),
    /// It has variables, or its type refuses the constant, which every request reports.
    PerRequest(PerRequest),
}

/// An argument that each request parses, once.
pub struct PerRequest {
    given: Option<ValueWithVariables>,
    /// Its place among those of the operation.
    at: usize,
}

/// The arguments of a request: the values of its variables, and what was parsed from them.
pub struct Arguments<'a> {
    variables: &'a Variables,
    parsed: Box<[OnceLock<Box<dyn Any + Send + Sync>>]>,
}

impl<'a> Arguments<'a> {
    /// Of an operation with so many arguments that a request parses.
    pub(super) fn new(variables: &'a Variables, per_request: usize) -> Self {
        Self { variables, parsed: repeat_with(OnceLock::new).take(per_request).collect() }
    }
}

impl<T: InputType + 'static> Argument<T> {
    /// An argument of the document; `None` if it was left out. `per_request` counts those that a request parses.
    pub(super) fn plan(given: Option<&VariableValue<'_>>, per_request: &mut usize) -> Self {
        let given = given.map(document::value);
        if !given.as_ref().is_some_and(has_variables)
            && let Ok(value) = parse(given.as_ref(), &Variables::default())
        {
            return Self::Constant(value);
        }
        let at = *per_request;
        *per_request += 1;
        Self::PerRequest(PerRequest { given, at })
    }

    /// Its value for a request.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get<'a>(&'a self, arguments: &'a Arguments<'_>) -> Result<&'a T, Halt> {
        let PerRequest { given, at } = match self {
            Self::Constant(value) => return Ok(value),
            Self::PerRequest(argument) => argument,
        };
        let parsed = &arguments.parsed[*at];
        if parsed.get().is_none() {
            let value: T = parse(given.as_ref(), arguments.variables)?;
            // No other pass runs meanwhile.
            let _ = parsed.set(Box::new(value));
        }
        let value = parsed.get().and_then(|value| value.downcast_ref());
        value.ok_or_else(|| Error::internal("an argument has another type than was planned").into())
    }
}

fn parse<T: InputType>(given: Option<&ValueWithVariables>, variables: &Variables) -> Result<T, Error> {
    let value = given.and_then(|given| with_values(given, variables));
    // Constants and variables are of the types of the schema already.
    T::parse(value).map_err(|_| Error::bad_user_input(argument_error::REFUSED))
}

/// A value with its variables replaced; `None` if it is a variable without a value. Such an argument or input field counts as
/// left out; in a list it is null.
fn with_values(value: &ValueWithVariables, variables: &Variables) -> Option<Value> {
    Some(match value {
        ValueWithVariables::Variable(name) => return variables.get(name).cloned(),
        ValueWithVariables::List(items) => {
            Value::List(items.iter().map(|item| with_values(item, variables).unwrap_or(Value::Null)).collect())
        }
        ValueWithVariables::Object(fields) => {
            let given = |(name, field)| Some((Name::clone(name), with_values(field, variables)?));
            Value::Object(fields.iter().filter_map(given).collect())
        }
        constant => constant.clone().into_const()?,
    })
}

fn has_variables(value: &ValueWithVariables) -> bool {
    match value {
        ValueWithVariables::Variable(_) => true,
        ValueWithVariables::List(items) => items.iter().any(has_variables),
        ValueWithVariables::Object(fields) => fields.values().any(has_variables),
        _ => false,
    }
}
