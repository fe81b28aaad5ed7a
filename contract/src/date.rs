//! Dates and instants (`dt…`). The usual forms are parsed here, since chrono's parser takes ten times as long; then chrono is
//! tried, then the [`other_forms`] of integration APIs.

mod other_forms;

use std::fmt;

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveTime, TimeDelta, Timelike as _};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, SeqAccess, Visitor, value::SeqAccessDeserializer},
};
use wide::u8x16;

use super::{
    json_reader::value_kinds::TIME,
    value::{Nullable, nullable},
};

/// Reads a date of a request, which has one form: `YYYY-MM-DD`.
pub(super) fn entered_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_usual_date(text.as_bytes()).ok_or_else(|| D::Error::custom("not a date"))
}

/// Reads an instant: RFC 3339 with its offset, or one of the [`other_forms`]. A placeholder for "no date" is refused.
pub(super) fn instant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<FixedOffset>, D::Error> {
    struct Instant;
    impl<'de> Visitor<'de> for Instant {
        type Value = DateTime<FixedOffset>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an instant in RFC 3339")
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            // Only four-digit years are parsed here, and no placeholders, so `is_read` is true.
            if let Some(instant) = parse_usual_instant(text.as_bytes()) {
                return Ok(instant);
            }
            let instant = text.parse().ok().or_else(|| other_forms::instant(text)).map(without_leap_second);
            instant.filter(is_read).ok_or_else(|| E::custom("not an instant"))
        }
        fn visit_u64<E: serde::de::Error>(self, since_1970: u64) -> Result<Self::Value, E> {
            self.visit_f64(since_1970 as f64)
        }
        fn visit_f64<E: serde::de::Error>(self, since_1970: f64) -> Result<Self::Value, E> {
            other_forms::since_1970(since_1970).ok_or_else(|| E::custom("not an instant"))
        }
        fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Self::Value, A::Error> {
            let parts = Vec::<u32>::deserialize(SeqAccessDeserializer::new(parts))?;
            let instant = other_forms::instant_of(&parts).filter(is_read);
            instant.ok_or_else(|| A::Error::custom("not an instant"))
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
            deserializer.deserialize_any(self)
        }
    }
    deserializer.deserialize_newtype_struct(TIME, Instant)
}

/// Reads a date that may be null: `YYYY-MM-DD`, or one of the [`other_forms`].
pub(super) fn optional_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Nullable<NaiveDate>, D::Error> {
    struct Day(Option<NaiveDate>);
    impl<'de> Deserialize<'de> for Day {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_newtype_struct(TIME, DayForm)
        }
    }
    /// A day with a year of four digits, and none for a placeholder.
    fn checked(day: Option<NaiveDate>) -> Option<Day> {
        let day = day.filter(|day| has_four_digits(*day))?;
        Some(Day(Some(day).filter(|day| !is_none(*day))))
    }
    struct DayForm;
    impl<'de> Visitor<'de> for DayForm {
        type Value = Day;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a day as YYYY-MM-DD")
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Day, E> {
            if other_forms::is_no_day(text) {
                return Ok(Day(None));
            }
            let day = parse_usual_date(text.as_bytes()).or_else(|| text.parse().ok());
            checked(day.or_else(|| other_forms::day(text))).ok_or_else(|| E::custom("not a day"))
        }
        fn visit_u64<E: serde::de::Error>(self, since_1970: u64) -> Result<Day, E> {
            if since_1970 == 0 { Ok(Day(None)) } else { self.visit_f64(since_1970 as f64) }
        }
        fn visit_f64<E: serde::de::Error>(self, since_1970: f64) -> Result<Day, E> {
            let day = other_forms::day_since_1970(since_1970);
            day.map(|day| Day(Some(day))).ok_or_else(|| E::custom("not a day"))
        }
        fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Day, A::Error> {
            let parts = Vec::<u32>::deserialize(SeqAccessDeserializer::new(parts))?;
            checked(other_forms::day_of(&parts)).ok_or_else(|| A::Error::custom("not a day"))
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Day, D::Error> {
            deserializer.deserialize_any(self)
        }
    }
    nullable(deserializer, |Day(day)| day)
}

