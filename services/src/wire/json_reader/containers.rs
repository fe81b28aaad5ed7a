//! Lists and objects: serde's `SeqAccess` and `MapAccess`.

use std::{borrow::Cow, marker::PhantomData};

use serde::{
    Deserialize,
    de::{DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess, value::BorrowedStrDeserializer},
};

use super::{JsonReader, Unreadable};
use crate::wire::spelling::{KeyMeaning, ROOT, STATUS_KEYS, TypeSpelling};

/// The branch of an object that has ended; only the text of its status is left to read.
const ENDED: usize = usize::MAX;

/// Maximum number of keys in a shape. Objects may have more.
const MAX_KEYS: usize = 64;

/// The elements of a list.
pub(super) struct ListAccess<'a, 'de, 's> {
    reader: &'a mut JsonReader<'de, 's>,
    /// Bytes of text that were left before the first element.
    length: usize,
    /// Number of elements read so far.
    read: usize,
    /// Whether the list is not nested in another list.
    is_outer: bool,
}

impl<'a, 'de, 's> ListAccess<'a, 'de, 's> {
    pub(super) fn new(reader: &'a mut JsonReader<'de, 's>, is_outer: bool) -> Self {
        Self { length: reader.rest.len(), reader, read: 0, is_outer }
    }
}

impl<'de> SeqAccess<'de> for ListAccess<'_, 'de, '_> {
    type Error = Unreadable;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if self.reader.consume(b']') {
            self.reader.depth += 1;
            return Ok(None);
        }
        if self.read > 0 && !self.reader.consume(b',') {
            return Err(Unreadable::default());
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

/// What is known of an object's type.
#[derive(Clone, Copy)]
pub(super) struct ObjectType<'s> {
    pub(super) name: &'static str,
    /// The field names that serde passes; their address identifies the type.
    pub(super) fields: &'static [&'static str],
    /// How the API spells them.
    pub(super) spelling: Option<&'s TypeSpelling>,
}

impl ObjectType<'_> {
    /// Of no known type, or of the type of its shape.
    pub(super) const ANY: Self = Self { name: "", fields: &[], spelling: None };

    fn meaning(&self, branch: usize, written: &str) -> KeyMeaning {
        self.spelling.map_or(KeyMeaning::AsWritten, |spelling| spelling.meaning(branch, self.fields, written))
    }

    /// The branch around a branch; `None` of the object itself.
    fn parent(&self, branch: usize) -> Option<usize> {
        self.spelling?.parent(branch)
    }
}

/// The keys of the previous objects of a type, in their order. Usually the next object has the same.
pub(super) struct ObjectShape<'de, 's> {
    pub(super) object: ObjectType<'s>,
    /// Only the first key's separator includes the opening brace.
    keys: Vec<Key<'de>>,
}

struct Key<'de> {
    /// The key as the API writes it.
    written: &'de str,
    /// Its name in the contract.
    name: &'de str,
    /// The bytes from the end of the previous value (or from the opening brace) to this key's value: beginnings and ends of
    /// nested objects included, if the dialect reads fields from them.
    separator: &'de str,
    /// The branches of the spelling before the separator and after it.
    branches: (usize, usize),
}

impl<'de, 's> ObjectShape<'de, 's> {
    pub(super) fn new(object: ObjectType<'s>) -> Self {
        Self { object, keys: Vec::new() }
    }

    /// Adds a key that differs from the expected one. Returns the index of the key to expect next.
    fn learn(&mut self, key: Key<'de>, expected: usize) -> usize {
        let length = self.keys.len();
        if length == 0 {
            self.keys.reserve(1 + self.object.fields.len());
        }
        let from = expected.clamp(1, length.max(1));
        let known = (from..length).chain(1..from).find(|at| {
            let known = &self.keys[*at];
            known.written == key.written && known.branches.1 == key.branches.1
        });
        if expected == 0 {
            self.keys.splice(..length.min(1), [key]);
        } else if known.is_none() && (expected..MAX_KEYS).contains(&length) {
            self.keys.insert(expected, key);
        }
        known.unwrap_or(expected) + 1
    }
}

/// The fields of an object. The visitor gets each by its name.
pub(super) struct ObjectAccess<'a, 'de, 's> {
    reader: &'a mut JsonReader<'de, 's>,
    /// Index into the reader's shapes, or [`NO_SHAPE`](super::NO_SHAPE).
    shape: usize,
    /// Type of an object without a shape.
    object: ObjectType<'s>,
    /// Index of the expected key; 0 until the first key is read.
    expected: usize,
    /// The branch of the spelling that is read.
    branch: usize,
}

