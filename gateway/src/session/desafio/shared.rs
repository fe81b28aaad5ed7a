//! The desafios that were tried, are being tried or are done at any gateway, in the store that they share.

use std::time::Duration;

use super::{Id, Refusal, Then};
use crate::store::{Name, Order, Store};

/// How long a gateway may hold a desafio: longer than a call of the services takes, unless they are configured to take
/// very long. One that dies meanwhile locks its person out for no longer.
const LONGEST_HOLD: Duration = Duration::from_secs(30);

const HOLD: &str = include_str!("hold.lua");
const RELEASE: &str = include_str!("release.lua");

/// A hold of a desafio, as the store knows it.
pub(super) struct SharedHold {
    store: Store,
    tries: Name,
    holder: Name,
    /// Drawn at random.
    member: String,
    /// How long the desafio is good for, in milliseconds.
    life: i64,
}

impl SharedHold {
    pub(super) fn new(store: &Store, id: Id, seconds: i64) -> Self {
        Self {
            tries: store.name("desafio", &[&id]),
            holder: store.name("desafio-holder", &[&id]),
            store: store.clone(),
            member: format!("{:032x}", rand::random::<u128>()),
            life: seconds.max(1) * 1000,
        }
    }

    /// Counts the try and holds the desafio; gives how many tries are left after it, or `None` if the store is lost.
    pub(super) async fn hold(&self, most: usize) -> Option<Result<usize, Refusal>> {
        // More than anybody can try, and few enough to be counted by the store's numbers.
        let most = most.min(1_000_000);
        let hold = self.order(HOLD).with(most).with(self.life).with(LONGEST_HOLD.as_millis().to_string());
        let tries: i64 = self.store.ask(&hold).await?;
        Some(match tries {
            0 => Err(Refusal::Used),
            -1 => Err(Refusal::InUse),
            -2 => Err(Refusal::Exhausted),
            tries => Ok(most.saturating_sub(usize::try_from(tries).unwrap_or(most))),
        })
    }

    /// Says what became of it.
    pub(super) async fn release(self, then: Then) {
        let then = match then {
            Then::Tried => "tried",
            Then::Untried => "untried",
            Then::Spent => "spent",
        };
        let release = self.order(RELEASE).with(then).with(self.life);
        self.store.tell(release).await;
    }

    fn order(&self, script: &'static str) -> Order {
        Order::new(script).on(&self.tries).on(&self.holder).with(&self.member)
    }
}
