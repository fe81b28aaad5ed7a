//! TLS with the services: whom we trust, what we show them, and what a handshake that failed means.

use std::{error::Error, io, sync::Arc};

use rustls::{
    AlertDescription::{
        AccessDenied, BadCertificate, CertificateExpired, CertificateRequired, CertificateRevoked, CertificateUnknown,
        UnknownCA, UnsupportedCertificate,
    },
    CertificateError, ClientConfig, InvalidMessage, RootCertStore,
    sign::SingleCertAndKey,
};

use super::{BaseUrl, ConnectError};
use crate::tls::{Authorities, Identity, provider};

/// Whom the gateway trusts, and who it is.
#[derive(Clone, Debug, Default)]
pub struct UpstreamTls {
    /// The only authorities that are trusted; without them, those of the machine.
    pub authorities: Option<Authorities>,
    /// What the gateway shows to services that want to know who calls.
    pub identity: Option<Identity>,
}

/// TLS with services at an address. Plain HTTP needs no authorities, so there a machine without them is fine.
pub(super) fn config(base_url: &BaseUrl, tls: &UpstreamTls) -> Result<ClientConfig, ConnectError> {
    let roots = match &tls.authorities {
        Some(authorities) => authorities.read()?,
        None if base_url.is_https() => of_machine()?,
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
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() { Err(ConnectError::NoCertificateAuthorities) } else { Ok(roots) }
}

/// The error of TLS in an error of the HTTP client.
pub(super) fn error_in<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    let mut inner = cause;
    // It comes wrapped in others of input and output, which do not name it as their cause.
    while let Some(wrapped) = inner.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        inner = wrapped;
    }
    inner.downcast_ref()
}

/// Whether the services turned away the gateway's certificate, or its not having one. With TLS 1.3 that is known only
/// after the request was sent; they have not read it.
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

/// What an error means, for whoever reads the log.
pub(super) fn explain(error: &rustls::Error) -> String {
    let meaning = match error {
        rustls::Error::InvalidCertificate(fault) => match fault {
            // The latter is what another authority of the same name is taken for.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                "its certificate is of an authority that is not trusted here"
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "its certificate is for other names"
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => "its certificate has expired",
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                "its certificate is not valid yet, or the clock of this machine is wrong"
            }
            _ => "its certificate is not one for this",
        },
        rustls::Error::AlertReceived(CertificateRequired) => "it wants a client certificate",
        error if is_refusal(error) => "it does not take the client certificate",
        rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => "it does not speak TLS",
        _ => "the handshake failed",
    };
    format!("{meaning} (TLS: {error})")
}
