//! Circuit breaker of one service. Pure: the time is a parameter.
//!
//! Closed: every call is sent. Too many failures open it: no call is sent for a while. Half-open: one call at a time is a
//! probe, whose outcome closes or reopens the breaker. Calls that began before the last change of state do not count.
//!
//! Our own: existing crates wrap the call and read the clock themselves, or have no single probe.

use std::{collections::VecDeque, fmt, time::Duration};

use tokio::time::Instant;

use super::call_outcome::CallOutcome;

/// Consecutive failures that open it.
const FAILURES_IN_A_ROW: u32 = 7;
/// From this many calls in the window on, half of them failing opens it.
const CALLS_TO_JUDGE: u32 = 20;
/// Length of the window in seconds.
const WINDOW: u64 = 10;
/// How long it stays open before the first probe.
const OPEN: Duration = Duration::from_secs(5);

/// The circuit breaker of one service.
pub(super) struct Breaker {
    began: Instant,
    state: State,
    /// Incremented by each change of state: calls of an earlier era do not count.
    era: u64,
}

enum State {
    Closed(Tally),
    Open { until: Instant },
    Probing,
}

/// Permission for one call, returned with its outcome.
#[derive(Clone, Copy)]
pub(super) struct BreakerPermit {
    era: u64,
}

/// The state as health checks and metrics report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BreakerState {
    Closed,
    Open,
    HalfOpen,
}

impl BreakerState {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half-open",
        }
    }
}

impl fmt::Display for BreakerState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Breaker {
    /// Closed.
    pub(super) fn new(now: Instant) -> Self {
        Self { began: now, state: State::Closed(Tally::default()), era: 0 }
    }

    /// Admits a call, or not.
    pub(super) fn admit(&mut self, now: Instant) -> Option<BreakerPermit> {
        if !self.would_admit(now) {
            return None;
        }
        if let State::Open { .. } = self.state {
            self.change(State::Probing);
        }
        Some(BreakerPermit { era: self.era })
    }

    /// Whether a call would be admitted now.
    pub(super) fn would_admit(&self, now: Instant) -> bool {
        match self.state {
            State::Closed(_) => true,
            State::Open { until } => now >= until,
            State::Probing => false,
        }
    }

    /// Records the outcome of a call. Returns the new state if it opened or closed the breaker.
    pub(super) fn end(&mut self, permit: BreakerPermit, outcome: CallOutcome, now: Instant) -> Option<BreakerState> {
        if permit.era != self.era {
            return None;
        }
        let second = now.duration_since(self.began).as_secs();
        match (&mut self.state, outcome) {
            (State::Closed(tally), CallOutcome::Answered { .. } | CallOutcome::Refused | CallOutcome::Failed) => {
                tally.count(second, outcome == CallOutcome::Failed);
                tally.exceeds_threshold().then(|| self.open(now))
            }
            (State::Probing, CallOutcome::Answered { .. } | CallOutcome::Refused) => {
                self.change(State::Closed(Tally::default()));
                Some(BreakerState::Closed)
            }
            (State::Probing, CallOutcome::Failed) => Some(self.open(now)),
            // The next call becomes the probe.
            (State::Probing, CallOutcome::Abandoned) => {
                self.change(State::Open { until: now });
                None
            }
            (State::Closed(_), CallOutcome::Abandoned) | (State::Open { .. }, _) => None,
        }
    }

    /// State for health checks and metrics.
    pub(super) fn state(&self, now: Instant) -> BreakerState {
        match self.state {
            State::Closed(_) => BreakerState::Closed,
            State::Open { until } if now < until => BreakerState::Open,
            State::Open { .. } | State::Probing => BreakerState::HalfOpen,
        }
    }

    fn open(&mut self, now: Instant) -> BreakerState {
        self.change(State::Open { until: now + OPEN });
        BreakerState::Open
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.era += 1;
    }
}

/// Calls of the window.
#[derive(Default)]
struct Tally {
    /// Seconds with calls, in order.
    seconds: VecDeque<Second>,
    failures_in_a_row: u32,
}

struct Second {
    /// Counted from the breaker's creation.
    number: u64,
    calls: u32,
    failures: u32,
}

impl Tally {
    fn count(&mut self, number: u64, failed: bool) {
        while self.seconds.front().is_some_and(|second| second.number + WINDOW <= number) {
            self.seconds.pop_front();
        }
        if self.seconds.back().is_none_or(|second| second.number < number) {
            self.seconds.push_back(Second { number, calls: 0, failures: 0 });
        }
        if let Some(second) = self.seconds.back_mut() {
            second.calls += 1;
            second.failures += u32::from(failed);
        }
        self.failures_in_a_row = if failed { self.failures_in_a_row + 1 } else { 0 };
    }

