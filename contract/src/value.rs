//! The scalar types of the contract. Each reads several JSON forms and writes one. What is ambiguous is refused, not guessed.
//! Dates and instants are in [`super::date`].

mod flag;
mod money;
mod nullable;
mod secret;

use std::{borrow::Cow, fmt, marker::PhantomData, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{IgnoredAny, IntoDeserializer as _, Visitor, value::BorrowedStrDeserializer},
};
use serde_json::Value;

use crate::json_reader::value_kinds::{STATUS_CODE, TAX_ID};

pub use self::{
    flag::{FLAG_WORDS, is_flag_word},
    money::Money,
    nullable::{Nullable, UnreadableValue},
    secret::Secret,
};
pub(super) use self::{
    flag::{flag, optional_flag},
    money::{digits_in_text, entered as entered_amount},
    nullable::nullable,
};

/// A code or a number (`cd…`, `nr…`): a string, which a service may also send as an integer. `S` is `String`, or
/// [`InPlace`] to borrow from the response body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(with = "String", inline)]
pub struct Text<S = String>(pub S);

impl<'de, S: Deserialize<'de>> Deserialize<'de> for Text<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrInteger(PhantomData))
    }
}

/// Reads the code of a status.
pub(super) fn status<'de, S: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Text<S>, D::Error> {
    deserializer.deserialize_newtype_struct(STATUS_CODE, TextOrInteger(PhantomData))
}

/// Reads a CPF or CNPJ.
pub(super) fn tax_id<'de, S: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Text<S>, D::Error> {
    deserializer.deserialize_newtype_struct(TAX_ID, TextOrInteger(PhantomData))
}

/// Reads the number of another object. APIs that have no null write an empty text or zeros where there is none.
pub(super) fn reference<'de, S, D>(deserializer: D) -> Result<Nullable<Text<S>>, D::Error>
where
    S: Deserialize<'de> + Deref<Target = str>,
    D: Deserializer<'de>,
{
    let is_none = |text: &str| text.bytes().all(|byte| matches!(byte, b'0' | b' '));
    nullable(deserializer, |text: Text<S>| (!is_none(&text)).then_some(text))
}

struct TextOrInteger<S>(PhantomData<S>);

impl<'de, S: Deserialize<'de>> Visitor<'de> for TextOrInteger<S> {
    type Value = Text<S>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("text or a whole number")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Text<S>, E> {
        S::deserialize(BorrowedStrDeserializer::new(text)).map(Text)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Text<S>, E> {
        S::deserialize(text.into_deserializer()).map(Text)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Text<S>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Text<S>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Text<S>, E> {
        whole(number).ok_or_else(|| E::custom("a fraction")).and_then(|number| self.visit_i64(number))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Text<S>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<S: Deref<Target = str>> Deref for Text<S> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl<'a, S: From<&'a str>> From<&'a str> for Text<S> {
    fn from(text: &'a str) -> Self {
        Self(text.into())
    }
}

/// A text for display (`ds…`, `nm…`). Null and an absent field are read as the empty text. `S` is as in [`Text`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(with = "String", inline)]
pub struct Label<S = String>(pub S);

impl<'de, S: Deserialize<'de>> Deserialize<'de> for Label<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrNothing<S>(PhantomData<S>);
        impl<'de, S: Deserialize<'de>> Visitor<'de> for TextOrNothing<S> {
            type Value = Label<S>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("text or null")
            }
            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Label<S>, D::Error> {
                S::deserialize(deserializer).map(Label)
            }
            fn visit_none<E: serde::de::Error>(self) -> Result<Label<S>, E> {
                S::deserialize(BorrowedStrDeserializer::new("")).map(Label)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Label<S>, E> {
                S::deserialize(text.into_deserializer()).map(Label)
            }
        }
        // As an option, so that serde reads an absent field as none.
        deserializer.deserialize_option(TextOrNothing(PhantomData))
    }
}

impl<S: Deref<Target = str>> Deref for Label<S> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl<'a, S: From<&'a str>> From<&'a str> for Label<S> {
    fn from(text: &'a str) -> Self {
        Self(text.into())
    }
}

/// A string borrowed from the response body, or a copy where it has escapes there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InPlace<'a>(#[serde(borrow)] Cow<'a, str>);

impl Deref for InPlace<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for InPlace<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

/// An integer (`qt…`, and `nr…` for counts), which a service may also send as a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(with = "i64", inline)]
pub struct Integer(pub i64);

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IntegerOrText;
        impl Visitor<'_> for IntegerOrText {
            type Value = Integer;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a whole number")
            }
            fn visit_i64<E>(self, number: i64) -> Result<Integer, E> {
                Ok(Integer(number))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Integer, E> {
                i64::try_from(number).map(Integer).map_err(E::custom)
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Integer, E> {
                whole(number).map(Integer).ok_or_else(|| E::custom("a fraction"))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Integer, E> {
                let text = text.trim();
                // Databases write decimals of whole numbers too. Three of them may be thousands.
                let whole = match text.split_once(['.', ',']) {
                    Some((whole, zeros)) if !matches!(zeros.len(), 0 | 3) && zeros.bytes().all(|b| b == b'0') => whole,
                    _ => text,
                };
                whole.parse().map(Integer).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(IntegerOrText)
    }
}

/// A whole number that a service writes as a double (`1.0`, `2.0E12`); of this size they are exact.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
pub(super) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(number)
    }
}

/// Whether the data accept a step of the login: any value but null and a flag that says no. Missing data do not, unless the
/// status alone decides.
#[derive(Clone, Copy, Debug)]
pub struct Consent(pub bool);

impl<'de> Deserialize<'de> for Consent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A name, an id or an object is no flag.
        Value::deserialize(deserializer).map(|data| Self(flag(&data).ok() != Some(false)))
    }
}

/// Consent is written as [`Nothing`].
impl Serialize for Consent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 { Nothing {}.serialize(serializer) } else { false.serialize(serializer) }
    }
}

impl JsonSchema for Consent {
    fn schema_name() -> Cow<'static, str> {
        Nothing::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Nothing::json_schema(generator)
    }
}

/// Empty data: written as `{}`, read from any value but null.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Nothing {}

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self {})
    }
}
