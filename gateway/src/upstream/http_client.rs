//! The HTTP client of the calls: requests and their headers. No redirect is followed, which would send the API key or a
//! token to another address, and no proxy of the environment is used.

use std::{
    mem,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use http_body_util::Full;
use hyper::{
    Method, Response, Uri,
    header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue},
    http::uri::PathAndQuery,
};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    net::TcpStream,
    sync::Mutex,
    time::{Instant, timeout},
};

use super::{
    base_url::BaseUrl,
    call_request::CallRequest,
    connection_pool::{ConnectionPool, ResponseBody},
    error::{CallFailure, ConnectError},
    settings::UpstreamSettings,
    tls::UpstreamTls,
};
use crate::mapping::Mapping;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Most headers of a call without those that a mapping adds.
const MAX_HEADERS: usize = 9;
/// How long a reachability check is reused.
const REACHABLE_TTL: Duration = Duration::from_secs(1);

/// Sends calls over pooled connections.
pub(super) struct HttpClient {
    /// Replaced when certificates are reloaded; calls in flight finish on their old connections.
    pool: RwLock<Arc<ConnectionPool>>,
    tls: UpstreamTls,
    base_url: BaseUrl,
    mapping: Arc<Mapping>,
    /// Headers of every call. Those whose values differ are empty: a value is replaced at less cost than one is added.
    headers: HeaderMap,
    connect_timeout: Duration,
    /// Time and result of the last reachability check.
    reachable: Mutex<Option<(Instant, bool)>>,
}

impl HttpClient {
    pub(super) fn new(settings: &UpstreamSettings, api_key: &SecretString) -> Result<Self, ConnectError> {
        let UpstreamSettings { base_url, tls, connect_timeout, mapping, .. } = settings.clone();
        let spelling = mapping.headers();
        // Not full: a value is replaced in a full map only after it has grown.
        let mut headers = HeaderMap::with_capacity(MAX_HEADERS + spelling.added.len());
        // Some frameworks answer HTML, or redirect to a page, unless JSON is asked for. A mapping may ask otherwise.
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.extend(spelling.added.clone());
        if let Some(name) = &spelling.api_key {
            let key = HeaderValue::from_str(api_key.expose_secret());
            let mut key = key.expect("the settings refuse control characters, and headers have all others");
            key.set_sensitive(true);
            headers.insert(name, key);
        }
        headers.insert(HOST, base_url.host());
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for name in [&spelling.authorization, &spelling.request_id, &TRACEPARENT] {
            headers.insert(name, HeaderValue::from_static(""));
        }
        Ok(Self {
            mapping,
            headers,
            pool: RwLock::new(Arc::new(ConnectionPool::new(&base_url, &tls, connect_timeout)?)),
            tls,
            base_url,
            connect_timeout,
            reachable: Mutex::default(),
        })
    }

    /// Reloads certificates and authorities, for new connections.
    pub(super) fn reload(&self) -> Result<(), ConnectError> {
        let new = Arc::new(ConnectionPool::new(&self.base_url, &self.tls, self.connect_timeout)?);
        mem::replace(&mut *self.pool.write().unwrap_or_else(PoisonError::into_inner), new).close_idle();
        Ok(())
    }

    /// Sends a request once and returns the head of the response, whatever its status.
    pub(super) async fn post(
        &self,
        target: &PathAndQuery,
        request: &CallRequest,
        traceparent: HeaderValue,
    ) -> Result<Response<ResponseBody>, CallFailure> {
        let mut call = hyper::Request::new(Full::new(request.body.clone()));
        *call.method_mut() = Method::POST;
        *call.uri_mut() = Uri::from(with_query(target, &request.query));
        *call.headers_mut() = self.headers(request, traceparent);
        let pool = Arc::clone(&self.pool.read().unwrap_or_else(PoisonError::into_inner));
        pool.send(call).await
    }

    fn headers(&self, request: &CallRequest, traceparent: HeaderValue) -> HeaderMap {
        let CallRequest { authorization, key, telemetry, .. } = request;
        let spelling = self.mapping.headers();
        let mut headers = self.headers.clone();
        headers.insert(&spelling.authorization, spelling.credentials(authorization));
        headers.insert(&spelling.request_id, telemetry.request_id_header().clone());
        headers.insert(TRACEPARENT, traceparent);
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

/// A request target with more in its query string.
fn with_query(target: &PathAndQuery, query: &str) -> PathAndQuery {
    if query.is_empty() {
        return target.clone();
    }
    let sign = if target.query().is_some() { '&' } else { '?' };
    format!("{target}{sign}{query}").parse().expect("a query string is written for an address")
}
