//! A serde `Deserializer` for the JSON of a service, which borrows its strings in place and translates the names and
//! values of an integration API ([`super::mapping`]).
//!
//! serde_json took 2.9 to 3.6 times as long for lists of 1,000 rows, and cannot rename keys. The objects of a list repeat the
//! same keys, order and white space, so the reader remembers the bytes between two values of the previous object and compares
//! them as one chunk ([`containers::ObjectShape`]). A key is translated when it is remembered, not in each row; with
//! `nmPet = "pet.nome"` the braces of `pet` are part of that chunk. Strings without escapes are borrowed, unknown fields are
//! skipped.
//!
//! Fields are matched by name, never by their position in the text. A type has no aliases and no flattened fields, so serde's
//! number of a field is its position in the type. Unusual values (exponents, for example) go to serde_json one by one. Where a
//! list is expected, null, `""` and `{}` are an empty list, and a single object is a list of one. Spaces around a text are its
//! padding (columns of a fixed width), and left out. Half of a surrogate pair is the replacement character.

mod coercions;
mod containers;
mod deserializer;
mod error;
mod mapped_values;
mod skip;
mod tokens;
pub(super) mod value_kinds;

use std::{borrow::Cow, collections::BTreeSet, mem, ptr};

use serde::de::{self, Deserializer as _, Visitor};
use serde_json::error::Category;

pub(super) use self::error::Unreadable;
pub use self::error::{FailedField, ReadError, Reason};
use self::{
    containers::{ListAccess, ObjectAccess, ObjectShape, ObjectType},
    tokens::is_padded,
};
use super::mapping::{ExternalNames, FaultKind, FieldFault, FieldObserver, ReadForms, ResponseMapping, ValueWords};

/// Maximum nesting of lists and objects; serde_json's limit.
const DEPTH: u8 = 127;

/// Reads JSON text from its start.
pub(super) struct JsonReader<'de, 's> {
    /// The text that is not read yet.
    rest: &'de str,
    /// The whole text.
    text: &'de str,
    /// How many more lists and objects may be nested.
    depth: u8,
    is_in_list: bool,
    /// The API's names of the keys of each type.
    types: &'s ExternalNames,
    /// How values are written.
    forms: ReadForms,
    values: &'s ValueWords,
    observer: Option<&'s dyn FieldObserver>,
    /// Whether the observer sees every object, which the shapes would hide from it.
    observes_all: bool,
    /// Faults of values that cost their field at most.
    faults: BTreeSet<FieldFault>,
    /// A fault whose field `ObjectAccess::note` will add.
    fault: Option<FaultKind>,
    /// The field and the row at which reading failed.
    failed: FailedField,
    /// One for each type whose objects are in lists.
    shapes: Vec<ObjectShape<'de, 's>>,
    /// Buffer for a string that has escapes.
    unescaped: String,
    /// Closing brackets still expected while a value is skipped.
    open: Vec<u8>,
}

/// Where a value begins.
#[derive(Clone, Copy)]
pub(super) struct Position<'de> {
    rest: &'de str,
    depth: u8,
    is_in_list: bool,
}

/// A text without the spaces around it.
#[inline(always)]
fn unpadded(text: &str) -> &str {
    if is_padded(text) { text.trim_matches(' ') } else { text }
}

impl<'de, 's> JsonReader<'de, 's> {
    pub(super) fn new(text: &'de str, mapping: &'s ResponseMapping) -> Self {
        Self {
            rest: text,
            text,
            depth: DEPTH,
            is_in_list: false,
            types: &mapping.types,
            forms: mapping.forms,
            values: &mapping.values,
            observer: mapping.observer.as_deref(),
            observes_all: mapping.observer.as_ref().is_some_and(|observer| observer.sees_all()),
            faults: BTreeSet::new(),
            fault: None,
            failed: FailedField::default(),
            shapes: Vec::new(),
            unescaped: String::new(),
            open: Vec::new(),
        }
    }

    /// Whether only white space is left. A visitor that left a list or an object early leaves its closing bracket unread.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The faults that were found since the last time.
    pub(super) fn take_faults(&mut self) -> BTreeSet<FieldFault> {
        mem::take(&mut self.faults)
    }

    /// Explains an error at the current position of the text that was read.
    pub(super) fn explain(&mut self, error: Unreadable) -> ReadError {
        let (text, failed, faults) = (self.text, self.failed, self.take_faults());
        // The text is parsed again to tell bad JSON from a wrong type: only a failure pays for it.
        if let Err(error) = serde_json::from_str::<de::IgnoredAny>(text) {
            let reason = if error.classify() == Category::Eof { Reason::Incomplete } else { Reason::NotJson };
            return ReadError { reason, failed, faults, line: error.line(), column: error.column() };
        }
        let read = &text[..text.len() - self.rest.len()];
        let column = read.len() - read.rfind('\n').map_or(0, |end| end + 1);
        let reason = error.missing.map_or(Reason::OtherType, Reason::MissingField);
        ReadError { reason, failed, faults, line: 1 + read.matches('\n').count(), column }
    }

