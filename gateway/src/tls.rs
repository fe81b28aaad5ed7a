//! Certificates, keys and authorities in PEM files, for TLS with clients and with the services. Errors name the setting of
//! the file in one sentence.

use std::{fmt, fs, io, path::PathBuf, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use rustls::{
    CertificateError, ClientConfig, RootCertStore,
    client::verify_server_cert_signed_by_trust_anchor,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, UnixTime, pem::PemObject as _},
    server::ParsedCertificate,
    sign::{CertifiedKey, SingleCertAndKey},
};

/// How long before its expiry a certificate is warned of.
const SOON: TimeDelta = TimeDelta::days(14);
/// The last second of the year 9999, and of X.509.
const END_OF_TIME: Duration = Duration::from_secs(253_402_300_799);

/// A PEM file and the setting that names it.
#[derive(Clone, Debug)]
pub struct PemFile {
    /// The setting.
    pub setting: &'static str,
    /// Where it is.
    pub path: PathBuf,
}

/// A certificate chain and its private key.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The certificate, then its intermediates.
    pub certificate: PemFile,
    /// The key, not encrypted.
    pub key: PemFile,
}

/// The authorities whose certificates are trusted.
#[derive(Clone, Debug)]
pub struct Authorities(pub PemFile);

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("{0} não pôde ser lido: {1}; confira o caminho e as permissões")]
    Unreadable(PemFile, io::Error),
    /// It has no whole certificate.
    #[error(
        "{0} não tem certificado em PEM: o arquivo precisa de blocos inteiros de BEGIN CERTIFICATE a END CERTIFICATE"
    )]
    NoCertificate(PemFile),
    /// It has no key.
    #[error("{0} não tem chave privada em PEM: o arquivo precisa de um bloco PRIVATE KEY (PKCS#8, PKCS#1 ou SEC1)")]
    NoKey(PemFile),
    /// Its key is encrypted.
    #[error("{0} tem uma chave cifrada com senha: grave-a sem senha com `openssl pkey -in CIFRADA -out CHAVE`")]
    EncryptedKey(PemFile),
    /// The key is that of another certificate.
    #[error(
        "a chave de {key} não é a do certificado de {certificate}: informe o par certo; no arquivo do certificado, o do \
         próprio servidor vem antes dos outros"
    )]
    OtherKey {
        /// Where the certificate is.
        certificate: PemFile,
        /// Where the key is.
        key: PemFile,
    },
    /// This machine has no certificate authorities.
    #[error("esta máquina não tem autoridades certificadoras para conferir o HTTPS: instale o pacote ca-certificates")]
    NoAuthorities,
    /// The certificate or key is of an unsupported kind.
    #[error("{0} não serve: {1}; use um certificado X.509 v3 com chave RSA, ECDSA (P-256 ou P-384) ou Ed25519")]
    Unusable(PemFile, rustls::Error),
}

/// The cryptography of all TLS.
pub fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// TLS of a client that trusts some certificate authorities, by default those of this machine (or of SSL_CERT_FILE), and
/// presents a certificate, if it has one. Plain HTTP needs no authorities.
///
/// # Errors
/// [`Error`]: a file cannot be used; or there are no authorities, and the address is HTTPS.
pub fn client_config(
    is_https: bool,
    authorities: Option<&Authorities>,
    identity: Option<&Identity>,
) -> Result<ClientConfig, Error> {
    let mut roots = RootCertStore::empty();
    match authorities {
        Some(authorities) => roots = authorities.read()?,
        None if is_https => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        None => {}
    }
    if is_https && roots.is_empty() {
        return Err(Error::NoAuthorities);
    }
    let versions = ClientConfig::builder_with_provider(provider()).with_safe_default_protocol_versions();
    let config = versions.expect("ring has their ciphers").with_root_certificates(roots);
    Ok(match identity {
        Some(identity) => config.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(identity.read()?))),
        None => config.with_no_client_auth(),
    })
}

