//! Values that cost their field only where they cannot be read.

use serde::de::{DeserializeSeed, SeqAccess};

use super::{JsonReader, Unreadable};
use crate::mapping::FaultKind;

/// A list of one value, or of none if the value cannot be read. It is skipped then, so it must be JSON.
pub(super) struct Attempt<'a, 'de, 's> {
    pub(super) reader: &'a mut JsonReader<'de, 's>,
}

impl<'de> SeqAccess<'de> for Attempt<'_, 'de, '_> {
    type Error = Unreadable;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        self.reader.peek();
        let start = self.reader.rest;
        let value = self.reader.attempt(|reader| seed.deserialize(reader))?;
        if value.is_none() {
            self.reader.fault = Some((FaultKind::Unreadable, start));
        }
        Ok(value)
    }
}
