//! A gateway whose services may be real or a stub, and its parts.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use ::gateway::{
    base_url::BaseUrl,
    client_address::TrustedProxies,
    http::{
        self, Connections, GatewayParts, cross_origin::BrowserPolicy, graceful_shutdown::GracefulShutdown,
        health::Readiness, portal_page::PortalPageSettings, static_files::StaticFiles,
    },
    login::{
        desafio::Desafios,
        protection::{LoginProtection, UnknownEmails},
        rate_limit::{LoginRateLimiter, LoginRateLimits},
    },
    schema::{
        engine::{
            limits::DocumentLimits,
            persisted_documents::{DocumentPolicy, PersistedDocuments},
        },
        subscriptions::SubscriptionSettings,
    },
    shared_store::SharedStore,
    telemetry::Telemetry,
    upstream::{CachePolicy, Timeouts, Upstream, UpstreamSettings, UpstreamTls},
};
use axum::{
    Router,
    body::{self, Body},
    extract::Request,
    http::{HeaderValue, header},
    response::Response,
};
use contract::calendar::Clock;
use secrecy::SecretBox;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle, time::Instant};
use tower::ServiceExt as _;

use super::{
    ANA, ENTRAR, LONG_CACHE, PASSWORD, TEST_TIMEOUT, VALIDAR_CODIGO, VALIDAR_EMAIL, own_address, reply::Reply,
    tools::no_tools,
};

pub(crate) const API_KEY: &str = "chave-de-teste";
/// The initial time of the clock.
pub(crate) const NOW: &str = "2026-11-20T15:00:00-03:00";

/// A gateway whose services may be real or a stub.
#[derive(Clone)]
pub(crate) struct Gateway {
    service: Router,
    pub(crate) upstream: Upstream,
    connections: Connections,
    pub(crate) telemetry: Telemetry,
}

/// The parts that most tests leave as they are.
pub(crate) fn default_parts() -> GatewayParts {
    GatewayParts {
        proxies: TrustedProxies::default(),
        limits: DocumentLimits::default(),
        portal_documents: PersistedDocuments::default(),
        mcp_tools: None,
        files: StaticFiles::default(),
        policy: DocumentPolicy::Open,
        federation_key: None,
        tools: no_tools(),
        client_limits: CLIENT_LIMITS,
        subscriptions: SubscriptionSettings::default(),
        browsers: BrowserPolicy::default(),
        shutdown: GracefulShutdown::new(Duration::ZERO, Duration::from_secs(60)),
        telemetry: Telemetry::default(),
        is_reference_execution: false,
    }
}

/// The default limits, with longer timeouts for a busy machine.
pub(crate) const CLIENT_LIMITS: http::ClientLimits = http::ClientLimits {
    connections: 1024,
    connections_per_address: 1024,
    requests: 4096,
    requests_per_address: 3072,
    idle_timeout: Duration::from_secs(60),
    head_timeout: Duration::from_secs(60),
    body_timeout: Duration::from_secs(60),
    request_timeout: Duration::from_secs(60),
    send_timeout: Duration::from_secs(60),
    head_bytes: 16 * 1024,
    body_bytes: 64 * 1024,
};

/// How a test makes a gateway: it names what it is about, and leaves the rest, as in
/// `Gateway::of(Setup { rate_limits, ..Setup::over(address) })`. Upstream settings or parts alone are enough, too.
pub(crate) struct Setup {
    pub(crate) upstream: UpstreamSettings,
    pub(crate) parts: GatewayParts,
    pub(crate) rate_limits: LoginRateLimits,
    pub(crate) unknown_emails: UnknownEmails,
    pub(crate) clock: Clock,
}

impl Setup {
    /// With services at an address.
    pub(crate) fn over(address: SocketAddr) -> Self {
        upstream_settings(address).into()
    }
}

