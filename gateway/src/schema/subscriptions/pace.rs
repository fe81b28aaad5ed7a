//! When a producer reads again: at an interval with jitter, less often while nothing changes and while a service fails.

use std::time::Duration;

/// How much longer the interval becomes with each read that finds no change, and at most.
const UNCHANGED: (f64, f64) = (1.25, 2.0);
/// The same for reads that fail.
const FAILING: (f64, f64) = (2.0, 4.0);

/// The result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadOutcome {
    /// The response differs from the one before.
    Changed,
    /// It does not.
    Unchanged,
    /// A service failed, whether the response differs or not.
    Failing,
}

/// The pace of a producer.
pub(super) struct Pace {
    interval: Duration,
    factor: f64,
}

impl Pace {
    pub(super) fn new(interval: Duration) -> Self {
        Self { interval, factor: 1.0 }
    }

    /// The pause after a read. `jitter` is between 0 and 1: subscriptions that began together do not read in step.
    pub(super) fn next_interval(&mut self, outcome: ReadOutcome, jitter: f64) -> Duration {
        self.factor = match outcome {
            ReadOutcome::Changed => 1.0,
            // After a failure the service is read again at the usual pace.
            ReadOutcome::Unchanged if self.factor > UNCHANGED.1 => 1.0,
            ReadOutcome::Unchanged => (self.factor * UNCHANGED.0).min(UNCHANGED.1),
            ReadOutcome::Failing => (self.factor * FAILING.0).min(FAILING.1),
        };
        self.interval.mul_f64(self.factor * (1.0 - jitter / 5.0))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Pace, ReadOutcome};

    #[test]
    fn the_interval_grows_within_bounds_while_nothing_changes_or_a_service_fails() {
        let mut pace = Pace::new(Duration::from_secs(10));
        let mut pauses = |outcome, jitter| [(); 5].map(|()| pace.next_interval(outcome, jitter).as_millis());
        assert_eq!(pauses(ReadOutcome::Unchanged, 0.0), [12_500, 15_625, 19_531, 20_000, 20_000]);
        assert_eq!(pauses(ReadOutcome::Changed, 0.0), [10_000; 5]);
        assert_eq!(pauses(ReadOutcome::Failing, 0.0), [20_000, 40_000, 40_000, 40_000, 40_000]);
        assert_eq!(pauses(ReadOutcome::Unchanged, 1.0)[0], 8_000);
        assert_eq!(pauses(ReadOutcome::Changed, 0.5), [9_000; 5]);
    }
}
