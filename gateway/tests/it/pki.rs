//! Certificate authorities and certificates of the tests, and TLS connections.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use gateway::{
    tls::{Authorities, Identity, PemFile, provider},
    upstream::UpstreamTls,
};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
    server::WebPkiClientVerifier,
    sign::SingleCertAndKey,
};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_rustls::{TlsConnector, client::TlsStream};

/// A certificate authority and a folder for its certificates.
pub(crate) struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

/// The first and last year of validity.
pub(crate) type Years = (i32, i32);
pub(crate) const VALID: Years = (2020, 4000);

impl Authority {
    pub(crate) fn new() -> Self {
        Self::named("Autoridade")
    }

    pub(crate) fn named(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), &pem).unwrap();
        Self { folder, issuer: Issuer::new(params, key), pem }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// The path of a file as an argument.
    pub(crate) fn argument(&self, file: &str) -> String {
        self.path(file).to_str().unwrap().to_owned()
    }

    /// Writes a certificate for a name, and its key, to `NAME.pem` and `NAME.key`.
    pub(crate) fn issue(&self, file: &str, name: &str, (from, until): Years) -> Identity {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = date_time_ymd(from, 1, 1);
        params.not_after = date_time_ymd(until, 1, 1);
        let pem = params.signed_by(&key, &self.issuer).unwrap().pem();
        fs::write(self.path(&format!("{file}.pem")), pem).unwrap();
        fs::write(self.path(&format!("{file}.key")), key.serialize_pem()).unwrap();
        self.identity(file)
    }

    pub(crate) fn identity(&self, file: &str) -> Identity {
        let pem_file = |ending: &str, setting| PemFile { setting, path: self.path(&format!("{file}.{ending}")) };
        Identity { certificate: pem_file("pem", "GATEWAY_TLS_CERT"), key: pem_file("key", "GATEWAY_TLS_KEY") }
    }

    /// TLS with services that this authority vouches for.
    pub(crate) fn trusted(&self) -> UpstreamTls {
        let authorities = Authorities(PemFile { setting: "GATEWAY_UPSTREAM_CA", path: self.path("ca.pem") });
        UpstreamTls { authorities: Some(authorities), identity: None }
    }

    fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(self.pem.as_bytes()).unwrap()).unwrap();
        roots
    }

    /// TLS of a client that trusts this authority alone and offers these protocols (ALPN).
    pub(crate) fn client(
        &self,
        versions: &[&'static rustls::SupportedProtocolVersion],
        protocols: &[&[u8]],
    ) -> Arc<ClientConfig> {
        let mut config = ClientConfig::builder_with_provider(provider())
            .with_protocol_versions(versions)
            .unwrap()
            .with_root_certificates(self.roots())
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        Arc::new(config)
    }

    /// TLS of a server with a certificate; with versions, it speaks only these, and requires client certificates of this
    /// authority.
    pub(crate) fn server(
        &self,
        identity: &Identity,
        asking_with: Option<&[&'static rustls::SupportedProtocolVersion]>,
    ) -> Arc<ServerConfig> {
        let config = ServerConfig::builder_with_provider(provider());
        let config = match asking_with {
            None => config.with_safe_default_protocol_versions().unwrap().with_no_client_auth(),
            Some(versions) => {
                let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(self.roots()), provider());
                let config = config.with_protocol_versions(versions).unwrap();
                config.with_client_cert_verifier(verifier.build().unwrap())
            }
        };
        Arc::new(config.with_cert_resolver(Arc::new(SingleCertAndKey::from(identity.read().unwrap()))))
    }
}

/// Connects with TLS to a server of this machine as `localhost`.
pub(crate) async fn connect(address: &str, config: Arc<ClientConfig>) -> std::io::Result<TlsStream<TcpStream>> {
    let socket = TcpStream::connect(address).await?;
    socket.set_nodelay(true)?;
    TlsConnector::from(config).connect(ServerName::try_from("localhost").unwrap(), socket).await
}

pub(crate) fn certificate(path: &Path) -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(&fs::read(path).unwrap()).unwrap()
}

/// The server's certificate.
pub(crate) fn shown(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    stream.get_ref().1.peer_certificates().unwrap()[0].clone().into_owned()
}
