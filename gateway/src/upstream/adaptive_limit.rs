//! Adaptive concurrency limit of one service: AIMD on latency and failures. Pure: the time is a parameter.
//!
//! The rule:
//!
//! - **Baseline.** The average latency of the first calls, and of calls while at most `floor` are in flight, when the
//!   gateway causes no load. The first calls may have met load, and some of them connect, so the average of all calls of
//!   [`WINDOW`] round trips replaces it if that is lower. There is one per size class, since responses of one path range
//!   from bytes to megabytes. A constant latency, 20 ms or 1 s, therefore never lowers the limit.
//! - **Slow call.** A call that takes more than twice its baseline plus [`SLACK`].
//! - **Queued call.** A call that takes more than twice its baseline plus [`QUEUEING`]: more concurrency would only lengthen
//!   the queue.
//! - **Increase.** A call that was not queued raises the limit, if at least half of the limit was in use when it began, and
//!   a window has confirmed the baseline. Up to the threshold of the last decrease the limit grows by 1 per response: it
//!   doubles each round trip. Above, it grows by 1/√limit per response: by √limit each round trip.
//! - **Return.** A queued call lowers the limit by 1/√limit, not below [`INITIAL`]. So the limit settles where half of the
//!   calls are queued: at what the service, or this gateway, can do. A latency that varies lowers nothing: at most half of
//!   the calls take more than twice the average.
//! - **Decrease.** The decision covers [`SAMPLES`] calls above the floor. If more than half were slow, or a tenth failed,
//!   the limit becomes half of the calls in flight. Calls that began before a decrease do not count, so there is at most
//!   one decrease per round trip.
//! - **Silence.** A hanging service gives no latencies. If more than `floor` calls are in flight and none ends within the
//!   duration of a slow call, the limit is halved, and again every [`SILENCE_STEP`] until a call ends.
//! - **Floor.** At the floor, latency is not attributed to load, and the baseline is updated. So the limit recovers if a
//!   service becomes permanently slower.
//!
//! Our own implementation: the crates (`congestion-limiter`, `tower-resilience-adaptive`, copies of Vector's) have their
//! own FIFO queue, read the clock themselves, and compare every response with the shortest latency of the path.

use std::{ops::RangeInclusive, time::Duration};

use tokio::time::Instant;

use super::call_outcome::CallOutcome;

/// Initial limit: all calls of a page of a hundred rows can start at once.
const INITIAL: u16 = 128;
/// Tolerance above twice the baseline. The gateway itself often causes shorter delays.
const SLACK: Duration = Duration::from_millis(100);
/// Tolerance above twice the baseline for a call that was not queued.
const QUEUEING: Duration = Duration::from_millis(2);
/// Calls per decision about a decrease.
const SAMPLES: u32 = 20;
/// Interval of decreases while a service is silent.
const SILENCE_STEP: Duration = Duration::from_millis(100);
/// A call's share in the moving average of the baseline is 1/`WEIGHT`.
const WEIGHT: u32 = 16;
/// A call counts as at most this many times the baseline, so that an outlier does not distort it.
const OUTLIER: u32 = 4;
/// Round trips of a window. Not a part of one: in a burst of calls the short ones end first.
const WINDOW: f64 = 4.0;
/// Number of size classes: the first is below 4 KiB, each further one has four times the limit of the previous one.
const CLASSES: usize = 8;

/// The limit of one service.
pub(super) struct AdaptiveLimit {
    floor: u16,
    ceiling: u16,
    limit: f64,
    /// Below this the limit doubles each round trip (slow start), which ends when half of a round trip's calls are queued.
    threshold: f64,
    /// Incremented by each decrease for load. Calls of an earlier era do not count.
    era: u64,
    counts: Counts,
    round_trip: RoundTrip,
    baselines: [Baseline; CLASSES],
    /// Since when more than `floor` calls are in flight and none has ended; the decreases since then.
    silent_since: Instant,
    silent_cuts: u32,
}

/// Calls above the floor that ended since the last decision.
#[derive(Clone, Copy, Default)]
struct Counts {
    answered: u32,
    slow: u32,
    failed: u32,
}

/// Calls that used the limit, as many as are in flight during a round trip.
#[derive(Clone, Copy, Default)]
struct RoundTrip {
    answered: u32,
    queued: u32,
}

/// Baseline latency of a size class.
#[derive(Clone, Copy, Default)]
struct Baseline {
    average: Duration,
    /// Number of calls in the average, up to its weight.
    calls: u32,
    /// Calls of the window so far, and the sum of their latencies.
    window: (u32, Duration),
    /// Whether a window has ended.
    is_confirmed: bool,
}

/// The latency of a call, compared with its baseline.
struct Excess {
    /// Over twice the baseline.
    over: Duration,
    is_confirmed: bool,
}

