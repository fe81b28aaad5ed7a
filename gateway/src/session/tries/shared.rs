//! The tries that all gateways counted, in the store that they share.
//!
//! The same window and the same decisions as in the log of one process. The moments are those of the gateways' clocks, by
//! which a desafio ends too; nothing is forgotten by a clock that is wrong.

use std::net::IpAddr;

use chrono::TimeDelta;

use super::{Key, TooMany, Try, WINDOW};
use crate::store::{Name, Order, Store};

const COUNT: &str = include_str!("count.lua");
const ADD: &str = include_str!("add.lua");
const GIVE_BACK: &str = include_str!("give_back.lua");
const GIVE_BACK_NEWEST: &str = include_str!("give_back_newest.lua");

/// A try as the store knows it.
#[derive(Clone)]
pub(super) struct SharedTry {
    /// What is counted for whom.
    names: [Name; 3],
    /// Drawn at random, and the name that the client address has, so that whoever finds the try finds all of it.
    member: String,
}

impl SharedTry {
    pub(super) fn new(store: &Store, keys: &[Key; 3]) -> Self {
        let names = keys.each_ref().map(|key| name(store, key));
        let member = format!("{:032x} {}", rand::random::<u128>(), names[1].as_str());
        Self { names, member }
    }

    /// Counts it where all gateways do; `None` if the store is lost.
    pub(super) async fn count(
        &self,
        store: &Store,
        keys: &[Key; 3],
        ceilings: [usize; 3],
        now: i64,
    ) -> Option<Result<(), TooMany>> {
        let (full, wait): (usize, i64) = store.ask(&self.order(COUNT, ceilings, now)).await?;
        match full.checked_sub(1).and_then(|at| keys.get(at)) {
            None => Some(Ok(())),
            Some(key) => Some(Err(TooMany { whose: key.whose(), wait: TimeDelta::seconds(wait) })),
        }
    }

    /// Has it counted though nobody asked whether it may be: the store was lost.
    pub(super) async fn add(&self, store: &Store, ceilings: [usize; 3], now: i64) {
        store.tell(self.order(ADD, ceilings, now)).await;
    }

    /// It did not happen.
    pub(super) async fn give_back(&self, store: &Store) {
        let order = self.names.iter().fold(Order::new(GIVE_BACK), Order::on);
        store.tell(order.with(&self.member)).await;
    }

    fn order(&self, script: &'static str, ceilings: [usize; 3], now: i64) -> Order {
        let order = self.names.iter().fold(Order::new(script), Order::on);
        ceilings.iter().fold(order.with(now).with(WINDOW.num_seconds()).with(&self.member), Order::with)
    }
}

/// The newest try of a key did not happen.
pub(super) async fn give_back_newest(store: &Store, key: &Key) {
    let order = Order::new(GIVE_BACK_NEWEST).on(&name(store, key)).on(&name(store, &Key::Everybody));
    store.tell(order).await;
}

fn name(store: &Store, key: &Key) -> Name {
    match key {
        Key::Email(Try::Code, digest) => store.name("codes", &[digest]),
        Key::Email(Try::Guess, digest) => store.name("guesses", &[digest]),
        Key::Address(address) => match address.ip() {
            IpAddr::V4(ip) => store.name("address", &[&ip.octets()]),
            IpAddr::V6(ip) => store.name("address", &[&ip.octets()]),
        },
        Key::Everybody => store.name("everybody", &[]),
    }
}
