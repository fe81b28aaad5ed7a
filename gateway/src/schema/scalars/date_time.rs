//! Instants.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use chrono::{FixedOffset, SecondsFormat, Timelike as _};

use super::date::{digits_of_day, two_digits};
use crate::schema::json;

/// An instant with its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateTime(pub chrono::DateTime<FixedOffset>);

/// An instant as RFC 3339 with its offset, for example `2026-11-20T14:03:11-03:00`.
#[Scalar(specified_by_url = "https://www.rfc-editor.org/rfc/rfc3339")]
impl ScalarType for DateTime {
    /// No argument has this type.
    fn parse(value: Value) -> InputValueResult<Self> {
        Err(InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        Value::String(self.text())
    }
}

impl DateTime {
    /// Writes it as JSON, equal to [`ScalarType::to_value`].
    pub(in crate::schema) fn write_json(self, to: &mut Vec<u8>) {
        let (local, offset) = (self.0.naive_local(), self.0.offset().local_minus_utc());
        let day = digits_of_day(local.date()).filter(|_| local.nanosecond() == 0 && offset != 0 && offset % 60 == 0);
        let Some(day) = day else {
            return json::text(&self.text(), to);
        };
        let mut text = *b"\"0000-00-00T00:00:00+00:00\"";
        text[1..11].copy_from_slice(&day);
        let minutes = offset.unsigned_abs() / 60;
        let numbers = [local.hour(), local.minute(), local.second(), minutes / 60, minutes % 60];
        for (at, number) in [12, 15, 18, 21, 24].into_iter().zip(numbers) {
            text[at..at + 2].copy_from_slice(&two_digits(number));
        }
        if offset < 0 {
            text[20] = b'-';
        }
        to.extend_from_slice(&text);
    }

    fn text(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::AutoSi, true)
    }
}