/// Placeholder days of systems without null dates: the first of .NET and SQL Server (`datetime`), the first of
/// Delphi, OLE and Excel, the first of many ERPs, and the last of all. No day of a claim, a policy or a pet is one of them.
const NONE: [NaiveDate; 5] = [
    NaiveDate::from_ymd_opt(1, 1, 1).expect("a day"),
    NaiveDate::from_ymd_opt(1753, 1, 1).expect("a day"),
    NaiveDate::from_ymd_opt(1899, 12, 30).expect("a day"),
    NaiveDate::from_ymd_opt(1900, 1, 1).expect("a day"),
    NaiveDate::from_ymd_opt(9999, 12, 31).expect("a day"),
];

/// Whether a day is a placeholder.
fn is_none(day: NaiveDate) -> bool {
    // The year alone excludes nearly all days.
    !(1901..9999).contains(&day.year()) && NONE.contains(&day)
}

/// Whether an instant is read: its day, in its own offset, has a four-digit year and is no placeholder.
fn is_read(instant: &DateTime<FixedOffset>) -> bool {
    let day = instant.date_naive();
    has_four_digits(day) && !is_none(day)
}

/// Whether a day's year has four digits, as in ISO 8601 and RFC 3339. chrono writes and reads others with a sign.
fn has_four_digits(day: NaiveDate) -> bool {
    (0..=9999).contains(&day.year())
}

/// An instant in second 60 as the start of the next minute: RFC 3339 allows leap seconds, and browsers parse none.
fn without_leap_second(instant: DateTime<FixedOffset>) -> DateTime<FixedOffset> {
    let next = || {
        let nanos = instant.nanosecond().checked_sub(1_000_000_000)?;
        instant.with_nanosecond(nanos)?.checked_add_signed(TimeDelta::seconds(1))
    };
    next().unwrap_or(instant)
}

/// Parses `2026-11-20T14:03:11-03:00`; `None` for any other form and for an instant on a placeholder day.
fn parse_usual_instant(text: &[u8]) -> Option<DateTime<FixedOffset>> {
    if text.len() != 25 {
        return None;
    }
    let (first, last) = (text.first_chunk()?, text.last_chunk()?);
    let mut unsigned = *last;
    let sign = std::mem::replace(&mut unsigned[10], b'+');
    let first = digits(first, b"0000-00-00T00:00")?;
    let [.., h1, h2, _, mi1, mi2] = first;
    let [.., s1, s2, _, oh1, oh2, _, om1, om2] = digits(&unsigned, b"0T00:00:00+00:00")?;
    let day = date_from_digits(first).filter(|day| !is_none(*day))?;
    let time = NaiveTime::from_hms_opt(two(h1, h2), two(mi1, mi2), two(s1, s2))?;
    let (hours, minutes) = (two(oh1, oh2), two(om1, om2));
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok().filter(|_| minutes < 60)?;
    let offset = match sign {
        b'+' => FixedOffset::east_opt(seconds)?,
        b'-' => FixedOffset::west_opt(seconds)?,
        _ => return None,
    };
    day.and_time(time).and_local_timezone(offset).single()
}

/// Parses `2026-11-20`; `None` for any other form.
fn parse_usual_date(text: &[u8]) -> Option<NaiveDate> {
    let text: [u8; 10] = text.try_into().ok()?;
    let mut padded = *b"0000-00-00      ";
    padded[..10].copy_from_slice(&text);
    date_from_digits(digits(&padded, b"0000-00-00      ")?)
}

/// The date at the start of a text, from the values of its digits.
fn date_from_digits(digits: [u8; 16]) -> Option<NaiveDate> {
    let [y1, y2, y3, y4, _, m1, m2, _, d1, d2, ..] = digits;
    let year = i32::try_from(two(y1, y2) * 100 + two(y3, y4)).ok()?;
    NaiveDate::from_ymd_opt(year, two(m1, m2), two(d1, d2))
}

