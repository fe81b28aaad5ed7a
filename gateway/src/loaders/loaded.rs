//! The loaded values of a request, by loader.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use foldhash::fast::RandomState;
use futures_util::future::BoxFuture;

use super::loader::{LoadResult, Loader};
use crate::upstream::Session;

/// The loaded values of a request.
#[derive(Default)]
pub struct Loaded {
    /// One table for each type of loader in use: there are few.
    tables: Vec<(TypeId, Box<dyn Any + Send>)>,
}

/// Loaders of a type, each with its value: unset while the load is in flight.
type Table<L> = HashMap<L, Arc<OnceLock<LoadResult<<L as Loader>::Value>>>, RandomState>;

/// A load, to be awaited. When it ends, its value is among the loaded ones.
pub type Loading = BoxFuture<'static, ()>;

/// How far a load is.
pub enum Load<T> {
    /// It has ended.
    Done(LoadResult<T>),
    /// This was the first request of it: the caller awaits it.
    Started(Loading),
    /// An earlier request started it.
    InFlight,
}

impl Loaded {
    /// The loaded value, or the load until it has arrived.
    pub fn get<L: Loader>(&mut self, loader: &L, session: &Session) -> Load<L::Value> {
        let table = self.table::<L>();
        if let Some(value) = table.get(loader) {
            return value.get().cloned().map_or(Load::InFlight, Load::Done);
        }
        let value = Arc::new(OnceLock::new());
        table.insert(loader.clone(), Arc::clone(&value));
        let (loader, session) = (loader.clone(), session.clone());
        Load::Started(Box::pin(async move {
            let result = loader.load(&session).await;
            // It is set once: a loader has one load.
            let _ = value.set(result);
        }))
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
