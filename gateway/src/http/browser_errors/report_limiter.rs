//! The rate limit of reports.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::session::client_address::ClientAddress;

/// The window of the limits below.
const WINDOW: Duration = Duration::from_secs(60);
/// Reports of one client address within a window. A page sends at most ten.
const PER_ADDRESS: u32 = 30;
/// Client addresses that are counted within a window; further ones are refused.
const ADDRESSES: usize = 10_000;

/// Counts reports by client address.
#[derive(Default)]
pub(in crate::http) struct ReportLimiter {
    window: Mutex<Window>,
}

#[derive(Default)]
struct Window {
    began: Option<Instant>,
    by_address: HashMap<ClientAddress, u32>,
}

impl ReportLimiter {
    /// Whether one more report of this address is accepted now.
    pub(super) fn accept(&self, address: ClientAddress, now: Instant) -> bool {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if window.began.is_none_or(|began| now.duration_since(began) >= WINDOW) {
            *window = Window { began: Some(now), by_address: HashMap::new() };
        }
        if window.by_address.len() >= ADDRESSES && !window.by_address.contains_key(&address) {
            return false;
        }
        let count = window.by_address.entry(address).or_default();
        *count += 1;
        *count <= PER_ADDRESS
    }
}
