//! Plain values of the file.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value of JSON that is no object and no list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum ScalarValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Without quotation marks, and without spaces around a text.
impl fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.trim().fmt(f),
        }
    }
}

/// A value, or a list of values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "a value, or a list of values")]
pub enum ValueOrMore {
    /// One value.
    One(ScalarValue),
    /// Several.
    More(Vec<ScalarValue>),
}

impl ValueOrMore {
    /// All values.
    pub fn all(&self) -> &[ScalarValue] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::More(values) => values,
        }
    }
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A key, or a list of keys.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "a key as text, or a list of keys")]
pub enum OneOrMore {
    /// One key.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    pub(crate) fn all(&self) -> &[String] {
        match self {
            Self::One(key) => std::slice::from_ref(key),
            Self::More(keys) => keys,
        }
    }
}
