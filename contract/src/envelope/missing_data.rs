//! A deserializer for missing data: it gives no value, an empty list or an error.

use std::iter;

use serde::{
    Deserializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use crate::json_reader::Unreadable;

/// Why data are missing.
#[derive(Clone, Copy)]
pub(super) enum MissingData {
    /// The key is missing, or null around a list, and no other key could hold the data: reads as nothing or as an empty list.
    Absent,
    /// The data are missing or null, and the status alone decides (of the envelope, or of HTTP): also read as unit, which
    /// accepts a step of the login.
    StatusDecides,
    /// The key is missing, and a message says why or another container may hold the data: reading a list fails.
    NoList,
}

impl<'de> Deserializer<'de> for MissingData {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Self::StatusDecides => visitor.visit_unit(),
            _ => Err(Unreadable::default()),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Self::NoList => Err(Unreadable::default()),
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
