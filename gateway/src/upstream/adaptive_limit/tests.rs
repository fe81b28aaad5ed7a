use std::{collections::VecDeque, ops::RangeInclusive, time::Duration};

use tokio::time::Instant;

use super::{AdaptiveLimit, CLASSES, CallOutcome, CallSample, class};

const MS: Duration = Duration::from_millis(1);
const RANGE: RangeInclusive<u16> = 16..=1024;

/// Simulates a service and its callers: calls in flight, with time and kind of their end, in order.
struct Simulation {
    limit: AdaptiveLimit,
    now: Instant,
    in_flight: VecDeque<(Instant, CallSample, CallOutcome)>,
    /// When each worker of the service is free again, if their number is limited.
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
        self.limit.current(self.in_flight.len(), self.now)
    }

    /// Simulates a time with so many concurrent callers, whose calls take a worker so long. Responses come in the order of
    /// the calls.
    fn run(&mut self, time: Duration, latency: Duration, callers: usize, end: CallOutcome) {
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

    /// The same for calls that hang.
    fn hang(&mut self, time: Duration, callers: usize) {
        self.run(time, Duration::from_secs(3600), callers, ANSWER);
    }
}

const ANSWER: CallOutcome = CallOutcome::Answered { bytes: 1000 };

#[test]
fn a_constant_latency_lowers_nothing() {
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
fn it_grows_with_each_round_trip_while_it_is_used() {
    let mut service = Simulation::new(None);
    service.run(80 * MS, 20 * MS, 2000, ANSWER);
    assert_eq!(service.limit(), 128, "no window has ended");
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
fn it_falls_within_a_second_for_a_slow_or_silent_service_and_recovers() {
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
fn a_service_that_became_slower_for_good_recovers() {
    let mut service = Simulation::new(None);
    service.run(1000 * MS, 20 * MS, 2000, ANSWER);
    service.run(1000 * MS, 800 * MS, 2000, ANSWER);
    assert!(service.limit() <= 32, "{}", service.limit());
    service.run(30_000 * MS, 800 * MS, 2000, ANSWER);
    assert!(service.limit() >= 128, "{}", service.limit());
}

#[test]
fn it_settles_at_the_capacity_of_a_service_with_few_workers() {
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
fn it_gives_back_what_only_lengthens_the_queue() {
    let mut service = Simulation::new(None);
    service.run(1000 * MS, MS, 2000, ANSWER);
    assert_eq!(service.limit(), 1024);
    // Twenty calls of 1 ms at a time are all that there is: with 128 in flight they take 6 ms. With 1,024 they take 51 ms,
    // which is not slow.
    service.workers = Some(vec![service.now; 20].into());
    service.run(3000 * MS, MS, 2000, ANSWER);
    for _ in 0..50 {
        service.run(20 * MS, MS, 2000, ANSWER);
        assert!((128..=200).contains(&service.limit()), "{}", service.limit());
    }
    service.workers = None;
    service.run(1000 * MS, MS, 2000, ANSWER);
    assert_eq!(service.limit(), 1024);
}

#[test]
fn first_calls_under_load_are_no_baseline_for_long() {
    let mut service = Simulation::new(None);
    service.run(40 * MS, 40 * MS, 128, ANSWER);
    // More than sixteen at a time, so none of them is without load.
    service.run(100 * MS, MS, 60, ANSWER);
    assert_eq!(service.limit.usual(), Some(MS));
}

#[test]
fn a_service_that_is_loaded_from_its_first_call_on_does_not_open_it() {
    let mut service = Simulation::new(Some(20));
    // The first calls connect, too.
    service.run(40 * MS, 40 * MS, 20, ANSWER);
    // Twenty calls of 1 ms at a time: with 128 in flight they take 6 ms, which is the lowest baseline that can be seen.
    service.run(500 * MS, MS, 2000, ANSWER);
    for _ in 0..50 {
        service.run(20 * MS, MS, 2000, ANSWER);
        assert!((128..=340).contains(&service.limit()), "{}", service.limit());
    }
}

#[test]
fn a_latency_that_varies_lowers_nothing() {
    let mut now = Instant::now();
    let mut limit = AdaptiveLimit::new(&RANGE, now);
    let mut lowest = f64::MAX;
    for round in 0..50 {
        let calls = limit.current(0, now);
        let began: Vec<_> = (1..=calls).map(|in_flight| limit.begin(in_flight, now)).collect();
        // Seven of ten take 5 ms, three 100 ms.
        let (long, short): (Vec<_>, Vec<_>) = began.into_iter().enumerate().partition(|(at, _)| at % 10 < 3);
        for (number, (at, sample)) in short.into_iter().chain(long).enumerate() {
            let latency = if at % 10 < 3 { 100 * MS } else { 5 * MS };
            limit.end(sample, ANSWER, calls - number, now + latency);
        }
        now += 100 * MS;
        if round >= 40 {
            lowest = lowest.min(limit.limit);
        }
    }
    assert!(lowest > 900.0, "{lowest}");
}

#[test]
fn a_tenth_failing_under_load_halves_it_and_failures_at_the_floor_do_not() {
    let mut service = Simulation::new(None);
    service.run(21 * MS, 20 * MS, 100, ANSWER);
    let before = service.limit();
    service.run(200 * MS, 20 * MS, 100, ANSWER);
    assert!(service.limit() >= before);
    service.run(40 * MS, 20 * MS, 100, CallOutcome::Failed);
    // Twenty had failed when it was judged, and eighty were in flight.
    assert_eq!(service.limit(), 40);
    let mut quiet = Simulation::new(None);
    quiet.run(1000 * MS, 20 * MS, 16, CallOutcome::Failed);
    assert_eq!(quiet.limit(), 128);
}

#[test]
fn responses_are_compared_with_their_size_class() {
    let mut service = Simulation::new(None);
    let long = CallOutcome::Answered { bytes: 5_000_000 };
    service.run(1000 * MS, 5 * MS, 10, ANSWER);
    service.run(2000 * MS, 700 * MS, 10, long);
    for _ in 0..10 {
        service.run(50 * MS, 5 * MS, 100, ANSWER);
        service.run(1400 * MS, 700 * MS, 100, long);
        assert!(service.limit() >= 128, "{}", service.limit());
    }
}

#[test]
fn few_hanging_calls_are_not_attributed_to_load() {
    let mut service = Simulation::new(None);
    service.run(1000 * MS, 20 * MS, 10, ANSWER);
    service.hang(10_000 * MS, 16);
    assert_eq!(service.limit(), 128);
    // Nor are calls that begin when one has hung for long.
    service.hang(MS, 100);
    assert_eq!(service.limit(), 128);
    service.hang(1000 * MS, 100);
    assert_eq!(service.limit(), 16);
}

#[test]
fn size_classes() {
    let sizes = [0, 4095, 4096, 16_383, 16_384, 65_536, 1 << 20, 8_000_000, usize::MAX];
    assert_eq!(sizes.map(class), [0, 0, 1, 1, 2, 3, 5, 6, CLASSES - 1]);
}
