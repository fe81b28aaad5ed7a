//! The HTTP client of the exporters. They run on threads of their own, so it sends on the gateway's runtime; and it says
//! so when nobody takes what is sent, once in a while and not each time.

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::redirect;
use tokio::runtime::Handle;

use crate::tls::provider;

/// How often it is told at most that the collector does not take what it is sent.
const PAUSE: Duration = Duration::from_secs(300);
/// Most bytes of an answer that are read; it says nothing that anybody wants to know.
const MOST: usize = 64 * 1024;

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is `https`, but there is nobody to vouch for the other side.
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
pub(super) struct Client {
    client: reqwest::Client,
    runtime: Handle,
    /// When it was last told that the collector does not take what it is sent.
    told: Arc<Mutex<Option<Instant>>>,
}

impl Client {
    /// A client that gives up after a time.
    pub(super) fn new(address: &str, patience: Duration) -> Result<Self, ClientError> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(address.starts_with("https:"))?)
            .timeout(patience)
            // A redirect would take a key wherever the answer says, and so would HTTP_PROXY of whoever started us.
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self { client, runtime: Handle::current(), told: Arc::default() })
    }
}

impl HttpClient for Client {
    fn send_bytes<'this, 'sent>(
        &'this self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'sent>>
    where
        'this: 'sent,
        Self: 'sent,
    {
        let (client, told) = (self.client.clone(), Arc::clone(&self.told));
        let sending = self.runtime.spawn(async move {
            let sent = send(&client, request).await;
            match &sent {
                Ok(answer) if answer.status().is_success() => take_back(&told),
                Ok(answer) => tell(&told, &format!("answered HTTP {}", answer.status().as_u16())),
                Err(error) => tell(&told, &error.to_string()),
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
        if body.len() + chunk.len() > MOST {
            return Err("the answer is longer than any that means something".into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    Ok(response)
}

/// Says that the collector does not take what it is sent, unless that was said of late.
fn tell(told: &Mutex<Option<Instant>>, why: &str) {
    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
    if told.is_none_or(|since| since.elapsed() >= PAUSE) {
        *told = Some(Instant::now());
        tracing::warn!(why, "telemetry is lost: the collector does not take it");
    }
}

fn take_back(told: &Mutex<Option<Instant>>) {
    if told.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
        tracing::info!("the collector takes telemetry again");
    }
}

/// TLS with the machine's own authorities. Plain HTTP needs none.
fn tls(is_https: bool) -> Result<rustls::ClientConfig, ClientError> {
    let mut roots = rustls::RootCertStore::empty();
    if is_https {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(ClientError::NoCertificateAuthorities);
        }
    }
    Ok(rustls::ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}
