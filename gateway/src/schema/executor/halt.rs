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
    /// Where it is in the document: [`document::position`](crate::schema::document::position) when the response is complete.
    pub(super) starts: Vec<usize>,
    /// The log line, written when the response is complete: a pass may be repeated.
    pub(super) cause: Option<Cause>,
}

impl Halt {
    /// An argument has a value that its type refuses.
    #[cold]
    pub(super) fn argument(mut error: ServerError, start: Option<usize>) -> Self {
        argument_error::describe_argument_error(&mut error);
        error.locations.clear();
        Self::Failed(Box::new(FieldError { error, starts: start.into_iter().collect(), cause: None }))
    }

    /// The same, with a place for the error if it has none.
    #[cold]
    pub(super) fn at(mut self, start: usize) -> Self {
        if let Self::Failed(failure) = &mut self
            && failure.starts.is_empty()
        {
            failure.starts.push(start);
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
        Self::Failed(Box::new(FieldError { error, starts: Vec::new(), cause }))
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
