//! The status of an envelope.

use serde::Deserialize as _;

use crate::{
    json_reader::{JsonReader, Unreadable},
    mapping::ScalarValue,
};

/// What a status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatusMeaning {
    Success,
    Refusal,
}

impl StatusMeaning {
    pub(super) fn read(reader: &mut JsonReader<'_, '_>, success: &[ScalarValue]) -> Result<Self, Unreadable> {
        // An object or a list would be read whole before it is refused.
        if matches!(reader.peek(), Some(b'{' | b'[')) {
            return Err(Unreadable::default());
        }
        let status = ScalarValue::deserialize(reader)?;
        // Usually it is as expected, and nothing has to be made text.
        if success.contains(&status) {
            return Ok(Self::Success);
        }
        let status = status.to_string();
        let success = || success.iter().map(ScalarValue::to_string);
        // `true` and `"true"` are equal, and so are `1` and `"1"`; but a flag is never compared with a number: then the body
        // is unreadable.
        let is_flag = |text: &str| ["true", "false"].contains(&text);
        if !success().any(|value| is_flag(&value) == is_flag(&status)) {
            return Err(Unreadable::default());
        }
        let is_success = success().any(|value| value == status);
        Ok(if is_success { Self::Success } else { Self::Refusal })
    }
}
