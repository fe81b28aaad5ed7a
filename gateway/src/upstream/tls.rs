//! TLS with the services: authorities, client certificate, and the errors of handshakes.

use std::{error::Error, io, sync::Arc};

use rustls::{
    AlertDescription::{
        AccessDenied, BadCertificate, CertificateExpired, CertificateRequired, CertificateRevoked, CertificateUnknown,
        UnknownCA, UnsupportedCertificate,
    },
    ClientConfig, RootCertStore,
    sign::SingleCertAndKey,
};

use super::error::ConnectError;
use crate::tls::{Authorities, Identity, machine_authorities, provider};

/// TLS options.
#[derive(Clone, Debug, Default)]
pub struct UpstreamTls {
    /// Trusted authorities; those of the machine if `None`.
    pub authorities: Option<Authorities>,
    /// Client certificate for mutual TLS.
    pub identity: Option<Identity>,
}

/// TLS configuration of the client. Plain HTTP needs no authorities, so a machine without them is fine.
pub(super) fn config(is_https: bool, tls: &UpstreamTls) -> Result<ClientConfig, ConnectError> {
    let roots = match &tls.authorities {
        Some(authorities) => authorities.read()?,
        None if is_https => of_machine()?,
        None => RootCertStore::empty(),
    };
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots);
    Ok(match &tls.identity {
        Some(identity) => config.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(identity.read()?))),
        None => config.with_no_client_auth(),
    })
}

fn of_machine() -> Result<RootCertStore, ConnectError> {
    let roots = machine_authorities();
    if roots.is_empty() { Err(ConnectError::NoCertificateAuthorities) } else { Ok(roots) }
}

/// The TLS error within an error of the HTTP client.
pub(super) fn error_in<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    let mut inner = cause;
    // It is wrapped in I/O errors, whose `source` skips it.
    while let Some(wrapped) = inner.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        inner = wrapped;
    }
    inner.downcast_ref()
}

/// Whether the server rejected the gateway's certificate, or the lack of one. With TLS 1.3 that is known only after the
/// request was sent, which the server has not read.
pub(super) fn is_refusal(error: &rustls::Error) -> bool {
    let rustls::Error::AlertReceived(alert) = error else { return false };
    matches!(
        alert,
        CertificateRequired
            | BadCertificate
            | UnsupportedCertificate
            | CertificateRevoked
            | CertificateExpired
            | CertificateUnknown
            | UnknownCA
            | AccessDenied
    )
}
