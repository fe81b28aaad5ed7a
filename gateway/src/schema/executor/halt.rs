//! Why a field has no value, or it is not written: something is pending, it failed, or there is no memory.

use async_graphql::{Pos, ServerError};

use services::wire::value::UnreadableValue;

use crate::schema::error::{Cause, Error};

/// Why a field has no value, or the value was not written.
pub enum Halt {
    /// A load is missing; the context has recorded it.
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
    /// Its error, where nothing is pending.
    pub(super) fn into_failure(self) -> FieldError {
        match self {
            Self::Failed(failure) => *failure,
            Self::Pending | Self::NoMemory => Error::internal("a field has no value").into(),
        }
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

impl From<Error> for FieldError {
    #[cold]
    fn from(error: Error) -> Self {
        let cause = error.cause();
        let mut error = async_graphql::Error::from(error).into_server_error(Pos::default());
        error.locations.clear();
        Self { error, starts: Vec::new(), cause }
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error.into()))
    }
}

impl From<UnreadableValue> for Halt {
    fn from(error: UnreadableValue) -> Self {
        Error::from(error).into()
    }
}
