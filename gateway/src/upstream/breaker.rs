//! When to stop calling a service that fails, and when to try again. Pure: the time comes in.
//!
//! Closed, every call goes out. When too many fail it opens: no call goes out for a while. Then one call at a time is let
//! through as a probe, and what comes of it closes or opens the breaker again. What is still under way from before the
//! breaker changed says nothing about now, and does not count.
//!
//! Our own, and small: the crates that there are wrap the call and read the clock themselves, or know no single probe.

use std::{collections::VecDeque, fmt, time::Duration};

use tokio::time::Instant;

/// Failures in a row that open it.
const FAILURES_IN_A_ROW: u32 = 7;
/// Calls within the window from which on the share of failures counts: half of them open it.
const CALLS_TO_JUDGE: u32 = 20;
/// How many seconds a call counts, the one in which it ended included.
const WINDOW: u64 = 10;
/// How long it stays open before a probe is let through.
const OPEN: Duration = Duration::from_secs(5);

/// The breaker of one service.
pub(super) struct Breaker {
    began: Instant,
    state: State,
    /// Counts the changes of state: a call that was admitted in an earlier one does not count.
    era: u64,
}

enum State {
    Closed(Tally),
    Open { until: Instant },
    Probing,
}

/// Permission for one call, to be given back with what came of it.
#[derive(Clone, Copy)]
pub(super) struct Admission {
    era: u64,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The service answered; a refusal is an answer too.
    Answered,
    /// It could not be reached, was silent, or broke.
    Failed,
    /// Nobody waited for the end.
    Abandoned,
}

/// The breaker as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Closed,
    Open,
    HalfOpen,
}

impl Condition {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half-open",
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Breaker {
    /// Closed.
    pub(super) fn new(now: Instant) -> Self {
        Self { began: now, state: State::Closed(Tally::default()), era: 0 }
    }

    /// Lets a call go out, or not.
    pub(super) fn admit(&mut self, now: Instant) -> Option<Admission> {
        if !self.would_admit(now) {
            return None;
        }
        if let State::Open { .. } = self.state {
            self.change(State::Probing);
        }
        Some(Admission { era: self.era })
    }

    /// Whether a call could go out now.
    pub(super) fn would_admit(&self, now: Instant) -> bool {
        match self.state {
            State::Closed(_) => true,
            State::Open { until } => now >= until,
            State::Probing => false,
        }
    }

    /// Takes back the permission for a call, with what came of it. Says whether that opened or closed the breaker.
    pub(super) fn end(&mut self, admission: Admission, outcome: Outcome, now: Instant) -> Option<Condition> {
        if admission.era != self.era {
            return None;
        }
        let second = now.duration_since(self.began).as_secs();
        match (&mut self.state, outcome) {
            (State::Closed(tally), Outcome::Answered | Outcome::Failed) => {
                tally.count(second, outcome == Outcome::Failed);
                tally.is_too_much().then(|| self.open(now))
            }
            (State::Probing, Outcome::Answered) => {
                self.change(State::Closed(Tally::default()));
                Some(Condition::Closed)
            }
            (State::Probing, Outcome::Failed) => Some(self.open(now)),
            // The next call is the probe.
            (State::Probing, Outcome::Abandoned) => {
                self.change(State::Open { until: now });
                None
            }
            (State::Closed(_), Outcome::Abandoned) | (State::Open { .. }, _) => None,
        }
    }

    pub(super) fn condition(&self, now: Instant) -> Condition {
        match self.state {
            State::Closed(_) => Condition::Closed,
            State::Open { until } if now < until => Condition::Open,
            State::Open { .. } | State::Probing => Condition::HalfOpen,
        }
    }

    fn open(&mut self, now: Instant) -> Condition {
        self.change(State::Open { until: now + OPEN });
        Condition::Open
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.era += 1;
    }
}

/// The calls of the last seconds.
#[derive(Default)]
struct Tally {
    /// One for each second that had calls, in order.
    seconds: VecDeque<Second>,
    failures_in_a_row: u32,
}

struct Second {
    /// Since the breaker began.
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

