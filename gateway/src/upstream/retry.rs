//! Retry of reads: after a pause with jitter, and within a budget, so that an outage does not double the load.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// Reads per retry: a fifth of the reads may be retried.
const READS_PER_RETRY: u32 = 5;
/// Retries in the budget at start, and at most: enough for a short disturbance, few in an outage.
const RESERVE: u32 = 12;
/// Shortest pause before a retry. Jitter adds up to twice this, so that reads that failed together spread out.
const PAUSE: Duration = Duration::from_millis(25);

/// Retry budget, counted in reads.
pub(super) struct RetryBudget(AtomicU32);

impl RetryBudget {
    pub(super) fn new() -> Self {
        Self(AtomicU32::new(RESERVE * READS_PER_RETRY))
    }

    /// Counts a read that is sent for the first time.
    pub(super) fn deposit(&self) {
        self.change(|reads| (reads < RESERVE * READS_PER_RETRY).then(|| reads + 1));
    }

    /// Whether a retry is granted.
    pub(super) fn withdraw(&self) -> bool {
        self.change(|reads| reads.checked_sub(READS_PER_RETRY))
    }

    fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok()
    }
}

/// The pause before a retry: what the service requested, plus jitter from `draw`, a random number from 0 to 1. `None` if
/// no time would be left.
pub(super) fn pause(requested: Duration, left: Duration, draw: f64) -> Option<Duration> {
    let pause = requested.checked_add(PAUSE + (PAUSE * 2).mul_f64(draw))?;
    (pause < left).then_some(pause)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RetryBudget, pause};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn retries_are_a_fifth_of_the_reads_and_a_reserve() {
        for reads in [1, 50, 1000] {
            let budget = RetryBudget::new();
            let mut granted = 0;
            for _ in 0..reads {
                budget.deposit();
                granted += u32::from(budget.withdraw());
            }
            assert!(granted <= 12 + reads / 5 && granted >= reads / 5, "{granted} of {reads}");
        }
    }

    #[test]
    fn the_budget_never_exceeds_the_reserve() {
        let budget = RetryBudget::new();
        (0..1000).for_each(|_| budget.deposit());
        assert_eq!((0..100).filter(|_| budget.withdraw()).count(), 12);
    }

    #[test]
    fn the_pause_has_jitter_and_leaves_time_for_the_response() {
        assert_eq!(pause(Duration::ZERO, SECOND, 0.0), Some(Duration::from_millis(25)));
        assert_eq!(pause(Duration::ZERO, SECOND, 1.0), Some(Duration::from_millis(75)));
        assert_eq!(pause(SECOND, 2 * SECOND, 0.5), Some(Duration::from_millis(1050)));
        assert_eq!(pause(SECOND, SECOND, 0.0), None);
        assert_eq!(pause(Duration::MAX, SECOND, 0.0), None);
    }
}
