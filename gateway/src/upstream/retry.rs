//! When a read is tried a second time: after a pause, and only as long as second tries are few.
//!
//! Services that fail for everybody must not be called twice as often for it.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// Reads that pay for one second try: second tries are a fifth of the reads.
const READS_PER_RETRY: u32 = 5;
/// Second tries that are in store at the start, and at most: a short disturbance costs no read, and services that are
/// gone get little more than what they would get anyway.
const RESERVE: u32 = 12;
/// The pause before a second try is drawn from this and twice this again, so that what failed together does not come
/// back together.
const PAUSE: Duration = Duration::from_millis(25);

/// How many second tries may still be made, counted in the reads that pay for them.
pub(super) struct Budget(AtomicU32);

impl Budget {
    pub(super) fn new() -> Self {
        Self(AtomicU32::new(RESERVE * READS_PER_RETRY))
    }

    /// A read goes out for the first time.
    pub(super) fn deposit(&self) {
        self.change(|reads| (reads < RESERVE * READS_PER_RETRY).then(|| reads + 1));
    }

    /// Asks for a second try.
    pub(super) fn withdraw(&self) -> bool {
        self.change(|reads| reads.checked_sub(READS_PER_RETRY))
    }

    fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok()
    }
}

/// The pause before a second try: what the service asks for and a bit more. `None` if no time would be left to answer.
/// `draw` is a random number from 0 to 1.
pub(super) fn pause(asked_for: Duration, left: Duration, draw: f64) -> Option<Duration> {
    let pause = asked_for.checked_add(PAUSE + (PAUSE * 2).mul_f64(draw))?;
    (pause < left).then_some(pause)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Budget, pause};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn second_tries_are_a_fifth_of_the_reads_and_a_few() {
        for reads in [1, 50, 1000] {
            let budget = Budget::new();
            let mut granted = 0;
            for _ in 0..reads {
                budget.deposit();
                granted += u32::from(budget.withdraw());
            }
            assert!(granted <= 12 + reads / 5 && granted >= reads / 5, "{granted} of {reads}");
        }
    }

    #[test]
    fn quiet_times_store_no_more_than_the_reserve() {
        let budget = Budget::new();
        (0..1000).for_each(|_| budget.deposit());
        assert_eq!((0..100).filter(|_| budget.withdraw()).count(), 12);
    }

    #[test]
    fn the_pause_is_drawn_and_leaves_time_to_answer() {
        assert_eq!(pause(Duration::ZERO, SECOND, 0.0), Some(Duration::from_millis(25)));
        assert_eq!(pause(Duration::ZERO, SECOND, 1.0), Some(Duration::from_millis(75)));
        assert_eq!(pause(SECOND, 2 * SECOND, 0.5), Some(Duration::from_millis(1050)));
        assert_eq!(pause(SECOND, SECOND, 0.0), None);
        assert_eq!(pause(Duration::MAX, SECOND, 0.0), None);
    }
}
