//! Why a field has no value, or it is not written: something is pending, it failed, or there is no memory.

use async_graphql::{PathSegment, Pos};
use contract::value::UnreadableValue;

use crate::schema::error::{Error, ResponseError};

/// Why a field has no value, or the value was not written.
pub enum WriteError {
    /// A load is missing; the context has recorded it.
    Pending,
    /// It failed. The error unwinds to the nearest nullable field.
    Failed(Box<FieldError>),
    /// The memory budget is exhausted.
    NoMemory,
}

/// An error of a field.
pub struct FieldError {
    error: Error,
    /// Reversed: the error unwinds.
    pub(super) path: Vec<PathSegment>,
    /// Where the field begins in the document.
    pub(super) start: Option<usize>,
}

impl FieldError {
    /// The error in the response; `position` finds places in the document's text. Logs it.
    pub(super) fn into_response_error(self, position: &mut impl FnMut(usize) -> Pos) -> ResponseError {
        self.error.log();
        let locations = self.start.into_iter().map(position).collect();
        let path = self.path.into_iter().rev().collect();
        ResponseError { locations, path, ..self.error.into() }
    }
}

impl WriteError {
    /// Its error, where nothing is pending.
    pub(super) fn into_error(self) -> Error {
        match self {
            Self::Failed(failure) => failure.error,
            Self::Pending | Self::NoMemory => Error::internal("a field has no value"),
        }
    }

    /// The same, with a place for the error if it has none.
    #[cold]
    pub(super) fn at(mut self, start: usize) -> Self {
        if let Self::Failed(failure) = &mut self {
            failure.start.get_or_insert(start);
        }
        self
    }
}

impl From<Error> for FieldError {
    fn from(error: Error) -> Self {
        Self { error, path: Vec::new(), start: None }
    }
}

impl From<Error> for WriteError {
    #[cold]
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error.into()))
    }
}

impl From<UnreadableValue> for WriteError {
    fn from(error: UnreadableValue) -> Self {
        Error::from(error).into()
    }
}
