//! Values that may be null. One that cannot be read costs its field only, not the whole response.

use std::{fmt, marker::PhantomData, ops::Deref};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::json_reader::value_kinds::NULLABLE;

/// A value that may be null, or could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "Option<T>", inline)]
pub struct Nullable<T>(Result<Option<T>, UnreadableValue>);

/// A service sent a value in a form that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("a value of another type")]
pub struct UnreadableValue;

impl<T> Nullable<T> {
    /// No value.
    pub const fn null() -> Self {
        Self(Ok(None))
    }

    /// A value that could not be read.
    pub const fn unreadable() -> Self {
        Self(Err(UnreadableValue))
    }

    /// The value.
    ///
    /// # Errors
    /// It could not be read.
    pub fn read(&self) -> Result<Option<&T>, UnreadableValue> {
        self.0.as_ref().map(Option::as_ref).map_err(|error| *error)
    }

    /// The value; `None` also if it could not be read.
    pub fn as_ref(&self) -> Option<&T> {
        self.0.as_ref().ok().and_then(Option::as_ref)
    }

    /// The value; `None` also if it could not be read.
    pub fn into_option(self) -> Option<T> {
        self.0.ok().flatten()
    }
}

impl<T: Deref<Target = str>> Nullable<T> {
    /// The text.
    ///
    /// # Errors
    /// It could not be read.
    pub fn text(&self) -> Result<Option<&str>, UnreadableValue> {
        self.read().map(|text| text.map(|text| &**text))
    }

    /// The text; `None` also if it could not be read.
    pub fn as_deref(&self) -> Option<&str> {
        self.as_ref().map(|text| &**text)
    }
}

impl<T> Default for Nullable<T> {
    fn default() -> Self {
        Self::null()
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(Ok(value))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        nullable(deserializer, Some::<T>)
    }
}

/// Reads a value that may be null, by the reader of the type `R`.
pub(crate) fn nullable<'de, R: Deserialize<'de>, T, D: Deserializer<'de>>(
    deserializer: D,
    value: impl FnOnce(R) -> Option<T>,
) -> Result<Nullable<T>, D::Error> {
    struct NullOrValue<R, F>(F, PhantomData<R>);
    impl<'de, R: Deserialize<'de>, T, F: FnOnce(R) -> Option<T>> Visitor<'de> for NullOrValue<R, F> {
        type Value = Nullable<T>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a value or null")
        }
        fn visit_none<E>(self) -> Result<Nullable<T>, E> {
            Ok(Nullable::null())
        }
        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Nullable<T>, D::Error> {
            deserializer.deserialize_newtype_struct(NULLABLE, self)
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Nullable<T>, D::Error> {
            let raw = <&RawValue>::deserialize(deserializer)?.get();
            let is_blank = raw.trim_matches(['"', ' ']).is_empty();
            let none = if is_blank { Nullable::null() } else { Nullable::unreadable() };
            Ok(serde_json::from_str(raw).map_or(none, |read| (self.0)(read).into()))
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Nullable<T>, A::Error> {
            match seq.next_element()? {
                Some(read) => Ok((self.0)(read).into()),
                None if seq.size_hint() == Some(0) => Ok(Nullable::null()),
                None => Ok(Nullable::unreadable()),
            }
        }
    }
    // As an option, so that serde reads an absent field as none.
    deserializer.deserialize_option(NullOrValue(value, PhantomData))
}

/// An unreadable value is written as null.
impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(serializer)
    }
}