    fn exceeds_threshold(&self) -> bool {
        let calls: u32 = self.seconds.iter().map(|second| second.calls).sum();
        let failures: u32 = self.seconds.iter().map(|second| second.failures).sum();
        self.failures_in_a_row >= FAILURES_IN_A_ROW || (calls >= CALLS_TO_JUDGE && 2 * failures >= calls)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::{collection::vec, prelude::*};
    use tokio::time::Instant;

    use super::{Breaker, BreakerPermit, BreakerState, CallOutcome, OPEN};

    const ANSWERED: CallOutcome = CallOutcome::Answered { bytes: 1 };

    /// A breaker that just opened, and the time.
    fn opened() -> (Breaker, Instant) {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        for number in 1..=7 {
            let permit = breaker.admit(now).unwrap();
            let change = breaker.end(permit, CallOutcome::Failed, now);
            assert_eq!(change, (number == 7).then_some(BreakerState::Open));
        }
        (breaker, now)
    }

    #[test]
    fn half_of_twenty_calls_failing_opens_it() {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        for number in 1..=20 {
            let outcome = if number % 2 == 0 { CallOutcome::Failed } else { ANSWERED };
            let permit = breaker.admit(now).unwrap();
            let change = breaker.end(permit, outcome, now);
            assert_eq!(change, (number == 20).then_some(BreakerState::Open), "{number}");
        }
    }

    #[test]
    fn one_probe_at_a_time_decides() {
        let (mut breaker, mut now) = opened();
        assert!(breaker.admit(now + OPEN - Duration::from_millis(1)).is_none());
        now += OPEN;
        assert_eq!(breaker.state(now), BreakerState::HalfOpen);
        let probe = breaker.admit(now).unwrap();
        assert!(breaker.admit(now).is_none());
        assert_eq!(breaker.end(probe, CallOutcome::Failed, now), Some(BreakerState::Open));
        assert!(breaker.admit(now).is_none());
        now += OPEN;
        // The probe's caller left: the next call becomes the probe.
        let probe = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(probe, CallOutcome::Abandoned, now), None);
        let probe = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(probe, ANSWERED, now), Some(BreakerState::Closed));
        assert!(breaker.admit(now).is_some() && breaker.admit(now).is_some());
    }

    #[test]
    fn a_call_from_before_it_opened_does_not_close_it() {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        let late: Vec<_> = (0..8).map(|_| breaker.admit(now).unwrap()).collect();
        for permit in &late[..7] {
            breaker.end(*permit, CallOutcome::Failed, now);
        }
        assert_eq!(breaker.state(now), BreakerState::Open);
        assert_eq!(breaker.end(late[7], ANSWERED, now), None);
        assert_eq!(breaker.state(now), BreakerState::Open);
    }

    /// Reference model: decides from the list of all events.
    #[derive(Default)]
    struct Model {
        /// Calls that ended since it closed: second, and whether it failed.
        calls: Vec<(u64, bool)>,
        open_until: Option<Instant>,
        is_probing: bool,
    }

    impl Model {
        fn opens(&self, second: u64) -> bool {
            let recent: Vec<_> = self.calls.iter().filter(|(at, _)| at + 10 > second).collect();
            let failures = recent.iter().filter(|(_, failed)| *failed).count();
            let in_a_row = self.calls.iter().rev().take_while(|(_, failed)| *failed).count();
            in_a_row >= 7 || (recent.len() >= 20 && 2 * failures >= recent.len())
        }
    }

    proptest! {
        /// Overlapping calls that end in any order: it is open exactly when the model is.
        #[test]
        fn it_behaves_like_the_model(
            steps in vec((0..8_u8, 0..1500_u64, any::<prop::sample::Index>(), 0..10_u8), 1..400),
            failing in 0..10_u8,
        ) {
            let began = Instant::now();
            let (mut breaker, mut model, mut now) = (Breaker::new(began), Model::default(), began);
            let mut under_way: Vec<(BreakerPermit, bool)> = Vec::new();
            for (what, later, which, luck) in steps {
                now += Duration::from_millis(later);
                if what < 4 {
                    let may = match model.open_until {
                        None => true,
                        Some(until) => now >= until && !model.is_probing,
                    };
                    let permit = breaker.admit(now);
                    prop_assert_eq!(permit.is_some(), may);
                    if let Some(permit) = permit {
                        let is_probe = model.open_until.is_some();
                        if is_probe {
                            model.is_probing = true;
                        }
                        under_way.push((permit, is_probe));
                    }
                } else if !under_way.is_empty() {
                    let (permit, is_probe) = under_way.swap_remove(which.index(under_way.len()));
                    let outcome = match what {
                        7 => CallOutcome::Abandoned,
                        _ if luck < failing => CallOutcome::Failed,
                        6 => CallOutcome::Refused,
                        _ => ANSWERED,
                    };
                    breaker.end(permit, outcome, now);
                    let second = now.duration_since(began).as_secs();
                    if is_probe {
                        model.is_probing = false;
                        match outcome {
                            CallOutcome::Answered { .. } | CallOutcome::Refused => {
                                model = Model::default();
                                // Those of before do not count any more.
                                under_way.clear();
                            }
                            CallOutcome::Failed => model.open_until = Some(now + OPEN),
                            CallOutcome::Abandoned => model.open_until = Some(now),
                        }
                    } else if model.open_until.is_none() && outcome != CallOutcome::Abandoned {
                        model.calls.push((second, outcome == CallOutcome::Failed));
                        if model.opens(second) {
                            model.open_until = Some(now + OPEN);
                        }
                    }
                }
                let is_open = model.open_until.is_some();
                prop_assert_eq!(breaker.state(now) != BreakerState::Closed, is_open);
            }
        }
    }
}
