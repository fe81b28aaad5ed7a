//! The request that an operation runs for.

use chrono::{DateTime, Utc};

use crate::{
    schema::{caller::Caller, dependencies::GraphDependencies, error::Error},
    session::Session,
};

/// The request that an operation runs for: its caller, and what all requests share.
#[derive(Clone, Copy)]
pub struct OperationRequest<'a> {
    /// The sender.
    pub caller: &'a Caller,
    /// What all requests share.
    pub dependencies: &'a GraphDependencies,
}

impl<'a> OperationRequest<'a> {
    /// The caller's session, which is the only way to the services.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a session.
    pub fn session(&self) -> Result<&'a Session, Error> {
        self.caller.session.as_ref().ok_or_else(Error::unauthenticated)
    }

    /// The current time.
    pub fn now(&self) -> DateTime<Utc> {
        (self.dependencies.clock)()
    }
}
