//! What serde asks the reader for: a value of each kind of its data model.

use serde::{
    de::{self, Visitor},
    forward_to_deserialize_any,
};

use super::{
    JsonReader, Unreadable,
    coercions::{Attempt, OnlyField, ShortList},
    containers::ObjectType,
    value_kinds::{FLAG, MONEY, NULLABLE, STATUS_CODE, TAX_ID, TIME},
};
use crate::mapping::ReadAmountForm;

impl<'de> de::Deserializer<'de> for &mut JsonReader<'de, '_> {
    type Error = Unreadable;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.short_text() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.other_value(visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.peek() == Some(b'n') && self.consume_text("null") {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        match self.peek() {
            Some(b'{') => {
                let shape = self.shape(name, fields);
                let object = if shape.is_some() {
                    ObjectType::ANY
                } else {
                    if let Some(observer) = self.observer {
                        observer.object(name, fields);
                    }
                    ObjectType { name, fields, mapping: self.types.of(name) }
                };
                // One call for both cases, so that the visitor is inlined once.
                self.object(shape, object, visitor)
            }
            // A bare value stands for its only field.
            Some(b'"' | b'-' | b'0'..=b'9') if fields.len() == 1 => {
                visitor.visit_map(OnlyField { reader: self, name: fields.first().copied() })
            }
            _ => Err(Unreadable::default()),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        match name {
            NULLABLE => return visitor.visit_seq(Attempt { reader: self, is_blank: false }),
            MONEY if self.forms.amounts != ReadAmountForm::Any => return self.amount(visitor),
            MONEY if self.peek().is_some() => {
                if let Some(centavos) = self.plain_centavos() {
                    return visitor.visit_u128(centavos.into());
                }
                if let Some(digits) = self.plain_number() {
                    return visitor.visit_borrowed_str(digits);
                }
            }
            STATUS_CODE | FLAG => return self.code_or_flag(name, visitor),
            TAX_ID => return self.tax_id(visitor),
            TIME => return self.time(visitor),
            _ => {}
        }
        // serde_json's own types (`RawValue`) are newtypes with special names.
        self.with_serde_json(|json| json.deserialize_newtype_struct(name, visitor))
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.peek() {
            Some(b'[') => self.list(visitor),
            // Languages that have one type for lists and objects write an empty list as an empty object.
            Some(b'{') if self.is_filled() => visitor.visit_seq(ShortList(Some(self))),
            Some(b'{') => {
                self.skip()?;
                visitor.visit_seq(ShortList(None))
            }
            Some(b'"') if self.plain_text().is_some_and(|text| text.trim().is_empty()) => {
                visitor.visit_seq(ShortList(None))
            }
            _ if self.null() => visitor.visit_seq(ShortList(None)),
            _ => Err(Unreadable::default()),
        }
    }

    /// A text that is a number comes as one where a serializer guesses types (PHP's `JSON_NUMERIC_CHECK`).
    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.short_text() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.long_text_or_number(visitor),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_str(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.with_serde_json(|json| json.deserialize_enum(name, variants, visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.skip()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple
        tuple_struct map identifier
    }
}
