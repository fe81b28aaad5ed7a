//! TLS with clients, where the gateway itself terminates it. ALPN offers HTTP/2 and HTTP/1.1.

use std::sync::Arc;

use parking_lot::RwLock;
use rustls::{ServerConfig, crypto::ring::Ticketer, sign::SingleCertAndKey};
use tokio::{io, net::TcpStream};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::tls::{self, Identity};

/// ALPN's names of the protocols.
const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// TLS 1.2 and 1.3 with one certificate, which can be reloaded.
pub struct ServerTls {
    /// The files of the certificate and its key.
    pub identity: Identity,
    config: RwLock<Arc<ServerConfig>>,
}

/// Why TLS could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Identity(#[from] tls::Error),
    /// rustls refused the configuration.
    #[error("o TLS com os clientes não pôde ser preparado: {0}")]
    Setup(#[from] rustls::Error),
}

impl ServerTls {
    /// TLS with the certificate and the key in two files.
    ///
    /// # Errors
    /// [`Error`]: one of them cannot be used.
    pub fn new(identity: Identity) -> Result<Self, Error> {
        let config = RwLock::new(config(&identity)?);
        Ok(Self { identity, config })
    }

    /// Reads the files again, for new connections.
    ///
    /// # Errors
    /// [`Error`]: the files cannot be used, and the ones before stay.
    pub fn reload(&self) -> Result<(), Error> {
        let config = config(&self.identity)?;
        *self.config.write() = config;
        Ok(())
    }

    /// The handshake; and whether ALPN chose HTTP/2. A client that does not know ALPN speaks HTTP/1.1.
    pub(super) async fn accept(&self, socket: TcpStream) -> io::Result<(Box<TlsStream<TcpStream>>, bool)> {
        let config = Arc::clone(&self.config.read());
        let stream = TlsAcceptor::from(config).accept(socket).await?;
        let is_http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
        Ok((Box::new(stream), is_http2))
    }
}

fn config(identity: &Identity) -> Result<Arc<ServerConfig>, Error> {
    let mut config = ServerConfig::builder_with_provider(tls::provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(identity.read()?)));
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    // Session tickets: clients hold the state of their sessions, and the gateway none.
    config.ticketer = Ticketer::new()?;
    Ok(Arc::new(config))
}
