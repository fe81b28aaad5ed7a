//! Arguments of fields: constants are parsed when the document is planned.

use std::borrow::Cow;

use async_graphql::{InputType, Name, Positioned, ServerError, Value, Variables};
use async_graphql_value::Value as ValueWithVariables;

use super::halt::Halt;

/// An argument of a planned field.
pub enum Argument<T> {
    /// A constant of the document.
    Constant(T),
    /// It has variables, or its type refuses the constant, which every request reports.
    PerRequest(Option<Positioned<ValueWithVariables>>),
}

impl<T: InputType + Clone> Argument<T> {
    /// An argument of the document; `None` if it was left out.
    pub(super) fn parse(given: Option<&Positioned<ValueWithVariables>>) -> Self {
        if given.is_some_and(|given| has_variables(&given.node)) {
            return Self::PerRequest(given.cloned());
        }
        match parse(given, &Variables::default()) {
            Ok(value) => Self::Constant(value),
            Err(_) => Self::PerRequest(given.cloned()),
        }
    }

    /// Its value for a request.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get(&self, variables: &Variables) -> Result<Cow<'_, T>, Halt> {
        match self {
            Self::Constant(value) => Ok(Cow::Borrowed(value)),
            Self::PerRequest(given) => parse(given.as_ref(), variables).map(Cow::Owned).map_err(Halt::argument),
        }
    }
}

fn parse<T: InputType>(
    given: Option<&Positioned<ValueWithVariables>>,
    variables: &Variables,
) -> Result<T, ServerError> {
    let position = given.map(|given| given.pos).unwrap_or_default();
    let value = given.and_then(|given| with_values(&given.node, variables));
    T::parse(value).map_err(|error| error.into_server_error(position))
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
