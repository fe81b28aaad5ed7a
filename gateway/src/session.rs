//! Who is asking: the bearer of a caller, and where a caller comes from; how far a login has come, and how often one may
//! be tried.
//!
//! A [`Session`] is what a caller with a token has, and the only way to the services behind it. Nothing here writes a log
//! line.

pub mod address;
pub mod desafio;
pub mod tries;

use std::sync::Arc;

use crate::{
    telemetry::request::RequestTelemetry,
    upstream::{SessionClient, Upstream},
};

/// A caller with a token. Whether the services still know the token is theirs to say.
#[derive(Clone, Debug)]
pub struct Session {
    services: SessionClient,
}

impl Session {
    /// The session that an `Authorization` header names. `None` where there is none: no header, another scheme, the
    /// token `0`, or what could not go on in a header. Its calls leave
    /// their marks on the trail of the caller's request.
    pub fn from_authorization(
        upstream: &Upstream,
        header: Option<&str>,
        telemetry: &Arc<RequestTelemetry>,
    ) -> Option<Self> {
        let (scheme, token) = header?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        Some(Self { services: upstream.bearer(token.trim_matches(' '), Arc::clone(telemetry))? })
    }

    /// The services, as this caller reaches them.
    pub fn upstream(&self) -> &SessionClient {
        &self.services
    }
}
