//! Lists and objects: serde's `SeqAccess` and `MapAccess`.

use std::{borrow::Cow, marker::PhantomData, mem};

use serde::de::{
    Deserialize, DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess,
    value::{BorrowedStrDeserializer, U64Deserializer},
};

use super::{JsonReader, Unreadable};
use crate::mapping::{FieldFault, KeyMeaning, ROOT, TypeMapping};

/// Elements for which a nested list that is not empty reserves memory. A vector that grows by itself starts with four.
const NESTED: usize = 2;

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
        let element = seed.deserialize(&mut *self.reader);
        if element.is_err() && self.is_outer {
            self.reader.failed.row.get_or_insert(self.read);
        }
        element.map(Some)
    }

    /// An estimate: the remaining bytes divided by the mean length of the elements so far, `None` before the first one. Nested
    /// lists are short.
    fn size_hint(&self) -> Option<usize> {
        if !self.is_outer {
            return Some(if self.reader.rest.starts_with(']') { 0 } else { NESTED });
        }
        let rest = self.reader.rest.len();
        let of_each = (self.length - rest).checked_div(self.read)?;
        rest.checked_div(of_each)
    }
}

/// What is known of an object's type.
#[derive(Clone, Copy)]
pub(super) struct ObjectType<'s> {
    pub(super) name: &'static str,
    /// The field names that serde passes.
    pub(super) fields: &'static [&'static str],
    /// The API's names of them.
    pub(super) mapping: Option<&'s TypeMapping>,
}

impl ObjectType<'_> {
    /// An object of no contract type; also a placeholder where the shape has the type.
    pub(super) const ANY: Self = Self { name: "", fields: &[], mapping: None };

    fn meaning(&self, branch: usize, written: &str) -> KeyMeaning {
        self.mapping.map_or(KeyMeaning::AsWritten, |mapping| mapping.meaning(branch, self.fields, written))
    }

    /// The number that serde gives the field with a name: without aliases its position. A number that no field has is read as
    /// an unknown field.
    fn number(&self, name: &str) -> u64 {
        self.fields.iter().position(|field| *field == name).map_or(u64::MAX, |at| at as u64)
    }

    /// The branch around a branch; `None` of the object itself.
    fn parent(&self, branch: usize) -> Option<usize> {
        self.mapping?.parent(branch)
    }
}

/// The keys of the previous objects of a type, in their order. Usually the next object has the same.
pub(super) struct ObjectShape<'de, 's> {
    pub(super) object: ObjectType<'s>,
    keys: Keys<'de>,
}

/// In order. The separator of the first key begins with the object's brace.
#[derive(Default)]
struct Keys<'de>(Vec<Key<'de>>);

struct Key<'de> {
    /// The key as the API writes it.
    written: &'de str,
    /// The number that serde gives its field, which saves serde the search for the name.
    number: u64,
    /// The bytes from the end of the previous value (or from the opening brace) to this key's value: beginnings and ends of
    /// nested objects included, if the mapping reads fields from them.
    separator: &'de str,
    /// The branches of the mapping before the separator and after it.
    branches: (usize, usize),
}

impl<'de, 's> ObjectShape<'de, 's> {
    pub(super) fn new(object: ObjectType<'s>) -> Self {
        Self { object, keys: Keys::default() }
    }
}

impl<'de> Keys<'de> {
    /// Adds a key that differs from the expected one. Returns the index of the key to expect next.
    fn learn(&mut self, key: Key<'de>, expected: usize) -> usize {
        let Self(keys) = self;
        let length = keys.len();
        let from = expected.clamp(1, length.max(1));
        let known = (from..length).chain(1..from).find(|at| {
            let known = &keys[*at];
            known.written == key.written && known.branches.1 == key.branches.1
        });
        // The separator of the first key has the brace: it is replaced, not inserted.
        if expected == 0 {
            keys.splice(..length.min(1), [key]);
        } else if known.is_none() && (expected..MAX_KEYS).contains(&length) {
            keys.insert(expected, key);
        }
        known.unwrap_or(expected) + 1
    }
}

/// The fields of an object.
pub(super) struct ObjectAccess<'a, 'de, 's> {
    reader: &'a mut JsonReader<'de, 's>,
    /// Index into the reader's shapes; `None` if it is in no list, or the first of its type.
    shape: Option<usize>,
    /// The keys of its shape, moved here while the object is read.
    keys: Keys<'de>,
    /// Type of an object without a shape.
    object: ObjectType<'s>,
    /// Index of the expected key; 0 until the first key is read.
    expected: usize,
    /// The branch of the mapping that is read.
    branch: usize,
    /// The last key as the API writes it. Empty if it has escapes: a fault then names no field.
    written: &'de str,
}

impl<'a, 'de, 's> ObjectAccess<'a, 'de, 's> {
    /// Starts an object at the current position.
    pub(super) fn new(reader: &'a mut JsonReader<'de, 's>, shape: Option<usize>, object: ObjectType<'s>) -> Self {
        let known = shape.and_then(|at| reader.shapes.get_mut(at));
        let keys = known.map(|shape| mem::take(&mut shape.keys)).unwrap_or_default();
        Self { reader, shape, keys, object, expected: 0, branch: ROOT, written: "" }
    }

