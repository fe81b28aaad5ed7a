//! The room for connections: how many there are, whose they are, and when the idle ones must go.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, futures::OwnedNotified};

use super::{ClientLimits, graceful_shutdown::GracefulShutdown};
use crate::telemetry::{OpenConnection, Telemetry};

/// OpenConnection files that are left to everything but clients: the calls to the services, the database, the log.
const OTHER_FILES: u64 = 256;

/// GatewayState by all connections.
pub(super) struct ConnectionLimiter {
    pub(super) limits: ClientLimits,
    pub(super) drain: GracefulShutdown,
    pub(super) telemetry: Telemetry,
    places: Arc<Semaphore>,
    all: u32,
    by_address: Mutex<HashMap<IpAddr, usize>>,
    leave: Arc<Notify>,
    stopping: AtomicBool,
}

/// A connection's place, which is free again when this is dropped.
pub(super) struct ConnectionPermit {
    room: Arc<ConnectionLimiter>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
    _open: OpenConnection,
}

impl ConnectionLimiter {
    /// ConnectionLimiter for as many connections as the limits say, and as the system lets this process open.
    pub(super) fn new(limits: ClientLimits, drain: GracefulShutdown, telemetry: Telemetry) -> Arc<Self> {
        // Systems start programs with few files and let them ask for more.
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
        let possible = u32::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX).max(1);
        let all = limits.connections.min(possible);
        if all < limits.connections {
            tracing::warn!(wanted = limits.connections, possible, "the system lets this process open few connections");
        }
        Arc::new(Self {
            places: Arc::new(Semaphore::new(all as usize)),
            all,
            limits,
            drain,
            telemetry,
            by_address: Mutex::default(),
            leave: Arc::default(),
            stopping: AtomicBool::default(),
        })
    }

    /// The place of a connection; `None` if its address has as many as it may have. Where the room is full, the connection
    /// that has been idle for longest is closed for it.
    pub(super) async fn place(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = whose(address);
        let count = self.by_address().get(&address).copied().unwrap_or_default();
        // Asked first: an address with too many closes nobody else's. One that has all of them closes one of its own.
        if count >= self.limits.connections_per_address as usize && count < self.all as usize {
            return None;
        }
        let permit = self.permit().await;
        let mut by_address = self.by_address();
        let count = by_address.entry(address).or_default();
        if *count >= self.limits.connections_per_address as usize {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit {
            room: Arc::clone(self),
            address,
            _permit: permit,
            _open: self.telemetry.open_connection(),
        })
    }

    /// A permit for one more connection.
    async fn permit(&self) -> OwnedSemaphorePermit {
        if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
            return permit;
        }
        self.make_room();
        Arc::clone(&self.places).acquire_owned().await.expect("nobody closes it")
    }

    /// Ends the connection that has been idle for longest.
    pub(super) fn make_room(&self) {
        self.leave.notify_one();
    }

    /// Completes when an idle connection must go.
    pub(super) fn told_to_leave(&self) -> OwnedNotified {
        Arc::clone(&self.leave).notified_owned()
    }

    /// No connection takes another request.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        self.leave.notify_waiters();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// How many connections there are.
    pub(super) fn taken(&self) -> usize {
        (self.all as usize).saturating_sub(self.places.available_permits())
    }

    /// Waits until nobody is left.
    pub(super) async fn is_empty(&self) {
        drop(self.places.acquire_many(self.all).await);
    }

    fn by_address(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, usize>> {
        // No operation can panic half-way, so a poisoned map is a whole one.
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionPermit {
    pub(super) fn room(&self) -> &Arc<ConnectionLimiter> {
        &self.room
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut by_address = self.room.by_address();
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// Whom an address counts for: of IPv6 a customer gets a /64, and may use every address in it.
fn whose(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::whose;

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let whose = |text: &str| whose(text.parse().unwrap()).to_string();
        assert_eq!(whose("2001:db8:1:2:aaaa::1"), whose("2001:db8:1:2:bbbb::2"));
        assert_ne!(whose("2001:db8:1:2::1"), whose("2001:db8:1:3::1"));
        assert_eq!(whose("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(whose("192.0.2.7"), whose("192.0.2.8"));
    }
}
