//! Single flight: equal reads of one session that are in flight together are one call.
//!
//! No leader: every waiter polls the shared future, so the read is cancelled only when the last waiter is dropped. A result
//! is for those who waited for it and for nobody later. A caller that joined asks again if the read failed by the first
//! caller's own bounds, its time or its memory, and the joiner has time left. A write sees to it that no read from before
//! it answers one that begins after it.

use std::{
    any::Any,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared, WeakShared},
};
use tokio::time::{Instant, timeout_at};

use super::{
    Error, Fault,
    key::{Key, Session},
};

/// The share of its time that a read must have left to be asked again: one in so many.
const WORTH_ASKING: u32 = 10;

/// What a read gives, and how long its answer was.
pub(super) type Answer<T> = Result<(Arc<T>, usize), Error>;

/// An answer of whatever type: the key says which.
type Untyped = Answer<dyn Any + Send + Sync>;
type Read = BoxFuture<'static, Untyped>;

/// The reads that are under way. A clone is the same.
#[derive(Clone, Default)]
pub(super) struct Flights {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    under_way: HashMap<Key, Flight>,
    /// Number of the next read.
    next: u64,
}

struct Flight {
    number: u64,
    read: WeakShared<Read>,
}

impl Flights {
    /// Waits for the read under this key, for so long at most: for the one that is under way, which is told as `joined`,
    /// or for one of its own until the deadline that is given.
    pub(super) async fn share<T: Send + Sync + 'static, R>(
        &self,
        key: Key,
        time: Duration,
        read: impl Fn(Instant) -> R,
        joined: impl Fn(),
    ) -> Answer<T>
    where
        R: Future<Output = Answer<T>> + Send + 'static,
    {
        let deadline = Instant::now() + time;
        let (data, bytes) = loop {
            let (read, is_own) = self.join(&key, || read(deadline));
            if is_own {
                break read.await?;
            }
            joined();
            let answer = timeout_at(deadline, read).await.unwrap_or_else(|_| Err(Error::new(key.path, Fault::Timeout)));
            let left = deadline.saturating_duration_since(Instant::now());
            match answer {
                Err(error) if error.fault.is_callers_own() && left >= time / WORTH_ASKING => {}
                answer => break answer?,
            }
        };
        let data = data.downcast().expect("the path in the key decides the type of its answer");
        Ok((data, bytes))
    }

    /// The read under this key, and whether it is this one, which begins.
    fn join<T: Send + Sync + 'static, R>(&self, key: &Key, read: impl FnOnce() -> R) -> (Shared<Read>, bool)
    where
        R: Future<Output = Answer<T>> + Send + 'static,
    {
        let mut state = self.state();
        if let Some(read) = state.under_way.get(key).and_then(|flight| flight.read.upgrade()) {
            return (read, false);
        }
        let read = read();
        let number = state.next;
        state.next += 1;
        let landing = Landing { flights: self.clone(), key: key.clone(), number };
        let read = async move {
            // Ends with the read, or when nobody waits for it any more.
            let _landing = landing;
            let (data, bytes) = read.await?;
            let data: Arc<dyn Any + Send + Sync> = data;
            Ok((data, bytes))
        };
        let read = read.boxed().shared();
        if let Some(weak) = read.downgrade() {
            state.under_way.insert(key.clone(), Flight { number, read: weak });
        }
        (read, true)
    }

    /// Nobody joins what is under way now.
    pub(super) fn drop_all(&self) {
        self.state().under_way.clear();
    }

    /// Nobody joins what is under way to services whose answers are stale now.
    pub(super) fn drop_paths(&self, paths: &[&str]) {
        self.state().under_way.retain(|key, _| !paths.contains(&key.path));
    }

    /// Nobody joins what is under way for a session: it ended.
    pub(super) fn drop_session(&self, session: Session) {
        self.state().under_way.retain(|key, _| !key.is_of(session));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation can panic half-way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a read off the list when it is dropped.
struct Landing {
    flights: Flights,
    key: Key,
    number: u64,
}

impl Drop for Landing {
    fn drop(&mut self) {
        let mut state = self.flights.state();
        // Another one may have taken its place after a write.
        if state.under_way.get(&self.key).is_some_and(|flight| flight.number == self.number) {
            state.under_way.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        collections::HashMap,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        time::Duration,
    };

    use futures_util::{FutureExt as _, future::LocalBoxFuture};
    use proptest::{collection::vec, prelude::*};
    use tokio::{sync::oneshot, time::Instant};

    use super::{Answer, Flights};
    use crate::upstream::key::{Key, Owner, Session};

    const TIME: Duration = Duration::from_secs(5);

    /// A read that is asked for once.
    fn once<F>(read: F) -> impl Fn(Instant) -> F {
        let read = Cell::new(Some(read));
        move |_| read.take().expect("it is asked for once")
    }

    fn session(number: u8) -> Session {
        Session::of(&format!("Bearer {number}").try_into().unwrap())
    }

    fn key(number: u8, body: u8) -> Key {
        Key { owner: Owner::Session(session(number)), path: "/path", body: vec![body].into() }
    }

    /// Counts what becomes of reads.
    #[derive(Clone, Default)]
    struct Reads {
        begun: Arc<AtomicUsize>,
        given_up: Arc<AtomicUsize>,
    }

    impl Reads {
        fn counts(&self) -> (usize, usize) {
            (self.begun.load(Ordering::SeqCst), self.given_up.load(Ordering::SeqCst))
        }

        /// A read that ends when it is told to, with what it is told.
        fn read(&self) -> (oneshot::Sender<u8>, impl Future<Output = Answer<u8>> + use<>) {
            struct GivenUp(Option<Arc<AtomicUsize>>);
            impl Drop for GivenUp {
                fn drop(&mut self) {
                    if let Some(count) = &self.0 {
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                }
            }
            let (end, ended) = oneshot::channel();
            let reads = self.clone();
            let read = async move {
                reads.begun.fetch_add(1, Ordering::SeqCst);
                let mut given_up = GivenUp(Some(Arc::clone(&reads.given_up)));
                let data = ended.await.unwrap();
                given_up.0 = None;
                Ok((Arc::new(data), 1))
            };
            (end, read)
        }
    }

    #[tokio::test]
    async fn a_read_goes_on_as_long_as_somebody_waits_and_no_longer() {
        let (flights, reads) = (Flights::default(), Reads::default());
        let ((end, first), (_, second)) = (reads.read(), reads.read());
        let mut first = Box::pin(flights.share(key(1, 1), TIME, once(first), || ()));
        let mut other = Box::pin(flights.share(key(1, 1), TIME, once(second), || ()));
        assert!(first.as_mut().now_or_never().is_none() && other.as_mut().now_or_never().is_none());
        drop(first);
        end.send(7).unwrap();
        assert_eq!(*other.await.unwrap().0, 7);
        assert_eq!(reads.counts(), (1, 0));

        let (_end, read) = reads.read();
        let mut last = Box::pin(flights.share(key(1, 1), TIME, once(read), || ()));
        assert!(last.as_mut().now_or_never().is_none());
        drop(last);
        assert_eq!(reads.counts(), (2, 1));
        assert!(flights.state().under_way.is_empty());
    }

    #[tokio::test]
    async fn nobody_joins_a_read_from_before_a_write() {
        let (flights, reads) = (Flights::default(), Reads::default());
        let ((end_before, before), (end_after, after)) = (reads.read(), reads.read());
        let mut before = Box::pin(flights.share(key(1, 1), TIME, once(before), || ()));
        assert!(before.as_mut().now_or_never().is_none());
        flights.drop_all();
        let mut after = Box::pin(flights.share(key(1, 1), TIME, once(after), || ()));
        assert!(after.as_mut().now_or_never().is_none());
        end_before.send(1).unwrap();
        assert_eq!(*before.await.unwrap().0, 1);
        // The end of the old one leaves the new one where it is found.
        let (_, unused) = reads.read();
        let mut joined = Box::pin(flights.share(key(1, 1), TIME, once(unused), || ()));
        assert!(joined.as_mut().now_or_never().is_none());
        end_after.send(2).unwrap();
        assert_eq!((*after.await.unwrap().0, *joined.await.unwrap().0), (2, 2));
        assert_eq!(reads.counts(), (2, 0));
    }

    #[tokio::test]
    async fn nobody_joins_what_is_under_way_for_a_session_that_ended() {
        let (flights, reads) = (Flights::default(), Reads::default());
        let (_ends, mut waiting): (Vec<_>, Vec<_>) = [(1, 1), (1, 2), (2, 1)]
            .map(|(session, body)| {
                let (end, read) = reads.read();
                (end, Box::pin(flights.share(key(session, body), TIME, once(read), || ())))
            })
            .into_iter()
            .unzip();
        waiting.iter_mut().for_each(|wait| assert!(wait.as_mut().now_or_never().is_none()));
        flights.drop_session(session(1));
        assert_eq!(flights.state().under_way.keys().map(|key| key.is_of(session(2))).collect::<Vec<_>>(), [true]);
    }

    /// What is read: whose it is, what was asked, and how many writes there had been when it began.
    type Told = (u8, u8, u64);

    proptest! {
        // 100 × 10,000 requests.
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

        /// Whoever asks, leaves, waits and writes in whatever order: everybody gets what was read for their session and
        /// their question, and nothing from before a write that had ended when they asked.
        #[test]
        fn nobody_is_ever_given_what_another_session_asked_for(
            steps in vec((0..16_u8, 0..6_u8, 0..3_u8, any::<u8>()), 10_000)
        ) {
            // Whoever joins has a clock of their own.
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            let _entered = runtime.enter();
            let flights = Flights::default();
            let mut writes = 0_u64;
            let mut ends: HashMap<(u8, u8), Vec<oneshot::Sender<()>>> = HashMap::new();
            let mut waiting: Vec<(Told, LocalBoxFuture<'_, Told>)> = Vec::new();
            for (what, caller, body, which) in steps {
                match what {
                    // Somebody asks.
                    0..=9 => {
                        let asked = (caller, body, writes);
                        let (end, ended) = oneshot::channel();
                        ends.entry((caller, body)).or_default().push(end);
                        let read = async move {
                            // Gone only at the end of the test.
                            drop(ended.await);
                            Ok((Arc::new(asked), 1))
                        };
                        let flights = &flights;
                        let mut wait = async move {
                            *flights.share(key(caller, body), TIME, once(read), || ()).await.unwrap().0
                        }
                        .boxed_local();
                        prop_assert!(wait.as_mut().now_or_never().is_none());
                        waiting.push((asked, wait));
                    }
                    // Somebody leaves.
                    10 | 11 if !waiting.is_empty() => {
                        let _ = waiting.swap_remove(usize::from(which) % waiting.len());
                    }
                    12 => {
                        writes += 1;
                        flights.drop_all();
                    }
                    13 => flights.drop_session(session(caller)),
                    // A service answers.
                    _ => {
                        for end in ends.remove(&(caller, body)).unwrap_or_default() {
                            // Nobody listens where another read was joined.
                            let _ = end.send(());
                        }
                        let mut still = Vec::new();
                        for (asked, mut wait) in waiting {
                            match wait.as_mut().now_or_never() {
                                None => still.push((asked, wait)),
                                Some(told) => {
                                    prop_assert_eq!((told.0, told.1), (asked.0, asked.1));
                                    prop_assert!(told.2 >= asked.2, "read before a write: {:?} for {:?}", told, asked);
                                }
                            }
                        }
                        waiting = still;
                    }
                }
            }
            drop(waiting);
            prop_assert!(flights.state().under_way.is_empty());
        }
    }
}