    fn object(&self) -> ObjectType<'s> {
        self.shape.and_then(|at| self.reader.shapes.get(at)).map_or(self.object, |shape| shape.object)
    }

    /// Reads the expected key. Returns the number of its field.
    #[inline(always)]
    fn expected_key(&mut self) -> Option<u64> {
        let key = self.keys.0.get(self.expected)?;
        let (before, after) = key.branches;
        if before != self.branch || !self.reader.consume_text(key.separator) {
            return None;
        }
        self.expected += 1;
        (self.branch, self.written) = (after, key.written);
        Some(key.number)
    }

    /// Ends the object, whose closing brace is read.
    #[inline]
    fn end(&mut self) {
        self.reader.depth += 1;
        if let Some(shape) = self.shape.and_then(|at| self.reader.shapes.get_mut(at)) {
            shape.keys = mem::take(&mut self.keys);
        }
    }

    /// Records which field could not be read, or has another fault.
    #[cold]
    fn note(&mut self) {
        let (object, written) = (self.object(), self.written);
        let name = match object.meaning(self.branch, written) {
            KeyMeaning::Field(name) => name,
            KeyMeaning::Unknown => "",
            _ => object.fields.iter().find(|field| **field == written).copied().unwrap_or_default(),
        };
        let Some(kind) = self.reader.fault.take() else {
            self.reader.failed.field.get_or_insert((object.name, name));
            return;
        };
        self.reader.faults.insert(FieldFault { type_name: object.name, key: name, kind });
    }

    /// Reads an unexpected key or the object's end, and returns the name of its field. Nested objects that hold fields of this
    /// one begin and end on the way.
    // Not inlined: in lists it is rare, and `next_key_seed` is called for each field.
    #[inline(never)]
    fn other_key(&mut self) -> Result<Option<Cow<'de, str>>, Unreadable> {
        let start = self.reader.rest;
        let before = self.branch;
        let object = self.object();
        let mut is_first = self.expected == 0;
        if is_first && !self.reader.consume(b'{') {
            return Err(Unreadable::default());
        }
        loop {
            if self.reader.consume(b'}') {
                let Some(parent) = object.parent(self.branch) else {
                    self.end();
                    return Ok(None);
                };
                (self.branch, is_first) = (parent, false);
                continue;
            }
            if !is_first && !self.reader.consume(b',') || self.reader.peek() != Some(b'"') {
                return Err(Unreadable::default());
            }
            let plain = self.reader.plain_text();
            self.written = plain.unwrap_or_default();
            let written = match plain {
                Some(plain) => Cow::Borrowed(plain),
                None => Cow::Owned(self.reader.escaped_text()?.to_owned()),
            };
            if !self.reader.consume(b':') {
                return Err(Unreadable::default());
            }
            let next = self.reader.peek();
            let meaning = object.meaning(self.branch, &written);
            let name = match meaning {
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
                // No field has an empty name.
                KeyMeaning::Unknown => Some(""),
            };
            if let Some(observer) = self.reader.observer {
                let unknown = object.mapping.filter(|_| self.branch != ROOT && meaning == KeyMeaning::Unknown);
                let unknown = unknown.map(|mapping| mapping.path(self.branch, &written));
                observer.field(object.name, unknown.as_deref().or(name).unwrap_or(&written), self.reader.rest);
            }
            let Cow::Borrowed(written) = written else {
                self.expected = self.expected.max(1);
                return Ok(Some(name.map_or(written, Cow::Borrowed)));
            };
            let name = name.unwrap_or(written);
            self.expected = if self.shape.is_none() {
                1
            } else {
                if self.keys.0.is_empty() {
                    self.keys.0.reserve(1 + object.fields.len());
                }
                let separator = &start[..start.len() - self.reader.rest.len()];
                let (number, branches) = (object.number(name), (before, self.branch));
                self.keys.learn(Key { written, number, separator, branches }, self.expected)
            };
            return Ok(Some(Cow::Borrowed(name)));
        }
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de, '_> {
    type Error = Unreadable;

    // Inlined, all, since a type calls them in one place, for each of its fields. Serde's own are not.
    #[inline(always)]
    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>, Unreadable> {
        self.next_key_seed(PhantomData)
    }

    #[inline(always)]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if let Some(number) = self.expected_key() {
            return seed.deserialize(U64Deserializer::new(number)).map(Some);
        }
        if self.expected > 0 && self.branch == ROOT && self.reader.consume_text("}") {
            self.end();
            return Ok(None);
        }
        match self.other_key()? {
            Some(Cow::Borrowed(name)) => seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some),
            Some(Cow::Owned(name)) => seed.deserialize(name.into_deserializer()).map(Some),
            None => Ok(None),
        }
    }

    #[inline(always)]
    fn next_value<V: Deserialize<'de>>(&mut self) -> Result<V, Unreadable> {
        self.next_value_seed(PhantomData)
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unreadable> {
        let value = read_value(self.reader, seed);
        if value.is_err() || self.reader.fault.is_some() {
            self.note();
        }
        value
    }
}

/// Not inlined: a function that reads a row and the values of all its fields is slower by 15 %.
#[inline(never)]
fn read_value<'de, S: DeserializeSeed<'de>>(reader: &mut JsonReader<'de, '_>, seed: S) -> Result<S::Value, Unreadable> {
    seed.deserialize(reader)
}
