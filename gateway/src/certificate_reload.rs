//! Reloads certificates on SIGHUP, and logs how long they are valid.

use std::{fmt::Display, sync::Arc};

use chrono::{DateTime, Utc};

use crate::{http::server_tls::ServerTls, tls::Identity, upstream::Upstream};

/// All certificates that the gateway shows or trusts.
pub struct CertificateReloader {
    /// Those that it shows, to clients and to the services.
    pub shown: Vec<Identity>,
    /// TLS with clients.
    pub clients: Option<Arc<ServerTls>>,
    /// The services.
    pub upstream: Upstream,
}

impl CertificateReloader {
    /// Reloads all of them, for new connections. One that cannot be used is logged, and the one before stays.
    pub fn reload(&self, now: DateTime<Utc>) {
        if self.clients.is_none() && !self.upstream.is_https() {
            tracing::info!("there are no certificates to reload");
        }
        if let Some(clients) = &self.clients {
            tell("clients", clients.reload());
        }
        if self.upstream.is_https() {
            tell("services", self.upstream.reload());
        }
        self.tell_validity(now);
    }

    /// Logs how long they are valid, and warns of those that expire soon or have expired.
    pub fn tell_validity(&self, now: DateTime<Utc>) {
        for identity in &self.shown {
            identity.tell_validity(now);
        }
    }
}

fn tell(towards: &str, reloaded: Result<(), impl Display>) {
    match reloaded {
        Ok(()) => tracing::info!(towards, "certificates were reloaded: new connections use them"),
        Err(error) => tracing::error!(towards, %error, "certificates could not be reloaded: the ones before stay"),
    }
}
