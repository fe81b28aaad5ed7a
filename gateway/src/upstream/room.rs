//! Room for large answers: how many bytes of them are read and understood at the same time.
//!
//! A list of thousands takes its length in memory, and more than that again while it is being understood; some requests at
//! once would take all that the machine has. So a large answer waits for room before it is read, first come first served,
//! and gives it back when it is understood. Whoever has room waits for nobody, so nobody waits for ever: not even a
//! request that needs two lists. Small answers never wait.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// An answer up to this length is small, in bytes.
pub(super) const SMALL: usize = 256 * 1024;
/// What is counted, in bytes.
const UNIT: usize = 1024;

/// How much room there is.
pub(super) struct Room {
    free: Arc<Semaphore>,
    all: u32,
}

/// Room that was taken. Dropped, it is free again.
pub(super) struct Taken {
    _permit: OwnedSemaphorePermit,
}

impl Room {
    /// Room for so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let all = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX).clamp(1, 1 << 28);
        Self { free: Arc::new(Semaphore::new(all as usize)), all }
    }

    /// Waits for room for an answer of so many bytes. One that is larger than all the room there is takes all of it.
    pub(super) async fn take(&self, bytes: usize) -> Taken {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.all);
        let permit = Arc::clone(&self.free).acquire_many_owned(units).await;
        Taken { _permit: permit.expect("this semaphore is never closed") }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::{Room, UNIT};

    #[tokio::test]
    async fn the_first_to_come_is_the_first_to_get_room_and_what_was_taken_is_given_back() {
        let room = Room::new(10 * UNIT);
        let taken = room.take(6 * UNIT).await;
        let mut second = std::pin::pin!(room.take(5 * UNIT));
        let mut third = std::pin::pin!(room.take(UNIT));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none(), "there is room, but somebody waits for it");
        drop(taken);
        let _second = second.await;
        third.await;
    }

    #[tokio::test]
    async fn what_is_larger_than_all_the_room_takes_all_of_it() {
        let room = Room::new(UNIT);
        let taken = room.take(usize::MAX).await;
        assert!(room.take(1).now_or_never().is_none());
        drop(taken);
        assert!(room.take(1).now_or_never().is_some());
    }
}
