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
mod tests;
