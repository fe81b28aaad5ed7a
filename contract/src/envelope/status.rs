//! The status of an envelope.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Deserializer, de::Visitor};

use crate::{
    json_reader::{JsonReader, Unreadable},
    mapping::StatusValue,
};

/// What a status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    Refusal,
}

impl Outcome {
    pub(super) fn read(reader: &mut JsonReader<'_, '_>, success: &[StatusValue]) -> Result<Self, Unreadable> {
        let status = StatusValue::deserialize(reader)?;
        // Usually it is as expected, and nothing has to be made text.
        if success.contains(&status) {
            return Ok(Self::Success);
        }
        if !success.iter().any(|value| value.is_comparable(&status)) {
            return Err(Unreadable::default());
        }
        let is_success = success.iter().any(|value| value.text() == status.text());
        Ok(if is_success { Self::Success } else { Self::Refusal })
    }
}

impl StatusValue {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Flag(flag) => flag.to_string().into(),
            Self::Number(number) => number.to_string().into(),
            Self::Text(text) => text.trim().into(),
        }
    }

    /// A flag may be text, and so may a number; but neither is the other.
    fn is_comparable(&self, other: &Self) -> bool {
        let is_flag = |value: &Self| ["true", "false"].contains(&&*value.text());
        is_flag(self) == is_flag(other)
    }
}

impl<'de> Deserialize<'de> for StatusValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagNumberOrText;
        impl Visitor<'_> for FlagNumberOrText {
            type Value = StatusValue;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a status: true, false, a whole number or text")
            }
            fn visit_bool<E>(self, flag: bool) -> Result<StatusValue, E> {
                Ok(StatusValue::Flag(flag))
            }
            fn visit_i64<E>(self, number: i64) -> Result<StatusValue, E> {
                Ok(StatusValue::Number(number))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<StatusValue, E> {
                i64::try_from(number).map(StatusValue::Number).map_err(E::custom)
            }
            fn visit_str<E>(self, text: &str) -> Result<StatusValue, E> {
                Ok(StatusValue::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(FlagNumberOrText)
    }
}
