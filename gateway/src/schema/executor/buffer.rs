//! The response while it is written: JSON and errors, which are cut back when a field fails.

use async_graphql::PathSegment;

use super::{
    halt::{FieldError, Halt},
    plan::Slot,
};

/// What has been written so far.
#[derive(Default)]
pub(super) struct ResponseBuffer {
    pub(super) json: Vec<u8>,
    pub(super) errors: Vec<FieldError>,
}

impl ResponseBuffer {
    /// Replaces the value that was written since `mark`, and failed, by null.
    #[cold]
    pub(super) fn null_at(&mut self, mark: usize, failure: FieldError) {
        self.json.truncate(mark);
        self.json.extend_from_slice(b"null");
        self.errors.push(failure);
    }

    /// Adds a segment to the paths of errors.
    #[cold]
    fn add_to_paths(&mut self, since: usize, segment: &PathSegment) {
        for FieldError { error, .. } in &mut self.errors[since..] {
            error.path.push(segment.clone());
        }
    }

    /// Ends a field, whose value began at `mark` and whose errors began at `errors`.
    pub(super) fn end_field<F>(
        &mut self,
        slot: &Slot<F>,
        mark: usize,
        errors: usize,
        result: Result<(), Halt>,
    ) -> Result<(), Halt> {
        if self.errors.len() > errors {
            self.add_to_paths(errors, &PathSegment::Field(slot.key.to_string()));
        }
        let Err(Halt::Failed(mut failure)) = result else { return result };
        failure.error.path.push(PathSegment::Field(slot.key.to_string()));
        if failure.starts.is_empty() {
            failure.starts.push(slot.start);
        }
        if !slot.nullable {
            return Err(Halt::Failed(failure));
        }
        self.null_at(mark, *failure);
        Ok(())
    }

    /// Ends an item of a list in the same way.
    pub(super) fn end_item(
        &mut self,
        at: usize,
        nullable: bool,
        mark: usize,
        errors: usize,
        result: Result<(), Halt>,
    ) -> Result<(), Halt> {
        if self.errors.len() > errors {
            self.add_to_paths(errors, &PathSegment::Index(at));
        }
        let Err(Halt::Failed(mut failure)) = result else { return result };
        failure.error.path.push(PathSegment::Index(at));
        if !nullable {
            return Err(Halt::Failed(failure));
        }
        self.null_at(mark, *failure);
        Ok(())
    }
}