/// A call in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallSample {
    began: Instant,
    era: u64,
    /// Whether more than `floor` calls were in flight when it began or ended.
    is_loaded: bool,
    /// Whether at least half of the limit was in use when it began.
    uses_limit: bool,
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
            round_trip: RoundTrip::default(),
            baselines: [Baseline::default(); CLASSES],
            silent_since: now,
            silent_cuts: 0,
        }
    }

    /// The limit now, given the calls in flight: a service that stays silent lowers it.
    pub(super) fn current(&mut self, in_flight: usize, now: Instant) -> usize {
        self.judge_silence(in_flight, now);
        // The fraction accumulates towards the next whole number.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between the floor and the ceiling"
        )]
        let limit = self.limit as usize;
        limit
    }

    /// Starts a call; `in_flight` includes it.
    pub(super) fn begin(&mut self, in_flight: usize, now: Instant) -> CallSample {
        let floor = usize::from(self.floor);
        if in_flight == floor + 1 {
            self.hear(now);
        }
        let uses_limit = 2.0 * as_f64(in_flight) >= self.limit;
        CallSample { began: now, era: self.era, is_loaded: in_flight > floor, uses_limit }
    }

    /// Ends a call; `in_flight` includes it.
    pub(super) fn end(&mut self, mut sample: CallSample, outcome: CallOutcome, in_flight: usize, now: Instant) {
        sample.is_loaded |= in_flight > self.floor.into();
        match outcome {
            CallOutcome::Answered { bytes } => {
                self.hear(now);
                let excess = self.excess(sample, bytes, now);
                self.count(sample, |counts| {
                    counts.answered += 1;
                    counts.slow += u32::from(excess.over > SLACK);
                });
                if sample.uses_limit && sample.era == self.era && excess.is_confirmed {
                    self.adjust(excess.over > QUEUEING);
                }
            }
            CallOutcome::Refused => self.hear(now),
            CallOutcome::Failed => self.count(sample, |counts| counts.failed += 1),
            CallOutcome::Abandoned => return,
        }
        self.judge(in_flight);
    }

    /// Maximum latency that is not slow, over all size classes; `None` before the first response.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.usual().map(|usual| 2 * usual + SLACK)
    }

    /// Baseline of the slowest size class.
    pub(super) fn usual(&self) -> Option<Duration> {
        self.baselines.iter().filter(|baseline| baseline.calls > 0).map(|baseline| baseline.average).max()
    }

    /// Compares a call with its baseline, which it updates.
    fn excess(&mut self, sample: CallSample, bytes: usize, now: Instant) -> Excess {
        let latency = now.duration_since(sample.began);
        let Baseline { average, calls, window, is_confirmed } = &mut self.baselines[class(bytes)];
        let over = if *calls > 0 { latency.saturating_sub(2 * *average) } else { Duration::ZERO };
        let excess = Excess { over, is_confirmed: *is_confirmed };
        if *calls < WEIGHT {
            *average = (*average * *calls + latency) / (*calls + 1);
            *calls += 1;
        } else if !sample.is_loaded {
            // `+ SLACK`: a baseline of zero could not grow otherwise.
            let counted = latency.min(OUTLIER * *average + SLACK);
            *average = (*average * (WEIGHT - 1) + counted) / WEIGHT;
        }
        *window = (window.0 + 1, window.1 + latency);
        if f64::from(window.0) >= WINDOW * self.limit {
            *average = (*average).min(window.1 / window.0);
            *window = (0, Duration::ZERO);
            *is_confirmed = true;
        }
        excess
    }

    fn count(&mut self, sample: CallSample, count: impl FnOnce(&mut Counts)) {
        if sample.is_loaded && sample.era == self.era {
            count(&mut self.counts);
        }
    }

    /// Raises the limit after a call that was not queued, and lowers it after one that was.
    fn adjust(&mut self, is_queued: bool) {
        let RoundTrip { answered, queued } = &mut self.round_trip;
        *answered += 1;
        *queued += u32::from(is_queued);
        let (answered, queued) = (*answered, *queued);
        let step = self.limit.sqrt().recip();
        if is_queued {
            self.limit = (self.limit - step).max(self.limit.min(INITIAL.into()));
        } else {
            let step = if self.limit < self.threshold { 1.0 } else { step };
            self.limit = (self.limit + step).min(self.ceiling.into());
        }
        if f64::from(answered) >= self.limit {
            if 2 * queued > answered {
                self.threshold = self.threshold.min(self.limit);
            }
            self.round_trip = RoundTrip::default();
        }
    }

    fn judge(&mut self, in_flight: usize) {
        let Counts { answered, slow, failed } = self.counts;
        if answered + failed < SAMPLES {
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
        while SILENCE_STEP * self.silent_cuts <= since && self.limit > self.floor.into() {
            self.silent_cuts += 1;
            self.halve(in_flight);
        }
    }

    fn halve(&mut self, in_flight: usize) {
        self.limit = (self.limit.min(as_f64(in_flight)) / 2.0).max(self.floor.into());
    }

    /// Ends a silence.
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
