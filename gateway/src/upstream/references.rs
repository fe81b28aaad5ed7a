//! The lists that hardly ever change: insurers and procedures.
//!
//! They are kept for a minute or so, each session its own. Where they are configured to be the same for everybody, what
//! one session read is for the others too; but a session that the services do not answer gets nothing: it must have been
//! given data of its own within the time that a list is kept, and must not have been answered 401 since.
//!
//! When a service cannot give a new list, the old one stands in for it for a while. What is kept here is asked first; where
//! gateways share a store, what is not may have been read by another one.

mod shared;

use std::sync::Arc;

use bytes::Bytes;
use tokio::time::Instant;

use self::shared::{Permit, SharedLists};
use super::{
    Keep,
    kept::{self, Kept},
    key::{Key, Owner, Session},
    lists::InAnswer,
    memory::{CountedSize, MemoryBudget},
};
use crate::shared_store::SharedStore;

/// What it takes to remember a session, in bytes.
const SESSION_BYTES: usize = 256;

/// What is kept of the lists.
pub(super) struct References {
    lists: Arc<Kept>,
    /// Where the lists are everybody's: the sessions that were given data of late.
    answered: Option<Arc<Kept>>,
    shared: Option<Arc<SharedLists>>,
}

/// Permission to keep a list that is about to be asked for, here and for other gateways.
pub(super) struct Ticket {
    here: kept::Ticket,
    elsewhere: Option<Permit>,
}

impl Ticket {
    /// The same for a list that counts in a budget, and does not while it is kept.
    pub(super) fn counted(self, memory: &Arc<MemoryBudget>, size: CountedSize) -> Self {
        Self { here: self.here.counted(memory, size), ..self }
    }
}

impl References {
    pub(super) fn new(keep: Keep, are_common: bool, store: Option<SharedStore>) -> Self {
        // Common lists are few: a quarter is for the sessions.
        let sessions = if are_common { keep.bytes / 4 } else { 0 };
        let answered = are_common.then(|| Arc::new(Kept::new(Keep { bytes: sessions, ..keep })));
        let lists = Arc::new(Kept::new(Keep { bytes: keep.bytes - sessions, ..keep }));
        let store = store.filter(|_| lists.keeps());
        let shared = store.map(|store| Arc::new(SharedLists::new(store, are_common, keep.time)));
        Self { lists, answered, shared }
    }

    /// The list that the session of this key may be handed, if there is one.
    pub(super) fn find<L: InAnswer>(&self, key: &Key, now: Instant) -> Option<Arc<L>> {
        match &self.answered {
            None => self.lists.find(key, now),
            Some(answered) => {
                answered.find::<()>(&session_of(key), now)?;
                self.lists.find(&everybodys(key), now)
            }
        }
    }

    /// An old list, to stand in for one that the service cannot give.
    pub(super) fn find_stale<L: InAnswer>(&self, key: &Key, now: Instant) -> Option<Arc<L>> {
        match &self.answered {
            None => self.lists.find_stale(key, now),
            Some(answered) => {
                answered.find_stale::<()>(&session_of(key), now)?;
                self.lists.find_stale(&everybodys(key), now)
            }
        }
    }

    /// Before a list is asked for that is not kept here: another gateway may have read it.
    ///
    /// # Errors
    /// None did: the list may be asked for, and kept by this [`Ticket`].
    pub(super) async fn find_elsewhere<L: InAnswer>(&self, key: &Key, now: Instant) -> Result<Arc<L>, Ticket> {
        let here = self.lists.ticket(if self.answered.is_some() { everybodys(key) } else { key.clone() });
        let answer = match &self.shared {
            // Boxed, here and below: every read of a list would be as large as what asks the store.
            Some(shared) => Box::pin(shared.find::<L>(key)).await,
            None => None,
        };
        let found = match answer {
            Some(Ok(found)) => found,
            Some(Err(permit)) => return Err(Ticket { here, elsewhere: Some(permit) }),
            None => return Err(Ticket { here, elsewhere: None }),
        };
        // A machine that has not been up for as long as a list is kept has no such moments: then it is not kept here.
        if let (Some(read), Some(known)) = (now.checked_sub(found.age), now.checked_sub(found.known)) {
            self.lists.keep(here, Arc::clone(&found.list), found.list.weight(), read);
            self.vouch_since(key, known);
        }
        Ok(found.list)
    }

    /// Keeps a list that was read.
    pub(super) async fn keep<L: InAnswer>(&self, key: &Key, ticket: Ticket, list: &Arc<L>, now: Instant) {
        self.lists.keep(ticket.here, Arc::clone(list), list.weight(), now);
        if let (Some(shared), Some(permit)) = (&self.shared, ticket.elsewhere) {
            Box::pin(shared.keep(key, permit, list.body())).await;
        }
    }

