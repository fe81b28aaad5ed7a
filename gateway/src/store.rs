//! What several gateways share: a Redis or a Valkey, which each of them asks and none depends on.
//!
//! Nobody waits for it for long, and nobody fails because of it: where it cannot be asked, a gateway goes on by what it
//! knows itself, and tells it later what must not be lost. What lies there has names that tell nothing, personal data are
//! sealed, and everything ends by itself. Time is measured there by its own clock, except where a moment is given.

mod link;
mod order;
mod seal;
mod settings;

use std::sync::Arc;

use redis::FromRedisValue;
use secrecy::SecretBox;

pub use self::{
    link::Condition,
    order::Order,
    seal::Name,
    settings::{Address, Settings},
};
use self::{link::Link, seal::Seal};

/// The shared store. A clone is the same.
#[derive(Clone)]
pub struct Store {
    link: Arc<Link>,
    seal: Arc<Seal>,
}

impl Store {
    /// Begins to connect; whoever wants to know waits for [`Store::connected`]. `key` is what all gateways have in common:
    /// those with another find nothing of theirs there. Wants to be called within the runtime.
    pub fn open(settings: &Settings, key: &SecretBox<[u8; 32]>) -> Self {
        let seal = Arc::new(Seal::new(key, &settings.prefix));
        let probe = seal.name("probe", &[]);
        Self { link: Link::open(settings, &probe), seal }
    }

    /// Whether it can be asked now.
    pub fn condition(&self) -> Condition {
        self.link.condition()
    }

    /// Waits until it can be asked.
    pub async fn connected(&self) {
        self.link.connected().await;
    }

    /// The name of something: what it is, and whose or of what, in parts. Nobody without the key can tell the parts from
    /// the name, or find the name for parts that they know.
    pub fn name(&self, what: &str, parts: &[&[u8]]) -> Name {
        self.seal.name(what, parts)
    }

    /// Has an order carried out, once at most; `None` where nobody can tell, because the store is lost.
    pub async fn ask<T: FromRedisValue>(&self, order: &Order) -> Option<T> {
        self.link.ask(order).await
    }

    /// Has an order carried out whose answer nobody needs: now, or as soon as the store can be asked again. It goes on even
    /// if the caller leaves, and may be carried out twice.
    pub async fn tell(&self, order: Order) {
        let link = Arc::clone(&self.link);
        // It cannot be cancelled, and nothing in it panics.
        let _ = tokio::spawn(async move { link.tell(order).await }).await;
    }

    /// Seals what lies under a name, so that nobody can read it, change it, or take it for what lies under another.
    pub fn seal(&self, name: &Name, plain: &[u8]) -> Vec<u8> {
        self.seal.seal(name, plain)
    }

    /// What was sealed under this name; `None` if it was not.
    pub fn unseal(&self, name: &Name, sealed: &[u8]) -> Option<Vec<u8>> {
        self.seal.unseal(name, sealed)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Store")
    }
}
