//! The gateway over HTTP: its routes, and the middleware around them.

mod compression;
mod connection;
mod connection_limit;
pub mod cross_origin;
mod error_response;
pub mod graceful_shutdown;
mod graphql;
mod headers;
pub mod health;
pub mod metrics;
pub mod portal_page;
mod request_telemetry;
pub mod server;
pub mod server_tls;
pub mod static_files;

use std::{
    convert::Infallible,
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::from_fn_with_state,
    response::{IntoResponse as _, Response},
    routing::{any_service, get},
};
use futures_util::{FutureExt as _, future::BoxFuture};
use services::calendar::Clock;
use tower::{Service, ServiceExt as _, service_fn};

use self::{
    compression::AcceptedEncodings, cross_origin::BrowserPolicy, error_response::ErrorResponse,
    graceful_shutdown::GracefulShutdown, request_telemetry::RequestRecorder, static_files::StaticFiles,
};
use crate::{
    schema::{
        dependencies::GraphDependencies,
        engine::{Engine, EngineParts},
        error::ErrorCode,
        limits,
        login::protection::LoginProtection,
        trusted_documents::{DocumentPolicy, TrustedDocuments},
    },
    session::client_address::TrustedProxies,
    telemetry::Telemetry,
    upstream::Upstream,
};

const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CLOSED: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// What clients may use: connections, time and bytes. The default is what an operator gets without any setting.
#[derive(Clone, Debug)]
pub struct ClientLimits {
    /// Connections at a time.
    pub connections: u32,
    /// The same per client address; of IPv6, per /64.
    pub connections_per_address: u32,
    /// How long a connection may be idle.
    pub idle: Duration,
    /// How long a request head or a TLS handshake may take (header-read timeout).
    pub head: Duration,
    /// How long a request body may take.
    pub body: Duration,
    /// How long a GraphQL request may take from its head to its response.
    pub request: Duration,
    /// How long a client may take nothing of its response (write timeout).
    pub send: Duration,
    /// Largest request head, in bytes.
    pub head_bytes: usize,
    /// Largest body of a GraphQL request, in bytes.
    pub body_bytes: usize,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            connections_per_address: 12_288,
            idle: Duration::from_secs(60),
            // A head is one packet or a few: a mobile network that drops some still needs no more.
            head: Duration::from_secs(10),
            // 64 KiB at 64 kbit/s take 8 s.
            body: Duration::from_secs(10),
            request: Duration::from_secs(15),
            // Longer than a mobile network is away without the connection being lost.
            send: Duration::from_secs(30),
            // What other servers and proxies take, with room for a long token.
            head_bytes: 16 * 1024,
            // The portal's largest operation has 4 KiB; what GraphiQL sends is smaller, too.
            body_bytes: 64 * 1024,
        }
    }
}

/// The parts of a gateway. Tests choose each.
pub struct GatewayParts {
    /// The services.
    pub upstream: Upstream,
    /// Rate limits and desafios of the login.
    pub login_protection: LoginProtection,
    /// Proxies whose `X-Forwarded-For` and `Forwarded` count.
    pub proxies: TrustedProxies,
    /// The clock.
    pub clock: Clock,
    /// Limits of documents.
    pub limits: limits::DocumentLimits,
    /// The trusted documents.
    pub documents: TrustedDocuments,
    /// The portal and GraphiQL.
    pub files: StaticFiles,
    /// Which documents run.
    pub policy: DocumentPolicy,
    /// Limits of connections and requests.
    pub client_limits: ClientLimits,
    /// CORS, allowed hosts and HSTS.
    pub browsers: BrowserPolicy,
    /// The phase of the shutdown.
    pub shutdown: GracefulShutdown,
    /// The log, metrics and traces.
    pub telemetry: Telemetry,
    /// Whether async-graphql executes documents instead of the executor: for tests that compare the two.
    pub is_oracle: bool,
}

