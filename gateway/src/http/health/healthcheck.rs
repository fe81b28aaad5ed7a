//! The client of `gateway healthcheck`, for containers without curl.

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

/// How long the response may take.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Most bytes of the response.
const MAX_RESPONSE: u64 = 64 * 1024;

/// Why a gateway is unhealthy.
#[derive(Debug, thiserror::Error)]
pub enum Unhealthy {
    /// It does not respond.
    #[error("o gateway não responde em {0}: {1}")]
    Unreachable(SocketAddr, io::Error),
    /// It responds with another status than 200.
    #[error("o gateway em {0} respondeu: {1}")]
    Failed(SocketAddr, String),
}

/// Requests the readiness or liveness of the gateway that listens at an address, with TLS or without, and returns its
/// response.
///
/// # Errors
/// [`Unhealthy`]: it does not respond in time, or not with 200.
pub async fn ask(listen: SocketAddr, tls: bool, is_ready: bool) -> Result<String, Unhealthy> {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let path = if is_ready { "/readyz" } else { "/healthz" };
    let answer = match timeout(TIMEOUT, exchange(address, tls, path)).await {
        Ok(answer) => answer.map_err(|error| Unhealthy::Unreachable(address, error))?,
        Err(late) => return Err(Unhealthy::Unreachable(address, late.into())),
    };
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let body = body.trim_end();
    if head.starts_with("HTTP/1.1 200 ") {
        return Ok(body.to_owned());
    }
    let status = head.lines().next().unwrap_or_default();
    Err(Unhealthy::Failed(address, format!("{status} {body}")))
}

/// The address by which this machine reaches a socket that listens on all of them.
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
        .with_custom_certificate_verifier(Arc::new(AcceptAny))
        .with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    send(connector.connect(ServerName::IpAddress(address.ip().into()), socket).await?, &request).await
}

async fn send(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> io::Result<String> {
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.take(MAX_RESPONSE).read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Accepts any certificate: it is for the gateway's names, not for the address of this machine, and the request has no
/// secrets.
#[derive(Debug)]
struct AcceptAny;

impl ServerCertVerifier for AcceptAny {
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