/// The values of a text's digits if it matches a pattern: a digit for each `0`, the same byte elsewhere.
fn digits(text: &[u8; 16], pattern: &[u8; 16]) -> Option<[u8; 16]> {
    let (text, pattern) = (u8x16::new(*text), u8x16::new(*pattern));
    let values = text - u8x16::splat(b'0');
    let is_digit = values.simd_eq(values.min(u8x16::splat(9)));
    let digit_expected = pattern.simd_eq(u8x16::splat(b'0'));
    let matches = (digit_expected & is_digit) | (text.simd_eq(pattern) & !digit_expected);
    (matches.to_bitmask() == 0xffff).then(|| values.to_array())
}

/// The number of two digits.
fn two(tens: u8, ones: u8) -> u32 {
    u32::from(tens) * 10 + u32::from(ones)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, FixedOffset, NaiveDate};

    use super::{optional_date, parse_usual_date, parse_usual_instant};

    #[test]
    fn a_placeholder_day_is_none() {
        let read = |json: &str| {
            let day = optional_date(&mut serde_json::Deserializer::from_str(json)).expect(json);
            day.as_ref().map(ToString::to_string)
        };
        for none in [
            "null",
            r#""""#,
            r#""0000-00-00""#,
            r#""00000000""#,
            r#""0001-01-01""#,
            r#""0001-01-01T00:00:00""#,
            r#""/Date(-62135596800000)/""#,
            r#""1753-01-01T00:00:00""#,
            r#""1899-12-30""#,
            r#""30/12/1899""#,
            r#""1899-12-30T00:00:00.000Z""#,
            r#""1900-01-01""#,
            r#""01/01/1900 00:00:00""#,
            r#""19000101""#,
            r#""1900-01-01T00:00:00-03:00""#,
            r#""/Date(-2208988800000)/""#,
            r#""/Date(-2208977612000)/""#,
            r#""/Date(-2209161600000)/""#,
            r#""9999-12-31""#,
            r#""99991231""#,
            r#""9999-12-31T23:59:59.9999999""#,
            r#""/Date(253402300799999)/""#,
        ] {
            assert_eq!(read(none), None, "{none}");
        }
        for day in ["1899-12-31", "1900-01-02", "1901-01-01", "1970-01-01", "9999-12-30"] {
            assert_eq!(read(&format!("{day:?}")).as_deref(), Some(day));
        }
    }

    #[test]
    fn an_instant_is_read_as_chrono_reads_it_or_left_to_it() {
        let mut usual = 0;
        for year in ["0000", "1999", "2024", "2026", "9999", "+026"] {
            for day in ["01-01", "02-29", "02-30", "12-31", "13-01", "00-10"] {
                for time in ["00:00:00", "23:59:59", "23:59:60", "24:00:00", "12:60:00", "1a:00:00"] {
                    let day = format!("{year}-{day}");
                    if let Some(read) = parse_usual_date(day.as_bytes()) {
                        assert_eq!(Ok(read), day.parse::<NaiveDate>(), "{day}");
                    }
                    for offset in ["-03:00", "+00:00", "-00:00", "+05:30", "+23:59", "+24:00", "-03:60", " 03:00"] {
                        let text = format!("{day}T{time}{offset}");
                        if let Some(read) = parse_usual_instant(text.as_bytes()) {
                            usual += 1;
                            assert_eq!(Ok(read), text.parse::<DateTime<FixedOffset>>(), "{text}");
                            assert_eq!(read.offset(), text.parse::<DateTime<FixedOffset>>().unwrap().offset());
                        }
                    }
                }
            }
        }
        assert!(usual > 50, "{usual}");
        assert!(parse_usual_instant(b"2026-11-20T14:03:11.5-03:00").is_none());
        assert!(parse_usual_instant(b"2026-11-20T14:03:11Z").is_none());
    }
}
