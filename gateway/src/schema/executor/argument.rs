//! Arguments of fields.

use std::convert::Infallible;

use async_graphql::{InputType, Name, Variables};
use async_graphql_value::Value as ValueWithVariables;

use super::write_error::WriteError;
use crate::schema::error::{ARGUMENT_REFUSED, Error};

/// An argument of a planned field, as the document has it; `None` if it was left out.
pub struct Argument(pub Option<ValueWithVariables>);

impl Argument {
    /// Its value for a request with these variables.
    ///
    /// # Errors
    /// Its type refuses the value.
    pub fn get<T: InputType>(&self, variables: &Variables) -> Result<T, WriteError> {
        // A variable without a value counts as null, which the types of Rust do not tell from what was left out.
        let value_of = |name: Name| Ok::<_, Infallible>(variables.get(&name).cloned().unwrap_or_default());
        let value = self.0.clone().map(|value| value.into_const_with(value_of).unwrap_or_else(|never| match never {}));
        // Constants and variables are of the types of the schema already.
        T::parse(value).map_err(|_| Error::bad_user_input(ARGUMENT_REFUSED).into())
    }
}
