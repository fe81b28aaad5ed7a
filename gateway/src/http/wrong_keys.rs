//! The log of tool keys and federation keys that are not configured.

use parking_lot::Mutex;

/// Seconds between two lines: a client that guesses keys must not fill the log.
const INTERVAL: i64 = 60;

/// Logs wrong keys at most once a minute, with their number. The metrics count each by its error code.
#[derive(Default)]
pub(super) struct WrongKeyLog(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    requests: u64,
    logged_at: Option<i64>,
}

impl WrongKeyLog {
    /// Counts a request with a wrong key in this header. `now` is in seconds.
    pub(super) fn count(&self, header: &str, now: i64) {
        let mut counted = self.0.lock();
        counted.requests += 1;
        if counted.logged_at.is_some_and(|logged_at| (logged_at..logged_at + INTERVAL).contains(&now)) {
            return;
        }
        let requests = std::mem::take(&mut counted.requests);
        counted.logged_at = Some(now);
        tracing::warn!(header, requests, "a key that was sent is unknown: requests since the last such line");
    }
}
