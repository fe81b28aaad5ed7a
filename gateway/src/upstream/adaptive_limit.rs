//! How many calls of one service may be in flight: an adaptive concurrency limit (AIMD on latency and failures). Pure: the
//! time comes in.
//!
//! The rule:
//!
//! - **Baseline.** What a call takes while no more than the floor are in flight is what it takes by nature: load of ours
//!   has no part in it. It is an average of those calls (and of the first ones, however many they are), one for each class
//!   of sizes, since answers of one path differ from some bytes to some megabytes. So a latency that is always 20 ms or
//!   1 s closes nothing.
//! - **Slow** is a call that takes more than twice its baseline and [`SLACK`].
//! - **Grow.** An answer that takes no more than twice its baseline and [`QUEUEING`] raises it, if at least half of it was
//!   in use as the call began: by one (it doubles in a round trip) up to where it was last cut for load, and from there by
//!   its root in a round trip. One that takes longer has waited for somebody's processor, the service's or our own: with
//!   more calls at a time it would only wait longer.
//! - **Cut.** Of each [`ENOUGH`] calls that had more than the floor beside them, more than half were slow, or a tenth failed:
//!   the limit is half of what is in flight. Calls that began before a cut say nothing about the time after it, so there
//!   is one cut a round trip.
//! - **Silence.** A service that hangs gives no latencies. If more than the floor are in flight and none is answered for
//!   as long as a slow call takes, the limit is halved, and again each [`STEP`] until one is answered.
//! - **Floor.** At the floor nothing is blamed on load, and the baseline is measured anew: a service that has become
//!   slower for good gets its calls again.
//!
//! Our own: the crates for this (`congestion-limiter`, `tower-resilience-adaptive`, the copies of Vector's) keep their own
//! queue, in order of arrival, read the clock themselves, and compare every answer with the shortest one of the path.

use std::{ops::RangeInclusive, time::Duration};

use tokio::time::Instant;

/// The limit of a service that was never called: a page of a hundred rows, each with a call of its own, is not served in
/// rounds.
const INITIAL: u16 = 128;
/// How much longer than twice its baseline a call may take. Shorter disturbances are as often the gateway's own.
const SLACK: Duration = Duration::from_millis(100);
/// The same of a call with which the limit still grows.
const QUEUEING: Duration = Duration::from_millis(5);
/// Calls after which it is judged how many of them were slow or failed.
const ENOUGH: u32 = 20;
/// How long it takes from one cut to the next while a service is silent.
const STEP: Duration = Duration::from_millis(100);
/// How much a call changes the baseline of its class.
const WEIGHT: u32 = 16;
/// One call counts as at most so many times the baseline, so that a single one that hung does not spoil it.
const OUTLIER: u32 = 4;
/// Classes of sizes: below 4 KiB, and each four times as large as the one before.
const CLASSES: usize = 8;

/// The limit of one service.
pub(super) struct AdaptiveLimit {
    floor: u16,
    ceiling: u16,
    limit: f64,
    /// Up to here the limit doubles in a round trip.
    threshold: f64,
    /// Counts the cuts for load: calls that began before the last one do not count.
    era: u64,
    counts: Counts,
    baselines: [Baseline; CLASSES],
    /// Since when more than the floor are in flight and none was answered, and the cuts in that time.
    silent_since: Instant,
    silent_cuts: u32,
}

/// Calls under load that ended since the last judgement.
#[derive(Clone, Copy, Default)]
struct Counts {
    answered: u32,
    slow: u32,
    failed: u32,
}

/// What the calls of a class take by nature.
#[derive(Clone, Copy, Default)]
struct Baseline {
    average: Duration,
    /// Calls that it is made of, as far as that matters.
    calls: u32,
}

/// A call in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    began: Instant,
    era: u64,
    /// Whether more than the floor were in flight as it began, or as it ended.
    is_loaded: bool,
    /// Whether at least half of the limit was.
    uses_limit: bool,
}

/// How a call ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// With an answer of so many bytes.
    Answer { bytes: usize },
    /// With something that says nothing of how slow answers are: a refusal, or an answer that waited for memory of ours.
    Refusal,
    /// The service could not be reached, was silent, or broke.
    Failure,
    /// The caller left.
    Abandoned,
}