    /// Reads the next key of an object, its colon included; `None` at the object's end. Only for objects that are read key by
    /// key, as envelopes are.
    pub(super) fn key(&mut self, is_first: bool) -> Result<Option<Cow<'de, str>>, Unreadable> {
        if is_first && !self.consume(b'{') {
            return Err(Unreadable::default());
        }
        if self.consume(b'}') {
            return Ok(None);
        }
        if !is_first && !self.consume(b',') || self.peek() != Some(b'"') {
            return Err(Unreadable::default());
        }
        let key = match self.plain_text() {
            Some(key) => Cow::Borrowed(key),
            None => Cow::Owned(self.escaped_text()?.to_owned()),
        };
        if self.consume(b':') { Ok(Some(key)) } else { Err(Unreadable::default()) }
    }

    /// Reads one value. Where that fails, skips it. For a value of a row: the failure is not returned, which would cost time.
    #[inline]
    pub(super) fn attempt<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<Option<T>, Unreadable> {
        let start = self.position();
        match read(self) {
            Ok(value) => Ok(Some(value)),
            Err(_) => self.skip_failed(start).map(|()| None),
        }
    }

    /// Skips the value that begins at a position and could not be read.
    #[cold]
    fn skip_failed(&mut self, start: Position<'de>) -> Result<(), Unreadable> {
        self.go_to(start);
        // If it cannot be skipped either, this is the failure that is explained.
        self.skip()?;
        self.failed = FailedField::default();
        Ok(())
    }

    /// Where the next value begins.
    #[inline(always)]
    pub(super) fn position(&self) -> Position<'de> {
        Position { rest: self.rest, depth: self.depth, is_in_list: self.is_in_list }
    }

    fn go_to(&mut self, Position { rest, depth, is_in_list }: Position<'de>) {
        (self.rest, self.depth, self.is_in_list) = (rest, depth, is_in_list);
    }

    /// Reads from a position, and comes back.
    pub(super) fn read_at<T>(
        &mut self,
        position: Position<'de>,
        read: impl FnOnce(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<T, Unreadable> {
        let back = self.position();
        self.go_to(position);
        let value = read(self)?;
        self.go_to(back);
        Ok(value)
    }

    /// The length of the next value, in bytes.
    pub(super) fn value_len(&mut self) -> Result<usize, Unreadable> {
        let before = self.rest.len();
        self.read_at(self.position(), |reader| reader.skip().map(|()| before - reader.rest.len()))
    }

    /// Whether the next value is null, which is consumed.
    pub(super) fn null(&mut self) -> bool {
        self.peek() == Some(b'n') && self.consume_text("null")
    }

    /// Whether the next value is an empty list.
    pub(super) fn is_empty_list(&mut self) -> bool {
        self.peek() == Some(b'[') && !self.is_filled()
    }

    /// Whether the next value is an object.
    pub(super) fn is_object(&mut self) -> bool {
        self.peek() == Some(b'{')
    }

    /// Whether the next value is an object or a list that is not empty.
    pub(super) fn is_filled(&mut self) -> bool {
        let Some(b'{' | b'[') = self.peek() else { return false };
        !self.rest[1..].trim_start().starts_with(['}', ']'])
    }

    /// The index of the shape of a type's objects. The first object gets none, so that lists of one allocate nothing.
    #[inline]
    fn shape(&mut self, name: &'static str, fields: &'static [&'static str]) -> Option<usize> {
        if !self.is_in_list || self.observes_all {
            return None;
        }
        let is_known =
            |shape: &ObjectShape<'_, '_>| ptr::eq(shape.object.fields, fields) && ptr::eq(shape.object.name, name);
        let known = self.shapes.iter().position(is_known);
        if known.is_none() {
            let object = ObjectType { name, fields, mapping: self.types.of(name) };
            self.shapes.push(ObjectShape::new(object));
        }
        known
    }

    /// Reads an object at the current position.
    #[inline]
    fn object<V: Visitor<'de>>(
        &mut self,
        shape: Option<usize>,
        object: ObjectType<'s>,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.depth = self.depth.checked_sub(1).ok_or_else(Unreadable::default)?;
        visitor.visit_map(ObjectAccess::new(self, shape, object))
    }

    /// Reads any value at the current position.
    // Not inlined: short strings are, and most values are short strings.
    #[inline(never)]
    fn other_value<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.peek() {
            Some(b'"') => match self.plain_text() {
                Some(text) => visitor.visit_borrowed_str(unpadded(text)),
                None => visitor.visit_str(unpadded(self.escaped_text()?)),
            },
            Some(b'{') => self.object(None, ObjectType::ANY, visitor),
            Some(b'[') => self.list(visitor),
            Some(b'0'..=b'9') => match self.plain_count() {
                Some(count) => visitor.visit_u64(count),
                None => self.with_serde_json(|json| json.deserialize_any(visitor)),
            },
            Some(b't') if self.consume_text("true") => visitor.visit_bool(true),
            Some(b'f') if self.consume_text("false") => visitor.visit_bool(false),
            Some(b'n') if self.consume_text("null") => visitor.visit_unit(),
            _ => self.with_serde_json(|json| json.deserialize_any(visitor)),
        }
    }

    #[inline(never)]
    fn long_text_or_number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => {
                let start = self.rest;
                self.skip()?;
                visitor.visit_borrowed_str(&start[..start.len() - self.rest.len()])
            }
            _ => self.other_value(visitor),
        }
    }

    /// Reads a list at the current position.
    #[inline]
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        self.ascii_byte()?;
        self.depth = self.depth.checked_sub(1).ok_or_else(Unreadable::default)?;
        let is_outer = !mem::replace(&mut self.is_in_list, true);
        let list = visitor.visit_seq(ListAccess::new(&mut *self, is_outer));
        self.is_in_list = !is_outer;
        list
    }
}

#[cfg(test)]
mod tests;
