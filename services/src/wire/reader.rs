//! Reads the JSON that services write, quickly and in one pass.
//!
//! A list of acionamentos is some forty short texts a row, each behind a key. Services write the objects of a list alike:
//! the same keys in the same order, with the same white space. So this reader remembers what stood between two values of
//! the object before, and compares that as a whole instead of reading it again (`members`). Texts are borrowed where they
//! have no escape, and values that nobody asks for are skipped. `gateway/benches/hot.rs` compares it with serde_json.
//!
//! It decides nothing. A field is known by its name only, never by its place. A value that is unusual (a power of ten, say)
//! is read by serde_json where it stands, and an answer that this reader cannot read is for serde_json to judge.

mod members;
mod scan;
mod skip;

use std::fmt;

use serde::{
    de::{self, Deserialize, Visitor},
    forward_to_deserialize_any,
};

use self::members::{Again, Fields, Items, Layout};

/// The name of a newtype that wants an amount of money to its last digit. Of this reader it gets a number of centavos where
/// two decimals are written, and else the digits as a text; of every other, which does not know the name, the number itself.
pub(super) const AMOUNT: &str = "amount";

/// The name of a newtype whose value may be read a second time, as something else. Of this reader it gets a sequence of
/// which every element is that value; of every other, which does not know the name, the value itself.
pub(super) const REREAD: &str = "reread";

/// How many lists and objects may be in one another, as serde_json has it.
const DEPTH: u8 = 127;

/// The number of no layout: of an object that is in no list, or the first of its type.
const NO_LAYOUT: usize = usize::MAX;

/// Reads a text that is one value. `None` where that is for serde_json to refuse.
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let mut reader = Reader {
        rest: text,
        depth: DEPTH,
        is_in_list: false,
        layouts: Vec::new(),
        unescaped: String::new(),
        open: Vec::new(),
    };
    let value = T::deserialize(&mut reader).ok()?;
    // A list or an object that its visitor left before the end has a bracket that is left over here.
    reader.next_byte().is_none().then_some(value)
}

/// What is left of a text.
struct Reader<'de> {
    rest: &'de str,
    /// How many more lists and objects may open.
    depth: u8,
    is_in_list: bool,
    /// Those of the types whose objects are in lists.
    layouts: Vec<Layout<'de>>,
    /// The last text that had escapes, without them.
    unescaped: String,
    /// The closing brackets of the lists and objects that are being skipped.
    open: Vec<u8>,
}

/// What this reader does not understand.
#[derive(Debug, thiserror::Error)]
#[error("not the JSON that services write")]
struct Unusual;

impl de::Error for Unusual {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> Reader<'de> {
    /// The number of the layout of the objects with these fields. The first object of a type has none: a short list has no
    /// other object that could use what it teaches.
    #[inline]
    fn layout(&mut self, fields: &'static [&'static str]) -> usize {
        if !self.is_in_list {
            return NO_LAYOUT;
        }
        let known = self.layouts.iter().position(|layout| std::ptr::eq(layout.fields, fields));
        known.unwrap_or_else(|| {
            self.layouts.push(Layout::new(fields));
            NO_LAYOUT
        })
    }

    /// Reads an object that begins here.
    #[inline]
    fn object<V: Visitor<'de>>(&mut self, layout: usize, visitor: V) -> Result<V::Value, Unusual> {
        self.depth = self.depth.checked_sub(1).ok_or(Unusual)?;
        visitor.visit_map(Fields::new(self, layout))
    }

    /// Reads a list that begins here.
    #[inline]
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unusual> {
        self.byte()?;
        self.depth = self.depth.checked_sub(1).ok_or(Unusual)?;
        let is_outer = !std::mem::replace(&mut self.is_in_list, true);
        let list = visitor.visit_seq(Items::new(&mut *self, is_outer));
        self.is_in_list = !is_outer;
        list
    }
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Unusual;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
        if let Some(text) = self.plain_text() {
            return visitor.visit_borrowed_str(text);
        }
        let is_escaped = self.rest.starts_with('"');
        match self.next_byte() {
            Some(b'"') if is_escaped => visitor.visit_str(self.escaped_text()?),
            Some(b'"') => match self.plain_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(self.escaped_text()?),
            },
            Some(b'{') => self.object(NO_LAYOUT, visitor),
            Some(b'[') => self.list(visitor),
            Some(b'0'..=b'9') => match self.plain_count() {
                Some(count) => visitor.visit_u64(count),
                None => self.by_serde_json(|json| json.deserialize_any(visitor)),
            },
            Some(b't') if self.takes_all("true") => visitor.visit_bool(true),
            Some(b'f') if self.takes_all("false") => visitor.visit_bool(false),
            Some(b'n') if self.takes_all("null") => visitor.visit_unit(),
            _ => self.by_serde_json(|json| json.deserialize_any(visitor)),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
        if self.next_byte() == Some(b'n') && self.takes_all("null") {
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
    ) -> Result<V::Value, Unusual> {
        match self.next_byte() {
            Some(b'{') => {
                let layout = self.layout(names);
                self.object(layout, visitor)
            }
            // As serde_json has it: the values alone, in declaration order.
            Some(b'[') => self.list(visitor),
            _ => Err(Unusual),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Unusual> {
        if name == REREAD {
            return visitor.visit_seq(Again::new(self));
        }
        if name == AMOUNT && self.next_byte().is_some() {
            if let Some(centavos) = self.plain_centavos() {
                return visitor.visit_u128(centavos.into());
            }
            if let Some(digits) = self.plain_number() {
                return visitor.visit_borrowed_str(digits);
            }
        }
        // A type of serde_json's own is one of these, by its name.
        self.by_serde_json(|json| json.deserialize_newtype_struct(name, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unusual> {
        self.by_serde_json(|json| json.deserialize_enum(name, variants, visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
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
