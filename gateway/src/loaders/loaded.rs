//! The loaded values of a request, by loader.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
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

/// Loaders of a type with their loads.
type Table<L> = HashMap<L, Arc<Load<<L as Loader>::Value>>, RandomState>;

/// A load that was requested.
struct Load<T> {
    /// Unset while it is in flight.
    value: OnceLock<LoadResult<T>>,
    /// Whether a field that needs it has fields below it that load something.
    has_dependents: AtomicBool,
}

/// A load, to be awaited. When it ends, its value is among the loaded ones. It returns whether that leads to further loads.
pub type Loading = BoxFuture<'static, bool>;

/// What is not loaded yet.
pub struct Missing {
    /// The load, if this is the first request of it; the caller awaits it.
    pub loading: Option<Loading>,
    /// Whether this field is the first one that needs the value for loads below it.
    pub has_dependents: bool,
}

impl Loaded {
    /// The loaded value. `has_dependents` says whether the caller has fields below it that load something.
    ///
    /// # Errors
    /// [`Missing`] until it has arrived.
    pub fn get<L: Loader>(
        &mut self,
        loader: &L,
        session: &Session,
        has_dependents: bool,
    ) -> Result<LoadResult<L::Value>, Missing> {
        let table = self.table::<L>();
        if let Some(load) = table.get(loader) {
            let is_new = || has_dependents && !load.has_dependents.swap(true, Ordering::Relaxed);
            return load.value.get().cloned().ok_or_else(|| Missing { loading: None, has_dependents: is_new() });
        }
        let load = Arc::new(Load { value: OnceLock::new(), has_dependents: AtomicBool::new(has_dependents) });
        table.insert(loader.clone(), Arc::clone(&load));
        let (loader, session) = (loader.clone(), session.clone());
        let loading = Box::pin(async move {
            let result = loader.load(&session).await;
            // It is set once: a loader has one load.
            let _ = load.value.set(result);
            load.has_dependents.load(Ordering::Relaxed)
        });
        Err(Missing { loading: Some(loading), has_dependents })
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
