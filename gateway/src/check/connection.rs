//! The services, called in any mapping.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};

use super::{draft::Draft, error::Error};
use crate::{
    config::{CallArgs, Config, ServicesConfig},
    mapping::Mapping,
    session::Session,
    telemetry::request::RequestTelemetry,
    upstream::{BaseUrl, Upstream, UpstreamSettings, UpstreamTls},
};

pub(super) struct Connection {
    pub(super) base_url: BaseUrl,
    tls: UpstreamTls,
    calls: CallArgs,
    api_key: SecretString,
}

impl Connection {
    /// The configured services, and how the settings say that they spell the contract.
    ///
    /// # Errors
    /// No address is configured.
    pub(super) fn new(config: Config) -> Result<(Self, Arc<Mapping>), Error> {
        let ServicesConfig::At { base_url, api_key, tls, mapping } = config.services else {
            return Err(Error::NoAddress);
        };
        Ok((Self { base_url, tls, calls: config.calls, api_key }, mapping))
    }

    /// # Errors
    /// The HTTP client could not be built, or the mapping contradicts itself.
    pub(super) fn upstream(&self, draft: &Draft) -> Result<Upstream, Error> {
        let mapping = Arc::new(draft.mapping()?);
        let settings = UpstreamSettings { mapping, ..self.calls.to(self.base_url.clone(), self.tls.clone()) };
        Ok(Upstream::new(settings, self.api_key.clone())?)
    }

    /// A session with a token.
    ///
    /// # Errors
    /// As [`upstream`](Self::upstream); and the token can be none.
    pub(super) fn session(&self, draft: &Draft, token: &SecretString) -> Result<Session, Error> {
        let bearer = format!("Bearer {}", token.expose_secret());
        let session = Session::from_authorization(&self.upstream(draft)?, Some(&bearer), &RequestTelemetry::disabled());
        session.ok_or(Error::NoToken)
    }
}
