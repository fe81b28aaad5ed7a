//! The caller: the session token, the client address, the sealed steps of a login and its rate limits.
//!
//! A [`Session`] is the only way to the services behind the login. Nothing here writes a log line.

pub mod client_address;
pub mod desafio;
pub mod login_protection;
pub mod login_rate_limit;

use std::sync::Arc;

use crate::{
    telemetry::request::RequestTelemetry,
    upstream::{SessionClient, Upstream, is_token},
};

/// A caller with a token. Only the services know whether the token is valid.
#[derive(Clone)]
pub struct Session {
    services: SessionClient,
    /// Whether an agent uses it, which calls tools over MCP.
    pub is_of_agent: bool,
}

impl Session {
    /// The session of an `Authorization` header. `None` without a header, for another scheme than `Bearer`, for the token
    /// `0` (the services' word for "no session"), and for a token that no header can carry.
    pub fn from_authorization(
        upstream: &Upstream,
        header: Option<&str>,
        telemetry: &Arc<RequestTelemetry>,
    ) -> Option<Self> {
        let services = upstream.bearer(bearer_token(header?)?, Arc::clone(telemetry))?;
        Some(Self { services, is_of_agent: false })
    }

    /// The same session for another request.
    pub fn for_request(&self, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { services: self.services.for_request(telemetry), ..*self }
    }

    /// The same session, used by an agent.
    pub fn of_agent(self) -> Self {
        Self { is_of_agent: true, ..self }
    }

    /// The services, as this caller reaches them.
    pub fn services(&self) -> &SessionClient {
        &self.services
    }
}

/// The token of an `Authorization` header, as [`Session::from_authorization`] accepts it.
pub(crate) fn bearer_token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim_matches(' ');
    (scheme.eq_ignore_ascii_case("bearer") && is_token(token)).then_some(token)
}
