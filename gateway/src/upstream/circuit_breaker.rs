//! Circuit breaker of one service. Pure: the time is a parameter.
//!
//! Closed: every call is sent. Consecutive failures open it: no call is sent for a while. Half-open: one call at a time is a
//! trial, whose outcome alone closes or reopens the breaker.
//!
//! Our own: existing crates wrap the call and read the clock themselves, or have no single trial.

use std::time::Duration;

use strum::IntoStaticStr;
use tokio::time::Instant;

/// Consecutive failures that open it.
const FAILURES: u32 = 7;
/// How long it stays open before the first trial.
const OPEN: Duration = Duration::from_secs(5);

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallOutcome {
    /// The service responded.
    Answered,
    /// Unreachable, timed out, or disconnected.
    Failed,
    /// The caller dropped the call.
    Abandoned,
}

/// The state as health checks and metrics report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum BreakerState {
    Closed,
    Open,
    HalfOpen,
}

/// The circuit breaker of one service.
#[derive(Default)]
pub(super) struct Breaker {
    consecutive_failures: u32,
    /// Until when no call is sent; `None` while it is closed.
    open_until: Option<Instant>,
    has_trial: bool,
}

impl Breaker {
    /// Admits a call, and says whether it is a trial. `None`: it must not be sent.
    pub(super) fn admit(&mut self, now: Instant) -> Option<bool> {
        match self.state(now) {
            BreakerState::Closed => Some(false),
            BreakerState::HalfOpen if !self.has_trial => {
                self.has_trial = true;
                Some(true)
            }
            BreakerState::HalfOpen | BreakerState::Open => None,
        }
    }

    /// Records the outcome of a call. Returns the new state if it opened or closed the breaker.
    pub(super) fn end(&mut self, is_trial: bool, outcome: CallOutcome, now: Instant) -> Option<BreakerState> {
        if is_trial {
            self.has_trial = false;
        } else if self.open_until.is_some() {
            // It began before the breaker opened.
            return None;
        }
        match outcome {
            CallOutcome::Answered => {
                self.consecutive_failures = 0;
                self.open_until.take().map(|_| BreakerState::Closed)
            }
            CallOutcome::Failed => {
                self.consecutive_failures += 1;
                if !is_trial && self.consecutive_failures < FAILURES {
                    return None;
                }
                self.open_until = Some(now + OPEN);
                Some(BreakerState::Open)
            }
            // The next call becomes the trial.
            CallOutcome::Abandoned => None,
        }
    }

    /// State for health checks and metrics.
    pub(super) fn state(&self, now: Instant) -> BreakerState {
        match self.open_until {
            None => BreakerState::Closed,
            Some(until) if now < until => BreakerState::Open,
            Some(_) => BreakerState::HalfOpen,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Breaker, BreakerState, CallOutcome, OPEN};

    /// A breaker that just opened, and the time.
    fn opened() -> (Breaker, Instant) {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        for number in 1..=7 {
            let is_trial = breaker.admit(now).unwrap();
            let change = breaker.end(is_trial, CallOutcome::Failed, now);
            assert_eq!(change, (number == 7).then_some(BreakerState::Open));
        }
        (breaker, now)
    }

    #[test]
    fn one_trial_at_a_time_decides() {
        let (mut breaker, mut now) = opened();
        assert!(breaker.admit(now + OPEN - Duration::from_millis(1)).is_none());
        now += OPEN;
        assert_eq!(breaker.state(now), BreakerState::HalfOpen);
        let trial = breaker.admit(now).unwrap();
        assert!(breaker.admit(now).is_none());
        assert_eq!(breaker.end(trial, CallOutcome::Failed, now), Some(BreakerState::Open));
        assert!(breaker.admit(now).is_none());
        now += OPEN;
        // The trial's caller left: the next call becomes the trial.
        let trial = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(trial, CallOutcome::Abandoned, now), None);
        let trial = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(trial, CallOutcome::Answered, now), Some(BreakerState::Closed));
        assert!(breaker.admit(now).is_some() && breaker.admit(now).is_some());
    }

    #[test]
    fn a_call_from_before_it_opened_does_not_close_it() {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        let late: Vec<_> = (0..8).map(|_| breaker.admit(now).unwrap()).collect();
        for is_trial in &late[..7] {
            breaker.end(*is_trial, CallOutcome::Failed, now);
        }
        assert_eq!(breaker.state(now), BreakerState::Open);
        assert_eq!(breaker.end(late[7], CallOutcome::Answered, now), None);
        assert_eq!(breaker.state(now), BreakerState::Open);
    }
}
