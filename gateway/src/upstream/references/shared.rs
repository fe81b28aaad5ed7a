//! The lists that other gateways read, in the store that they share: sealed, for as long as a list is kept.
//!
//! Each session has a home there, which holds its lists, or where lists are common says that the services know it. A
//! session that ended loses its home. Where sessions ended that nobody can name, all homes are of a generation
//! that is over. The copy in the process is asked first: a list that is kept there costs no round trip.

use std::{sync::Arc, time::Duration};

use crate::{
    shared_store::{RedisKey, ScriptCall, SharedStore},
    upstream::{
        key::{Key, Owner, Session},
        lists::InAnswer,
    },
};

/// Largest list that is shared, in bytes: others wait while the store hands one out.
const MOST_BYTES: usize = 1024 * 1024;

const FIND: &str = include_str!("find.lua");
const KEEP: &str = include_str!("keep.lua");
const KNOW: &str = include_str!("know.lua");
const DROP: &str = "return redis.call('DEL', KEYS[1])";
/// ARGV: the list.
const DROP_ONE: &str = "return redis.call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. '-at', ARGV[1] .. '-of')";
/// ARGV: the next generation, drawn at random, so that none ever comes again; and for how long, in milliseconds.
const DROP_ALL: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0";

/// The lists in the store.
pub(super) struct SharedLists {
    store: SharedStore,
    generation: RedisKey,
    are_common: bool,
    time: Duration,
}

/// A list that another gateway read.
pub(super) struct Found<L> {
    pub(super) list: Arc<L>,
    pub(super) age: Duration,
    /// How long ago the services last gave the session data, as far as gateways know.
    pub(super) known: Duration,
}

/// Permission to share a list that is about to be asked for.
pub(super) struct Permit {
    generation: Vec<u8>,
}

impl SharedLists {
    /// `time` is how long a list is kept.
    pub(super) fn new(store: SharedStore, are_common: bool, time: Duration) -> Self {
        Self { generation: store.key("references", &[]), store, are_common, time }
    }

    /// The list, if the session of this key may be handed it; or the permission to share the one that it reads. Neither
    /// where the store is lost.
    pub(super) async fn find<L: InAnswer>(&self, key: &Key) -> Option<Result<Found<L>, Permit>> {
        let order = self.order(FIND, key).arg(self.milliseconds());
        let (generation, sealed, age, known): (Vec<u8>, Option<Vec<u8>>, u64, u64) = self.store.run(&order).await?;
        let found = sealed.and_then(|sealed| {
            let answer = self.store.decrypt(&self.list(key), &sealed)?;
            let list = L::read(answer.into()).ok()?.data?;
            let [age, known] = [age, known].map(Duration::from_millis);
            Some(Found { list: Arc::new(list), age, known })
        });
        Some(found.ok_or(Permit { generation }))
    }

    /// Shares a list that was read: the answer that it was read from.
    pub(super) async fn keep(&self, key: &Key, permit: Permit, answer: &[u8]) {
        if answer.len() <= MOST_BYTES {
            let sealed = self.store.encrypt(&self.list(key), answer);
            let order = self.order(KEEP, key).arg(self.milliseconds()).arg(sealed).arg(permit.generation);
            // Where it gets lost the others read their own.
            let _: Option<i64> = self.store.run(&order).await;
        }
    }

    /// A service gave a session data, which matters where lists are common.
    pub(super) async fn know(&self, session: Session) {
        let home = self.home(&Owner::Session(session));
        let order = ScriptCall::new(KNOW).key(&self.generation).key(&home).arg(self.milliseconds());
        let _: Option<i64> = self.store.run(&order).await;
    }

    /// A service forbids the session of this key its list.
    pub(super) async fn drop_one(&self, key: &Key) {
        let home = self.home(&key.owner);
        // Where lists are common, all that the session has is that it is known.
        let order =
            if self.are_common { ScriptCall::new(DROP).key(&home) } else { ScriptCall::new(DROP_ONE).key(&home) };
        self.store.run_or_queue(order.arg(self.list(key).as_str())).await;
    }

    /// The services do not know a session any more.
    pub(super) async fn drop_session(&self, session: Session) {
        self.store.run_or_queue(ScriptCall::new(DROP).key(&self.home(&Owner::Session(session)))).await;
    }

    /// Sessions ended, nobody here knows which.
    pub(super) async fn drop_all(&self) {
        let next = format!("{:032x}", rand::random::<u128>());
        // Twice as long as anything of the generation before it is kept.
        let lasts = (2 * self.time).as_millis().to_string();
        self.store.run_or_queue(ScriptCall::new(DROP_ALL).key(&self.generation).arg(next).arg(lasts)).await;
    }

    fn order(&self, script: &'static str, key: &Key) -> ScriptCall {
        let owner = if self.are_common { &Owner::Everybody } else { &key.owner };
        let (home, session) = (self.home(owner), self.home(&key.owner));
        ScriptCall::new(script).key(&self.generation).key(&home).key(&session).arg(self.list(key).as_str())
    }

    fn home(&self, owner: &Owner) -> RedisKey {
        self.store.key("reference-home", &[owner.as_bytes()])
    }

    /// The list of a home, under which it is sealed too.
    fn list(&self, key: &Key) -> RedisKey {
        let owner = if self.are_common { &Owner::Everybody } else { &key.owner };
        self.store.key("reference", &[owner.as_bytes(), key.path.as_bytes(), &key.body])
    }

    fn milliseconds(&self) -> String {
        self.time.as_millis().to_string()
    }
}
