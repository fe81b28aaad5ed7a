//! Forms in which integration APIs write days and instants, beside those of the contract. A form with two meanings is refused.
//!
//! Text: a day as `YYYY-MM-DD`, `dd/MM/yyyy` or `yyyyMMdd`, then, after `T` or a space, a time as `HH:MM`,
//! `HH:MM:SS` or with a fraction, then, without a time too, `Z` or an offset, then the name of a zone in brackets, which is
//! ignored. Without an offset it is the time of São Paulo, without a time the day's start. `/Date(1795194191000)/` is a
//! number in a text.
//!
//! Numbers, or texts of their digits: seconds, with or without a fraction, or milliseconds since 1970, told apart by their size.
//!
//! Lists of numbers, as Java writes them: `[2026,11,20]`, `[2026,11,20,14,3,11]`, with or without seconds and nanoseconds.

use std::ops::RangeInclusive;

use chrono::{
    DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveTime, Utc,
    format::{self, Parsed, StrftimeItems},
};
use chrono_tz::America::Sao_Paulo;

use crate::calendar;

/// Seconds since 1970 from 1990 to 2100. No number is in this range both as seconds and as milliseconds.
const SECONDS: RangeInclusive<f64> = 631_152_000.0..=4_102_444_800.0;

/// Parses an instant.
pub(super) fn instant(text: &str) -> Option<DateTime<FixedOffset>> {
    if let Some(number) = number_since_1970(text) {
        return since_1970(number);
    }
    let Parts { day, time, offset } = parts(text)?;
    let local = day.and_time(time.unwrap_or_default());
    match offset {
        Some(offset) => local.and_local_timezone(offset).single(),
        None => Some(calendar::at(local).fixed_offset()),
    }
}

/// An instant of its parts, in São Paulo.
pub(super) fn instant_of(parts: &[u32]) -> Option<DateTime<FixedOffset>> {
    let (day, time) = (day_of(parts)?, parts.get(3..)?);
    let part = |at: usize| time.get(at).copied().unwrap_or_default();
    Some(calendar::at(day.and_hms_nano_opt(part(0), part(1), part(2), part(3))?).fixed_offset())
}

/// A day of its parts, and those of a time.
pub(super) fn day_of(parts: &[u32]) -> Option<NaiveDate> {
    match parts {
        [year, month, day] | [year, month, day, _, _, ..] if parts.len() <= 7 => {
            NaiveDate::from_ymd_opt(i32::try_from(*year).ok()?, *month, *day)
        }
        _ => None,
    }
}

/// Parses a day. Of an instant: the day as written, whatever its offset.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    match number_since_1970(text) {
        Some(number) => day_since_1970(number),
        None => parts(text).map(|parts| parts.day),
    }
}

/// Whether a text is a placeholder for "no day": a day without a digit above 0, as MySQL, SAP and Protheus write it, or .NET's
/// number of a placeholder day.
pub(super) fn is_no_day(text: &str) -> bool {
    let is_zeros = text.bytes().all(|byte| matches!(byte, b'0' | b'/' | b'-' | b':' | b' '));
    let dot_net = || DateTime::from_timestamp_millis(dot_net_number(text)?.parse().ok()?);
    let is_none = |utc: DateTime<_>| [utc.date_naive(), utc.with_timezone(&Sao_Paulo).date_naive()].map(super::is_none);
    is_zeros || dot_net().is_some_and(|utc| is_none(utc).contains(&true))
}

/// The number in `1795194191.25`, `/Date(1795194191000)/` or `/Date(1795194191000-0300)/`, whose offset does not change the
/// instant. A negative number is refused later: `SECONDS` begins in 1990.
fn number_since_1970(text: &str) -> Option<f64> {
    // A text of eight digits is a day.
    let number = Some(text).filter(|text| text.len() > 8).and_then(|text| text.parse().ok());
    number.or_else(|| dot_net_number(text)?.parse().ok())
}

fn dot_net_number(text: &str) -> Option<&str> {
    let number = text.trim().strip_prefix("/Date(")?.strip_suffix(")/")?;
    let sign = usize::from(number.starts_with('-'));
    let end = number[sign..].find(['+', '-']).map_or(number.len(), |end| sign + end);
    Some(&number[..end])
}

/// An instant as a number.
pub(super) fn since_1970(number: f64) -> Option<DateTime<FixedOffset>> {
    Some(utc_since_1970(number)?.with_timezone(&Sao_Paulo).fixed_offset())
}

/// A day as a number: midnight in UTC, or any time of it in São Paulo.
pub(super) fn day_since_1970(number: f64) -> Option<NaiveDate> {
    let utc = utc_since_1970(number)?;
    let is_midnight = utc.time() == NaiveTime::MIN;
    Some(if is_midnight { utc.date_naive() } else { utc.with_timezone(&Sao_Paulo).date_naive() })
}

