//! The status of an envelope.

use std::borrow::Cow;

use serde::Deserialize as _;

use crate::{
    json_reader::{JsonReader, Unreadable},
    mapping::StatusValue,
};

/// What a status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatusMeaning {
    Success,
    Refusal,
}

impl StatusMeaning {
    pub(super) fn read(reader: &mut JsonReader<'_, '_>, success: &[StatusValue]) -> Result<Self, Unreadable> {
        // An object or a list would be read whole before it is refused.
        if matches!(reader.peek(), Some(b'{' | b'[')) {
            return Err(Unreadable::default());
        }
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
