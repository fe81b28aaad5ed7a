//! What a field may know: of the request, and of what has been loaded.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use chrono::{DateTime, NaiveDate, Utc};
use services::calendar;

use crate::{
    loaders::{Answer, Loaded, Loader, Loading},
    schema::{Caller, GraphDependencies, error::Error, login::protection::LoginProtection},
    session::{Session, client_address::ClientAddress},
    upstream::LoginClient,
};

/// The value of a field that may have to be loaded.
pub type Resolved<T> = Result<T, Unresolved>;

/// Why a field has no value.
#[derive(Debug)]
pub enum Unresolved {
    /// Something has to be loaded first; the context knows what.
    Pending,
    /// It failed.
    Failed(Error),
}

impl From<Error> for Unresolved {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A request that runs: what the fields of mutations work with.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Who sent it.
    pub caller: &'a Caller,
    /// What the gateway has for all requests.
    pub environment: &'a GraphDependencies,
}

impl<'a> Request<'a> {
    /// The caller's session. The services are reached through it and in no other way.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a session.
    pub fn session(&self) -> Result<&'a Session, Error> {
        self.caller.session.as_ref().ok_or_else(Error::unauthenticated)
    }

    /// Where the caller is.
    pub fn address(&self) -> ClientAddress {
        self.caller.address
    }

    /// The services of the login, which need no session.
    pub fn login(&self) -> LoginClient {
        self.environment.login.on(Arc::clone(&self.caller.telemetry))
    }

    /// What guards the login.
    pub fn guard(&self) -> &'a LoginProtection {
        &self.environment.guard
    }

    /// What time it is.
    pub fn now(&self) -> DateTime<Utc> {
        (self.environment.clock)()
    }

    /// The day that it is in São Paulo.
    pub fn today(&self) -> NaiveDate {
        calendar::date(self.now())
    }
}

/// What a field may know while it is written.
pub struct Context<'a> {
    session: Option<&'a Session>,
    now: DateTime<Utc>,
    loaded: RefCell<Loaded>,
    wanted: RefCell<Vec<Wanted>>,
    /// Whether fields below the one that is written now load something.
    loads_below: Cell<bool>,
}

/// A loader that a field waits for.
pub(super) struct Wanted {
    pub(super) loading: Loading,
    /// Whether its value leads to further loads.
    pub(super) leads_on: bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(session: Option<&'a Session>, now: DateTime<Utc>, loaded: Loaded) -> Self {
        let (wanted, loads_below) = (RefCell::default(), Cell::new(false));
        Self { session, now, loaded: RefCell::new(loaded), wanted, loads_below }
    }

    /// Whether the caller has a session.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without one.
    pub fn authenticated(&self) -> Result<(), Error> {
        self.session.map(drop).ok_or_else(Error::unauthenticated)
    }

    /// The day that it is in São Paulo.
    pub fn today(&self) -> NaiveDate {
        calendar::date(self.now)
    }

    /// What a loader gives.
    ///
    /// # Errors
    /// [`Unresolved::Pending`] until it is there. `UNAUTHENTICATED` without a session; else the errors of the services.
    pub fn load<L: Loader>(&self, loader: &L) -> Resolved<Arc<L::Value>> {
        self.answer(loader)?.map_err(|error| Unresolved::Failed(error.into()))
    }

    /// The same, for a loader whose value another loader needs.
    ///
    /// # Errors
    /// Those of [`Self::load`].
    pub fn load_for_another<L: Loader>(&self, loader: &L) -> Resolved<Arc<L::Value>> {
        let loads_below = self.loads_below.replace(true);
        let value = self.load(loader);
        self.loads_below.set(loads_below);
        value
    }

    /// The same, for a field that makes something else of an error of the services.
    ///
    /// # Errors
    /// [`Unresolved::Pending`] until it is there; `UNAUTHENTICATED` without a session.
    pub fn answer<L: Loader>(&self, loader: &L) -> Resolved<Answer<L::Value>> {
        self.authenticated()?;
        self.loaded.borrow_mut().get(loader).map_err(|loading| {
            if let Some(loading) = loading {
                let leads_on = self.loads_below.get();
                self.wanted.borrow_mut().push(Wanted { loading, leads_on });
            }
            Unresolved::Pending
        })
    }

    /// Whether lists are cached, so that it matters how old one may be.
    pub fn caches_lists(&self) -> bool {
        self.session.is_some_and(|session| session.upstream().caches_lists())
    }

    /// Says whether fields below the one that is written now load something.
    pub(super) fn set_loads_below(&self, loads_below: bool) {
        self.loads_below.set(loads_below);
    }

    pub(super) fn into_parts(self) -> (Loaded, Vec<Wanted>) {
        (self.loaded.into_inner(), self.wanted.into_inner())
    }
}
