//! A deserializer for missing data: it gives no value, an empty list or an error.

use std::iter;

use serde::{
    Deserializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use crate::json_reader::Unreadable;

/// What missing data are read as.
#[derive(Clone, Copy)]
pub(super) enum MissingData {
    /// A list is empty, `Nothing` is read, any other type is an error.
    EmptyListOrNothing,
    /// A list is empty, `Nothing` and `Consent` are read: the login step counts as accepted.
    EmptyListOrUnit,
    /// `Nothing` is read, and a list too is an error.
    NothingOnly,
}

impl<'de> Deserializer<'de> for MissingData {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Self::EmptyListOrUnit => visitor.visit_unit(),
            _ => Err(Unreadable::default()),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Self::NothingOnly => Err(Unreadable::default()),
            _ => visitor.visit_seq(SeqDeserializer::<_, Unreadable>::new(iter::empty::<()>())),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier
    }
}
