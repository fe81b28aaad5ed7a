//! Limits in all and per client address: of connections, and of requests (HTTP/2 sends a hundred through one connection).

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::session::client_address::ClientAddress;

/// Hands out permits.
pub(super) struct AddressLimit {
    permits: Arc<Semaphore>,
    in_all: u32,
    per_address: u32,
    by_address: Mutex<HashMap<ClientAddress, u32>>,
}

/// One of the permits, until it is dropped.
pub(super) struct AddressPermit {
    limit: Arc<AddressLimit>,
    address: ClientAddress,
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
    pub(super) fn count(
        self: &Arc<Self>,
        permit: OwnedSemaphorePermit,
        address: ClientAddress,
    ) -> Option<AddressPermit> {
        let mut by_address = self.by_address.lock();
        let count = by_address.entry(address).or_default();
        if *count >= self.per_address {
            return None;
        }
        *count += 1;
        Some(AddressPermit { limit: Arc::clone(self), address, _permit: permit })
    }

    /// A permit for an address, if there is one at once.
    pub(super) fn try_acquire(self: &Arc<Self>, address: ClientAddress) -> Option<AddressPermit> {
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
