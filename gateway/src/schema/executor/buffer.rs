//! The response while it is written: JSON and errors, which are cut back when a field fails.

use async_graphql::PathSegment;

use super::write_error::{FieldError, WriteError};

/// What has been written so far.
#[derive(Default)]
pub(super) struct ResponseBuffer {
    pub(super) json: Vec<u8>,
    pub(super) errors: Vec<FieldError>,
}

/// Where a value begins.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) json: usize,
    errors: usize,
}

impl ResponseBuffer {
    /// Where the next value begins.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { json: self.json.len(), errors: self.errors.len() }
    }

    /// Drops what was written since.
    pub(super) fn cut(&mut self, mark: Mark) {
        self.json.truncate(mark.json);
        self.errors.truncate(mark.errors);
    }

    /// Ends the value that began at `mark`, and is the field or the item `place` of what is around it. A value that failed
    /// becomes null if it may, and is an error of what is around it if not.
    #[inline]
    pub(super) fn end(
        &mut self,
        mark: Mark,
        nullable: bool,
        place: impl Fn() -> PathSegment,
        result: Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        if result.is_ok() && self.errors.len() == mark.errors {
            return Ok(());
        }
        self.end_with_errors(mark, nullable, place(), result)
    }

    #[cold]
    fn end_with_errors(
        &mut self,
        mark: Mark,
        nullable: bool,
        place: PathSegment,
        result: Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        for error in &mut self.errors[mark.errors..] {
            error.path.push(place.clone());
        }
        let Err(WriteError::Failed(mut failure)) = result else { return result };
        failure.path.push(place);
        if !nullable {
            return Err(WriteError::Failed(failure));
        }
        self.null_at(mark.json, *failure);
        Ok(())
    }

    /// Ends the object that began there: its first field has a comma before its name.
    #[inline]
    pub(super) fn close_object(&mut self, start: usize) {
        match self.json.get_mut(start) {
            Some(first) => *first = b'{',
            // No field is included.
            None => self.json.push(b'{'),
        }
        self.json.push(b'}');
    }

    /// Replaces the value that began there, and failed, by null.
    #[cold]
    pub(super) fn null_at(&mut self, start: usize, failure: FieldError) {
        self.json.truncate(start);
        self.json.extend_from_slice(b"null");
        self.errors.push(failure);
    }
}