impl AdaptiveLimit {
    pub(super) fn new(range: &RangeInclusive<u16>, now: Instant) -> Self {
        let (floor, ceiling) = (*range.start(), *range.end());
        Self {
            floor,
            ceiling,
            limit: INITIAL.clamp(floor, ceiling).into(),
            threshold: ceiling.into(),
            era: 0,
            counts: Counts::default(),
            baselines: [Baseline::default(); CLASSES],
            silent_since: now,
            silent_cuts: 0,
        }
    }

    /// How many may be in flight, where so many are.
    pub(super) fn limit(&mut self, in_flight: usize, now: Instant) -> usize {
        self.judge_silence(in_flight, now);
        // The fraction counts towards the next whole one.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between the floor and the ceiling"
        )]
        let limit = self.limit as usize;
        limit
    }

    /// A call begins, and so many are in flight with it.
    pub(super) fn begin(&mut self, in_flight: usize, now: Instant) -> Sample {
        let floor = usize::from(self.floor);
        if in_flight == floor + 1 {
            self.hear(now);
        }
        let uses_limit = 2.0 * as_f64(in_flight) >= self.limit;
        Sample { began: now, era: self.era, is_loaded: in_flight > floor, uses_limit }
    }

    /// A call ends, and so many were in flight with it.
    pub(super) fn end(&mut self, mut sample: Sample, end: End, in_flight: usize, now: Instant) {
        sample.is_loaded |= in_flight > self.floor.into();
        match end {
            End::Answer { bytes } => {
                self.hear(now);
                let excess = self.excess(sample, bytes, now);
                self.count(sample, |counts| {
                    counts.answered += 1;
                    counts.slow += u32::from(excess > SLACK);
                });
                if excess <= QUEUEING && sample.uses_limit && sample.era == self.era {
                    self.grow();
                }
            }
            End::Refusal => self.hear(now),
            End::Failure => self.count(sample, |counts| counts.failed += 1),
            End::Abandoned => return,
        }
        self.judge(in_flight);
    }

    /// What a call takes that is not slow yet, whatever its size; `None` if no answer came so far.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.usual().map(|usual| 2 * usual + SLACK)
    }

    /// What the calls of the slowest class take by nature.
    pub(super) fn usual(&self) -> Option<Duration> {
        self.baselines.iter().filter(|baseline| baseline.calls > 0).map(|baseline| baseline.average).max()
    }

    /// How much longer than twice its baseline a call took. It is added to it where load had no part in it.
    fn excess(&mut self, sample: Sample, bytes: usize, now: Instant) -> Duration {
        let latency = now.duration_since(sample.began);
        let Baseline { average, calls } = &mut self.baselines[class(bytes)];
        let excess = if *calls > 0 { latency.saturating_sub(2 * *average) } else { Duration::ZERO };
        if *calls < WEIGHT {
            *average = (*average * *calls + latency) / (*calls + 1);
            *calls += 1;
        } else if !sample.is_loaded {
            // The slack lets one of nothing grow too.
            let counted = latency.min(OUTLIER * *average + SLACK);
            *average = (*average * (WEIGHT - 1) + counted) / WEIGHT;
        }
        excess
    }

    fn count(&mut self, sample: Sample, count: impl FnOnce(&mut Counts)) {
        if sample.is_loaded && sample.era == self.era {
            count(&mut self.counts);
        }
    }

    fn grow(&mut self) {
        let more = if self.limit < self.threshold { 1.0 } else { self.limit.sqrt().recip() };
        self.limit = (self.limit + more).min(self.ceiling.into());
    }

    fn judge(&mut self, in_flight: usize) {
        let Counts { answered, slow, failed } = self.counts;
        if answered + failed < ENOUGH {
            return;
        }
        self.counts = Counts::default();
        if 2 * slow > answered || 10 * failed >= answered + failed {
            self.era += 1;
            self.halve(in_flight);
            self.threshold = self.limit;
        }
    }

    fn judge_silence(&mut self, in_flight: usize, now: Instant) {
        if in_flight <= usize::from(self.floor) {
            return;
        }
        let Some(patience) = self.patience() else { return };
        let silent = now.duration_since(self.silent_since);
        let Some(since) = silent.checked_sub(patience) else { return };
        while STEP * self.silent_cuts <= since && self.limit > self.floor.into() {
            self.silent_cuts += 1;
            self.halve(in_flight);
        }
    }

    fn halve(&mut self, in_flight: usize) {
        self.limit = (self.limit.min(as_f64(in_flight)) / 2.0).max(self.floor.into());
    }

    /// The service is not silent.
    fn hear(&mut self, now: Instant) {
        self.silent_since = now;
        self.silent_cuts = 0;
    }
}

