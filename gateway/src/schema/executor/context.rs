//! The context of a field: the session, the time, and what has been loaded.

use std::{
    any::TypeId,
    cell::{Cell, RefCell},
    sync::Arc,
};

use chrono::{DateTime, NaiveDate, Utc};
use contract::calendar;

use super::write_error::WriteError;
use crate::{
    loaders::{Load, LoadResult, Loaded, Loader, Loading},
    schema::{error::Error, request::Caller},
    upstream::Session,
};

/// The value of a field that may have to be loaded.
pub type Resolved<T> = Result<T, WriteError>;

/// The error of a load that its field does not declare. The tests run every field, so they find it.
pub(super) const UNDECLARED: &str = "a field loads what it does not declare by #[loads]";

/// The context of a field while it is written.
pub struct Context<'a> {
    caller: &'a Caller,
    now: DateTime<Utc>,
    loaded: RefCell<Loaded>,
    /// The loads to start.
    wanted: RefCell<Vec<Loading>>,
    /// The loaders that the current field declares.
    declared: Cell<&'static [TypeId]>,
}

impl<'a> Context<'a> {
    pub(super) fn new(caller: &'a Caller, now: DateTime<Utc>) -> Self {
        Self { caller, now, loaded: RefCell::default(), wanted: RefCell::default(), declared: Cell::default() }
    }

    /// The caller's session.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without one.
    pub(super) fn session(&self) -> Result<&'a Session, Error> {
        self.caller.session()
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

    /// The result of a loader, for a field that turns an error of the services into a value.
    ///
    /// # Errors
    /// [`WriteError::Pending`] until it has arrived; `UNAUTHENTICATED` without a session.
    /// A fault of the gateway if the field has no `#[loads]` of this loader: the limits would not count the load.
    pub fn load_result<L: Loader>(&self, loader: &L) -> Resolved<LoadResult<L::Value>> {
        if !self.declared.get().contains(&TypeId::of::<L>()) {
            return Err(Error::internal(UNDECLARED).into());
        }
        match self.loaded.borrow_mut().get(loader, self.session()?) {
            Load::Done(result) => return Ok(result),
            Load::Started(loading) => self.wanted.borrow_mut().push(loading),
            Load::InFlight => {}
        }
        Err(WriteError::Pending)
    }

    /// Permits these loaders, which the current field declares. Refuses a caller without a session before the field checks its
    /// arguments.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a session.
    pub fn begin_loading(&self, loaders: &'static [TypeId]) -> Result<(), Error> {
        self.declared.set(loaders);
        self.session().map(drop)
    }

    /// Whether an agent wrote the values of the arguments.
    pub fn agent_wrote_arguments(&self) -> bool {
        self.caller.is_agent
    }

    /// The loads to start, each once.
    pub(super) fn take_wanted(&self) -> Vec<Loading> {
        self.wanted.take()
    }

    /// Forgets what was loaded: a write makes it stale.
    pub(super) fn forget(&mut self) {
        *self = Self::new(self.caller, self.now);
    }
}
