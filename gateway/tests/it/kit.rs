//! Test fixtures: a gateway with its services, a settable clock, recorded calls, and a login.

use std::{
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{self, Body, Bytes},
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::{Next, from_fn},
    response::Response,
};
use chrono::{DateTime, TimeDelta, Utc};
use gateway::{
    http::{
        self, GatewayParts, cross_origin::BrowserPolicy, graceful_shutdown::GracefulShutdown, health::Readiness,
        server::Server, static_files::StaticFiles,
    },
    schema::{
        federation::RouterSecret,
        limits::DocumentLimits,
        mcp_tools::McpTools,
        persisted_documents::{DocumentPolicy, PersistedDocuments},
        subscriptions::SubscriptionSettings,
    },
    session::{
        client_address::TrustedProxies,
        desafio::Desafios,
        login_protection::{LoginProtection, UnknownEmails},
        login_rate_limit::{LoginRateLimiter, LoginRateLimits},
    },
    shared_store::SharedStore,
    telemetry::Telemetry,
    tools::{ToolSettings, Tools},
    upstream::{BaseUrl, CachePolicy, Upstream, UpstreamSettings, UpstreamTls},
};
use secrecy::SecretBox;
use serde_json::{Value, json};
use services::{calendar::Clock, mail, wire::acionamento::IDEMPOTENCY_KEY};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};
use tower::ServiceExt as _;

use crate::fixture::{Outbox, install_fixture};

pub(crate) const API_KEY: &str = "chave-de-teste";
pub(crate) const ANA: &str = "ana@clinica.example";
/// The password of every user in the fixture.
pub(crate) const PASSWORD: &str = "Senha@123";
/// The initial time of the clock.
pub(crate) const NOW: &str = "2026-11-20T15:00:00-03:00";

/// A gateway with the real services and the fixture of the services' own tests.
pub(crate) struct Kit {
    pub(crate) gateway: Gateway,
    /// Address of the services.
    pub(crate) services: SocketAddr,
    outbox: Outbox,
    _folder: TempDir,
    now: Arc<Mutex<DateTime<Utc>>>,
    calls: Calls,
    clock: Clock,
}

/// A gateway whose services may be real or a stub.
#[derive(Clone)]
pub(crate) struct Gateway {
    service: http::Gateway,
    pub(crate) upstream: Upstream,
    client_limits: http::ClientLimits,
    shutdown: GracefulShutdown,
    pub(crate) telemetry: Telemetry,
}

/// Parts that most tests leave at their defaults.
pub(crate) struct Parts {
    pub(crate) login: LoginRules,
    pub(crate) limits: DocumentLimits,
    pub(crate) documents: PersistedDocuments,
    pub(crate) mcp_tools: Option<McpTools>,
    pub(crate) files: StaticFiles,
    pub(crate) policy: DocumentPolicy,
    pub(crate) federation_key: Option<RouterSecret>,
    pub(crate) tools: Tools,
    pub(crate) client_limits: http::ClientLimits,
    pub(crate) subscriptions: SubscriptionSettings,
    pub(crate) browsers: BrowserPolicy,
    pub(crate) browser_errors: bool,
    pub(crate) shutdown: GracefulShutdown,
    pub(crate) telemetry: Telemetry,
    pub(crate) is_oracle: bool,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            login: LoginRules::default(),
            limits: DocumentLimits::default(),
            documents: PersistedDocuments::default(),
            mcp_tools: None,
            files: StaticFiles::default(),
            policy: DocumentPolicy::Open,
            federation_key: None,
            tools: no_tools(),
            client_limits: CLIENT_LIMITS,
            subscriptions: SubscriptionSettings::default(),
            browsers: BrowserPolicy::default(),
            browser_errors: true,
            shutdown: GracefulShutdown::new(Duration::ZERO, Duration::from_secs(60)),
            telemetry: Telemetry::default(),
            is_oracle: false,
        }
    }
}

/// The default limits, with longer timeouts for a busy machine.
pub(crate) const CLIENT_LIMITS: http::ClientLimits = http::ClientLimits {
    connections: 1024,
    connections_per_address: 1024,
    idle_timeout: Duration::from_secs(60),
    head_timeout: Duration::from_secs(60),
    body_timeout: Duration::from_secs(60),
    request_timeout: Duration::from_secs(60),
    send_timeout: Duration::from_secs(60),
    head_bytes: 16 * 1024,
    body_bytes: 64 * 1024,
};

