//! The loaded values of a request, by loader.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
};

use foldhash::fast::RandomState;
use futures_util::future::BoxFuture;

use super::loader::{LoadResult, Loader};
use crate::session::Session;

/// The loaded values of a request.
#[derive(Default)]
pub struct Loaded {
    /// One table for each type of loader in use: there are few.
    tables: Vec<(TypeId, Box<dyn Any + Send>)>,
}

/// Loaders of a type with their values; `None` while in flight.
type Table<L> = HashMap<L, Option<LoadResult<<L as Loader>::Value>>, RandomState>;

/// A loader that is not in flight yet.
pub struct Loading(Box<dyn Start + Send>);

/// A loaded value, to be inserted into its table.
pub struct Arrived(Box<dyn FnOnce(&mut Loaded) + Send>);

trait Start {
    fn start(self: Box<Self>, session: &Session) -> BoxFuture<'_, Arrived>;
}

impl<L: Loader> Start for L {
    fn start(self: Box<Self>, session: &Session) -> BoxFuture<'_, Arrived> {
        Box::pin(async move {
            let answer = self.load(session).await;
            Arrived(Box::new(move |loaded| {
                loaded.table().insert(*self, Some(answer));
            }))
        })
    }
}

impl Loading {
    /// Starts the load.
    pub fn start(self, session: &Session) -> BoxFuture<'_, Arrived> {
        self.0.start(session)
    }
}

impl Loaded {
    /// The loaded value.
    ///
    /// # Errors
    /// `None` while it is in flight; `Some` on the first request, for the caller to start.
    pub fn get<L: Loader>(&mut self, loader: &L) -> Result<LoadResult<L::Value>, Option<Loading>> {
        let table = self.table();
        match table.get(loader) {
            Some(Some(answer)) => Ok(answer.clone()),
            Some(None) => Err(None),
            None => {
                table.insert(loader.clone(), None);
                Err(Some(Loading(Box::new(loader.clone()))))
            }
        }
    }

    /// Inserts a loaded value.
    pub fn insert(&mut self, Arrived(insert): Arrived) {
        insert(self);
    }

    fn table<L: Loader>(&mut self) -> &mut Table<L> {
        let id = TypeId::of::<L>();
        let at = self.tables.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            self.tables.push((id, Box::new(Table::<L>::default())));
            self.tables.len() - 1
        });
        self.tables[at].1.downcast_mut().expect("a table is found by the type of its loaders")
    }
}