impl Identity {
    /// Reads both files.
    ///
    /// # Errors
    /// [`Error`]: one of them cannot be used, or they do not belong together.
    pub fn read(&self) -> Result<Arc<CertifiedKey>, Error> {
        let (chain, key) = (self.certificate.certificates()?, self.key.key()?);
        let certified = CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                Error::OtherKey { certificate: self.certificate.clone(), key: self.key.clone() }
            }
            rustls::Error::InvalidCertificate(_) => Error::Unusable(self.certificate.clone(), error),
            error => Error::Unusable(self.key.clone(), error),
        })?;
        Ok(Arc::new(certified))
    }

    /// Logs until when the certificate is valid, and warns of one that has expired or expires soon.
    pub fn log_validity(&self, now: DateTime<Utc>) {
        let setting = self.certificate.setting;
        let chain = self.certificate.certificates().unwrap_or_default();
        let Some((from, until)) = chain.first().and_then(validity) else { return };
        if now < from {
            tracing::warn!(setting, %from, "the certificate is not valid yet, or the clock of this machine is wrong");
        } else if until < now {
            tracing::warn!(setting, %until, "the certificate has expired: clients will refuse it");
        } else if until < now + SOON {
            tracing::warn!(setting, %until, "the certificate expires soon");
        } else {
            tracing::info!(setting, %until, "the certificate is valid");
        }
    }
}

impl Authorities {
    /// Reads the file.
    ///
    /// # Errors
    /// [`Error`]: it cannot be used.
    pub fn read(&self) -> Result<RootCertStore, Error> {
        let mut roots = RootCertStore::empty();
        for certificate in self.0.certificates()? {
            roots.add(certificate).map_err(|error| Error::Unusable(self.0.clone(), error))?;
        }
        Ok(roots)
    }
}

impl PemFile {
    fn certificates(&self) -> Result<Vec<CertificateDer<'static>>, Error> {
        let pem = self.read()?;
        let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        certificates
            .ok()
            .filter(|certificates| !certificates.is_empty())
            .ok_or_else(|| Error::NoCertificate(self.clone()))
    }

    fn key(&self) -> Result<PrivateKeyDer<'static>, Error> {
        let pem = self.read()?;
        PrivateKeyDer::from_pem_slice(&pem).map_err(|_| {
            // PKCS#8 has a block of its own for it, PKCS#1 a header in the usual block.
            let is_encrypted = pem.windows(9).any(|word| word == b"ENCRYPTED");
            if is_encrypted { Error::EncryptedKey(self.clone()) } else { Error::NoKey(self.clone()) }
        })
    }

    fn read(&self) -> Result<Vec<u8>, Error> {
        fs::read(&self.path).map_err(|error| Error::Unreadable(self.clone(), error))
    }
}

impl fmt::Display for PemFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.setting, self.path.display())
    }
}

/// The validity of a certificate, from webpki's errors at both ends of time: rustls exposes it nowhere else.
fn validity(certificate: &CertificateDer<'static>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let fault_at = |time| {
        let now = UnixTime::since_unix_epoch(time);
        let algorithms = provider().signature_verification_algorithms.all;
        verify_server_cert_signed_by_trust_anchor(&parsed, &RootCertStore::empty(), &[], now, algorithms).err()
    };
    let instant = |time: UnixTime| DateTime::from_timestamp(i64::try_from(time.as_secs()).ok()?, 0);
    use rustls::Error::InvalidCertificate;
    let Some(InvalidCertificate(CertificateError::NotValidYetContext { not_before, .. })) = fault_at(Duration::ZERO)
    else {
        return None;
    };
    let Some(InvalidCertificate(CertificateError::ExpiredContext { not_after, .. })) = fault_at(END_OF_TIME) else {
        return None;
    };
    Some((instant(not_before)?, instant(not_after)?))
}
