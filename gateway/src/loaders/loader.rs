//! A loader: one value of the services, which is loaded once in a request.

use std::{hash::Hash, sync::Arc};

use crate::upstream::{self, Session};

/// A loaded value. Cloning it copies no data.
pub type LoadResult<T> = Result<Arc<T>, upstream::Error>;

/// Loads a value from the services.
pub trait Loader: Clone + Eq + Hash + Send + Sync + 'static {
    /// The value.
    type Value: Send + Sync + 'static;
    /// How many calls it makes, for the limits of a document.
    const CALLS: CallCount;

    /// Loads the value.
    fn load(&self, session: &Session) -> impl Future<Output = LoadResult<Self::Value>> + Send;
}

/// How many calls a loader makes in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCount {
    /// One, however many fields load it: it has no arguments.
    OncePerRequest,
    /// One for each different value of its arguments, which the caller chooses: a list, a year.
    PerList,
    /// One for each key that objects lead to: counted for every row.
    PerKey,
}
