//! The services, called with any mapping.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};

use super::error::Error;
use crate::{
    config::{Config, ServicesConfig},
    mapping::Mapping,
    shared_store::SharedStore,
    telemetry::Telemetry,
    upstream::{LoginClient, Session, Upstream, UpstreamSettings},
};

pub(super) struct CheckedServices {
    /// With the configured mapping.
    pub(super) settings: UpstreamSettings,
    api_key: SecretString,
}

impl CheckedServices {
    /// The configured services and their mapping.
    ///
    /// # Errors
    /// No address is configured.
    pub(super) fn new(config: Config) -> Result<(Self, Arc<Mapping>), Error> {
        let ServicesConfig::At { base_url, api_key, tls, mapping } = config.services else {
            return Err(Error::NoAddress);
        };
        let settings =
            config.calls.upstream_settings(base_url, tls, Arc::clone(&mapping), SharedStore::without_redis());
        Ok((Self { settings, api_key }, mapping))
    }

    /// # Errors
    /// The HTTP client could not be built.
    fn upstream(&self, mapping: &Arc<Mapping>) -> Result<Upstream, Error> {
        let settings = UpstreamSettings { mapping: Arc::clone(mapping), ..self.settings.clone() };
        Ok(Upstream::new(settings, self.api_key.clone())?)
    }

    /// The services of the login.
    ///
    /// # Errors
    /// As [`upstream`](Self::upstream).
    pub(super) fn login(&self, mapping: &Arc<Mapping>) -> Result<LoginClient, Error> {
        Ok(self.upstream(mapping)?.login(Telemetry::default().begin_without_headers()))
    }

    /// A session with a token.
    ///
    /// # Errors
    /// As [`upstream`](Self::upstream); and no header can carry the token.
    pub(super) fn session(&self, mapping: &Arc<Mapping>, token: &SecretString) -> Result<Session, Error> {
        let bearer = format!("Bearer {}", token.expose_secret());
        let upstream = self.upstream(mapping)?;
        let telemetry = Telemetry::default().begin_without_headers();
        upstream.session(Some(&bearer), &telemetry).ok_or(Error::MalformedToken)
    }
}
