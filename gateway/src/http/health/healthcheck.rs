//! Asking the gateway of this machine how it is, for containers that have no other program to ask it with.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use rustls::{
    ClientConfig, DigitallySignedStruct, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    pki_types::{CertificateDer, ServerName, UnixTime},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::tls::provider;

/// How long the answer may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Most bytes of the answer that are read.
const MOST: u64 = 64 * 1024;

/// Why a gateway is not well.
#[derive(Debug, thiserror::Error)]
pub enum Unwell {
    /// Nobody answers there.
    #[error("o gateway não responde em {0}: {1}")]
    Silent(SocketAddr, io::Error),
    /// It does, but not with 200.
    #[error("o gateway em {0} respondeu: {1}")]
    Answered(SocketAddr, String),
}

/// Asks the gateway that listens at an address, with TLS or without: whether it wants work, or only whether it lives.
/// Gives its answer.
///
/// # Errors
/// [`Unwell`]: it does not answer in time, or not that all is well.
pub async fn ask(listen: SocketAddr, tls: bool, is_ready: bool) -> Result<String, Unwell> {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let path = if is_ready { "/readyz" } else { "/healthz" };
    let answer = match timeout(PATIENCE, exchange(address, tls, path)).await {
        Ok(answer) => answer.map_err(|error| Unwell::Silent(address, error))?,
        Err(late) => return Err(Unwell::Silent(address, late.into())),
    };
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let body = body.trim_end();
    if head.starts_with("HTTP/1.1 200 ") {
        return Ok(body.to_owned());
    }
    let status = head.lines().next().unwrap_or_default();
    Err(Unwell::Answered(address, format!("{status} {body}")))
}

/// Under which address of this machine somebody who listens there is reached.
fn reachable(listen: IpAddr) -> IpAddr {
    match listen {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        own => own,
    }
}

async fn exchange(address: SocketAddr, tls: bool, path: &str) -> io::Result<String> {
    let socket = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    if !tls {
        return send(socket, &request).await;
    }
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    send(connector.connect(ServerName::IpAddress(address.ip().into()), socket).await?, &request).await
}

async fn send(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> io::Result<String> {
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.take(MOST).read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Takes every certificate: it is for the gateway's names, not for this machine's own address, and whoever answers here
/// is told nothing.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        provider().signature_verification_algorithms.supported_schemes()
    }
}