fn class(bytes: usize) -> usize {
    let octaves = (bytes >> 12).checked_ilog2().map_or(0, |octaves| octaves as usize + 2);
    (octaves / 2).min(CLASSES - 1)
}

fn as_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, ops::RangeInclusive, time::Duration};

    use tokio::time::Instant;

    use super::{AdaptiveLimit, CLASSES, End, Sample, class};

    const MS: Duration = Duration::from_millis(1);
    const RANGE: RangeInclusive<u16> = 16..=1024;

    /// A service and its callers: what is in flight, when it will be answered and how, the first first.
    struct Simulation {
        limit: AdaptiveLimit,
        now: Instant,
        in_flight: VecDeque<(Instant, Sample, End)>,
        /// When each worker of the service is free again, where it has so many only.
        workers: Option<VecDeque<Instant>>,
        answered: usize,
    }

    impl Simulation {
        fn new(workers: Option<usize>) -> Self {
            let now = Instant::now();
            let workers = workers.map(|workers| vec![now; workers].into());
            Self { limit: AdaptiveLimit::new(&RANGE, now), now, in_flight: VecDeque::new(), workers, answered: 0 }
        }

        fn limit(&mut self) -> usize {
            self.limit.limit(self.in_flight.len(), self.now)
        }

        /// Lets a time pass in which each call takes a worker so long, and so many callers want one at once. Answers come
        /// in the order of the calls.
        fn run(&mut self, time: Duration, latency: Duration, callers: usize, end: End) {
            let until = self.now + time;
            while self.now < until {
                while self.in_flight.len() < self.limit().min(callers) {
                    let sample = self.limit.begin(self.in_flight.len() + 1, self.now);
                    let begins = match &mut self.workers {
                        Some(workers) => workers.pop_front().unwrap().max(self.now),
                        None => self.now,
                    };
                    let ends = begins + latency;
                    if let Some(workers) = &mut self.workers {
                        workers.push_back(ends);
                    }
                    self.in_flight.push_back((ends, sample, end));
                }
                self.now += MS;
                while let Some((_, sample, end)) = self.in_flight.pop_front_if(|(ends, ..)| *ends <= self.now) {
                    self.limit.end(sample, end, self.in_flight.len() + 1, self.now);
                    self.answered += 1;
                }
            }
        }

        /// The same for calls that are never answered.
        fn hang(&mut self, time: Duration, callers: usize) {
            self.run(time, Duration::from_secs(3600), callers, ANSWER);
        }
    }

    const ANSWER: End = End::Answer { bytes: 1000 };

    #[test]
    fn a_latency_that_is_always_the_same_closes_nothing() {
        for latency in [1, 20, 100, 1000, 3000] {
            let mut service = Simulation::new(None);
            for _ in 0..20 {
                service.run(latency * MS, latency * MS, 2000, ANSWER);
                assert!(service.limit() >= 128, "{latency} ms: {}", service.limit());
            }
            assert_eq!(service.limit(), 1024, "{latency} ms");
        }
    }

    #[test]
    fn it_grows_with_each_round_trip_and_only_where_it_is_used() {
        let mut service = Simulation::new(None);
        service.run(20 * MS, 20 * MS, 2000, ANSWER);
        // All began at the same time, and half of them while less than half of the limit was in use.
        assert!((190..=194).contains(&service.limit()), "{}", service.limit());
        service.run(100 * MS, 20 * MS, 2000, ANSWER);
        assert_eq!(service.limit(), 1024);
        let mut unused = Simulation::new(None);
        unused.run(1000 * MS, 20 * MS, 50, ANSWER);
        assert_eq!(unused.limit(), 128);
    }

    #[test]
    fn it_closes_within_a_second_where_a_service_turns_slow_or_silent_and_opens_again() {
        for slow in [500, 1000, 3_600_000] {
            let mut service = Simulation::new(None);
            service.run(1000 * MS, 20 * MS, 2000, ANSWER);
            assert_eq!(service.limit(), 1024);
            service.run(1000 * MS, slow * MS, 2000, ANSWER);
            assert!(service.limit() <= 32, "{slow} ms: {}", service.limit());
            service.in_flight.clear();
            service.run(1000 * MS, 20 * MS, 2000, ANSWER);
            assert!(service.limit() >= 128, "{slow} ms, well again: {}", service.limit());
        }
    }

    #[test]
    fn a_service_that_has_become_slower_for_good_gets_its_calls_again() {
        let mut service = Simulation::new(None);
        service.run(1000 * MS, 20 * MS, 2000, ANSWER);
        service.run(1000 * MS, 800 * MS, 2000, ANSWER);
        assert!(service.limit() <= 32, "{}", service.limit());
        service.run(30_000 * MS, 800 * MS, 2000, ANSWER);
        assert!(service.limit() >= 128, "{}", service.limit());
    }

    #[test]
    fn of_a_service_with_few_workers_no_more_is_in_flight_than_it_bears() {
        // Eighty calls of 20 ms at a time are all that there is: 4,000 a second. With 180 in flight they take 45 ms, which
        // is seen a round trip later.
        let mut service = Simulation::new(Some(80));
        service.run(5000 * MS, 20 * MS, 2000, ANSWER);
        let before = service.answered;
        let mut limits = Vec::new();
        for _ in 0..200 {
            service.run(50 * MS, 20 * MS, 2000, ANSWER);
            limits.push(service.limit());
        }
        assert!(limits.iter().all(|limit| (128..=400).contains(limit)), "{limits:?}");
        assert!(service.answered - before >= 39_000, "{}", service.answered - before);
    }

    #[test]
    fn a_tenth_that_fails_under_load_halves_it_and_what_fails_at_the_floor_does_not() {
        let mut service = Simulation::new(None);
        service.run(21 * MS, 20 * MS, 100, ANSWER);
        let before = service.limit();
        service.run(200 * MS, 20 * MS, 100, ANSWER);
        assert!(service.limit() >= before);
        service.run(40 * MS, 20 * MS, 100, End::Failure);
        // Twenty had failed when it was judged, and eighty were in flight.
        assert_eq!(service.limit(), 40);
        let mut quiet = Simulation::new(None);
        quiet.run(1000 * MS, 20 * MS, 16, End::Failure);
        assert_eq!(quiet.limit(), 128);
    }

    #[test]
    fn answers_are_compared_with_those_of_their_size() {
        let mut service = Simulation::new(None);
        let long = End::Answer { bytes: 5_000_000 };
        service.run(1000 * MS, 5 * MS, 10, ANSWER);
        service.run(2000 * MS, 700 * MS, 10, long);
        for _ in 0..10 {
            service.run(50 * MS, 5 * MS, 100, ANSWER);
            service.run(1400 * MS, 700 * MS, 100, long);
            assert!(service.limit() >= 128, "{}", service.limit());
        }
    }

    #[test]
    fn few_calls_that_are_never_answered_are_not_blamed_on_load() {
        let mut service = Simulation::new(None);
        service.run(1000 * MS, 20 * MS, 10, ANSWER);
        service.hang(10_000 * MS, 16);
        assert_eq!(service.limit(), 128);
        // Nor are those who begin when one has hung for long.
        service.hang(MS, 100);
        assert_eq!(service.limit(), 128);
        service.hang(1000 * MS, 100);
        assert_eq!(service.limit(), 16);
    }

    #[test]
    fn sizes_have_classes() {
        let sizes = [0, 4095, 4096, 16_383, 16_384, 65_536, 1 << 20, 8_000_000, usize::MAX];
        assert_eq!(sizes.map(class), [0, 0, 1, 1, 2, 3, 5, 6, CLASSES - 1]);
    }
}
