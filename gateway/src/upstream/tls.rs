//! The errors of TLS handshakes with the services.

use std::{error::Error, io};

use rustls::AlertDescription::{
    AccessDenied, BadCertificate, CertificateExpired, CertificateRequired, CertificateRevoked, CertificateUnknown,
    UnknownCA, UnsupportedCertificate,
};

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
