//! Lists and objects, and one value that is read twice.

use serde::de::{DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{Reader, Unusual};

/// How many keys of a type's objects are remembered. Objects may have any number of others.
const MOST_KEYS: usize = 64;

/// The elements of a list.
pub(super) struct Items<'a, 'de> {
    reader: &'a mut Reader<'de>,
    /// How long the text was before the first element.
    length: usize,
    /// How many were read.
    read: usize,
    /// Whether the list is in no other list.
    is_outer: bool,
}

impl<'a, 'de> Items<'a, 'de> {
    pub(super) fn new(reader: &'a mut Reader<'de>, is_outer: bool) -> Self {
        Self { length: reader.rest.len(), reader, read: 0, is_outer }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Unusual;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        if self.reader.takes(b']') {
            self.reader.depth += 1;
            return Ok(None);
        }
        if self.read > 0 && !self.reader.takes(b',') {
            return Err(Unusual);
        }
        self.read += 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    /// About how many elements are left, if they are as long as those before. `None` before the first element, and for a
    /// list in a list.
    fn size_hint(&self) -> Option<usize> {
        let rest = self.reader.rest.len();
        let of_each = (self.length - rest).checked_div(self.read).filter(|_| self.is_outer)?;
        rest.checked_div(of_each)
    }
}

/// The keys of a type's objects, in the order of the objects before, which is nearly always the order of the next one.
pub(super) struct Layout<'de> {
    /// The names of the type's fields, which say what type it is.
    pub(super) fields: &'static [&'static str],
    /// The first is what an object began with, and the only one with a brace before it.
    keys: Vec<Key<'de>>,
}

struct Key<'de> {
    name: &'de str,
    /// All that stands between the brace or the value before and the value of this key: punctuation and white space too.
    separator: &'de str,
}

impl<'de> Layout<'de> {
    pub(super) fn new(fields: &'static [&'static str]) -> Self {
        Self { fields, keys: Vec::new() }
    }

    /// Remembers a key that came instead of the expected one. Returns which should be next.
    fn learn(&mut self, key: Key<'de>, expected: usize) -> usize {
        let length = self.keys.len();
        if length == 0 {
            self.keys.reserve(1 + self.fields.len());
        }
        let from = expected.clamp(1, length.max(1));
        let known = (from..length).chain(1..from).find(|at| self.keys[*at].name == key.name);
        if expected == 0 {
            self.keys.splice(..length.min(1), [key]);
        } else if known.is_none() && (expected..MOST_KEYS).contains(&length) {
            self.keys.insert(expected, key);
        }
        known.unwrap_or(expected) + 1
    }
}

/// The fields of an object. The visitor is given the name of each: only a name says which field it is.
pub(super) struct Fields<'a, 'de> {
    reader: &'a mut Reader<'de>,
    /// Which of the reader's layouts the object should have. There is none of that number for one that is in no list, or
    /// the first of its type.
    layout: usize,
    /// Which of the layout's keys should be next; 0 until the first was taken.
    expected: usize,
}

impl<'a, 'de> Fields<'a, 'de> {
    /// The fields of an object that begins here.
    pub(super) fn new(reader: &'a mut Reader<'de>, layout: usize) -> Self {
        Self { reader, layout, expected: 0 }
    }

    /// Takes a key that was not expected, or the object's end.
    fn other_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        let start = self.reader.rest;
        let is_first = self.expected == 0;
        if is_first && !self.reader.takes(b'{') {
            return Err(Unusual);
        }
        if self.reader.takes(b'}') {
            self.reader.depth += 1;
            return Ok(None);
        }
        if !is_first && !self.reader.takes(b',') || self.reader.next_byte() != Some(b'"') {
            return Err(Unusual);
        }
        let Some(name) = self.reader.plain_text() else {
            self.expected = self.expected.max(1);
            let field = seed.deserialize(self.reader.escaped_text()?.into_deserializer())?;
            return if self.reader.takes(b':') { Ok(Some(field)) } else { Err(Unusual) };
        };
        if !self.reader.takes(b':') {
            return Err(Unusual);
        }
        self.reader.next_byte();
        let key = Key { name, separator: &start[..start.len() - self.reader.rest.len()] };
        let layout = self.reader.layouts.get_mut(self.layout);
        self.expected = layout.map_or(1, |layout| layout.learn(key, self.expected));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Unusual;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        if let Some(layout) = self.reader.layouts.get(self.layout)
            && let Some(Key { name, separator }) = layout.keys.get(self.expected)
        {
            let (name, separator) = (*name, *separator);
            if self.reader.takes_all(separator) {
                self.expected += 1;
                return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
            }
        }
        if self.expected > 0 && self.reader.takes_all("}") {
            self.reader.depth += 1;
            return Ok(None);
        }
        self.other_key(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unusual> {
        seed.deserialize(&mut *self.reader)
    }
}

/// One value, again and again: each element is the value at the same place.
pub(super) struct Again<'a, 'de> {
    reader: &'a mut Reader<'de>,
    rest: &'de str,
    depth: u8,
    is_in_list: bool,
}

impl<'a, 'de> Again<'a, 'de> {
    pub(super) fn new(reader: &'a mut Reader<'de>) -> Self {
        Self { rest: reader.rest, depth: reader.depth, is_in_list: reader.is_in_list, reader }
    }
}

impl<'de> SeqAccess<'de> for Again<'_, 'de> {
    type Error = Unusual;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unusual> {
        (self.reader.rest, self.reader.depth, self.reader.is_in_list) = (self.rest, self.depth, self.is_in_list);
        seed.deserialize(&mut *self.reader).map(Some)
    }
}
