//! The HTTP client of the calls: requests, pooled connections, TLS. No redirect is followed, which would send the API key
//! or a token to another address, and no proxy of the environment is used.

use std::{
    error::Error,
    io,
    sync::{Arc, PoisonError, RwLock},
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body_util::Full;
use hyper::{
    Method, Response, Uri,
    body::Incoming,
    header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue},
};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    net::TcpStream,
    sync::Mutex,
    time::{Instant, timeout},
};
use tower::{BoxError, Service};

use super::{
    base_url::BaseUrl,
    call_request::CallRequest,
    error::{CallFailure, ConnectError, Fault},
    settings::UpstreamSettings,
    tls::{self, UpstreamTls},
};
use crate::dialect::Dialect;

/// Idle timeout of a pooled connection. Servers close idle connections after 5 seconds at the earliest; the gateway closes
/// first, since the outcome of a write on a closing connection is unknown.
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

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Most headers of a call.
const MAX_HEADERS: usize = 9;
/// How long a reachability check is reused.
const REACHABLE_TTL: Duration = Duration::from_secs(1);

/// Sends calls over pooled connections.
pub(super) struct HttpClient {
    /// Replaced when certificates are reloaded; calls in flight finish on their old connections.
    client: RwLock<HyperClient>,
    tls: UpstreamTls,
    base_url: BaseUrl,
    dialect: Arc<Dialect>,
    /// Headers of the dialect that are the same in every call.
    common_headers: HeaderMap,
    host: HeaderValue,
    connect_timeout: Duration,
    /// Time and result of the last reachability check.
    reachable: Mutex<Option<(Instant, bool)>>,
}

type HyperClient = legacy::Client<Connector, Full<Bytes>>;

impl HttpClient {
    pub(super) fn new(settings: &UpstreamSettings, api_key: &SecretString) -> Result<Self, ConnectError> {
        let UpstreamSettings { base_url, tls, connect_timeout, dialect, .. } = settings.clone();
        let mut common_headers = dialect.headers().added.clone();
        if let Some(name) = &dialect.headers().api_key {
            let mut key = HeaderValue::from_str(api_key.expose_secret()).map_err(|_| ConnectError::ApiKey)?;
            key.set_sensitive(true);
            common_headers.insert(name, key);
        }
        Ok(Self {
            dialect,
            common_headers,
            client: RwLock::new(client(&base_url, &tls, connect_timeout)?),
            tls,
            host: base_url.host(),
            base_url,
            connect_timeout,
            reachable: Mutex::default(),
        })
    }

    /// Reloads certificates and authorities, for new connections.
    pub(super) fn reload(&self) -> Result<(), ConnectError> {
        let client = client(&self.base_url, &self.tls, self.connect_timeout)?;
        *self.client.write().unwrap_or_else(PoisonError::into_inner) = client;
        Ok(())
    }

    /// Sends a request once and returns the head of the response, whatever its status.
    pub(super) async fn post(
        &self,
        uri: &Uri,
        request: &CallRequest,
        traceparent: &HeaderValue,
    ) -> Result<Response<Incoming>, CallFailure> {
        let mut call = hyper::Request::new(Full::new(request.body.clone()));
        *call.method_mut() = Method::POST;
        *call.uri_mut() = with_query(uri, &request.query);
        *call.headers_mut() = self.headers(request, traceparent);
        let response = self.client.read().unwrap_or_else(PoisonError::into_inner).request(call);
        response.await.map_err(|error| failure(&error, !error.is_connect()))
    }

    fn headers(&self, request: &CallRequest, traceparent: &HeaderValue) -> HeaderMap {
        let CallRequest { authorization, key, telemetry, .. } = request;
        let spelling = self.dialect.headers();
        let mut headers = HeaderMap::with_capacity(MAX_HEADERS + self.common_headers.len());
        // Some frameworks answer HTML, or redirect to a page, unless JSON is asked for. A dialect may ask otherwise.
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.extend(self.common_headers.iter().map(|(name, value)| (name.clone(), value.clone())));
        headers.insert(HOST, self.host.clone());
        headers.insert(&spelling.authorization, spelling.credentials(authorization));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(&spelling.request_id, telemetry.request_id_header().clone());
        headers.insert(TRACEPARENT, traceparent.clone());
        if let Some(key) = key {
            headers.insert(&spelling.idempotency_key, key.header().clone());
        }
        if let Some(state) = telemetry.tracestate() {
            headers.insert(TRACESTATE, HeaderValue::from_str(state).expect("a trace state that was accepted is ASCII"));
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
        let Some(address) = self.base_url.host_and_port() else {
            return false;
        };
        let is_reachable = matches!(timeout(self.connect_timeout, TcpStream::connect(address)).await, Ok(Ok(_)));
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

fn client(base_url: &BaseUrl, tls: &UpstreamTls, connect_timeout: Duration) -> Result<HyperClient, ConnectError> {
    let mut tcp = HttpConnector::new();
    // The connector also opens the TCP connections of `https`.
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_keepalive(Some(KEEPALIVE));
    tcp.set_keepalive_interval(Some(KEEPALIVE));
    tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
    #[cfg(target_os = "linux")]
    tcp.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT));
    let https = HttpsConnector::from((tcp, tls::config(base_url, tls)?));
    let client = legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_TIMEOUT)
        .http1_max_buf_size(MAX_READ_BUFFER)
        // Requests are short: copying the body behind the head is cheaper than a vectored write.
        .http1_writev(false)
        // `headers` sets it.
        .set_host(false)
        // Safe for writes too: hyper sends a request again only if its connection closed before any byte of it was
        // written. Any later failure, a reset included, is an error.
        .retry_canceled_requests(true)
        .build(Connector { https, connect_timeout });
    Ok(client)
}

/// Opens connections, TLS included, within the connect timeout.
#[derive(Clone)]
struct Connector {
    https: HttpsConnector<HttpConnector>,
    connect_timeout: Duration,
}

impl Service<Uri> for Connector {
    type Response = MaybeHttpsStream<TokioIo<TcpStream>>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.https.poll_ready(context)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connection = timeout(self.connect_timeout, self.https.call(uri));
        Box::pin(async { connection.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))? })
    }
}

/// Classifies an error of the HTTP client. Its text goes to the log and holds no address.
pub(super) fn failure(error: &(dyn Error + 'static), may_be_sent: bool) -> CallFailure {
    let mut text = error.to_string();
    let mut was_taken = true;
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(error) = tls::error_in(cause)
            && (!may_be_sent || tls::is_refusal(error))
        {
            // A retry would meet the same certificate.
            return CallFailure::last(Fault::NotConnected(tls::explain(error)));
        }
        text = format!("{text}: {cause}");
        // The connection closed before hyper took the request from its queue: no byte was written.
        was_taken &= !cause.downcast_ref().is_some_and(hyper::Error::is_canceled);
        source = cause.source();
    }
    if may_be_sent && was_taken {
        return CallFailure::last(Fault::Broken(text));
    }
    CallFailure { fault: Fault::NotConnected(text), retry_after: Some(Duration::ZERO) }
}
