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
    /// The client's address.
    pub address: ClientAddress,
    /// The session, if the caller has one.
    pub session: Option<Session>,
    /// Whether introspection is allowed.
    pub sees_schema: bool,
    /// Whether a message may name types and fields of the graph: a tool has written documents with them.
    pub knows_types: bool,
    /// The most that an operation may cost, if the caller has a bound of its own.
    pub max_cost: Option<u64>,
    /// The telemetry of the request.
    pub telemetry: Arc<RequestTelemetry>,
}

impl Caller {
    /// A caller who may see the schema.
    pub fn new(address: ClientAddress, session: Option<Session>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { address, session, sees_schema: true, knows_types: true, max_cost: None, telemetry }
    }

    /// The memory account of the request, if there is a session.
    pub fn memory(&self) -> Option<&Arc<RequestMemory>> {
        self.session.as_ref().map(|session| session.upstream().memory())
    }
}
