//! The connection limits, in all and per client address. Streams of HTTP/2 beyond the first of their connection count as
//! connections: HTTP/2 allows no client more requests at a time.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, futures::OwnedNotified};

use super::client_limits::ClientLimits;

/// Open files that are not for clients: calls to the services, the database, the log.
const RESERVED_FILES: u64 = 256;

/// Hands out permits for connections.
pub(super) struct ConnectionLimiter {
    permits: Arc<Semaphore>,
    limit: u32,
    limit_per_address: u32,
    by_address: Mutex<HashMap<IpAddr, u32>>,
    eviction: Arc<Notify>,
}

/// The right to one connection or stream, until it is dropped.
pub(super) struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionLimiter {
    /// Allows as many connections as the limits say and the process may open files.
    pub(super) fn new(limits: &ClientLimits) -> Arc<Self> {
        // Systems start programs with few files and let them ask for more.
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
        let possible = u32::try_from(files.saturating_sub(RESERVED_FILES)).unwrap_or(u32::MAX).max(1);
        let limit = limits.connections.min(possible);
        if limit < limits.connections {
            tracing::warn!(wanted = limits.connections, possible, "the limit of open files allows fewer connections");
        }
        Arc::new(Self {
            permits: Arc::new(Semaphore::new(limit as usize)),
            limit,
            limit_per_address: limits.connections_per_address,
            by_address: Mutex::default(),
            eviction: Arc::default(),
        })
    }

    /// A permit for a new connection; `None` if its address is at its limit. At the limit of all connections this closes
    /// the one that has been idle for longest, and waits.
    pub(super) async fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = client_network(address);
        // Before any eviction: an address at its limit closes no connection of others. One that may have them all closes
        // one of its own.
        let count = self.by_address().get(&address).copied().unwrap_or_default();
        if count >= self.limit_per_address && count < self.limit {
            return None;
        }
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.evict_oldest_idle();
                Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
            }
        };
        self.count(address, permit)
    }

    /// A permit for one more stream of a connection, if there is one at once.
    pub(super) fn try_acquire_stream(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        self.count(client_network(address), permit)
    }

    fn count(self: &Arc<Self>, address: IpAddr, permit: OwnedSemaphorePermit) -> Option<ConnectionPermit> {
        let mut by_address = self.by_address();
        let count = by_address.entry(address).or_default();
        if *count >= self.limit_per_address {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { limiter: Arc::clone(self), address, _permit: permit })
    }

    /// Closes the connection that has been idle for longest.
    pub(super) fn evict_oldest_idle(&self) {
        self.eviction.notify_one();
    }

    /// Wakes every idle connection, so that it sees that the gateway is stopping.
    pub(super) fn wake_idle(&self) {
        self.eviction.notify_waiters();
    }

    /// Completes when an idle connection must close. Those that wait for longest come first.
    pub(super) fn evicted(&self) -> OwnedNotified {
        Arc::clone(&self.eviction).notified_owned()
    }

    /// How many permits are in use.
    pub(super) fn in_use(&self) -> usize {
        (self.limit as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no permit is in use.
    pub(super) async fn all_returned(&self) {
        drop(self.permits.acquire_many(self.limit).await);
    }

    fn by_address(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        // No operation panics half-way, so a poisoned map is consistent.
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut by_address = self.limiter.by_address();
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// What an address counts as: of IPv6 its /64, all of which one customer has.
fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::client_network;

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let network = |text: &str| client_network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:aaaa::1"), network("2001:db8:1:2:bbbb::2"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }
}
