//! Seasons, weekdays, holidays and office hours of the company, in São Paulo's time.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, NaiveTime, TimeDelta, Timelike as _};
use chrono_tz::Tz;

use super::seeded_rng::SeededRng;
use contract::calendar;

/// An instant in São Paulo's time zone.
pub(super) type SaoPauloTime = DateTime<Tz>;

/// National holidays with a fixed date, as month and day.
const HOLIDAYS: [(u32, u32); 9] = [(1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25)];

/// Weight of each month in percent, from January. Summer brings ticks, heat and travel, July the school holidays.
const SEASON: [i64; 12] = [135, 120, 105, 92, 88, 92, 108, 92, 94, 98, 103, 130];

/// Weight of each weekday in percent, from Monday, which includes cases of the weekend.
const WEEK: [i64; 7] = [116, 108, 104, 102, 106, 45, 25];

/// Weight of each hour of the day; nights are emergencies only.
const HOURS: [i64; 24] = [3, 2, 2, 1, 1, 2, 4, 12, 55, 90, 100, 92, 60, 70, 98, 96, 88, 66, 30, 20, 15, 11, 8, 5];

const HOUR: i64 = 3600;

/// Whether it is an office day. Acionamentos are opened on any day, decided on office days only.
pub(super) fn is_office_day(date: NaiveDate) -> bool {
    date.weekday().num_days_from_monday() < 5 && !HOLIDAYS.contains(&(date.month(), date.day()))
}

/// Whether an instant is at night, or on a day without office hours.
pub(super) fn is_off_hours(at: SaoPauloTime) -> bool {
    !(8..18).contains(&at.hour()) || !is_office_day(at.date_naive())
}

/// The first day of the demo's 24 months.
pub(super) fn first_day(today: NaiveDate) -> NaiveDate {
    today - Months::new(24)
}

/// The days from `first` to `last`, each with its weight. The company grows: the last day weighs nearly twice the first.
pub(super) fn weighted_days(first: NaiveDate, last: NaiveDate) -> Vec<(NaiveDate, u64)> {
    let length = (last - first).num_days().max(1);
    first
        .iter_days()
        .take_while(|date| *date <= last)
        .map(|date| {
            let growth = 100 + 90 * (date - first).num_days() / length;
            let week = match date.weekday().num_days_from_monday() {
                _ if HOLIDAYS.contains(&(date.month(), date.day())) => 30,
                day => WEEK[day as usize],
            };
            (date, (growth * SEASON[date.month0() as usize] * week).unsigned_abs())
        })
        .collect()
}

/// An instant on that day, at a usual hour, not after `now`.
pub(super) fn draw_opening(rng: &mut SeededRng, date: NaiveDate, now: SaoPauloTime) -> SaoPauloTime {
    let today = date == now.date_naive();
    let last = if today { i64::from(now.num_seconds_from_midnight()) } else { 24 * HOUR - 1 };
    // Of the current hour only the past seconds, at least one.
    let hours: Vec<(i64, i64, u64)> = (0..24)
        .zip(HOURS)
        .map(|(hour, weight)| (hour * HOUR, last.min(hour * HOUR + HOUR - 1), weight))
        .filter(|(from, to, _)| from <= to)
        .map(|(from, to, weight)| (from, to, (weight * (to - from + 1)).unsigned_abs()))
        .collect();
    let (from, to, _) = *rng.weighted(&hours, |(_, _, weight)| *weight);
    at(date, rng.between(from, to)).min(now)
}

/// The instant of a second of a day.
pub(super) fn at(date: NaiveDate, second: i64) -> SaoPauloTime {
    calendar::at(date.and_time(NaiveTime::MIN) + TimeDelta::seconds(second))
}

/// That instant if it is within office hours, else one in the first hours of the next office day.
pub(super) fn in_office_hours(rng: &mut SeededRng, instant: SaoPauloTime) -> SaoPauloTime {
    if !is_off_hours(instant) {
        return instant;
    }
    let mut date = instant.date_naive();
    if instant.hour() >= 18 || !is_office_day(date) {
        date += TimeDelta::days(1);
        while !is_office_day(date) {
            date += TimeDelta::days(1);
        }
    }
    at(date, rng.between(8 * HOUR, 11 * HOUR))
}