/// Protection of the login.
#[derive(Clone)]
pub(crate) struct LoginRules {
    pub(crate) rate_limits: LoginRateLimits,
    pub(crate) proxies: TrustedProxies,
    pub(crate) unknown_emails: UnknownEmails,
}

impl Default for LoginRules {
    fn default() -> Self {
        Self {
            rate_limits: LoginRateLimits::default(),
            proxies: TrustedProxies::default(),
            unknown_emails: UnknownEmails::Revealed,
        }
    }
}

/// The calls that reached the services, in order.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Records each call to a router.
    pub(crate) fn record(&self, services: Router) -> Router {
        let calls = self.clone();
        services.layer(from_fn(move |request, next| record(calls.clone(), request, next)))
    }

    /// The calls so far.
    pub(crate) fn so_far(&self) -> Vec<Call> {
        self.0.lock().expect("no test panics while it records").clone()
    }
}

/// A call that reached the services.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// A response of the gateway.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Call {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a body in JSON")
    }
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("an answer in JSON")
    }

    /// The data of a response without errors.
    #[track_caller]
    pub(crate) fn data(&self) -> Value {
        let answer = self.json();
        assert!(self.status == StatusCode::OK && answer.get("errors").is_none(), "{} {}", self.status, self.text);
        answer["data"].clone()
    }

    /// The code and the message of a response with one error.
    #[track_caller]
    pub(crate) fn error(&self) -> (String, String) {
        let answer = self.json();
        let Some([error]) = answer["errors"].as_array().map(Vec::as_slice) else {
            panic!("not one error: {}", self.text);
        };
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        (text(&error["extensions"]["code"]), text(&error["message"]))
    }

    /// What its first error says to developers; empty if nothing.
    pub(crate) fn detail(&self) -> String {
        self.json()["errors"][0]["extensions"]["detail"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

impl Gateway {
    /// With services at an address.
    pub(crate) fn over(address: SocketAddr) -> Self {
        Self::new(patient(address), fixed(NOW), Parts::default())
    }

    /// With services at an address, and 300 ms per call.
    pub(crate) fn impatient(address: SocketAddr) -> Self {
        Self::with(impatient(patient(address)))
    }

    /// With upstream settings of the test's own.
    pub(crate) fn with(settings: UpstreamSettings) -> Self {
        Self::new(settings, fixed(NOW), Parts::default())
    }

    /// With services at an address. Caches outlast any test.
    pub(crate) fn keeping(address: SocketAddr) -> Self {
        let keep =
            CachePolicy { ttl: Duration::from_secs(300), stale_if_error: Duration::ZERO, max_bytes: 1024 * 1024 };
        let settings = UpstreamSettings { list_cache: keep, reference_cache: keep, ..patient(address) };
        Self::new(settings, fixed(NOW), Parts::default())
    }

    /// With services at an address that send lists of thousands of rows. The document limits are higher than usual, so that
    /// one document can request several.
    pub(crate) fn over_long_lists(address: SocketAddr) -> Self {
        let settings = patient(address);
        let limits = DocumentLimits { mutations: 2, calls: 20, directives: 100, ..DocumentLimits::default() };
        Self::new(settings, fixed(NOW), Parts { limits, ..Parts::default() })
    }

    /// With services at an address, and another protection of the login.
    pub(crate) fn guarded(address: SocketAddr, login: LoginRules) -> Self {
        Self::new(patient(address), fixed(NOW), Parts { login, ..Parts::default() })
    }

    /// Without services, with other document limits.
    pub(crate) fn limited(limits: DocumentLimits) -> Self {
        Self::new(patient(nowhere()), fixed(NOW), Parts { limits, ..Parts::default() })
    }

    /// Without services, with static files.
    pub(crate) fn alone(files: StaticFiles) -> Self {
        Self::new(patient(nowhere()), fixed(NOW), Parts { files, ..Parts::default() })
    }

    /// Without services, with trusted documents.
    pub(crate) fn trusting(documents: PersistedDocuments) -> Self {
        Self::made_of(Parts { documents, ..Parts::default() })
    }

    /// Without services, with parts of the test's own.
    pub(crate) fn made_of(parts: Parts) -> Self {
        Self::new(patient(nowhere()), fixed(NOW), parts)
    }

    /// With services at an address, and parts of the test's own.
    pub(crate) fn with_services(address: SocketAddr, parts: Parts) -> Self {
        Self::new(patient(address), fixed(NOW), parts)
    }

    /// With upstream settings and parts of the test's own.
    pub(crate) fn with_services_as(settings: UpstreamSettings, parts: Parts) -> Self {
        Self::new(settings, fixed(NOW), parts)
    }

    fn new(settings: UpstreamSettings, clock: Clock, parts: Parts) -> Self {
        let Parts {
            login,
            limits,
            documents,
            mcp_tools,
            files,
            policy,
            federation_key,
            tools,
            client_limits,
            subscriptions,
            browsers,
            browser_errors,
            shutdown,
            telemetry,
            is_oracle,
        } = parts;
        let LoginRules { rate_limits, proxies, unknown_emails } = login;
        let login_protection = login_protection(rate_limits, unknown_emails, settings.store.clone());
        let upstream = Upstream::new(settings, API_KEY.into()).expect("an HTTP client");
        let app = GatewayParts {
            upstream: upstream.clone(),
            login_protection,
            proxies,
            clock,
            limits,
            documents,
            mcp_tools,
            files,
            policy,
            federation_key,
            tools,
            client_limits: client_limits.clone(),
            subscriptions,
            browsers,
            browser_errors,
            shutdown: shutdown.clone(),
            telemetry: telemetry.clone(),
            is_oracle,
        };
        Self { service: http::Gateway::new(app), upstream, client_limits, shutdown, telemetry }
    }

    /// Listens on a free port until the test drops or uses the sender, or ends.
    pub(crate) async fn listen(&self) -> (SocketAddr, oneshot::Sender<()>) {
        self.listen_with(None).await
    }

    /// Like [`Self::listen`], optionally with TLS.
    pub(crate) async fn listen_with(
        &self,
        tls: Option<Arc<http::server_tls::ServerTls>>,
    ) -> (SocketAddr, oneshot::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let (limits, shutdown, telemetry) = (self.client_limits.clone(), self.shutdown.clone(), self.telemetry.clone());
        let server = Server { listener, tls, limits, shutdown, telemetry };
        tokio::spawn(server.serve(self.service.clone(), stopped));
        (address, stop)
    }

    /// Sends any request. The body of the response is not read.
    pub(crate) async fn open(&self, request: Request) -> Response {
        self.service.clone().oneshot(request).await.expect("it always answers")
    }

    /// Sends any request.
    pub(crate) async fn send(&self, request: Request) -> Reply {
        let response = self.open(request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        Reply { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    /// The router of the metrics port.
    pub(crate) fn metrics_port(&self) -> Router {
        let readiness = Readiness { upstream: self.upstream.clone(), shutdown: self.shutdown.clone() };
        http::metrics::router(self.telemetry.clone(), readiness)
    }

    /// The readiness, with the reasons, as reported by the metrics port.
    pub(crate) async fn readiness(&self) -> (u16, Value) {
        let request = Request::get("/readyz").body(Body::empty()).expect("a request");
        let response = self.metrics_port().oneshot(request).await.expect("it always answers");
        let status = response.status().as_u16();
        let body = body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        (status, serde_json::from_slice(&body).expect("JSON"))
    }

    /// Runs a document with a session's token in a task. Aborting the task drops the request.
    pub(crate) fn spawn(&self, token: &'static str, query: &'static str) -> JoinHandle<Reply> {
        let gateway = self.clone();
        tokio::spawn(async move { gateway.run(Some(token), query, json!({})).await })
    }

    /// Runs a document with variables, with or without a session's token.
    pub(crate) async fn run(&self, token: Option<&str>, query: &str, variables: Value) -> Reply {
        self.post(token, &json!({ "query": query, "variables": variables })).await
    }

    /// Posts the parameters of a GraphQL request, with or without a session's token.
    pub(crate) async fn post(&self, token: Option<&str>, parameters: &Value) -> Reply {
        let mut request = Request::post("/graphql").header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(parameters.to_string().into()).expect("a request")).await
    }
}

impl Kit {
    /// A gateway with the fixture.
    pub(crate) async fn new() -> Self {
        Self::guarded(LoginRules::default()).await
    }

    /// A gateway with the fixture, and another protection of the login.
    pub(crate) async fn guarded(login: LoginRules) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        install_fixture(folder.path()).await;
        let now = Arc::new(Mutex::new(NOW.parse().expect("an instant")));
        let clock: Clock = Arc::new({
            let now = Arc::clone(&now);
            move || *now.lock().expect("no test panics while it sets the clock")
        });
        let config = services::Config {
            data_dir: folder.path().to_owned(),
            api_key: API_KEY.to_owned(),
            mail: mail::Transport::Outbox(folder.path().join("outbox")),
            mail_from: gateway::embed::MAIL_FROM.parse().expect("a mailbox"),
            demo_seed: None,
        };
        let app = services::App::open(config, Arc::clone(&clock)).await.expect("services");
        let calls = Calls::default();
        let address = serve(calls.record(services::router(app))).await;
        let gateway = Gateway::new(patient(address), Arc::clone(&clock), Parts { login, ..Parts::default() });
        Self { gateway, services: address, outbox: Outbox::below(folder.path()), _folder: folder, now, calls, clock }
    }

    /// Another gateway with the same services, and a shared store.
    pub(crate) fn sharing(&self, store: SharedStore) -> Gateway {
        self.sharing_with(store, CachePolicy::default(), Parts::default())
    }

    /// The same with a cache of lists and parts of the test's own.
    pub(crate) fn sharing_with(&self, store: SharedStore, list_cache: CachePolicy, parts: Parts) -> Gateway {
        let reference_cache =
            CachePolicy { ttl: Duration::from_secs(300), stale_if_error: Duration::ZERO, max_bytes: 1024 * 1024 };
        let settings = UpstreamSettings { store: Some(store), list_cache, reference_cache, ..patient(self.services) };
        Gateway::new(settings, Arc::clone(&self.clock), parts)
    }

    /// Advances the clock of the gateway and the services.
    pub(crate) fn pass(&self, time: TimeDelta) {
        *self.now.lock().expect("no test panics while it sets the clock") += time;
    }

    /// Runs a document with variables, with or without a session's token.
    pub(crate) async fn run(&self, token: Option<&str>, query: &str, variables: Value) -> Reply {
        self.gateway.run(token, query, variables).await
    }

    /// Takes the recorded calls.
    pub(crate) fn take_calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.calls.0.lock().expect("no test panics while it records"))
    }

    /// Takes the recorded calls and counts them by path.
    pub(crate) fn calls(&self) -> BTreeMap<String, usize> {
        let mut by_path = BTreeMap::new();
        for call in self.take_calls() {
            *by_path.entry(call.path).or_default() += 1;
        }
        by_path
    }

    /// Logs in through GraphQL. Returns the session's token. Drops the recorded calls.
    pub(crate) async fn login(&self, email: &str) -> String {
        let desafio = self.ask_for_code(email).await;
        let codigo = self.newest_code(email);
        let reply = self.run(None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": codigo })).await.data();
        let desafio = reply["validarCodigo"]["desafio"].as_str().expect("the code is accepted").to_owned();
        let reply = self.run(None, ENTRAR, json!({ "desafio": desafio, "senha": PASSWORD })).await.data();
        self.take_calls();
        reply["entrar"]["token"].as_str().expect("the password is accepted").to_owned()
    }

    /// Step 1 of the login. Returns the desafio of step 2.
    pub(crate) async fn ask_for_code(&self, email: &str) -> String {
        let reply = self.run(None, VALIDAR_EMAIL, json!({ "email": email })).await.data();
        self.read_mail();
        reply["validarEmail"]["desafio"].as_str().expect("the e-mail is accepted").to_owned()
    }

    /// Reads the new messages. With two to one address the newest would be ambiguous.
    pub(crate) fn read_mail(&self) {
        self.outbox.read();
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> String {
        self.outbox.newest_code(email).expect("a message with a code")
    }

    /// The code in the next message to an address, which another program asks for.
    pub(crate) async fn next_code(&self, email: &str, before: Option<String>) -> String {
        loop {
            let newest = self.outbox.newest_code(email);
            if newest != before {
                break newest.expect("codes only come");
            }
            tokio::task::yield_now().await;
        }
    }

    /// The code in the newest message to an address, if there is one.
    pub(crate) fn known_code(&self, email: &str) -> Option<String> {
        self.outbox.newest_code(email)
    }
}

pub(crate) const VALIDAR_EMAIL: &str = "mutation($email: String!) { validarEmail(email: $email) { \
     __typename ... on CodigoEnviado { desafio expiraEm } ... on UsuarioBloqueado { mensagem } \
     ... on TrocaDeSenhaExigida { mensagem } ... on Recusa { mensagem } } }";
pub(crate) const VALIDAR_CODIGO: &str = "mutation($desafio: String!, $codigo: String!) { \
     validarCodigo(desafio: $desafio, codigo: $codigo) { \
     __typename ... on CodigoAceito { desafio expiraEm } ... on Recusa { mensagem codigo } } }";
pub(crate) const ENTRAR: &str = "mutation($desafio: String!, $senha: String!) { \
     entrar(desafio: $desafio, senha: $senha) { \
     __typename ... on Sessao { token usuario { nome email telefone perfil } } ... on Recusa { mensagem codigo } } }";

/// Serves a router on a free port for as long as the test runs.
pub(crate) async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Advances tokio's clock, which times calls and caches.
pub(crate) async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn login_protection(
    rate_limits: LoginRateLimits,
    unknown_emails: UnknownEmails,
    store: Option<SharedStore>,
) -> LoginProtection {
    let desafios = Desafios::new(&SecretBox::new(Box::new([7; 32])), store.clone());
    LoginProtection { desafios, rate_limiter: LoginRateLimiter::new(rate_limits, store), unknown_emails }
}

/// How the tools of a folder are read, with the default limits.
pub(crate) fn tool_settings(folder: Option<&Path>) -> ToolSettings {
    let (limits, policy) = (DocumentLimits::default(), DocumentPolicy::TrustedOrTool);
    ToolSettings { folder: folder.map(Path::to_owned), limits, policy }
}

pub(crate) fn no_tools() -> Tools {
    Tools::open(tool_settings(None)).expect("nothing to read")
}

/// A tool with a key, which may send any document.
pub(crate) fn tool_with(key: &str) -> Tools {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("teste.toml"), any_document(key)).expect("a file");
    Tools::open(tool_settings(Some(folder.path()))).expect("a tool")
}

/// The file of a tool that may do everything.
pub(crate) fn any_document(key: &str) -> String {
    let digest: String = Sha256::digest(key).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("key = 'sha256:{digest}'\ndocuments = 'any'\noperations = ['query', 'mutation', 'subscription']\n")
}

/// An address without services.
fn nowhere() -> SocketAddr {
    ([127, 0, 0, 1], 9).into()
}

/// The default upstream settings of tests, with long timeouts.
pub(crate) fn patient(address: SocketAddr) -> UpstreamSettings {
    UpstreamSettings {
        dialect: Arc::default(),
        base_url: BaseUrl::of_address(address),
        tls: UpstreamTls::default(),
        connect_timeout: Duration::from_secs(20),
        read_timeout: Duration::from_secs(20),
        write_timeout: Duration::from_secs(20),
        concurrency: 16..=1024,
        memory_budget_bytes: 96 * 1024 * 1024,
        list_cache: CachePolicy::default(),
        reference_cache: CachePolicy::default(),
        shared_reference_cache: false,
        store: None,
    }
}

/// The same settings with 300 ms per call.
pub(crate) fn impatient(settings: UpstreamSettings) -> UpstreamSettings {
    let patience = Duration::from_millis(300);
    UpstreamSettings { connect_timeout: patience, read_timeout: patience, write_timeout: patience, ..settings }
}

fn fixed(now: &str) -> Clock {
    let now = now.parse().expect("an instant");
    Arc::new(move || now)
}

async fn record(calls: Calls, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = body::to_bytes(body, usize::MAX).await.expect("a body");
    let text = |name: &str| parts.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
    calls.0.lock().expect("no test panics while it records").push(Call {
        // Includes any query, though calls must not have one.
        path: parts.uri.to_string(),
        authorization: text("authorization"),
        idempotency_key: text(IDEMPOTENCY_KEY),
        headers: parts.headers.clone(),
        body: body.clone(),
    });
    next.run(Request::from_parts(parts, Body::from(body))).await
}
