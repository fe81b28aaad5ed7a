//! Single flight (request coalescing, deduplication): equal reads of one session that are in flight together are one call.
//!
//! No leader: every waiter polls the shared future, and dropping the last waiter cancels the read. Only callers that waited
//! get the result; a later read calls again. All share its outcome, also a failure by the first caller's deadline or
//! memory. A save detaches the reads in flight that it makes stale, so that none of them serves a read that begins after it.
//!
//! Our own, not moka's `try_get_with`: there the first caller leads, so its leaving costs a second call, and a result stays
//! in memory after its requests (test `single_flight::a_read_is_cancelled_when_the_last_waiter_leaves_and_not_before`).

use std::{any::Any, collections::HashMap, sync::Arc};

use foldhash::fast::RandomState;
use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared, WeakShared},
};
use parking_lot::Mutex;

use super::{body_budget::BodyPermit, call_key::CallKey, error::Error};

/// The data of a read, and the memory that they take.
pub(super) type ReadResult<T> = Result<(Arc<T>, Arc<BodyPermit>), Error>;

/// A result of any type: the path in the key decides which.
type UntypedResult = ReadResult<dyn Any + Send + Sync>;
type ReadFuture = BoxFuture<'static, UntypedResult>;

/// The reads in flight. A clone is the same.
#[derive(Clone, Default)]
pub(super) struct SingleFlight {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    in_flight: HashMap<CallKey, InFlightRead, RandomState>,
    /// Number of the next read.
    next: u64,
}

struct InFlightRead {
    number: u64,
    read: WeakShared<ReadFuture>,
}

impl SingleFlight {
    /// Joins the read in flight under this key, and calls `joined`; or starts `read`.
    pub(super) async fn run<T: Send + Sync + 'static, R>(
        &self,
        key: CallKey,
        read: impl FnOnce() -> R,
        joined: impl FnOnce(),
    ) -> ReadResult<T>
    where
        R: Future<Output = ReadResult<T>> + Send + 'static,
    {
        let (read, is_new) = self.join(key, read);
        if !is_new {
            joined();
        }
        let (data, permit) = read.await?;
        let data = data.downcast().expect("the path in the key decides the type of its data");
        Ok((data, permit))
    }

    /// The read in flight under this key, or a new one; and whether it is new.
    fn join<T: Send + Sync + 'static, R>(&self, key: CallKey, read: impl FnOnce() -> R) -> (Shared<ReadFuture>, bool)
    where
        R: Future<Output = ReadResult<T>> + Send + 'static,
    {
        let mut state = self.state.lock();
        if let Some(read) = state.in_flight.get(&key).and_then(|in_flight| in_flight.read.upgrade()) {
            return (read, false);
        }
        let read = read();
        let number = state.next;
        state.next += 1;
        let guard = InFlightGuard { single_flight: self.clone(), key: key.clone(), number };
        // Not an `async` block that awaits the read: it would be twice as large.
        let read = read.map(|result| {
            // Dropped when the read ends, or is cancelled with its last waiter.
            drop(guard);
            let (data, permit) = result?;
            Ok((data as Arc<dyn Any + Send + Sync>, permit))
        });
        let read = read.boxed().shared();
        if let Some(weak) = read.downgrade() {
            state.in_flight.insert(key, InFlightRead { number, read: weak });
        }
        (read, true)
    }

    /// Detaches reads in flight: no later read joins them.
    pub(super) fn detach(&self, is_stale: impl Fn(&CallKey) -> bool) {
        self.state.lock().in_flight.retain(|key, _| !is_stale(key));
    }
}

/// Removes its read from the table when it is dropped.
struct InFlightGuard {
    single_flight: SingleFlight,
    key: CallKey,
    number: u64,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let mut state = self.single_flight.state.lock();
        // After a write another read may be in flight under the key.
        if state.in_flight.get(&self.key).is_some_and(|in_flight| in_flight.number == self.number) {
            state.in_flight.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, sync::Arc};

    use futures_util::{FutureExt as _, future::LocalBoxFuture};
    use proptest::{collection::vec, prelude::*};
    use tokio::sync::oneshot;

    use super::SingleFlight;
    use crate::upstream::{call_key::CallKey, session_id::SessionId};

    fn key(number: u8, body: u8) -> CallKey {
        CallKey { session: SessionId::numbered(number.into()), path: "/path", request: vec![body].into() }
    }

    /// A response: session, request body, and number of writes before it was requested.
    type Response = (u8, u8, u64);

    proptest! {
        // 100 × 3,000 requests.
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

        /// In any order of reads, cancellations and writes every caller gets the response for its own session and request,
        /// and none from before a write that had ended before the request.
        #[test]
        fn no_session_ever_gets_the_response_of_another(
            steps in vec((0..16_u8, 0..6_u8, 0..3_u8, any::<u8>()), 3_000)
        ) {
            let single_flight = SingleFlight::default();
            let mut writes = 0_u64;
            let mut ends: HashMap<(u8, u8), Vec<oneshot::Sender<()>>> = HashMap::new();
            let mut waiting: Vec<(Response, LocalBoxFuture<'_, Response>)> = Vec::new();
            for (what, caller, body, which) in steps {
                match what {
                    // A caller reads.
                    0..=9 => {
                        let request = (caller, body, writes);
                        let (end, ended) = oneshot::channel();
                        ends.entry((caller, body)).or_default().push(end);
                        let read = async move {
                            // Gone only at the end of the test.
                            drop(ended.await);
                            Ok((Arc::new(request), Arc::default()))
                        };
                        let read = single_flight.run(key(caller, body), || read, || ());
                        let mut wait = read.map(|result| *result.unwrap().0).boxed_local();
                        prop_assert!(wait.as_mut().now_or_never().is_none());
                        waiting.push((request, wait));
                    }
                    // A caller leaves.
                    10 | 11 if !waiting.is_empty() => {
                        let _ = waiting.swap_remove(usize::from(which) % waiting.len());
                    }
                    12 => {
                        writes += 1;
                        single_flight.detach(|_| true);
                    }
                    13 => {
                        single_flight.detach(|key| key.session == SessionId::numbered(caller.into()));
                        let state = single_flight.state.lock();
                        prop_assert!(state.in_flight.keys().all(|key| key.session != SessionId::numbered(caller.into())));
                    }
                    // A service responds.
                    _ => {
                        for end in ends.remove(&(caller, body)).unwrap_or_default() {
                            // A read that was joined has no receiver of its own.
                            let _ = end.send(());
                        }
                        let mut still = Vec::new();
                        for (request, mut wait) in waiting {
                            match wait.as_mut().now_or_never() {
                                None => still.push((request, wait)),
                                Some(response) => {
                                    prop_assert_eq!((response.0, response.1), (request.0, request.1));
                                    prop_assert!(response.2 >= request.2, "read before a write: {:?} for {:?}", response, request);
                                }
                            }
                        }
                        waiting = still;
                    }
                }
            }
            drop(waiting);
            prop_assert!(single_flight.state.lock().in_flight.is_empty());
        }
    }
}