/// The gateway as a service; it needs no socket. Clones share everything.
#[derive(Clone)]
pub struct Gateway {
    routes: Router,
    shared: Arc<GatewayState>,
}

/// State that all requests share.
struct GatewayState {
    upstream: Upstream,
    proxies: TrustedProxies,
    engine: Engine,
    documents: TrustedDocuments,
    files: StaticFiles,
    policy: DocumentPolicy,
    client_limits: ClientLimits,
    browsers: BrowserPolicy,
    shutdown: GracefulShutdown,
    telemetry: Telemetry,
}

impl Gateway {
    /// A gateway of these parts.
    pub fn new(app: GatewayParts) -> Self {
        let GatewayParts {
            upstream,
            login_protection,
            proxies,
            clock,
            limits,
            documents,
            files,
            policy,
            client_limits,
            browsers,
            shutdown,
            telemetry,
            is_oracle,
        } = app;
        upstream.watched_by(&telemetry);
        telemetry.register_error_codes(ErrorCode::ALL.into_iter().map(ErrorCode::as_str));
        let dependencies = GraphDependencies { login: upstream.login(), login_protection, clock };
        let engine = Engine::new(EngineParts { dependencies, limits, telemetry: telemetry.clone(), is_oracle });
        let shared = Arc::new(GatewayState {
            upstream,
            proxies,
            engine,
            documents,
            files,
            policy,
            client_limits,
            browsers,
            shutdown,
            telemetry,
        });
        Self { routes: routes(&shared), shared }
    }

    /// The middleware of every request, outermost first. Not tower layers: axum boxes the request's future and its response
    /// body for each.
    async fn answer(self, mut request: Request) -> Response {
        // Outermost, so that every request is recorded.
        let watch = RequestRecorder::begin(&self.shared.telemetry, &mut request);
        // A panic becomes a response with all headers, instead of a closed connection. The panic hook has logged its text.
        let routed = AssertUnwindSafe(self.routes.oneshot(request)).catch_unwind().await;
        let mut response = match routed {
            Ok(Ok(response)) => response,
            Err(_) => ErrorResponse::internal().into_response(),
        };
        // Around everything that responds, so that no response lacks them.
        add_common_headers(response.headers_mut(), self.shared.browsers.hsts);
        watch.follow(response)
    }
}

impl Service<Request> for Gateway {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        Box::pin(self.clone().answer(request).map(Ok))
    }
}

/// The routes, and the layers that not all of them have.
fn routes(shared: &Arc<GatewayState>) -> Router {
    let browsers = &shared.browsers;
    let graph = {
        let shared = Arc::clone(shared);
        service_fn(move |request: Request| {
            let shared = Arc::clone(&shared);
            async {
                let accepted = AcceptedEncodings::read(request.headers());
                let answer = graphql::answer(shared, request).await?;
                Ok::<_, Infallible>(accepted.compress(answer).await)
            }
        })
    };
    let router = Router::new().route("/graphql", any_service(graph));
    // Outside of the CSRF check: preflights of allowed origins are cross-origin, and have no session.
    let router = if browsers.origins.is_empty() { router } else { router.layer(cross_origin::cors(browsers)) };
    let router = router.fallback(static_files::serve);
    // Around all but the health checks, which are requested by IP address.
    let router = if browsers.hosts.is_empty() {
        router
    } else {
        router.layer(from_fn_with_state(Arc::clone(shared), cross_origin::known_host))
    };
    router.route("/healthz", get(health::live)).route("/readyz", get(health::ready)).with_state(Arc::clone(shared))
}

/// The headers of every response.
fn add_common_headers(headers: &mut HeaderMap, hsts: bool) {
    // Browsers must not guess content types.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Paths of the portal contain claim numbers.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Other origins get no reference to the portal's window, and cannot embed its resources.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    // The portal needs none of them, so injected scripts get none.
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(CLOSED));
    if hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
}
