//! Who sent a request.

use std::sync::Arc;

use crate::{
    session::{Session, client_address::ClientAddress},
    telemetry::request::RequestTelemetry,
    upstream::memory::RequestMemory,
};

/// The sender of a request.
pub struct Caller {
    address: ClientAddress,
    session: Option<Session>,
    sees_schema: bool,
    telemetry: Arc<RequestTelemetry>,
}

impl Caller {
    /// A caller who may see the schema.
    pub fn new(address: ClientAddress, session: Option<Session>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { address, session, sees_schema: true, telemetry }
    }

    /// The same caller without access to introspection.
    pub fn without_introspection(self) -> Self {
        Self { sees_schema: false, ..self }
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

    /// The telemetry of the request.
    pub fn telemetry(&self) -> &Arc<RequestTelemetry> {
        &self.telemetry
    }

    /// The memory account of the request, if there is a session.
    pub fn memory(&self) -> Option<&Arc<RequestMemory>> {
        self.session.as_ref().map(|session| session.upstream().memory())
    }
}
