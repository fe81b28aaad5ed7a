//! A second read beside one that takes unusually long: whichever answers first counts.

use std::{pin::pin, time::Duration};

use futures_util::future::{Either, select};
use tokio::time::timeout;

/// Calls whose times are remembered.
const REMEMBERED: usize = 128;
/// Calls from which on it is known what is unusual.
const ENOUGH: usize = 20;

/// How long the last answers of a service took.
pub(super) struct Latencies {
    times: [Duration; REMEMBERED],
    count: usize,
}

impl Latencies {
    pub(super) fn new() -> Self {
        Self { times: [Duration::ZERO; REMEMBERED], count: 0 }
    }

    pub(super) fn record(&mut self, time: Duration) {
        self.times[self.count % REMEMBERED] = time;
        self.count += 1;
    }

    /// The time that 95 of 100 answers keep within, if enough of them are known.
    pub(super) fn p95(&self) -> Option<Duration> {
        let known = self.count.min(REMEMBERED);
        if known < ENOUGH {
            return None;
        }
        let mut times = self.times;
        let (_, p95, _) = times[..known].select_nth_unstable(known * 95 / 100);
        Some(*p95)
    }
}

/// Sends; after a time without an answer sends once more, if that `may` be. The first success counts, and the other one
/// is given up; where both fail, the later failure.
pub(super) async fn hedged<T, E, F: Future<Output = Result<T, E>>>(
    send: impl Fn() -> F,
    after: Duration,
    may: impl FnOnce() -> bool,
) -> Result<T, E> {
    let mut first = pin!(send());
    if let Ok(result) = timeout(after, &mut first).await {
        return result;
    }
    if !may() {
        return first.await;
    }
    match select(first, pin!(send())).await {
        Either::Left((Ok(answer), _)) | Either::Right((Ok(answer), _)) => Ok(answer),
        Either::Left((Err(_), other)) | Either::Right((Err(_), other)) => other.await,
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Duration};

    use tokio::time::{Instant, sleep};

    use super::{Latencies, hedged};

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn what_is_unusual_is_known_after_twenty_answers() {
        let mut latencies = Latencies::new();
        for number in 1..=19 {
            latencies.record(number * MS);
        }
        assert_eq!(latencies.p95(), None);
        latencies.record(20 * MS);
        assert_eq!(latencies.p95(), Some(20 * MS));
        for number in 1..=500 {
            latencies.record(MS * (number % 100));
        }
        assert_eq!(latencies.p95(), Some(96 * MS));
    }

    /// Sends that take these times and end so, in order, hedged after 10 ms: what comes of it, after how long, and how
    /// many were sent.
    async fn race(sends: &[(u32, Result<char, char>)], may: bool) -> (Result<char, char>, u128, usize) {
        let (sent, began) = (Cell::new(0), Instant::now());
        let send = || {
            let (time, result) = sends[sent.replace(sent.get() + 1)];
            async move {
                sleep(time * MS).await;
                result
            }
        };
        let result = hedged(send, 10 * MS, || may).await;
        (result, began.elapsed().as_millis(), sent.get())
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_success_counts() {
        assert_eq!(race(&[(9, Ok('a'))], true).await, (Ok('a'), 9, 1));
        assert_eq!(race(&[(9, Err('a'))], true).await, (Err('a'), 9, 1));
        assert_eq!(race(&[(50, Ok('a')), (5, Ok('b'))], true).await, (Ok('b'), 15, 2));
        assert_eq!(race(&[(12, Ok('a')), (5, Ok('b'))], true).await, (Ok('a'), 12, 2));
        assert_eq!(race(&[(50, Ok('a')), (5, Err('b'))], true).await, (Ok('a'), 50, 2));
        assert_eq!(race(&[(12, Err('a')), (5, Ok('b'))], true).await, (Ok('b'), 15, 2));
        assert_eq!(race(&[(12, Err('a')), (5, Err('b'))], true).await, (Err('b'), 15, 2));
        assert_eq!(race(&[(50, Ok('a'))], false).await, (Ok('a'), 50, 1));
    }
}
