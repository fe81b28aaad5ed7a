//! The HTTP client of the calls: requests and their headers. No redirect is followed, which would send the API key or a
//! token to another address, and no proxy of the environment is used.

use std::{error::Error, io, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Method, Response, Uri,
    body::Incoming,
    header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue},
};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use parking_lot::RwLock;
use rustls::AlertDescription::{
    AccessDenied, BadCertificate, CertificateExpired, CertificateRequired, CertificateRevoked, CertificateUnknown,
    UnknownCA, UnsupportedCertificate,
};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    net::TcpStream,
    sync::Mutex,
    time::{Instant, timeout},
};
use tower::{BoxError, Service as _, service_fn, util::BoxCloneSyncService};

use super::{
    body_budget::RequestMemory,
    endpoint::{Endpoint, Endpoints},
    error::Fault,
    idempotency::IdempotencyKey,
    session_id::SessionId,
    settings::UpstreamSettings,
};
use crate::{
    telemetry::request::{CallTelemetry, RequestTelemetry},
    tls::{self, client_config},
};

/// Timeout for opening a connection to a service: several round trips to another continent, and short enough that the retry of a
/// read has time left.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a reachability check is reused.
const REACHABLE_TTL: Duration = Duration::from_secs(1);
/// Idle timeout of a pooled connection. Servers close idle connections after 5 seconds at the earliest; the gateway stops using
/// them first, since the outcome of a write on a closing connection is unknown.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Read buffer of a connection in bytes, which bounds what is read ahead; a response's head must fit.
const MAX_READ_BUFFER: usize = 64 * 1024;
/// TCP keep-alive: silence before the first probe, and between probes. Also keeps NAT and firewall entries alive.
const KEEPALIVE: Duration = Duration::from_secs(15);
/// Keep-alive probes without a reply after which a connection is dead.
const KEEPALIVE_PROBES: u32 = 3;
/// TCP user timeout: longest that sent data may stay unacknowledged.
#[cfg(target_os = "linux")]
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// hyper's client. It pools connections, and sends a request again only if its connection, an idle one until then, closed before
/// any byte of it was written: safe for writes too.
type PooledClient = Client<Connector, Full<Bytes>>;
/// Opens connections within a timeout, TLS handshake included.
type Connector = BoxCloneSyncService<Uri, MaybeHttpsStream<TokioIo<TcpStream>>, BoxError>;

/// Sends calls over pooled connections.
pub(super) struct HttpClient {
    /// Replaced when certificates are reloaded; calls in flight finish on their old connections.
    client: RwLock<PooledClient>,
    settings: UpstreamSettings,
    /// Opens a connection, as the calls do, to see whether the services are reachable.
    tcp: HttpConnector,
    /// Whether any service is called over TLS.
    pub(super) is_https: bool,
    /// Headers of every call.
    headers: HeaderMap,
    /// Time and result of the last reachability check.
    reachable: Mutex<Option<(Instant, bool)>>,
}

/// `Authorization` of a call without a session, as the services require it.
pub(super) const WITHOUT_SESSION: &str = "Bearer 0";

/// A call, ready to be sent.
#[derive(Clone)]
pub(super) struct CallRequest {
    pub(super) body: Bytes,
    pub(super) authorization: HeaderValue,
    /// Bounds its calls in flight.
    pub(super) session: SessionId,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) telemetry: Arc<RequestTelemetry>,
    /// Counts the response.
    pub(super) memory: Arc<RequestMemory>,
    /// A small response to a write is read even without memory: the write cannot be undone.
    pub(super) is_write: bool,
    /// Query parameters of this call (the page), added to the address; may be empty.
    pub(super) query: String,
}

impl CallRequest {
    pub(super) fn has_session(&self) -> bool {
        self.authorization != WITHOUT_SESSION
    }
}

impl HttpClient {
    pub(super) fn new(
        settings: &UpstreamSettings,
        endpoints: &Endpoints,
        api_key: &SecretString,
    ) -> Result<Self, tls::Error> {
        let is_https = endpoints.values().any(|endpoint| endpoint.uri.scheme_str() == Some("https"));
        let names = &settings.mapping.headers;
        let mut headers = HeaderMap::new();
        // Some frameworks answer HTML, or redirect to a page, unless JSON is asked for. A mapping may ask otherwise.
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        // Without it any coding is allowed (RFC 9110, section 12.5.3).
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        headers.extend(names.added.clone());
        if let Some(name) = &names.api_key {
            let key = HeaderValue::from_str(api_key.expose_secret());
            let mut key = key.expect("the settings refuse control characters, and headers have all others");
            key.set_sensitive(true);
            headers.insert(name, key);
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let client = RwLock::new(client(is_https, settings)?);
        let tcp = tcp_connector(settings.connect_timeout);
        Ok(Self { client, settings: settings.clone(), tcp, is_https, headers, reachable: Mutex::default() })
    }

    /// Reloads certificates and authorities, for new connections.
    pub(super) fn reload(&self) -> Result<(), tls::Error> {
        let new = client(self.is_https, &self.settings)?;
        // Dropping the old client closes its idle connections.
        *self.client.write() = new;
        Ok(())
    }

    /// Sends a request once and returns the head of the response, whatever its status.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        request: &CallRequest,
        telemetry: &CallTelemetry<'_>,
    ) -> Result<Response<Incoming>, Fault> {
        let mut call = hyper::Request::new(Full::new(request.body.clone()));
        *call.method_mut() = Method::POST;
        *call.uri_mut() = with_query(&endpoint.uri, &request.query);
        *call.headers_mut() = self.headers(request, telemetry);
        let response = self.client.read().request(call);
        response.await.map_err(|error| failure(&error))
    }