    /// A service gave the session of this key data.
    pub(super) fn vouch(&self, key: &Key, now: Instant) {
        if self.vouch_since(key, now)
            && let (Some(shared), Owner::Session(session)) = (self.shared.clone(), key.owner)
        {
            // Nobody waits for it: until it is done other gateways ask for themselves.
            tokio::spawn(async move { shared.know(session).await });
        }
    }

    /// Whether that was news, where it matters.
    fn vouch_since(&self, key: &Key, since: Instant) -> bool {
        let Some(answered) = &self.answered else { return false };
        let is_news = answered.find::<()>(&session_of(key), since).is_none();
        if is_news {
            answered.keep(answered.ticket(session_of(key)), Arc::new(()), SESSION_BYTES, since);
        }
        is_news
    }

    /// A service forbids the session of this key its list. Where lists are common, the session is not known any more:
    /// it may not have what the others have.
    pub(super) async fn drop_one(&self, key: &Key) {
        match &self.answered {
            None => self.lists.drop_one(key),
            Some(answered) => answered.drop_one(&session_of(key)),
        }
        if let Some(shared) = &self.shared {
            shared.drop_one(key).await;
        }
    }

    /// The services do not know a session any more.
    pub(super) async fn drop_session(&self, session: Session) {
        self.lists.drop_session(session);
        if let Some(answered) = &self.answered {
            answered.drop_session(session);
        }
        if let Some(shared) = &self.shared {
            shared.drop_session(session).await;
        }
    }

    /// Sessions ended, nobody here knows which.
    pub(super) async fn drop_all(&self) {
        self.lists.drop_all();
        if let Some(answered) = &self.answered {
            answered.drop_all();
        }
        if let Some(shared) = &self.shared {
            shared.drop_all().await;
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
        data::Data as _,
        key::{Key, Owner, Session},
        lists::{Rows as _, Seguradoras},
    };

    const KEEP: Keep = Keep { time: Duration::from_secs(60), stale: Duration::from_secs(600), bytes: 10_000 };

    fn key(session: &str) -> Key {
        let authorization = format!("Bearer {session}").try_into().unwrap();
        Key { owner: Owner::Session(Session::of(&authorization)), path: "/list", body: "{}".into() }
    }

    /// Reads a list of insurers, as many as are said.
    async fn read(references: &References, session: &str, insurers: usize) {
        let now = Instant::now();
        references.vouch(&key(session), now);
        let Err(ticket) = references.find_elsewhere::<Seguradoras>(&key(session), now).await else {
            panic!("there is nowhere else")
        };
        let rows = vec![r#"{"cdSeguradora":"1","nmSeguradora":"Um","nrCnpj":null,"flAtiva":true}"#; insurers];
        let answer = format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, rows.join(","));
        let list = Seguradoras::read(answer.into()).unwrap().data.unwrap();
        references.keep(&key(session), ticket, &Arc::new(list), now).await;
    }

    /// How many insurers the fresh list has that is found, and the stale one.
    fn found(references: &References, session: &str) -> (Option<usize>, Option<usize>) {
        let now = Instant::now();
        let fresh = references.find::<Seguradoras>(&key(session), now);
        let stale = references.find_stale::<Seguradoras>(&key(session), now);
        (fresh.map(|list| list.rows().len()), stale.map(|list| list.rows().len()))
    }

    #[tokio::test(start_paused = true)]
    async fn each_session_has_its_own_unless_they_are_common() {
        let own = References::new(KEEP, false, None);
        read(&own, "ana", 1).await;
        own.vouch(&key("bia"), Instant::now());
        assert_eq!((found(&own, "ana"), found(&own, "bia")), ((Some(1), Some(1)), (None, None)));

        let common = References::new(KEEP, true, None);
        read(&common, "ana", 1).await;
        assert_eq!(found(&common, "bia"), (None, None), "nobody knows bia");
        common.vouch(&key("bia"), Instant::now());
        assert_eq!(found(&common, "bia"), (Some(1), Some(1)));
        read(&common, "bia", 2).await;
        assert_eq!(found(&common, "ana"), (Some(2), Some(2)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_is_known_for_as_long_as_a_list_is_kept_or_until_it_is_turned_away() {
        let common = References::new(KEEP, true, None);
        common.vouch(&key("bia"), Instant::now());
        advance(Duration::from_secs(59)).await;
        read(&common, "ana", 1).await;
        assert_eq!(found(&common, "bia"), (Some(1), Some(1)));
        advance(Duration::from_secs(1)).await;
        assert_eq!(found(&common, "bia"), (None, Some(1)));
        assert_eq!(found(&common, "ana"), (Some(1), Some(1)));
        let Owner::Session(bia) = key("bia").owner else { panic!("a session's") };
        common.drop_session(bia).await;
        assert_eq!(found(&common, "bia"), (None, None));
        assert_eq!(found(&common, "ana"), (Some(1), Some(1)));
        common.drop_all().await;
        assert_eq!(found(&common, "ana"), (None, None));
    }
}