impl From<UpstreamSettings> for Setup {
    fn from(upstream: UpstreamSettings) -> Self {
        let now = NOW.parse().expect("an instant");
        Self {
            upstream,
            parts: default_parts(),
            rate_limits: LoginRateLimits::default(),
            unknown_emails: UnknownEmails::Revealed,
            clock: Arc::new(move || now),
        }
    }
}

/// Without services.
impl From<GatewayParts> for Setup {
    fn from(parts: GatewayParts) -> Self {
        Self { parts, ..Self::over(([127, 0, 0, 1], 9).into()) }
    }
}

impl Gateway {
    pub(crate) fn of(setup: impl Into<Setup>) -> Self {
        let Setup { upstream, parts, rate_limits, unknown_emails, clock } = setup.into();
        let key = SecretBox::new(Box::new([7; 32]));
        let desafios = Desafios::new(&key, upstream.store.clone(), upstream.timeouts.login_step());
        let rate_limiter = LoginRateLimiter::new(rate_limits, upstream.store.clone());
        let login_protection = LoginProtection { desafios, rate_limiter, unknown_emails };
        let upstream = Upstream::new(upstream, API_KEY.into()).expect("an HTTP client");
        let (connections, telemetry) = (parts.connections(None), parts.telemetry.clone());
        let service = http::router(upstream.clone(), login_protection, clock, parts);
        Self { service, upstream, connections, telemetry }
    }

    /// With services at an address.
    pub(crate) fn over(address: SocketAddr) -> Self {
        Self::of(Setup::over(address))
    }

    /// Without services.
    pub(crate) fn alone() -> Self {
        Self::of(default_parts())
    }

    /// Listens at an address of its own until the test drops or uses the sender, or ends.
    pub(crate) async fn listen(&self) -> (SocketAddr, oneshot::Sender<()>) {
        self.listen_with(None).await
    }

    /// Like [`Self::listen`], optionally with TLS.
    pub(crate) async fn listen_with(
        &self,
        tls: Option<Arc<http::tls::ServerTls>>,
    ) -> (SocketAddr, oneshot::Sender<()>) {
        let (address, stop, server) = self.server(tls).await;
        tokio::spawn(server);
        (address, stop)
    }

