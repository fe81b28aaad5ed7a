//! A serde `Deserializer` for JSON text that borrows its strings in place.
//!
//! serde_json takes 2.9 to 3.6 times as long for lists of 1,000 rows (`gateway/benches/hot.rs`: `read_rows` and
//! `read_rows_by_serde_json`). The objects of a list repeat the same keys, order and white space, so the reader remembers
//! the bytes between two values of the previous object and compares them as one chunk ([`containers::ObjectShape`]).
//! Strings without escapes are borrowed, unknown fields are skipped.
//!
//! It only makes reading faster. A field is identified by its name, never by its position. Unusual values (exponents, for
//! example) go to serde_json one by one; a text that the reader rejects is read again by serde_json, which decides.

mod containers;
mod skip;
mod tokens;

use std::fmt;

use serde::{
    de::{self, Deserialize, Visitor},
    forward_to_deserialize_any,
};

use self::containers::{ListAccess, ObjectAccess, ObjectShape, RepeatedValue};

/// Newtype name that requests a decimal amount without loss. This reader passes centavos (`visit_u128`) for two decimals,
/// else the digits as a string. Other deserializers ignore the name and pass the number.
pub(super) const MONEY: &str = "amount";

/// Newtype name that requests a value that can be read more than once. This reader passes an endless sequence whose every
/// element is that value. Other deserializers ignore the name and pass the value.
pub(super) const REREADABLE: &str = "reread";

/// Maximum nesting of lists and objects; serde_json's limit.
const DEPTH: u8 = 127;

/// Index of an object without a shape: it is in no list, or the first of its type.
const NO_SHAPE: usize = usize::MAX;

/// Reads a text that is one JSON value. `None`: serde_json has to read it.
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let mut reader = JsonReader {
        rest: text,
        depth: DEPTH,
        is_in_list: false,
        shapes: Vec::new(),
        unescaped: String::new(),
        open: Vec::new(),
    };
    let value = T::deserialize(&mut reader).ok()?;
    // A visitor that left a list or an object early leaves its closing bracket unread.
    reader.peek().is_none().then_some(value)
}

struct JsonReader<'de> {
    /// The text that is not read yet.
    rest: &'de str,
    /// How many more lists and objects may be nested.
    depth: u8,
    is_in_list: bool,
    /// One for each type whose objects are in lists.
    shapes: Vec<ObjectShape<'de>>,
    /// Buffer for a string that has escapes.
    unescaped: String,
    /// Closing brackets still expected while a value is skipped.
    open: Vec<u8>,
}

/// The text is invalid, or JSON that this reader leaves to serde_json.
#[derive(Debug, thiserror::Error)]
#[error("not the JSON that services write")]
struct Unsupported;

impl de::Error for Unsupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> JsonReader<'de> {
    /// The index of the shape of objects with these fields. The first object of a type gets none, so that lists of one
    /// allocate nothing.
    #[inline]
    fn shape(&mut self, fields: &'static [&'static str]) -> usize {
        if !self.is_in_list {
            return NO_SHAPE;
        }
        let known = self.shapes.iter().position(|shape| std::ptr::eq(shape.fields, fields));
        known.unwrap_or_else(|| {
            self.shapes.push(ObjectShape::new(fields));
            NO_SHAPE
        })
    }

    /// Reads an object at the current position.
    #[inline]
    fn object<V: Visitor<'de>>(&mut self, shape: usize, visitor: V) -> Result<V::Value, Unsupported> {
        self.depth = self.depth.checked_sub(1).ok_or(Unsupported)?;
        visitor.visit_map(ObjectAccess::new(self, shape))
    }

    /// Reads a list at the current position.
    #[inline]
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unsupported> {
        self.ascii_byte()?;
        self.depth = self.depth.checked_sub(1).ok_or(Unsupported)?;
        let is_outer = !std::mem::replace(&mut self.is_in_list, true);
        let list = visitor.visit_seq(ListAccess::new(&mut *self, is_outer));
        self.is_in_list = !is_outer;
        list
    }
}

impl<'de> de::Deserializer<'de> for &mut JsonReader<'de> {
    type Error = Unsupported;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unsupported> {
        if let Some(text) = self.plain_text() {
            return visitor.visit_borrowed_str(text);
        }
        let is_escaped = self.rest.starts_with('"');
        match self.peek() {
            Some(b'"') if is_escaped => visitor.visit_str(self.escaped_text()?),
            Some(b'"') => match self.plain_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(self.escaped_text()?),
            },
            Some(b'{') => self.object(NO_SHAPE, visitor),
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

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unsupported> {
        if self.peek() == Some(b'n') && self.consume_text("null") {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        match self.peek() {
            Some(b'{') => {
                let shape = self.shape(names);
                self.object(shape, visitor)
            }
            // Like serde_json: a struct as a list of values in declaration order.
            Some(b'[') => self.list(visitor),
            _ => Err(Unsupported),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        if name == REREADABLE {
            return visitor.visit_seq(RepeatedValue::new(self));
        }
        if name == MONEY && self.peek().is_some() {
            if let Some(centavos) = self.plain_centavos() {
                return visitor.visit_u128(centavos.into());
            }
            if let Some(digits) = self.plain_number() {
                return visitor.visit_borrowed_str(digits);
            }
        }
        // serde_json's own types (`RawValue`) are newtypes with special names.
        self.with_serde_json(|json| json.deserialize_newtype_struct(name, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        self.with_serde_json(|json| json.deserialize_enum(name, variants, visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unsupported> {
        self.skip()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier
    }
}

#[cfg(test)]
mod tests;
