//! Values that stand for an object or a list: a bare value for an object of one field, an object for a list of one, null for
//! an empty list.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{JsonReader, Unreadable};

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
pub(super) struct ShortList<'a, 'de, 's> {
    reader: &'a mut JsonReader<'de, 's>,
    left: usize,
}

impl<'a, 'de, 's> ShortList<'a, 'de, 's> {
    pub(super) fn one(reader: &'a mut JsonReader<'de, 's>) -> Self {
        Self { reader, left: 1 }
    }

    pub(super) fn none(reader: &'a mut JsonReader<'de, 's>) -> Self {
        Self { reader, left: 0 }
    }
}

impl<'de> SeqAccess<'de> for ShortList<'_, 'de, '_> {
    type Error = Unreadable;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}