    /// The server at an address of its own: the address, what stops it, and its work, which completes with the shutdown's deadline.
    pub(crate) async fn server(
        &self,
        tls: Option<Arc<http::tls::ServerTls>>,
    ) -> (SocketAddr, oneshot::Sender<()>, impl Future<Output = Instant> + use<>) {
        let listener = TcpListener::bind((own_address(), 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let connections = Connections { tls, ..self.connections.clone() };
        (address, stop, http::server::serve(listener, connections, self.service.clone(), stopped))
    }

    /// Sends any request. The body of the response is not read.
    pub(crate) async fn open(&self, mut request: Request) -> Response {
        // Every client of HTTP/1.1 sends one.
        request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
        self.service.clone().oneshot(request).await.expect("it always answers")
    }

    pub(crate) async fn send(&self, request: Request) -> Reply {
        let response = self.open(request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        Reply { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    pub(crate) fn metrics_port(&self) -> Router {
        let readiness = Readiness { upstream: self.upstream.clone(), shutdown: self.connections.shutdown.clone() };
        http::metrics::router(self.telemetry.clone(), readiness)
    }

    /// The readiness, with the reasons, as reported by the metrics port. Of the breakers those that are not closed.
    pub(crate) async fn readiness(&self) -> (u16, Value) {
        let response = self.metrics_port().oneshot(by_get("/readyz", &[])).await.expect("it always answers");
        let status = response.status().as_u16();
        let body = body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        let mut details: Value = serde_json::from_slice(&body).expect("JSON");
        let breakers = details["breakers"].as_object_mut().expect("each service has one");
        assert_eq!(breakers.len(), 21);
        breakers.retain(|_, state| state != "closed");
        (status, details)
    }

    /// Runs a document with a session's token in a task. Aborting the task drops the request.
    pub(crate) fn spawn(&self, token: &'static str, query: &'static str) -> JoinHandle<Reply> {
        let gateway = self.clone();
        tokio::spawn(async move { gateway.query(token, query).await })
    }

    pub(crate) async fn query(&self, token: &str, query: &str) -> Reply {
        self.run(Some(token), query, json!({})).await
    }

    pub(crate) async fn run(&self, token: Option<&str>, query: &str, variables: Value) -> Reply {
        self.post(token, &json!({ "query": query, "variables": variables })).await
    }

    pub(crate) async fn post(&self, token: Option<&str>, parameters: &Value) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        self.ask(&headers, parameters).await
    }

    pub(crate) async fn ask(&self, headers: &[(&str, &str)], parameters: &Value) -> Reply {
        self.send(graphql(headers, parameters)).await
    }

    pub(crate) async fn get(&self, address: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(by_get(address, headers)).await
    }

    pub(crate) async fn send_code(&self, desafio: impl Serialize, codigo: impl Serialize) -> Reply {
        self.run(None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": codigo })).await
    }

    /// Enters with a desafio whose code was accepted.
    pub(crate) async fn send_password(&self, desafio: impl Serialize, senha: impl Serialize) -> Reply {
        self.run(None, ENTRAR, json!({ "desafio": desafio, "senha": senha })).await
    }

    /// The first step of a login at services that accept everything: the variables of the second.
    pub(crate) async fn code_step(&self) -> Value {
        let sent = self.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data();
        json!({ "desafio": sent["validarEmail"]["desafio"], "codigo": "ABCDEF" })
    }

    /// The first two steps: the variables of the last one.
    pub(crate) async fn password_step(&self) -> Value {
        let accepted = self.run(None, VALIDAR_CODIGO, self.code_step().await).await.data();
        json!({ "desafio": accepted["validarCodigo"]["desafio"], "senha": PASSWORD })
    }
}

/// Files of the portal by their paths.
pub(crate) fn static_files(files: &[(&str, &'static str)], settings: &PortalPageSettings) -> StaticFiles {
    StaticFiles::new(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).into())), settings)
}

pub(crate) fn graphql(headers: &[(&str, &str)], parameters: &Value) -> Request {
    let request = Request::post("/graphql").header(header::CONTENT_TYPE, "application/json");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(parameters.to_string().into()).expect("a request")
}

pub(crate) fn by_get(address: &str, headers: &[(&str, &str)]) -> Request {
    let request = headers.iter().fold(Request::get(address), |request, (name, value)| request.header(*name, *value));
    request.body(Body::empty()).expect("a request")
}

/// The default upstream settings of tests, with timeouts of [`TEST_TIMEOUT`].
pub(crate) fn upstream_settings(address: SocketAddr) -> UpstreamSettings {
    UpstreamSettings {
        mapping: Arc::default(),
        base_url: BaseUrl::of_address(address),
        tls: UpstreamTls::default(),
        connect_timeout: TEST_TIMEOUT,
        timeouts: Timeouts { read: TEST_TIMEOUT, write: TEST_TIMEOUT },
        max_concurrency: 1024,
        memory_budget_bytes: 96 * 1024 * 1024,
        list_cache: CachePolicy::default(),
        reference_cache: CachePolicy::default(),
        store: SharedStore::without_redis(),
    }
}

/// The same with caches that outlast any test.
pub(crate) fn caching(address: SocketAddr) -> UpstreamSettings {
    UpstreamSettings { list_cache: LONG_CACHE, reference_cache: LONG_CACHE, ..upstream_settings(address) }
}

/// The same with a mapping.
pub(crate) fn mapped(address: SocketAddr, mapping: &str) -> UpstreamSettings {
    UpstreamSettings { mapping: Arc::new(mapping.parse().expect("a mapping")), ..upstream_settings(address) }
}

/// The same with services behind TLS.
pub(crate) fn https(address: SocketAddr, tls: UpstreamTls) -> UpstreamSettings {
    let base_url = format!("https://localhost:{}", address.port()).parse().expect("a URL");
    UpstreamSettings { base_url, tls, ..upstream_settings(address) }
}