    fn is_too_much(&self) -> bool {
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

    use super::{Admission, Breaker, Condition, OPEN, Outcome};

    /// A breaker that has opened, and when.
    fn opened() -> (Breaker, Instant) {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        for number in 1..=7 {
            let admission = breaker.admit(now).unwrap();
            let change = breaker.end(admission, Outcome::Failed, now);
            assert_eq!(change, (number == 7).then_some(Condition::Open));
        }
        (breaker, now)
    }

    #[test]
    fn half_of_twenty_calls_open_it_though_none_fail_in_a_row() {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        for number in 1..=20 {
            let outcome = if number % 2 == 0 { Outcome::Failed } else { Outcome::Answered };
            let admission = breaker.admit(now).unwrap();
            let change = breaker.end(admission, outcome, now);
            assert_eq!(change, (number == 20).then_some(Condition::Open), "{number}");
        }
    }

    #[test]
    fn one_probe_at_a_time_decides() {
        let (mut breaker, mut now) = opened();
        assert!(breaker.admit(now + OPEN - Duration::from_millis(1)).is_none());
        now += OPEN;
        assert_eq!(breaker.condition(now), Condition::HalfOpen);
        let probe = breaker.admit(now).unwrap();
        assert!(breaker.admit(now).is_none());
        assert_eq!(breaker.end(probe, Outcome::Failed, now), Some(Condition::Open));
        assert!(breaker.admit(now).is_none());
        now += OPEN;
        // Whoever asked for the probe left: somebody else's call is the next one.
        let probe = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(probe, Outcome::Abandoned, now), None);
        let probe = breaker.admit(now).unwrap();
        assert_eq!(breaker.end(probe, Outcome::Answered, now), Some(Condition::Closed));
        assert!(breaker.admit(now).is_some() && breaker.admit(now).is_some());
    }

    #[test]
    fn what_was_under_way_before_it_opened_does_not_close_it() {
        let now = Instant::now();
        let mut breaker = Breaker::new(now);
        let late: Vec<_> = (0..8).map(|_| breaker.admit(now).unwrap()).collect();
        for admission in &late[..7] {
            breaker.end(*admission, Outcome::Failed, now);
        }
        assert_eq!(breaker.condition(now), Condition::Open);
        assert_eq!(breaker.end(late[7], Outcome::Answered, now), None);
        assert_eq!(breaker.condition(now), Condition::Open);
    }

    /// What a breaker should do, by the list of everything that happened.
    #[derive(Default)]
    struct Model {
        /// Calls that ended while it was closed, since it closed: the second, and whether it failed.
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
        /// Calls that overlap and end in any order, at any pace: it is open exactly when it has to be.
        #[test]
        fn it_opens_and_closes_exactly_when_it_has_to(
            steps in vec((0..8_u8, 0..1500_u64, any::<prop::sample::Index>(), 0..10_u8), 1..400),
            failing in 0..10_u8,
        ) {
            let began = Instant::now();
            let (mut breaker, mut model, mut now) = (Breaker::new(began), Model::default(), began);
            let mut under_way: Vec<(Admission, bool)> = Vec::new();
            for (what, later, which, luck) in steps {
                now += Duration::from_millis(later);
                if what < 4 {
                    let may = match model.open_until {
                        None => true,
                        Some(until) => now >= until && !model.is_probing,
                    };
                    let admission = breaker.admit(now);
                    prop_assert_eq!(admission.is_some(), may);
                    if let Some(admission) = admission {
                        let is_probe = model.open_until.is_some();
                        if is_probe {
                            model.is_probing = true;
                        }
                        under_way.push((admission, is_probe));
                    }
                } else if !under_way.is_empty() {
                    let (admission, is_probe) = under_way.swap_remove(which.index(under_way.len()));
                    let outcome = match what {
                        7 => Outcome::Abandoned,
                        _ if luck < failing => Outcome::Failed,
                        _ => Outcome::Answered,
                    };
                    breaker.end(admission, outcome, now);
                    let second = now.duration_since(began).as_secs();
                    if is_probe {
                        model.is_probing = false;
                        match outcome {
                            Outcome::Answered => {
                                model = Model::default();
                                // Those of before do not count any more.
                                under_way.clear();
                            }
                            Outcome::Failed => model.open_until = Some(now + OPEN),
                            Outcome::Abandoned => model.open_until = Some(now),
                        }
                    } else if model.open_until.is_none() && outcome != Outcome::Abandoned {
                        model.calls.push((second, outcome == Outcome::Failed));
                        if model.opens(second) {
                            model.open_until = Some(now + OPEN);
                        }
                    }
                }
                let is_open = model.open_until.is_some();
                prop_assert_eq!(breaker.condition(now) != Condition::Closed, is_open);
            }
        }
    }
}
