//! TLS with clients, where it ends here and not before the gateway.

use std::sync::{Arc, PoisonError, RwLock};

use rustls::{ServerConfig, crypto::ring::Ticketer, sign::SingleCertAndKey};
use tokio::{io, net::TcpStream};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::tls::{self, Identity};

/// TLS 1.2 and 1.3 with one certificate, which can be read anew.
pub struct ServerTls {
    identity: Identity,
    config: RwLock<Arc<ServerConfig>>,
}

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Identity(#[from] tls::Error),
    /// It could not be set up.
    #[error("o TLS com os clientes não pôde ser preparado: {0}")]
    Setup(#[from] rustls::Error),
}

impl ServerTls {
    /// TLS with the certificate and the key in two files.
    ///
    /// # Errors
    /// [`Error`] says which of them cannot be used, and why.
    pub fn new(identity: Identity) -> Result<Self, Error> {
        let config = RwLock::new(config(&identity)?);
        Ok(Self { identity, config })
    }

    /// Reads the files anew. Connections that are there stay as they are; new ones get what is read now.
    ///
    /// # Errors
    /// [`Error`] says why everything stays as it was.
    pub fn reload(&self) -> Result<(), Error> {
        let config = config(&self.identity)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(super) async fn accept(&self, socket: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        TlsAcceptor::from(config).accept(socket).await
    }
}

fn config(identity: &Identity) -> Result<Arc<ServerConfig>, Error> {
    let mut config = ServerConfig::builder_with_provider(tls::provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(identity.read()?)));
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    // Whoever comes back brings along what the last handshake came to: nothing of it is kept here.
    config.ticketer = Ticketer::new()?;
    Ok(Arc::new(config))
}
