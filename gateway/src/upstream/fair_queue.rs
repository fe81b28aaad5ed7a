//! Fair queue of one service: its calls in flight and queued, by session.
//!
//! Queued sessions take turns, a call each, in FIFO order. A session without a call in flight starts at once, unless as many
//! sessions as the limit have calls in flight: one session that uses the whole limit does not starve the others, and at most
//! twice the limit is in flight. A full queue sheds the newest call of the session with most of them.

use std::collections::{HashMap, VecDeque};

use foldhash::fast::RandomState;

use super::call_key::SessionId;

/// The calls of one service; `W` wakes a queued one.
pub(super) struct FairQueue<W> {
    sessions: HashMap<SessionId, SessionCalls<W>, RandomState>,
    /// Queued sessions, each once, the next one first. Some may have left.
    turns: VecDeque<SessionId>,
    in_flight: usize,
    /// Sessions with calls in flight.
    active: usize,
    waiting: usize,
    next: u64,
}

/// The calls of one session.
struct SessionCalls<W> {
    in_flight: usize,
    waiting: VecDeque<(QueueTicket, W)>,
    has_turn: bool,
}

/// A queued call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueueTicket(u64);

impl<W> FairQueue<W> {
    pub(super) fn new() -> Self {
        Self { sessions: HashMap::default(), turns: VecDeque::new(), in_flight: 0, active: 0, waiting: 0, next: 0 }
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Starts a call, if it need not queue.
    pub(super) fn begin(&mut self, session: SessionId, limit: usize) -> bool {
        let is_free = self.waiting == 0 && self.in_flight < limit;
        let has_none =
            || self.sessions.get(&session).is_none_or(|calls| calls.in_flight == 0 && calls.waiting.is_empty());
        let may = is_free || self.active < limit && has_none();
        if may {
            self.start(session);
        }
        may
    }

    /// Queues a call behind those of its session. Returns the call that is shed, possibly this one, if the queue is longer
    /// than `most`.
    pub(super) fn enqueue(&mut self, session: SessionId, waker: W, most: usize) -> (QueueTicket, Option<W>) {
        let ticket = QueueTicket(self.next);
        self.next += 1;
        let calls = self.sessions.entry(session).or_default();
        calls.waiting.push_back((ticket, waker));
        if !calls.has_turn {
            calls.has_turn = true;
            self.turns.push_back(session);
        }
        self.waiting += 1;
        let shed = if self.waiting > most { self.shed(session) } else { None };
        (ticket, shed)
    }

    /// Removes a queued call.
    pub(super) fn cancel(&mut self, session: SessionId, ticket: QueueTicket) {
        if let Some(calls) = self.sessions.get_mut(&session)
            && let Some(at) = calls.waiting.iter().position(|(waiting, _)| *waiting == ticket)
        {
            drop(calls.waiting.remove(at));
            self.waiting -= 1;
            self.forget(session);
        }
    }

    /// Ends a call. The next ones may start.
    pub(super) fn end(&mut self, session: SessionId) {
        let Some(calls) = self.sessions.get_mut(&session) else { return };
        calls.in_flight -= 1;
        self.in_flight -= 1;
        if calls.in_flight == 0 {
            self.active -= 1;
            self.forget(session);
        }
    }

    /// Starts the next queued call that may start.
    pub(super) fn next(&mut self, limit: usize) -> Option<W> {
        loop {
            let at = if self.in_flight < limit {
                0
            } else if self.active < limit {
                self.turns.iter().position(|session| self.sessions[session].in_flight == 0)?
            } else {
                return None;
            };
            let session = self.turns.remove(at)?;
            let started = self.start_next(session);
            let Some(calls) = self.sessions.get_mut(&session) else { continue };
            calls.has_turn = !calls.waiting.is_empty();
            if calls.has_turn {
                self.turns.push_back(session);
            }
            self.forget(session);
            if started.is_some() {
                return started;
            }
        }
    }

    /// Empties the queue.
    pub(super) fn clear(&mut self) -> Vec<W> {
        self.waiting = 0;
        let waiting = self.sessions.values_mut().flat_map(|calls| calls.waiting.drain(..).map(|(_, waker)| waker));
        let wakers = waiting.collect();
        for session in std::mem::take(&mut self.turns) {
            if let Some(calls) = self.sessions.get_mut(&session) {
                calls.has_turn = false;
            }
            self.forget(session);
        }
        wakers
    }

    fn start(&mut self, session: SessionId) {
        let calls = self.sessions.entry(session).or_default();
        self.active += usize::from(calls.in_flight == 0);
        calls.in_flight += 1;
        self.in_flight += 1;
    }

    fn start_next(&mut self, session: SessionId) -> Option<W> {
        let (_, waker) = self.sessions.get_mut(&session)?.waiting.pop_front()?;
        self.waiting -= 1;
        self.start(session);
        Some(waker)
    }

    /// Sheds the newest call of the session with most queued calls; among equals, of the session that queued last.
    fn shed(&mut self, last: SessionId) -> Option<W> {
        let (longest, _) = self
            .sessions
            .iter()
            .max_by_key(|(session, calls)| (calls.waiting.len(), **session == last))
            .map(|(session, calls)| (*session, calls))?;
        let (_, waker) = self.sessions.get_mut(&longest)?.waiting.pop_back()?;
        self.waiting -= 1;
        Some(waker)
    }

    /// Removes a session without calls.
    fn forget(&mut self, session: SessionId) {
        if self.sessions.get(&session).is_some_and(SessionCalls::is_over) {
            self.sessions.remove(&session);
        }
    }
}

impl<W> SessionCalls<W> {
    fn is_over(&self) -> bool {
        self.in_flight == 0 && self.waiting.is_empty() && !self.has_turn
    }
}

impl<W> Default for SessionCalls<W> {
    fn default() -> Self {
        Self { in_flight: 0, waiting: VecDeque::new(), has_turn: false }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::{collection::vec, prelude::*};

    use super::{FairQueue, QueueTicket, SessionId};

    fn session(number: u8) -> SessionId {
        SessionId::from_authorization(&format!("Bearer {number}").try_into().unwrap())
    }

    /// Starts a call; returns its ticket if it is queued.
    fn ask(queue: &mut FairQueue<(u8, usize)>, whose: u8, number: usize, limit: usize) -> Option<QueueTicket> {
        (!queue.begin(session(whose), limit)).then(|| queue.enqueue(session(whose), (whose, number), 1000).0)
    }

    #[test]
    fn a_session_without_calls_in_flight_starts_at_once() {
        let mut queue = FairQueue::new();
        for number in 0..200 {
            assert_eq!(ask(&mut queue, 1, number, 10).is_none(), number < 10);
        }
        for whose in 2..=10 {
            assert_eq!(ask(&mut queue, whose, 0, 10), None, "{whose}");
        }
        // Ten sessions have calls in flight, as many as the limit.
        assert!(ask(&mut queue, 11, 0, 10).is_some());
        assert_eq!((queue.in_flight(), queue.waiting()), (19, 191));
    }

    #[test]
    fn queued_sessions_take_turns() {
        let mut queue = FairQueue::new();
        for number in 0..6 {
            ask(&mut queue, 1, number, 2);
        }
        ask(&mut queue, 2, 0, 1);
        ask(&mut queue, 2, 1, 1);
        ask(&mut queue, 3, 0, 1);
        let mut begun = Vec::new();
        queue.end(session(1));
        assert_eq!(queue.next(1), None);
        queue.end(session(1));
        while let Some(next) = queue.next(1) {
            begun.push(next);
            queue.end(session(next.0));
        }
        assert_eq!(begun, [(1, 2), (2, 0), (3, 0), (1, 3), (2, 1), (1, 4), (1, 5)]);
        assert!(queue.sessions.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn a_session_above_its_share_yields_to_the_others() {
        let mut queue = FairQueue::new();
        for number in 0..10 {
            ask(&mut queue, 1, number, 10);
        }
        for number in 0..3 {
            ask(&mut queue, 2, number, 10);
        }
        // The limit has shrunk meanwhile, and the first one's calls do not end.
        assert!(ask(&mut queue, 1, 10, 4).is_some());
        for number in 1..3 {
            queue.end(session(2));
            assert_eq!(queue.next(4), Some((2, number)));
            assert_eq!(queue.next(4), None);
        }
    }

    #[test]
    fn a_full_queue_sheds_the_newest_call_of_the_session_with_most() {
        let mut queue = FairQueue::new();
        assert!(queue.begin(session(0), 1));
        let mut wait = |whose, number, most| queue.enqueue(session(whose), (whose, number), most).1;
        for number in 0..4 {
            assert_eq!(wait(1, number, 5), None);
        }
        assert_eq!(wait(2, 0, 5), None);
        assert_eq!(wait(2, 1, 5), Some((1, 3)));
        assert_eq!(wait(1, 4, 5), Some((1, 4)));
        assert_eq!(wait(2, 2, 5), Some((2, 2)));
        assert_eq!(queue.waiting(), 5);
    }

    proptest! {
        /// Calls that start, queue, leave and end in any order under changing limits: the counts are right, none is lost or
        /// queued needlessly, and nothing remains at the end.
        #[test]
        fn every_call_starts_once_or_leaves(steps in vec((0..10_u8, 0..5_u8, any::<prop::sample::Index>()), 1..500)) {
            let mut queue = FairQueue::new();
            let (mut limit, mut number) = (4, 0);
            let mut in_flight: Vec<u8> = Vec::new();
            let mut waiting: HashMap<usize, (u8, QueueTicket)> = HashMap::new();
            for (what, whose, which) in steps {
                match what {
                    0..=4 => {
                        number += 1;
                        match ask(&mut queue, whose, number, limit) {
                            None => in_flight.push(whose),
                            Some(ticket) => drop(waiting.insert(number, (whose, ticket))),
                        }
                    }
                    5 if !waiting.is_empty() => {
                        let number = *waiting.keys().nth(which.index(waiting.len())).unwrap();
                        let (whose, ticket) = waiting.remove(&number).unwrap();
                        queue.cancel(session(whose), ticket);
                    }
                    6 => limit = 1 + which.index(8),
                    _ if !in_flight.is_empty() => {
                        queue.end(session(in_flight.swap_remove(which.index(in_flight.len()))));
                    }
                    _ => {}
                }
                while let Some((whose, number)) = queue.next(limit) {
                    prop_assert_eq!(waiting.remove(&number).unwrap().0, whose);
                    in_flight.push(whose);
                }
                prop_assert_eq!((queue.in_flight(), queue.waiting()), (in_flight.len(), waiting.len()));
                prop_assert!(waiting.is_empty() || in_flight.len() >= limit);
                let has_none = |(whose, _): &(u8, QueueTicket)| !in_flight.contains(whose);
                prop_assert!(queue.active >= limit || !waiting.values().any(has_none));
                prop_assert!(queue.turns.len() <= queue.sessions.len());
            }
            prop_assert_eq!(queue.clear().len(), waiting.len());
            for whose in in_flight {
                queue.end(session(whose));
            }
            prop_assert!(queue.sessions.is_empty() && queue.turns.is_empty() && queue.active == 0);
        }
    }
}
