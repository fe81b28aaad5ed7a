//! Arguments of fields: constants are parsed when the document is planned.

use std::{any::Any, convert::Infallible, iter::repeat_with, sync::OnceLock};

use async_graphql::{InputType, Name, Variables};
use async_graphql_value::Value as ValueWithVariables;
use bluejay_parser::ast::VariableValue;

use super::write_error::WriteError;
use crate::schema::{
    document,
    error::{ARGUMENT_REFUSED, Error},
};

/// An argument of a planned field.
pub enum Argument<T> {
    /// A constant of the document.
    Constant(T),
    /// It has variables, or its type refuses the constant, which every request reports.
    PerRequest {
        /// As the document has it.
        given: Option<ValueWithVariables>,
        /// Its place among those of the operation, each of which a request parses once.
        at: usize,
    },
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
        // `None` if it has variables.
        let constant = given.as_ref().map_or(Some(None), |given| given.clone().into_const().map(Some));
        if let Some(Ok(value)) = constant.map(T::parse) {
            return Self::Constant(value);
        }
        let at = *per_request;
        *per_request += 1;
        Self::PerRequest { given, at }
    }

    /// Its value for a request.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get<'a>(&'a self, arguments: &'a Arguments<'_>) -> Result<&'a T, WriteError> {
        let (given, at) = match self {
            Self::Constant(value) => return Ok(value),
            Self::PerRequest { given, at } => (given, at),
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
    // A variable without a value counts as null, which the types of Rust do not tell from what was left out.
    let value_of = |name: Name| Ok::<_, Infallible>(variables.get(&name).cloned().unwrap_or_default());
    let value = given.map(|given| given.clone().into_const_with(value_of).unwrap_or_else(|never| match never {}));
    // Constants and variables are of the types of the schema already.
    T::parse(value).map_err(|_| Error::bad_user_input(ARGUMENT_REFUSED))
}
