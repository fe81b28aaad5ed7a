//! Data that did not come, as a deserializer: whether nothing, or an empty list, can be read from that.

use std::iter;

use serde::{
    Deserializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use crate::json_reader::Unreadable;

/// What stands for data that did not come.
#[derive(Clone, Copy)]
pub(super) enum MissingData {
    /// An envelope, or an object around the list, without the key and without another that may be meant: nothing, or an empty
    /// list.
    Absent,
    /// The same or null, where the status alone decides, of the response or of HTTP: also a yes.
    StatusDecides,
    /// An envelope without the key that is not an empty list: messages say why, or a list or an object has another key.
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
