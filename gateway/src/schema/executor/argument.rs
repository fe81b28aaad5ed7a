//! Arguments of fields: constants are parsed when the document is planned.

use std::{borrow::Cow, convert::Infallible};

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
    /// As the document has it: it has variables, or its type refuses the constant, which every request reports.
    PerRequest(Option<ValueWithVariables>),
}

impl<T: InputType + Clone> Argument<T> {
    /// An argument of the document; `None` if it was left out.
    pub(super) fn plan(given: Option<&VariableValue<'_>>) -> Self {
        let given = given.map(document::value);
        // `None` if it has variables.
        let constant = given.as_ref().map_or(Some(None), |given| given.clone().into_const().map(Some));
        match constant.map(T::parse) {
            Some(Ok(value)) => Self::Constant(value),
            _ => Self::PerRequest(given),
        }
    }

    /// Its value for a request with these variables.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get(&self, variables: &Variables) -> Result<Cow<'_, T>, WriteError> {
        match self {
            Self::Constant(value) => Ok(Cow::Borrowed(value)),
            Self::PerRequest(given) => Ok(Cow::Owned(parse(given.as_ref(), variables)?)),
        }
    }
}

fn parse<T: InputType>(given: Option<&ValueWithVariables>, variables: &Variables) -> Result<T, Error> {
    // A variable without a value counts as null, which the types of Rust do not tell from what was left out.
    let value_of = |name: Name| Ok::<_, Infallible>(variables.get(&name).cloned().unwrap_or_default());
    let value = given.map(|given| given.clone().into_const_with(value_of).unwrap_or_else(|never| match never {}));
    // Constants and variables are of the types of the schema already.
    T::parse(value).map_err(|_| Error::bad_user_input(ARGUMENT_REFUSED))
}
