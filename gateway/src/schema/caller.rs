//! Who sent a request.

use std::sync::Arc;

use crate::{
    session::{Session, client_address::ClientAddress},
    telemetry::request::RequestTelemetry,
    upstream::body_budget::RequestMemory,
};

/// The sender of a request.
#[derive(Clone)]
pub struct Caller {
    address: ClientAddress,
    session: Option<Session>,
    sees_schema: bool,
    max_cost: Option<u64>,
    telemetry: Arc<RequestTelemetry>,
}

impl Caller {
    /// A caller who may see the schema.
    pub fn new(address: ClientAddress, session: Option<Session>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { address, session, sees_schema: true, max_cost: None, telemetry }
    }

    /// The same caller, an agent.
    pub fn of_agent(self) -> Self {
        Self { session: self.session.map(Session::of_agent), ..self }
    }

    /// The same caller without access to introspection.
    pub fn without_introspection(self) -> Self {
        Self { sees_schema: false, ..self }
    }

    /// The same caller with a bound on what an operation may cost.
    pub fn with_max_cost(self, max_cost: u64) -> Self {
        Self { max_cost: Some(max_cost), ..self }
    }

    /// The most that an operation may cost, if it has a bound of its own.
    pub fn max_cost(&self) -> Option<u64> {
        self.max_cost
    }

    /// The client's address.
    pub fn address(&self) -> ClientAddress {
        self.address
    }

    /// The session, if the caller has one.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Whether introspection is allowed.
    pub fn sees_schema(&self) -> bool {
        self.sees_schema
    }

    /// Whether a message may name types and fields of the graph: a tool has written documents with them.
    pub fn knows_types(&self) -> bool {
        self.sees_schema || self.max_cost.is_some()
    }

    /// The telemetry of the request.
    pub fn telemetry(&self) -> &Arc<RequestTelemetry> {
        &self.telemetry
    }

    /// The memory account of the request, if there is a session.
    pub fn memory(&self) -> Option<&Arc<RequestMemory>> {
        self.session.as_ref().map(|session| session.upstream().memory())
    }
}
