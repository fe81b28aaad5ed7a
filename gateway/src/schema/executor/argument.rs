//! Arguments of fields: constants are parsed when the document is planned.

use std::borrow::Cow;

use async_graphql::{InputType, Name, Pos, ServerError, Value, Variables};
use async_graphql_value::Value as ValueWithVariables;
use bluejay_parser::ast::VariableValue;

use super::halt::Halt;
use crate::schema::document;

/// An argument of a planned field.
pub enum Argument<T> {
    /// A constant of the document.
    Constant(T),
    /// It has variables, or its type refuses the constant, which every request reports.
    PerRequest(Option<GivenValue>),
}

/// The value of an argument in the document.
pub struct GivenValue {
    pub(super) value: ValueWithVariables,
    /// Where it begins in the document.
    start: usize,
}

impl<T: InputType + Clone> Argument<T> {
    /// An argument of the document; `None` if it was left out.
    pub(super) fn parse(given: Option<&VariableValue<'_>>) -> Self {
        let given = given.map(|given| GivenValue { value: document::value(given), start: document::start(given) });
        if given.as_ref().is_some_and(|given| has_variables(&given.value)) {
            return Self::PerRequest(given);
        }
        match parse(given.as_ref(), &Variables::default()) {
            Ok(value) => Self::Constant(value),
            Err(_) => Self::PerRequest(given),
        }
    }

    /// Its value for a request.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get(&self, variables: &Variables) -> Result<Cow<'_, T>, Halt> {
        match self {
            Self::Constant(value) => Ok(Cow::Borrowed(value)),
            Self::PerRequest(given) => parse(given.as_ref(), variables)
                .map(Cow::Owned)
                .map_err(|error| Halt::argument(error, given.as_ref().map(|given| given.start))),
        }
    }
}

fn parse<T: InputType>(given: Option<&GivenValue>, variables: &Variables) -> Result<T, ServerError> {
    let value = given.and_then(|given| with_values(&given.value, variables));
    T::parse(value).map_err(|error| error.into_server_error(Pos::default()))
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