impl<'a, 'de, 's> ObjectAccess<'a, 'de, 's> {
    /// Starts an object at the current position.
    pub(super) fn new(reader: &'a mut JsonReader<'de, 's>, shape: usize, object: ObjectType<'s>) -> Self {
        Self { reader, shape, object, expected: 0, branch: ROOT }
    }

    fn object(&self) -> ObjectType<'s> {
        self.reader.shapes.get(self.shape).map_or(self.object, |shape| shape.object)
    }

    /// Ends the object, whose closing brace is read. A status whose text has no key gets it now.
    #[inline(never)]
    fn end<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        let depth = self.reader.depth;
        self.reader.depth += 1;
        let Some(source) = self.object().spelling.and_then(|spelling| spelling.label) else { return Ok(None) };
        let Some(at) = self.reader.statuses.iter().position(|(of, _)| *of == depth) else { return Ok(None) };
        let (_, written) = self.reader.statuses.swap_remove(at);
        self.reader.label = self.reader.values.label(source, &written).to_owned();
        (self.branch, self.expected) = (ENDED, usize::MAX);
        let [_, text] = STATUS_KEYS;
        seed.deserialize(BorrowedStrDeserializer::new(text)).map(Some)
    }

    /// Reads an unexpected key or the object's end. Nested objects that hold fields of this one begin and end on the way.
    // Not inlined: in lists it is rare, and `next_key` is called for each field.
    #[inline(never)]
    fn other_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if self.branch == ENDED {
            return Ok(None);
        }
        let start = self.reader.rest;
        let before = self.branch;
        let object = self.object();
        let mut is_first = self.expected == 0;
        if is_first && !self.reader.consume(b'{') {
            return Err(Unreadable::default());
        }
        loop {
            if self.reader.consume(b'}') {
                let Some(parent) = object.parent(self.branch) else { return self.end(seed) };
                (self.branch, is_first) = (parent, false);
                continue;
            }
            if !is_first && !self.reader.consume(b',') || self.reader.peek() != Some(b'"') {
                return Err(Unreadable::default());
            }
            let written = match self.reader.plain_text() {
                Some(plain) => Cow::Borrowed(plain),
                None => Cow::Owned(self.reader.escaped_text()?.to_owned()),
            };
            if !self.reader.consume(b':') {
                return Err(Unreadable::default());
            }
            let next = self.reader.peek();
            let name = match object.meaning(self.branch, &written) {
                KeyMeaning::Branch(branch) if next == Some(b'{') => {
                    self.reader.ascii_byte()?;
                    (self.branch, is_first) = (branch, true);
                    continue;
                }
                // Without the object its fields are absent.
                KeyMeaning::Branch(_) => {
                    self.reader.skip()?;
                    is_first = false;
                    continue;
                }
                KeyMeaning::AsWritten => None,
                KeyMeaning::Field(name) => Some(name),
            };
            if let Some(observer) = self.reader.observer {
                observer.field(object.name, name.unwrap_or(&written), self.reader.rest);
            }
            let Cow::Borrowed(written) = written else {
                self.expected = self.expected.max(1);
                return seed.deserialize(name.unwrap_or(&written).into_deserializer()).map(Some);
            };
            let name = name.unwrap_or(written);
            self.expected = match self.reader.shapes.get_mut(self.shape) {
                Some(shape) => {
                    let separator = &start[..start.len() - self.reader.rest.len()];
                    shape.learn(Key { written, name, separator, branches: (before, self.branch) }, self.expected)
                }
                None => 1,
            };
            return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
        }
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de, '_> {
    type Error = Unreadable;

    // Inlined, since a type calls it in one place, for each of its fields.
    #[inline(always)]
    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>, Unreadable> {
        self.next_key_seed(PhantomData)
    }

    #[inline(always)]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if let Some(shape) = self.reader.shapes.get(self.shape)
            && let Some(Key { name, separator, branches: (before, after), .. }) = shape.keys.get(self.expected)
            && *before == self.branch
        {
            let (name, separator, after) = (*name, *separator, *after);
            if self.reader.consume_text(separator) {
                self.expected += 1;
                self.branch = after;
                return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
            }
        }
        if self.expected > 0 && self.branch == ROOT && self.reader.consume_text("}") {
            if self.reader.derives_labels {
                return self.end(seed);
            }
            self.reader.depth += 1;
            return Ok(None);
        }
        self.other_key(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unreadable> {
        if self.branch == ENDED {
            return seed.deserialize(self.reader.label.as_str().into_deserializer());
        }
        seed.deserialize(&mut *self.reader)
    }
}

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
