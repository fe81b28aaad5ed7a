//! The client of `gateway healthcheck`, for containers without curl.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use crate::{innermost_cause::innermost_cause, tls::provider};

/// How long the response may take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Why a gateway is unhealthy.
#[derive(Debug, thiserror::Error)]
pub enum Unhealthy {
    /// It does not respond.
    #[error("o gateway não responde em {0}: {cause}", cause = innermost_cause(.1))]
    Unreachable(SocketAddr, reqwest::Error),
    /// It responds with another status than 200.
    #[error("o gateway em {0} respondeu: {1} {2}")]
    Failed(SocketAddr, reqwest::StatusCode, String),
}

/// Requests the readiness or liveness of the gateway that listens at an address, with TLS or without, and returns its
/// response.
///
/// # Errors
/// [`Unhealthy`]: it does not respond in time, or not with 200.
pub async fn ask(listen: SocketAddr, tls: bool, is_ready: bool) -> Result<String, Unhealthy> {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let (scheme, path) = (if tls { "https" } else { "http" }, if is_ready { "readyz" } else { "healthz" });
    let response = async {
        // reqwest uses the default crypto provider of the process. An error means that one is installed already.
        drop((*provider()).clone().install_default());
        let client = reqwest::Client::builder()
            // The certificate is for the gateway's names, not for the address of this machine; the request has no secrets.
            .danger_accept_invalid_certs(true)
            .no_proxy()
            .timeout(TIMEOUT)
            .build()?;
        let response = client.get(format!("{scheme}://{address}/{path}")).send().await?;
        Ok((response.status(), response.text().await?))
    };
    let (status, body) = response.await.map_err(|error: reqwest::Error| Unhealthy::Unreachable(address, error))?;
    let body = body.trim_end().to_owned();
    if status == reqwest::StatusCode::OK { Ok(body) } else { Err(Unhealthy::Failed(address, status, body)) }
}

/// The address by which this machine reaches a socket that listens on all of them.
fn reachable(listen: IpAddr) -> IpAddr {
    match listen {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        own => own,
    }
}
