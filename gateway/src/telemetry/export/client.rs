//! The HTTP client of the exporters. They run on threads of their own; the client sends on the gateway's runtime. It logs an
//! unreachable collector once in a while and not at each export.

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::redirect;
use tokio::runtime::Handle;

use crate::tls::{machine_authorities, provider};

/// Between two log lines about an unreachable collector.
const LOG_INTERVAL: Duration = Duration::from_secs(300);
/// Most bytes of a response that are read; its content is not used.
const MAX_RESPONSE: usize = 64 * 1024;

/// Why the client cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The collector's URL is `https`, and the machine has no certificate authorities.
    #[error(
        "esta máquina não tem autoridades certificadoras para conferir o HTTPS do coletor: instale o pacote ca-certificates"
    )]
    NoCertificateAuthorities,
    /// TLS could not be set up.
    #[error("o TLS com o coletor não pôde ser preparado: {0}")]
    Tls(#[from] rustls::Error),
    /// The HTTP client could not be built.
    #[error("o cliente HTTP não pôde ser preparado: {0}")]
    Client(#[from] reqwest::Error),
}

/// Sends to a collector.
pub(super) struct CollectorClient {
    client: reqwest::Client,
    runtime: Handle,
    /// When an unreachable collector was last logged.
    logged: Arc<Mutex<Option<Instant>>>,
}

impl CollectorClient {
    /// A client with a timeout for each request.
    pub(super) fn new(address: &str, timeout: Duration) -> Result<Self, ClientError> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(address.starts_with("https:"))?)
            .timeout(timeout)
            // A redirect or HTTP_PROXY would send the key to another host.
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self { client, runtime: Handle::current(), logged: Arc::default() })
    }
}

impl HttpClient for CollectorClient {
    fn send_bytes<'this, 'sent>(
        &'this self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'sent>>
    where
        'this: 'sent,
        Self: 'sent,
    {
        let (client, logged) = (self.client.clone(), Arc::clone(&self.logged));
        let sending = self.runtime.spawn(async move {
            let sent = send(&client, request).await;
            match &sent {
                Ok(answer) if answer.status().is_success() => log_recovery(&logged),
                Ok(answer) => log_failure(&logged, &format!("answered HTTP {}", answer.status().as_u16())),
                Err(error) => log_failure(&logged, &error.to_string()),
            }
            sent
        });
        Box::pin(async move { sending.await? })
    }
}

async fn send(client: &reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let mut answer = client.execute(request.try_into()?).await.map_err(reqwest::Error::without_url)?;
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
        if body.len() + chunk.len() > MAX_RESPONSE {
            return Err("the response is too long".into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    Ok(response)
}

/// Logs an unreachable collector, unless that was logged recently.
fn log_failure(logged: &Mutex<Option<Instant>>, why: &str) {
    let mut logged = logged.lock().unwrap_or_else(PoisonError::into_inner);
    if logged.is_none_or(|since| since.elapsed() >= LOG_INTERVAL) {
        *logged = Some(Instant::now());
        tracing::warn!(why, "telemetry is lost: the collector does not take it");
    }
}

fn log_recovery(logged: &Mutex<Option<Instant>>) {
    if logged.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
        tracing::info!("the collector takes telemetry again");
    }
}

/// TLS with the machine's certificate authorities. Plain HTTP needs none.
fn tls(is_https: bool) -> Result<rustls::ClientConfig, ClientError> {
    let roots = if is_https { machine_authorities() } else { rustls::RootCertStore::empty() };
    if is_https && roots.is_empty() {
        return Err(ClientError::NoCertificateAuthorities);
    }
    Ok(rustls::ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

impl fmt::Debug for CollectorClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}
