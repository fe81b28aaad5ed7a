//! What lists and objects consist of.

use serde::{
    Deserialize as _,
    de::{
        DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor,
        value::{BorrowedStrDeserializer, U64Deserializer},
    },
};

use super::{Reader, Unusual};

/// The members of a list.
pub(super) struct Items<'a, 'de> {
    reader: &'a mut Reader<'de>,
    start: usize,
    /// How many were read.
    read: usize,
    /// Whether it stands in no other list.
    is_outer: bool,
}

impl<'a, 'de> Items<'a, 'de> {
    pub(super) fn new(reader: &'a mut Reader<'de>, is_outer: bool) -> Self {
        Self { start: reader.at, reader, read: 0, is_outer }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Unusual;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        if self.reader.takes(b']') {
            return Ok(None);
        }
        if self.read > 0 && !self.reader.takes(b',') {
            return Err(Unusual);
        }
        self.read += 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    /// How many there are still, about, if they are as long as those that were read. Nothing where that cannot be told: at
    /// first, and in the short lists within a list.
    fn size_hint(&self) -> Option<usize> {
        let of_each = (self.reader.at - self.start).checked_div(self.read).filter(|_| self.is_outer)?;
        Some(self.reader.rest().len() / of_each)
    }
}

/// The fields of an object that has all of its type's, in their order, with others between them or not. It is read as the
/// type without its keys would be, which is how a type takes the least time.
pub(super) struct InOrder<'a, 'de> {
    reader: &'a mut Reader<'de>,
    names: &'static [&'static str],
    next: usize,
}

impl<'a, 'de> InOrder<'a, 'de> {
    pub(super) fn new(reader: &'a mut Reader<'de>, names: &'static [&'static str]) -> Self {
        Self { reader, names, next: 0 }
    }

    /// Reads the object to its end.
    #[inline]
    pub(super) fn read<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Unusual> {
        let value = visitor.visit_seq(&mut self)?;
        // A type whose fields have several names has more names than fields.
        if self.next < self.names.len() {
            return Err(Unusual);
        }
        if !self.reader.takes(b'}') {
            self.skip_to(None, b',')?;
        }
        Ok(value)
    }

    /// Goes on to the value of a field, or to the object's end, past white space and what nobody knows.
    #[cold]
    fn skip_to(&mut self, name: Option<&str>, mut before: u8) -> Result<(), Unusual> {
        while let Some(key) = self.reader.key(before)? {
            if !self.reader.takes(b':') {
                return Err(Unusual);
            }
            if Some(key) == name {
                return Ok(());
            }
            if self.names.contains(&key) {
                return Err(Unusual);
            }
            IgnoredAny::deserialize(&mut *self.reader)?;
            before = b',';
        }
        if name.is_none() { Ok(()) } else { Err(Unusual) }
    }
}

impl<'de> SeqAccess<'de> for InOrder<'_, 'de> {
    type Error = Unusual;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        let Some(name) = self.names.get(self.next) else { return Ok(None) };
        let before = if self.next == 0 { b'{' } else { b',' };
        self.next += 1;
        if !self.reader.takes_key(before, name) {
            self.skip_to(Some(name), before)?;
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

/// The fields of an object, whichever they are.
pub(super) struct Fields<'a, 'de> {
    reader: &'a mut Reader<'de>,
    /// Their names, if they are known, in the order in which they are expected.
    names: &'static [&'static str],
    next: usize,
    /// What stands before the next key.
    before: u8,
    /// Whether the colon was taken, too.
    is_at_value: bool,
}

impl<'a, 'de> Fields<'a, 'de> {
    pub(super) fn new(reader: &'a mut Reader<'de>, names: &'static [&'static str]) -> Self {
        Self { reader, names, next: 0, before: b'{', is_at_value: false }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Unusual;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        let before = std::mem::replace(&mut self.before, b',');
        let at = self.next;
        if self.names.get(at).is_some_and(|name| self.reader.takes_key(before, name)) {
            self.next += 1;
            self.is_at_value = true;
            // What serde derives knows a field by its number as well as by its name.
            return seed.deserialize(U64Deserializer::new(at as u64)).map(Some);
        }
        let Some(key) = self.reader.key(before)? else { return Ok(None) };
        if let Some(at) = self.names.iter().position(|name| *name == key) {
            self.next = at + 1;
        }
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unusual> {
        if !std::mem::take(&mut self.is_at_value) && !self.reader.takes(b':') {
            return Err(Unusual);
        }
        seed.deserialize(&mut *self.reader)
    }
}
