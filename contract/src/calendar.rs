//! The calendar of America/Sao_Paulo: "today", "this month" and the offset of every instant.

use std::sync::Arc;

use chrono::{
    DateTime, Datelike, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone, Utc,
};
use chrono_tz::{America::Sao_Paulo, Tz};

/// The source of the current time; tests pass their own.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// The system clock.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the system clock")]
pub fn system_clock() -> Clock {
    Arc::new(Utc::now)
}

/// The date in São Paulo at an instant.
pub fn date(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Sao_Paulo).date_naive()
}

/// An instant (Unix seconds) in São Paulo's local time.
///
/// Seconds outside chrono's range become 1970; no caller has any.
pub fn local(seconds: i64) -> DateTime<FixedOffset> {
    let instant = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    let offset = instant.with_timezone(&Sao_Paulo).offset().fix();
    instant.with_timezone(&offset)
}

/// A period of whole days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub from: NaiveDate,
    /// The day after the last.
    pub until: NaiveDate,
}

impl Period {
    /// One day.
    pub fn day(day: NaiveDate) -> Self {
        Self { from: day, until: day + Days::new(1) }
    }

    /// The month that contains a day.
    pub fn month(day: NaiveDate) -> Self {
        let from = day - Days::new(u64::from(day.day0()));
        Self { from, until: from + chrono::Months::new(1) }
    }

    /// Start (inclusive) and end (exclusive) in Unix seconds.
    pub fn seconds(self) -> (i64, i64) {
        (start_of(self.from), start_of(self.until))
    }
}

/// The first instant of a day. Where summer time began at midnight, that is 01:00.
fn start_of(day: NaiveDate) -> i64 {
    at(day.and_time(NaiveTime::MIN)).timestamp()
}

/// The instant of a local time; an hour later if summer time skips it.
pub fn at(local: NaiveDateTime) -> DateTime<Tz> {
    Sao_Paulo
        .from_local_datetime(&local)
        .earliest()
        .or_else(|| Sao_Paulo.from_local_datetime(&(local + TimeDelta::hours(1))).earliest())
        // The clocks never jumped by more than an hour.
        .unwrap_or_else(|| Sao_Paulo.from_utc_datetime(&local))
}

#[cfg(test)]
mod tests {
    use super::{Period, local};
    use chrono::{DateTime, NaiveDate, Utc};

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn instant(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    #[test]
    fn a_month_ends_with_its_last_day() {
        assert_eq!(Period::month(day("2024-02-29")), Period { from: day("2024-02-01"), until: day("2024-03-01") });
        assert_eq!(Period::month(day("2026-12-31")), Period { from: day("2026-12-01"), until: day("2027-01-01") });
    }

    #[test]
    fn days_are_23_24_or_25_hours_long() {
        let hours = |text| {
            let (from, until) = Period::day(day(text)).seconds();
            (until - from) / 3600
        };
        assert_eq!(hours("2026-11-20"), 24);
        // At midnight of this day clocks went to 01:00.
        assert_eq!(hours("2018-11-04"), 23);
        // At midnight after this day clocks went back to 23:00.
        assert_eq!(hours("2018-02-17"), 25);
    }

    #[test]
    fn instants_carry_the_offset_of_their_season() {
        assert_eq!(local(instant("2026-07-01T12:00:00Z").timestamp()).to_rfc3339(), "2026-07-01T09:00:00-03:00");
        assert_eq!(local(instant("2018-12-20T12:00:00Z").timestamp()).to_rfc3339(), "2018-12-20T10:00:00-02:00");
    }
}
