//! The request that an operation runs for.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use contract::calendar::Clock;

use super::error::Error;
use crate::{
    client_address::ClientAddress,
    login::protection::LoginProtection,
    telemetry::request::RequestTelemetry,
    upstream::{Session, Upstream, body_budget::RequestMemory},
};

/// The request that an operation runs for: its caller, and what all requests share.
#[derive(Clone, Copy)]
pub struct OperationRequest<'a> {
    /// The sender.
    pub caller: &'a Caller,
    /// What all requests share.
    pub dependencies: &'a GraphDependencies,
}

/// The sender of a request.
#[derive(Clone)]
pub struct Caller {
    /// The client's address.
    pub address: ClientAddress,
    /// The session, if the caller has one.
    pub session: Option<Session>,
    /// Whether an agent sends it, which calls tools over MCP.
    pub is_agent: bool,
    /// Whether introspection is allowed.
    pub sees_schema: bool,
    /// Whether a message may name types and fields of the graph. True for tools also where they see no schema: their documents
    /// have the names.
    pub knows_types: bool,
    /// The most that an operation may cost, if the caller has a bound of its own.
    pub max_cost: Option<u64>,
    /// The telemetry of the request.
    pub telemetry: Arc<RequestTelemetry>,
}

/// What mutations and fields need besides their request.
#[derive(Clone)]
pub struct GraphDependencies {
    /// The services: those of the login, since all others need a session.
    pub upstream: Upstream,
    /// Brute-force protection of the login.
    pub login_protection: LoginProtection,
    /// The current time.
    pub clock: Clock,
}

impl OperationRequest<'_> {
    /// The current time.
    pub fn now(&self) -> DateTime<Utc> {
        (self.dependencies.clock)()
    }
}

impl Caller {
    /// A caller who sees neither the schema nor its names. What the document permits is added in `http/graphql/resolved.rs`.
    pub fn new(address: ClientAddress, session: Option<Session>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { address, session, is_agent: false, sees_schema: false, knows_types: false, max_cost: None, telemetry }
    }

    /// The session, which is the only way to the services.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without one.
    pub fn session(&self) -> Result<&Session, Error> {
        self.session.as_ref().ok_or_else(Error::unauthenticated)
    }

    /// The memory account of the request, if there is a session.
    pub fn memory(&self) -> Option<&Arc<RequestMemory>> {
        self.session.as_ref().map(Session::memory)
    }
}
