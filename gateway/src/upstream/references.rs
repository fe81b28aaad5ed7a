//! The lists that hardly ever change: insurers and procedures.
//!
//! They are kept for a minute or so, each session its own. Where they are configured to be the same for everybody, what
//! one session read is for the others too; but a session that the services do not answer gets nothing: it must have been
//! given data of its own within the time that a list is kept, and must not have been turned away since.
//!
//! When a service cannot give a new list, the old one stands in for it for a while.

use std::sync::Arc;

use bytes::Bytes;
use tokio::time::Instant;

use super::{
    Keep,
    kept::{Kept, Ticket},
    key::{Key, Owner, Session},
};

/// What it takes to remember a session, in bytes.
const SESSION_BYTES: usize = 256;

/// What is kept of the lists.
pub(super) struct References {
    lists: Arc<Kept>,
    /// Where the lists are everybody's: the sessions that were given data of late.
    answered: Option<Arc<Kept>>,
}

impl References {
    pub(super) fn new(keep: Keep, are_common: bool) -> Self {
        let answered = are_common.then(|| Arc::new(Kept::new(keep)));
        Self { lists: Arc::new(Kept::new(keep)), answered }
    }

    /// The list that the session of this key may be handed, if there is one.
    pub(super) fn find<T: Send + Sync + 'static>(&self, key: &Key, now: Instant) -> Option<Arc<T>> {
        match &self.answered {
            None => self.lists.find(key, now),
            Some(answered) => {
                answered.find::<()>(&session_of(key), now)?;
                self.lists.find(&everybodys(key), now)
            }
        }
    }

    /// An old list, to stand in for one that the service cannot give.
    pub(super) fn find_stale<T: Send + Sync + 'static>(&self, key: &Key, now: Instant) -> Option<Arc<T>> {
        match &self.answered {
            None => self.lists.find_stale(key, now),
            Some(answered) => {
                answered.find_stale::<()>(&session_of(key), now)?;
                self.lists.find_stale(&everybodys(key), now)
            }
        }
    }

    /// Before a list is asked for.
    pub(super) fn ticket(&self, key: &Key) -> Ticket {
        self.lists.ticket(if self.answered.is_some() { everybodys(key) } else { key.clone() })
    }

    /// Keeps a list that was read.
    pub(super) fn keep<T: Send + Sync + 'static>(&self, ticket: Ticket, data: Arc<T>, bytes: usize, now: Instant) {
        self.lists.keep(ticket, data, bytes, now);
    }

    /// A service gave the session of this key data.
    pub(super) fn vouch(&self, key: &Key, now: Instant) {
        if let Some(answered) = &self.answered
            && answered.find::<()>(&session_of(key), now).is_none()
        {
            answered.keep(answered.ticket(session_of(key)), Arc::new(()), SESSION_BYTES, now);
        }
    }

    /// The services turned a session away.
    pub(super) fn drop_session(&self, session: Session) {
        self.lists.drop_session(session);
        if let Some(answered) = &self.answered {
            answered.drop_session(session);
        }
    }

    /// Sessions ended, nobody here knows which.
    pub(super) fn drop_all(&self) {
        self.lists.drop_all();
        if let Some(answered) = &self.answered {
            answered.drop_all();
        }
    }
}

fn everybodys(key: &Key) -> Key {
    Key { owner: Owner::Everybody, ..key.clone() }
}

fn session_of(key: &Key) -> Key {
    Key { path: "", body: Bytes::new(), ..key.clone() }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use tokio::time::{Instant, advance};

    use super::References;
    use crate::upstream::{
        Keep,
        key::{Key, Owner, Session},
    };

    const KEEP: Keep = Keep { time: Duration::from_secs(60), stale: Duration::from_secs(600), bytes: 10_000 };

    fn key(session: &str) -> Key {
        let authorization = format!("Bearer {session}").try_into().unwrap();
        Key { owner: Owner::Session(Session::of(&authorization)), path: "/list", body: "{}".into() }
    }

    fn read(references: &References, session: &str, data: u64) {
        let now = Instant::now();
        references.vouch(&key(session), now);
        references.keep(references.ticket(&key(session)), Arc::new(data), 10, now);
    }

    fn found(references: &References, session: &str) -> (Option<u64>, Option<u64>) {
        let now = Instant::now();
        let (fresh, stale) = (references.find(&key(session), now), references.find_stale(&key(session), now));
        (fresh.map(|data| *data), stale.map(|data| *data))
    }

    #[tokio::test(start_paused = true)]
    async fn each_session_has_its_own_unless_they_are_common() {
        let own = References::new(KEEP, false);
        read(&own, "ana", 1);
        own.vouch(&key("bia"), Instant::now());
        assert_eq!((found(&own, "ana"), found(&own, "bia")), ((Some(1), Some(1)), (None, None)));

        let common = References::new(KEEP, true);
        read(&common, "ana", 1);
        assert_eq!(found(&common, "bia"), (None, None), "nobody knows bia");
        common.vouch(&key("bia"), Instant::now());
        assert_eq!(found(&common, "bia"), (Some(1), Some(1)));
        read(&common, "bia", 2);
        assert_eq!(found(&common, "ana"), (Some(2), Some(2)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_is_known_for_as_long_as_a_list_is_kept_or_until_it_is_turned_away() {
        let common = References::new(KEEP, true);
        common.vouch(&key("bia"), Instant::now());
        advance(Duration::from_secs(59)).await;
        read(&common, "ana", 1);
        assert_eq!(found(&common, "bia"), (Some(1), Some(1)));
        advance(Duration::from_secs(1)).await;
        assert_eq!(found(&common, "bia"), (None, Some(1)));
        assert_eq!(found(&common, "ana"), (Some(1), Some(1)));
        let Owner::Session(bia) = key("bia").owner else { panic!("a session's") };
        common.drop_session(bia);
        assert_eq!(found(&common, "bia"), (None, None));
        assert_eq!(found(&common, "ana"), (Some(1), Some(1)));
        common.drop_all();
        assert_eq!(found(&common, "ana"), (None, None));
    }
}