    fn headers(&self, request: &CallRequest, call: &CallTelemetry<'_>) -> HeaderMap {
        let CallRequest { authorization, key, telemetry, .. } = request;
        let names = &self.settings.mapping.headers;
        let mut headers = self.headers.clone();
        headers.insert(&names.authorization, names.credentials(authorization));
        headers.insert(&names.request_id, telemetry.request_id_header().clone());
        call.inject(&mut headers);
        if let (Some(key), Some(name)) = (key, &names.idempotency_key) {
            headers.insert(name, key.0.clone());
        }
        headers
    }

    /// Whether the address accepts a connection within the connect timeout. Sends nothing. A result is reused for a
    /// second, so that frequent checks open few connections.
    pub(super) async fn is_reachable(&self) -> bool {
        // Held during the check: concurrent callers share its result.
        let mut reachable = self.reachable.lock().await;
        if let Some((since, is_reachable)) = *reachable
            && since.elapsed() < REACHABLE_TTL
        {
            return is_reachable;
        }
        let UpstreamSettings { base_url, connect_timeout, .. } = &self.settings;
        let connecting = self.tcp.clone().call(base_url.uri("", ""));
        let is_reachable = matches!(timeout(*connect_timeout, connecting).await, Ok(Ok(_)));
        *reachable = Some((Instant::now(), is_reachable));
        is_reachable
    }
}

/// An address with more in its query string.
fn with_query(uri: &Uri, query: &str) -> Uri {
    if query.is_empty() {
        return uri.clone();
    }
    let sign = if uri.query().is_some() { '&' } else { '?' };
    format!("{uri}{sign}{query}").parse().expect("a query string is written for an address")
}

fn client(is_https: bool, settings: &UpstreamSettings) -> Result<PooledClient, tls::Error> {
    let UpstreamSettings { tls, connect_timeout, .. } = settings.clone();
    let tcp = tcp_connector(connect_timeout);
    let config = client_config(is_https, tls.authorities.as_ref(), tls.identity.as_ref())?;
    // The client clones its connector for each call, also where a connection is idle.
    let https = Arc::new(HttpsConnector::from((tcp, config)));
    let connector = BoxCloneSyncService::new(service_fn(move |origin| {
        let connecting = timeout(connect_timeout, HttpsConnector::clone(&https).call(origin));
        async { connecting.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))? }
    }));
    let client = Client::builder(TokioExecutor::new())
        .pool_idle_timeout(IDLE_TIMEOUT)
        .pool_timer(TokioTimer::new())
        .http1_max_buf_size(MAX_READ_BUFFER)
        // Requests are short: copying the body behind the head is cheaper than a vectored write.
        .http1_writev(false)
        .build(connector);
    Ok(client)
}

fn tcp_connector(connect_timeout: Duration) -> HttpConnector {
    let mut tcp = HttpConnector::new();
    // The connector also opens the TCP connections of `https`.
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    // Divided among the addresses of a name: where one is silent, time is left for another, and for its TLS handshake.
    tcp.set_connect_timeout(Some(connect_timeout * 4 / 5));
    tcp.set_keepalive(Some(KEEPALIVE));
    tcp.set_keepalive_interval(Some(KEEPALIVE));
    tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
    #[cfg(target_os = "linux")]
    tcp.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT));
    tcp
}

/// Classifies an error of the HTTP client. Its text goes to the log and holds no address.
fn failure(error: &hyper_util::client::legacy::Error) -> Fault {
    let is_canceled = |cause: &hyper::Error| cause.is_canceled();
    let is_unsent =
        error.is_connect() || error.source().and_then(|cause| cause.downcast_ref()).is_some_and(is_canceled);
    let may_be_sent = !is_unsent;
    broken(error, may_be_sent)
}

/// A connection that failed, before or after the request was sent.
pub(super) fn broken(error: &(dyn Error + 'static), may_be_sent: bool) -> Fault {
    let mut text = String::new();
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(error) = tls_error_in(cause)
            && (!may_be_sent || is_refused_certificate(error))
        {
            return Fault::Tls(error.to_string());
        }
        let colon = if text.is_empty() { "" } else { ": " };
        text = format!("{text}{colon}{cause}");
        next = cause.source();
    }
    if may_be_sent { Fault::Broken(text) } else { Fault::NotConnected(text) }
}

/// The TLS error within an error of the HTTP client.
fn tls_error_in<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    let mut inner = cause;
    // `source` of an I/O error is the source of what it wraps, not that itself.
    while let Some(wrapped) = inner.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        inner = wrapped;
    }
    inner.downcast_ref()
}

/// Whether the server rejected the gateway's certificate, or the lack of one. With TLS 1.3 the client learns this after it has
/// sent the request; the server has not read it.
fn is_refused_certificate(error: &rustls::Error) -> bool {
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
