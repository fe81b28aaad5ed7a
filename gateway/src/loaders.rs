//! Loaders: what fields read from the services, each at most once in a request. One file a domain.
//!
//! A loader is its own key: fields that load equal loaders share one response. Responses belong to one request of one
//! session; what outlives a request is cached by [`upstream`](crate::upstream). A failed load is not repeated either: a
//! service that is down is called once, not once a row.

pub mod acionamento;
pub mod by_code;
mod loaded;
pub mod menu;
pub mod painel;
pub mod procedimento;
pub mod segurado;
pub mod seguradora;

use std::{hash::Hash, sync::Arc};

pub use self::loaded::{Arrived, Loaded, Loading};
use crate::{session::Session, upstream::Error};

/// A loaded value. Cloning it copies no data.
pub type Answer<T> = Result<Arc<T>, Error>;

/// Loads a value from the services.
pub trait Loader: Clone + Eq + Hash + Send + Sync + 'static {
    /// The value.
    type Value: Send + Sync + 'static;
    /// How many calls it makes, for the limits of a document.
    const CALLS: CallCount;

    /// Loads the value.
    fn load(&self, session: &Session) -> impl Future<Output = Answer<Self::Value>> + Send;
}

/// How many calls a loader makes in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCount {
    /// One, however many fields load it: it has no arguments.
    OncePerRequest,
    /// One for each list that the caller selects.
    PerList,
    /// One for each different key.
    PerKey,
    /// None: it works on what other loaders loaded.
    None,
}
