//! Limits in all and per client address: of connections, and of requests (HTTP/2 sends a hundred through one connection).

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hands out permits.
pub(super) struct AddressLimit {
    permits: Arc<Semaphore>,
    in_all: u32,
    per_address: u32,
    by_address: Mutex<HashMap<IpAddr, u32>>,
}

/// One of the permits, until it is dropped.
pub(super) struct AddressPermit {
    limit: Arc<AddressLimit>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl AddressLimit {
    pub(super) fn new(in_all: u32, per_address: u32) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(in_all as usize));
        Arc::new(Self { permits, in_all, per_address, by_address: Mutex::default() })
    }

    /// Waits for a permit that is not counted for an address yet.
    pub(super) async fn any(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Counts a permit for an address; `None` if the address is at its limit.
    pub(super) fn count(self: &Arc<Self>, permit: OwnedSemaphorePermit, address: IpAddr) -> Option<AddressPermit> {
        let address = client_network(address);
        let mut by_address = self.by_address.lock();
        let count = by_address.entry(address).or_default();
        if *count >= self.per_address {
            return None;
        }
        *count += 1;
        Some(AddressPermit { limit: Arc::clone(self), address, _permit: permit })
    }

    /// A permit for an address, if there is one at once.
    pub(super) fn try_acquire(self: &Arc<Self>, address: IpAddr) -> Option<AddressPermit> {
        self.count(Arc::clone(&self.permits).try_acquire_owned().ok()?, address)
    }

    /// How many permits are in use.
    pub(super) fn in_use(&self) -> usize {
        (self.in_all as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no permit is in use.
    pub(super) async fn all_returned(&self) {
        drop(self.permits.acquire_many(self.in_all).await);
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut by_address = self.limit.by_address.lock();
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// What an address counts as: an IPv6 address as its /64, which one customer has.
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
