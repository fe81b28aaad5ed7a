//! The certificates of a gateway that serves: how long they are valid, and what comes of reading them anew.

use std::{fmt::Display, sync::Arc};

use chrono::{DateTime, Utc};

use crate::{http::server_tls::ServerTls, tls::Identity, upstream::Upstream};

/// Whatever the gateway shows or trusts, where TLS is spoken at all.
pub struct CertificateReloader {
    /// What it shows, to clients and to the services.
    pub shown: Vec<Identity>,
    /// TLS with clients.
    pub clients: Option<Arc<ServerTls>>,
    /// The services.
    pub upstream: Upstream,
}

impl CertificateReloader {
    /// Reads all of them anew, for new connections. What cannot be used changes nothing; the log says so.
    pub fn reload(&self, now: DateTime<Utc>) {
        if self.clients.is_none() && !self.upstream.is_https() {
            tracing::info!("there are no certificates to read anew");
        }
        if let Some(clients) = &self.clients {
            tell("clients", clients.reload());
        }
        if self.upstream.is_https() {
            tell("services", self.upstream.reload());
        }
        self.tell_validity(now);
    }

    /// Says in the log how long they are valid, and warns of those that are not.
    pub fn tell_validity(&self, now: DateTime<Utc>) {
        for identity in &self.shown {
            identity.tell_validity(now);
        }
    }
}

fn tell(towards: &str, reloaded: Result<(), impl Display>) {
    match reloaded {
        Ok(()) => tracing::info!(towards, "certificates were read anew: new connections have them"),
        Err(error) => tracing::error!(towards, %error, "certificates could not be read anew: those from before stay"),
    }
}
