//! Why the writing of a value stops: something is pending, it failed, or there is no memory.

use async_graphql::{Pos, ServerError};

use super::context::Unresolved;
use crate::schema::error::{Cause, Error, argument_error};

/// Why a value was not written.
pub enum Halt {
    /// A load is missing.
    Pending,
    /// It failed. The error unwinds to the nearest nullable field.
    Failed(Box<FieldError>),
    /// The memory budget is exhausted.
    NoMemory,
}

/// An error of a field. Its path is reversed until the response is complete.
pub struct FieldError {
    pub(super) error: ServerError,
    /// The log line, written when the response is complete: a pass may be repeated.
    pub(super) cause: Option<Cause>,
}

impl Halt {
    /// An argument has a value that its type refuses.
    #[cold]
    pub(super) fn argument(mut error: ServerError) -> Self {
        argument_error::describe_argument_error(&mut error);
        Self::Failed(Box::new(FieldError { error, cause: None }))
    }

    /// The same, with a position for the error if it has none.
    #[cold]
    pub(super) fn at(mut self, position: Pos) -> Self {
        if let Self::Failed(failure) = &mut self
            && failure.error.locations.is_empty()
        {
            failure.error.locations.push(position);
        }
        self
    }
}

impl From<Error> for Halt {
    #[cold]
    fn from(error: Error) -> Self {
        let cause = error.cause();
        let mut error = async_graphql::Error::from(error).into_server_error(Pos::default());
        error.locations.clear();
        Self::Failed(Box::new(FieldError { error, cause }))
    }
}

impl From<Unresolved> for Halt {
    fn from(unresolved: Unresolved) -> Self {
        match unresolved {
            Unresolved::Pending => Self::Pending,
            Unresolved::Failed(error) => error.into(),
        }
    }
}
