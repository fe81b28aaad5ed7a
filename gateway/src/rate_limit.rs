//! Rate limit of a tool's requests per minute. The limit of the login can refund what it counted, and is another
//! (`session/login_rate_limit`).
//!
//! Ours, and not `governor`: its GCRA allows up to twice the limit in a window. Counts of seconds take the same memory for
//! every limit.

/// Length of the window in seconds.
pub(crate) const WINDOW: i64 = 60;

/// A sliding window: counts the requests of each of the last 60 seconds.
pub(crate) struct SlidingMinute {
    newest: i64,
    /// The count of a second, at the second modulo 60.
    counts: [u32; 60],
}

impl Default for SlidingMinute {
    fn default() -> Self {
        Self { newest: 0, counts: [0; 60] }
    }
}

impl SlidingMinute {
    /// Counts a request, unless there were so many within the window. `now` is in seconds.
    ///
    /// # Errors
    /// The seconds until a request is allowed.
    pub(crate) fn acquire(&mut self, limit: u32, now: i64) -> Result<(), u64> {
        let now = self.advance(now);
        let mut left: u32 = self.counts.iter().sum();
        if left < limit {
            self.counts[at(now)] += 1;
            return Ok(());
        }
        let oldest = now - WINDOW + 1;
        for second in oldest..=now {
            left -= self.counts[at(second)];
            if left < limit {
                return Err((second - oldest + 1).unsigned_abs());
            }
        }
        Err(WINDOW.unsigned_abs())
    }

    /// Forgets what has left the window. Time of a clock that was set back stands still, for two windows at most: if it was
    /// set back further, all counted requests count as sent now.
    fn advance(&mut self, now: i64) -> i64 {
        if now + 2 * WINDOW < self.newest {
            let counted = self.counts.iter().sum();
            self.counts = [0; 60];
            self.counts[at(now)] = counted;
            self.newest = now;
        }
        let now = now.max(self.newest);
        for second in (self.newest + 1).max(now - WINDOW + 1)..=now {
            self.counts[at(second)] = 0;
        }
        self.newest = now;
        now
    }
}

fn at(second: i64) -> usize {
    usize::try_from(second.rem_euclid(WINDOW)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::SlidingMinute;

    #[test]
    fn no_minute_has_more_requests_than_the_limit() {
        let mut rate = SlidingMinute::default();
        let now = 1_800_000_000;
        for (second, expected) in [(0, Ok(())), (0, Ok(())), (30, Ok(())), (30, Err(30)), (59, Err(1)), (60, Ok(()))] {
            assert_eq!(rate.acquire(3, now + second), expected, "{second}");
        }
        // Those of the first second have left the window, those of the thirtieth have not.
        assert_eq!(rate.acquire(3, now + 61), Ok(()));
        assert_eq!(rate.acquire(3, now + 61), Err(29));
        // A lower limit waits for more of them to leave; a clock that was set back changes nothing.
        assert_eq!(rate.acquire(2, now + 61), Err(59));
        assert_eq!(rate.acquire(3, now), Err(29));
        assert_eq!(rate.acquire(3, now + 500), Ok(()));
        assert_eq!(rate.acquire(0, now + 500), Err(60));
    }

    #[test]
    fn a_clock_that_is_set_back_prolongs_the_window_by_no_more_than_its_length() {
        let (mut rate, now) = (SlidingMinute::default(), 1_800_000_000);
        for second in [7200, 7200, 7230] {
            assert_eq!(rate.acquire(3, now + second), Ok(()));
        }
        assert_eq!(rate.acquire(3, now), Err(60));
        assert_eq!(rate.acquire(3, now + 59), Err(1));
        for _ in 0..3 {
            assert_eq!(rate.acquire(3, now + 60), Ok(()));
        }
        assert_eq!(rate.acquire(3, now + 60), Err(60));
    }

    proptest! {
        /// Compared with a log of all requests.
        #[test]
        fn counts_of_seconds_are_exact(limit in 1_u32..6, steps in prop::collection::vec(0_i64..40, 1..60)) {
            let (mut rate, mut log, mut now) = (SlidingMinute::default(), VecDeque::new(), 1_800_000_000);
            for step in steps {
                now += step;
                while log.front().is_some_and(|at| at + 60 <= now) {
                    log.pop_front();
                }
                if log.len() < limit as usize {
                    prop_assert_eq!(rate.acquire(limit, now), Ok(()));
                    log.push_back(now);
                } else {
                    prop_assert_eq!(rate.acquire(limit, now), Err((log[0] + 60 - now).unsigned_abs()));
                }
            }
        }
    }
}
