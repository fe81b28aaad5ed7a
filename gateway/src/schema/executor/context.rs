//! The context of a field: the session, the time, and what has been loaded.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use chrono::{DateTime, NaiveDate, Utc};
use contract::calendar;

use super::write_error::WriteError;
use crate::{
    loaders::{LoadResult, Loaded, Loader, Loading},
    schema::error::Error,
    session::Session,
};

/// The value of a field that may have to be loaded.
pub type Resolved<T> = Result<T, WriteError>;

/// The context of a field while it is written.
pub struct Context<'a> {
    session: Option<&'a Session>,
    now: DateTime<Utc>,
    loaded: RefCell<Loaded>,
    wanted: RefCell<Wanted>,
    /// Whether fields below the current one load something.
    selection_may_load: Cell<bool>,
}

/// What a pass has found missing.
#[derive(Default)]
pub(super) struct Wanted {
    /// The loads to start.
    pub(super) loads: Vec<Loading>,
    /// Number of loads, new or in flight, that this pass found to have loads below them.
    pub(super) with_dependents: usize,
}

impl<'a> Context<'a> {
    pub(super) fn new(session: Option<&'a Session>, now: DateTime<Utc>, loaded: Loaded) -> Self {
        let (wanted, selection_may_load) = (RefCell::default(), Cell::new(false));
        Self { session, now, loaded: RefCell::new(loaded), wanted, selection_may_load }
    }

    /// Checks that the caller has a session.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without one.
    pub fn authenticated(&self) -> Result<(), Error> {
        self.session.map(drop).ok_or_else(Error::unauthenticated)
    }

    /// Today in São Paulo.
    pub fn today(&self) -> NaiveDate {
        calendar::date(self.now)
    }

    /// The value of a loader.
    ///
    /// # Errors
    /// [`WriteError::Pending`] until it has arrived. `UNAUTHENTICATED` without a session; else the errors of the services.
    pub fn load<L: Loader>(&self, loader: &L) -> Resolved<Arc<L::Value>> {
        self.load_result(loader)?.map_err(|error| Error::from(error).into())
    }

    /// Like [`Self::load`], for a value that another loader takes as its input.
    ///
    /// # Errors
    /// Those of [`Self::load`].
    pub fn load_for_another<L: Loader>(&self, loader: &L) -> Resolved<Arc<L::Value>> {
        let selection_may_load = self.selection_may_load.replace(true);
        let value = self.load(loader);
        self.selection_may_load.set(selection_may_load);
        value
    }

    /// The result of a loader, for a field that turns an error of the services into a value.
    ///
    /// # Errors
    /// [`WriteError::Pending`] until it has arrived; `UNAUTHENTICATED` without a session.
    pub fn load_result<L: Loader>(&self, loader: &L) -> Resolved<LoadResult<L::Value>> {
        let session = self.session.ok_or_else(Error::unauthenticated)?;
        self.loaded.borrow_mut().get(loader, session, self.selection_may_load.get()).map_err(|missing| {
            let mut wanted = self.wanted.borrow_mut();
            wanted.loads.extend(missing.loading);
            wanted.with_dependents += usize::from(missing.has_dependents);
            WriteError::Pending
        })
    }

    /// Whether an agent wrote the values of the arguments.
    pub fn is_of_agent(&self) -> bool {
        self.session.is_some_and(|session| session.is_of_agent)
    }

    /// Sets whether fields below the current one load something.
    pub(super) fn set_selection_may_load(&self, selection_may_load: bool) {
        self.selection_may_load.set(selection_may_load);
    }

    pub(super) fn into_parts(self) -> (Loaded, Wanted) {
        (self.loaded.into_inner(), self.wanted.into_inner())
    }
}
