//! The rate limit of reports.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tokio::time::Instant;

use crate::{
    rate_limit::{SlidingMinute, WINDOW},
    session::client_address::ClientAddress,
};

/// Reports of one client address within a minute. A page sends at most ten.
const PER_ADDRESS: u32 = 30;
/// Client addresses that are counted within a minute; further ones are refused.
const ADDRESSES: usize = 10_000;

/// Limits reports by client address.
pub(in crate::http) struct ReportRateLimiter {
    start: Instant,
    by_address: Mutex<ByAddress>,
}

#[derive(Default)]
struct ByAddress {
    windows: HashMap<ClientAddress, SlidingMinute>,
    /// The second in which the windows without reports were dropped.
    swept: i64,
}

impl ReportRateLimiter {
    pub(in crate::http) fn new() -> Self {
        Self { start: Instant::now(), by_address: Mutex::default() }
    }

    /// Counts a report of this address.
    ///
    /// # Errors
    /// The seconds until one is allowed.
    pub(super) fn acquire(&self, address: ClientAddress, now: Instant) -> Result<(), u64> {
        let now = i64::try_from((now - self.start).as_secs()).unwrap_or(i64::MAX);
        // Nothing panics while the lock is held, so poisoned counts are consistent.
        let mut addresses = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let ByAddress { windows, swept } = &mut *addresses;
        if windows.len() >= ADDRESSES && !windows.contains_key(&address) {
            // Once a second: many addresses must not make each report expensive.
            if *swept < now {
                *swept = now;
                windows.retain(|_, window| !window.is_over(now));
            }
            if windows.len() >= ADDRESSES {
                return Err(WINDOW.unsigned_abs());
            }
        }
        windows.entry(address).or_default().acquire(PER_ADDRESS, now)
    }
}
