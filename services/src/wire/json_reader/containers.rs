//! Lists and objects (serde's `SeqAccess` and `MapAccess`), and a value that is read more than once.

use serde::de::{DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{JsonReader, Unsupported};

/// Maximum number of keys in a shape. Objects may have more.
const MAX_KEYS: usize = 64;

/// The elements of a list.
pub(super) struct ListAccess<'a, 'de> {
    reader: &'a mut JsonReader<'de>,
    /// Bytes of text that were left before the first element.
    length: usize,
    /// Number of elements read so far.
    read: usize,
    /// Whether the list is not nested in another list.
    is_outer: bool,
}

impl<'a, 'de> ListAccess<'a, 'de> {
    pub(super) fn new(reader: &'a mut JsonReader<'de>, is_outer: bool) -> Self {
        Self { length: reader.rest.len(), reader, read: 0, is_outer }
    }
}

impl<'de> SeqAccess<'de> for ListAccess<'_, 'de> {
    type Error = Unsupported;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unsupported> {
        if self.reader.consume(b']') {
            self.reader.depth += 1;
            return Ok(None);
        }
        if self.read > 0 && !self.reader.consume(b',') {
            return Err(Unsupported);
        }
        self.read += 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    /// An estimate: the remaining bytes divided by the mean length of the elements so far. `None` before the first element
    /// and in a nested list.
    fn size_hint(&self) -> Option<usize> {
        let rest = self.reader.rest.len();
        let of_each = (self.length - rest).checked_div(self.read).filter(|_| self.is_outer)?;
        rest.checked_div(of_each)
    }
}

/// The keys of the previous objects of a type, in their order. Usually the next object has the same.
pub(super) struct ObjectShape<'de> {
    /// The field names that serde passes; their address identifies the type.
    pub(super) fields: &'static [&'static str],
    /// Only the first key's separator includes the opening brace.
    keys: Vec<Key<'de>>,
}

struct Key<'de> {
    name: &'de str,
    /// The bytes from the end of the previous value (or from the opening brace) to this key's value.
    separator: &'de str,
}

impl<'de> ObjectShape<'de> {
    pub(super) fn new(fields: &'static [&'static str]) -> Self {
        Self { fields, keys: Vec::new() }
    }

    /// Adds a key that differs from the expected one. Returns the index of the key to expect next.
    fn learn(&mut self, key: Key<'de>, expected: usize) -> usize {
        let length = self.keys.len();
        if length == 0 {
            self.keys.reserve(1 + self.fields.len());
        }
        let from = expected.clamp(1, length.max(1));
        let known = (from..length).chain(1..from).find(|at| self.keys[*at].name == key.name);
        if expected == 0 {
            self.keys.splice(..length.min(1), [key]);
        } else if known.is_none() && (expected..MAX_KEYS).contains(&length) {
            self.keys.insert(expected, key);
        }
        known.unwrap_or(expected) + 1
    }
}

/// The fields of an object. The visitor gets each by its name.
pub(super) struct ObjectAccess<'a, 'de> {
    reader: &'a mut JsonReader<'de>,
    /// Index into the reader's shapes, or [`NO_SHAPE`](super::NO_SHAPE).
    shape: usize,
    /// Index of the expected key; 0 until the first key is read.
    expected: usize,
}

impl<'a, 'de> ObjectAccess<'a, 'de> {
    /// Starts an object at the current position.
    pub(super) fn new(reader: &'a mut JsonReader<'de>, shape: usize) -> Self {
        Self { reader, shape, expected: 0 }
    }

    /// Reads an unexpected key or the object's end.
    fn other_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unsupported> {
        let start = self.reader.rest;
        let is_first = self.expected == 0;
        if is_first && !self.reader.consume(b'{') {
            return Err(Unsupported);
        }
        if self.reader.consume(b'}') {
            self.reader.depth += 1;
            return Ok(None);
        }
        if !is_first && !self.reader.consume(b',') || self.reader.peek() != Some(b'"') {
            return Err(Unsupported);
        }
        let Some(name) = self.reader.plain_text() else {
            self.expected = self.expected.max(1);
            let field = seed.deserialize(self.reader.escaped_text()?.into_deserializer())?;
            return if self.reader.consume(b':') { Ok(Some(field)) } else { Err(Unsupported) };
        };
        if !self.reader.consume(b':') {
            return Err(Unsupported);
        }
        self.reader.peek();
        let key = Key { name, separator: &start[..start.len() - self.reader.rest.len()] };
        let shape = self.reader.shapes.get_mut(self.shape);
        self.expected = shape.map_or(1, |shape| shape.learn(key, self.expected));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Unsupported;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unsupported> {
        if let Some(shape) = self.reader.shapes.get(self.shape)
            && let Some(Key { name, separator }) = shape.keys.get(self.expected)
        {
            let (name, separator) = (*name, *separator);
            if self.reader.consume_text(separator) {
                self.expected += 1;
                return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
            }
        }
        if self.expected > 0 && self.reader.consume_text("}") {
            self.reader.depth += 1;
            return Ok(None);
        }
        self.other_key(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unsupported> {
        seed.deserialize(&mut *self.reader)
    }
}

/// An endless sequence of one value: each element is read from the same position.
pub(super) struct RepeatedValue<'a, 'de> {
    reader: &'a mut JsonReader<'de>,
    rest: &'de str,
    depth: u8,
    is_in_list: bool,
}

impl<'a, 'de> RepeatedValue<'a, 'de> {
    pub(super) fn new(reader: &'a mut JsonReader<'de>) -> Self {
        Self { rest: reader.rest, depth: reader.depth, is_in_list: reader.is_in_list, reader }
    }
}

impl<'de> SeqAccess<'de> for RepeatedValue<'_, 'de> {
    type Error = Unsupported;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unsupported> {
        (self.reader.rest, self.reader.depth, self.reader.is_in_list) = (self.rest, self.depth, self.is_in_list);
        seed.deserialize(&mut *self.reader).map(Some)
    }
}
