//! Calendar days.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use chrono::{Datelike as _, NaiveDate};

use super::string;
use crate::schema::json;

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub NaiveDate);

/// A calendar day as `YYYY-MM-DD`, for example `2026-11-19`. It has no time of day and no time zone.
#[Scalar(specified_by_url = "https://scalars.graphql.org/andimarek/local-date")]
impl ScalarType for Date {
    fn parse(value: Value) -> InputValueResult<Self> {
        Self::read(&value).map_err(InputValueError::custom)
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

impl Date {
    pub(super) fn read(value: &Value) -> Result<Self, &'static str> {
        let text = string(value, "Envie a data como texto, no formato AAAA-MM-DD.")?;
        let shape = text.len() == 10
            && text.bytes().enumerate().all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
        if !shape {
            return Err("A data deve estar no formato AAAA-MM-DD.");
        }
        text.parse().map(Self).map_err(|_| "Esta data não existe no calendário.")
    }

    /// Writes it as JSON, equal to [`ScalarType::to_value`].
    pub(in crate::schema) fn write_json(self, to: &mut Vec<u8>) {
        let Some(day) = digits_of_day(self.0) else {
            return json::text(&self.0.to_string(), to);
        };
        let mut text = *b"\"0000-00-00\"";
        text[1..11].copy_from_slice(&day);
        to.extend_from_slice(&text);
    }
}

/// A day as `YYYY-MM-DD`; `None` if its year does not have four digits.
pub(super) fn digits_of_day(day: NaiveDate) -> Option<[u8; 10]> {
    let year = u32::try_from(day.year()).ok().filter(|year| *year <= 9999)?;
    let mut text = *b"0000-00-00";
    for (at, number) in [(0, year / 100), (2, year % 100), (5, day.month()), (8, day.day())] {
        text[at..at + 2].copy_from_slice(&two_digits(number));
    }
    Some(text)
}

/// A number below 100 in two digits.
pub(super) fn two_digits(number: u32) -> [u8; 2] {
    let digit = |number: u32| b'0' + u8::try_from(number % 10).unwrap_or_default();
    [digit(number / 10), digit(number)]
}

#[cfg(test)]
mod tests {
    use async_graphql::{ScalarType, value};

    use super::Date;

    #[test]
    fn dates_are_calendar_days_in_one_form() {
        assert_eq!(Date::read(&value!("2028-02-29")).map(|date| ScalarType::to_value(&date)), Ok(value!("2028-02-29")));
        for input in
            ["2027-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00", "01/02/2026", "+026-01-01", ""]
        {
            assert!(Date::read(&value!(input)).is_err(), "{input}");
        }
        assert!(Date::read(&value!(20260101)).is_err());
    }
}