fn utc_since_1970(number: f64) -> Option<DateTime<Utc>> {
    // Numbers of this size are exact to the microsecond.
    let micros = match number {
        seconds if SECONDS.contains(&seconds) => seconds * 1e6,
        millis if SECONDS.contains(&(millis / 1e3)) => millis * 1e3,
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
    let micros = micros.round() as i64;
    DateTime::from_timestamp_micros(micros)
}

struct Parts {
    day: NaiveDate,
    time: Option<NaiveTime>,
    offset: Option<FixedOffset>,
}

fn parts(text: &str) -> Option<Parts> {
    let text = text.trim();
    // Java adds the name of the zone.
    let text = text.strip_suffix(']').and_then(|text| Some(text.rsplit_once('[')?.0)).unwrap_or(text);
    let is_compact = text.bytes().take_while(u8::is_ascii_digit).count() == 8;
    let (day, rest) = text.split_at_checked(if is_compact { 8 } else { 10 })?;
    let format = match day.as_bytes() {
        [_, _, b'/', _, _, b'/', ..] => "%d/%m/%Y",
        _ if is_compact => "%Y%m%d",
        _ => "%Y-%m-%d",
    };
    let day = NaiveDate::parse_from_str(day, format).ok()?;
    // Read as `ddMMyyyy`, a text with one of these years would have month 19, 20 or 21: so no text is a day in both forms.
    if is_compact && !(1900..2200).contains(&day.year()) && !super::is_none(day) {
        return None;
    }
    if rest.is_empty() {
        return Some(Parts { day, time: None, offset: None });
    }
    // XML Schema's `xs:date`.
    if rest.starts_with(['Z', 'z', '+', '-']) {
        return Some(Parts { day, time: None, offset: Some(offset(rest)?) });
    }
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (time, offset) = match rest.find(['Z', 'z', '+', '-']) {
        Some(end) => (rest[..end].trim_end(), Some(offset(&rest[end..])?)),
        None => (rest, None),
    };
    let format = if time.len() == 5 { "%H:%M" } else { "%H:%M:%S%.f" };
    let time = NaiveTime::parse_from_str(time, format).ok()?;
    Some(Parts { day, time: Some(time), offset })
}

/// Parses `Z`, `-03:00`, `-0300` or `-03`.
fn offset(text: &str) -> Option<FixedOffset> {
    let mut parsed = Parsed::new();
    format::parse(&mut parsed, text, StrftimeItems::new("%#z")).ok()?;
    parsed.to_fixed_offset().ok()
}

#[cfg(test)]
mod tests {
    use super::{day, instant};

    #[test]
    fn an_instant_may_lack_offset_seconds_and_time() {
        for (text, expected) in [
            ("2026-11-20T14:03:11.250-03:00", "2026-11-20T14:03:11.250-03:00"),
            ("2026-11-20T17:03:11Z", "2026-11-20T17:03:11+00:00"),
            ("2026-11-20t17:03:11z", "2026-11-20T17:03:11+00:00"),
            ("2026-11-20 14:03:11 -0300", "2026-11-20T14:03:11-03:00"),
            ("2026-11-20T14:03:11-03", "2026-11-20T14:03:11-03:00"),
            ("2026-11-20T14:03:11", "2026-11-20T14:03:11-03:00"),
            ("2026-11-20 14:03", "2026-11-20T14:03:00-03:00"),
            ("20/11/2026 14:03:11", "2026-11-20T14:03:11-03:00"),
            ("20/11/2026", "2026-11-20T00:00:00-03:00"),
            ("2026-11-20", "2026-11-20T00:00:00-03:00"),
            ("2018-12-20T14:03:11", "2018-12-20T14:03:11-02:00"),
            ("2018-11-04", "2018-11-04T01:00:00-02:00"),
            ("2026-11-20T14:03:11-03:00[America/Sao_Paulo]", "2026-11-20T14:03:11-03:00"),
            ("2026-11-20T17:03:11.000Z[UTC]", "2026-11-20T17:03:11+00:00"),
            ("/Date(1795194191000)/", "2026-11-20T14:03:11-03:00"),
            ("/Date(1795194191000-0300)/", "2026-11-20T14:03:11-03:00"),
            ("1795194191000", "2026-11-20T14:03:11-03:00"),
            ("1795194191", "2026-11-20T14:03:11-03:00"),
            ("20261120", "2026-11-20T00:00:00-03:00"),
            ("2026-11-20Z", "2026-11-20T00:00:00+00:00"),
        ] {
            assert_eq!(instant(text).map(|instant| instant.to_rfc3339()).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "hoje",
            "2026-11-31T10:00:00",
            "31/11/2026",
            "11/20/2026",
            "2026-11-20T25:00",
            "2026-11-20T14:03:11+3",
            "2026-11-20T14:03:11-03:60",
            "2026-11-20T14:03:11-03:00x",
            "20-11-2026",
            "1/2/2026",
            "2026-11-20X14:03",
            "20/11/26",
            "2026-11-20T",
            "é026-11-20",
            "20262011",
            "202611201",
            "/Date(x)/",
            "9999999999999999",
            "-1795194191",
            "/Date(-62135596800000)/",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_is_the_one_that_is_written() {
        for text in [
            "20/11/2026",
            "2026-11-20T00:00:00Z",
            "2026-11-20T23:30:00-03:00",
            "2026-11-20 00:00:00.0",
            " 2026-11-20 ",
            "20261120",
            "/Date(1795132800000)/",
            "2026-11-20-03:00",
            "2026-11-20Z",
        ] {
            assert_eq!(day(text).map(|day| day.to_string()).as_deref(), Some("2026-11-20"), "{text}");
        }
        for text in
            ["2026-02-30", "20/13/2026", "20112026", "11122013", "2026-11-20T99:00", "2026-11-20-3", "202611201"]
        {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
