//! Values that stand for an object or a list: a bare value for an object of one field, an object for a list of one, null for
//! an empty list; and a value that may be unreadable as a list of one or none.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{JsonReader, Unreadable};
use crate::mapping::FaultKind;

/// A value that stands for an object of one field.
pub(super) struct OnlyField<'a, 'de, 's> {
    pub(super) reader: &'a mut JsonReader<'de, 's>,
    /// Its name, until it is read.
    pub(super) name: Option<&'static str>,
}

impl<'de> MapAccess<'de> for OnlyField<'_, 'de, '_> {
    type Error = Unreadable;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        self.name.take().map(|name| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unreadable> {
        seed.deserialize(&mut *self.reader)
    }
}

/// A list of one object that stands there without brackets, or an empty one for null.
pub(super) struct ShortList<'a, 'de, 's>(pub(super) Option<&'a mut JsonReader<'de, 's>>);

impl<'de> SeqAccess<'de> for ShortList<'_, 'de, '_> {
    type Error = Unreadable;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        self.0.take().map(|reader| seed.deserialize(reader)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.0.is_some()))
    }
}

/// Yields the value, or nothing if it cannot be read. An unreadable value is skipped, so it must be valid JSON; only its field
/// becomes null. For a blank text that is no value, `size_hint` is 0: the field is null, and no fault.
pub(super) struct Attempt<'a, 'de, 's> {
    pub(super) reader: &'a mut JsonReader<'de, 's>,
    pub(super) is_blank: bool,
}

impl<'de> SeqAccess<'de> for Attempt<'_, 'de, '_> {
    type Error = Unreadable;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        let start = self.reader.rest;
        let value = self.reader.attempt(|reader| seed.deserialize(reader))?;
        if value.is_none() {
            let text = start.strip_prefix('"').map(|text| text.trim_start_matches(' '));
            self.is_blank = text.is_some_and(|text| text.starts_with('"'));
            self.reader.fault = (!self.is_blank).then_some(FaultKind::Unreadable);
        }
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        self.is_blank.then_some(0)
    }
}
