//! Reloads certificates on SIGHUP, and logs how long they are valid.

use std::{fmt::Display, sync::Arc};

use chrono::{DateTime, Utc};

use crate::{http::tls::ServerTls, tls::Identity, upstream::Upstream};

/// All certificates that the gateway presents or trusts.
pub struct CertificateReloader {
    /// TLS with clients.
    pub clients: Option<Arc<ServerTls>>,
    /// The services.
    pub upstream: Upstream,
    /// The certificate that the services see.
    pub upstream_identity: Option<Identity>,
}

impl CertificateReloader {
    /// Reloads all of them, for new connections. One that cannot be used is logged, and the one before stays.
    pub fn reload(&self, now: DateTime<Utc>) {
        if self.clients.is_none() && !self.upstream.is_https() {
            tracing::info!("there are no certificates to reload");
        }
        // Only after a reload that succeeded: otherwise the file is not what is presented.
        if let Some(clients) = &self.clients
            && log_reload("clients", clients.reload())
        {
            clients.identity.log_validity(now);
        }
        if self.upstream.is_https()
            && log_reload("services", self.upstream.reload())
            && let Some(identity) = &self.upstream_identity
        {
            identity.log_validity(now);
        }
    }

    /// Logs how long the certificates are valid, and warns of those that expire soon or have expired.
    pub fn log_validity(&self, now: DateTime<Utc>) {
        let of_clients = self.clients.iter().map(|clients| &clients.identity);
        for identity in of_clients.chain(&self.upstream_identity) {
            identity.log_validity(now);
        }
    }
}

/// Whether the certificates were reloaded.
fn log_reload(towards: &str, reloaded: Result<(), impl Display>) -> bool {
    match reloaded {
        Ok(()) => {
            tracing::info!(towards, "certificates were reloaded: new connections use them");
            true
        }
        Err(error) => {
            tracing::error!(towards, %error, "certificates could not be reloaded: the ones before stay");
            false
        }
    }
}
