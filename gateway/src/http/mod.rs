//! The HTTP side of the gateway: routes and middleware.

mod caller;
mod client_limits;
mod compression;
mod connection;
mod connection_limit;
pub mod cross_origin;
mod error_response;
mod etag;
mod gateway_state;
pub mod graceful_shutdown;
mod graphql;
mod headers;
pub mod health;
mod json_body;
mod mcp;
pub mod metrics;
pub mod portal_page;
mod request_telemetry;
pub mod server;
pub mod server_tls;
pub mod static_files;
mod wrong_keys;

use std::{
    convert::Infallible,
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll},
    time::SystemTime,
};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::from_fn_with_state,
    response::{IntoResponse as _, Response},
    routing::{any_service, get},
};
use chrono::{DateTime, Utc};
use futures_util::{FutureExt as _, future::BoxFuture};
use httpdate::HttpDate;
use services::calendar::Clock;
use tower::{Service, ServiceExt as _, service_fn};

pub use self::{client_limits::ClientLimits, gateway_state::GatewayParts};
use self::{
    compression::AcceptedEncodings, error_response::ErrorResponse, gateway_state::GatewayState,
    request_telemetry::RequestRecorder, wrong_keys::WrongKeyLog,
};
use crate::{
    schema::{
        dependencies::GraphDependencies,
        engine::{Engine, EngineParts},
        error::ErrorCode,
        subscriptions::Subscriptions,
    },
    session::login_protection::LoginProtection,
    upstream::Upstream,
};

const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// The gateway as a tower service, without a socket. Clones share all state.
#[derive(Clone)]
pub struct Gateway {
    routes: Router,
    shared: Arc<GatewayState>,
}

impl Gateway {
    /// A gateway over the services of a client.
    pub fn new(upstream: Upstream, login_protection: LoginProtection, clock: Clock, parts: GatewayParts) -> Self {
        let telemetry = &parts.telemetry;
        upstream.register_metrics(telemetry);
        telemetry.register_error_codes(ErrorCode::ALL.into_iter().map(ErrorCode::as_str));
        let dependencies = GraphDependencies { login: upstream.login(), login_protection, clock: Arc::clone(&clock) };
        let engine = Engine::new(EngineParts {
            dependencies,
            limits: parts.limits,
            telemetry: telemetry.clone(),
            has_router: parts.federation_key.is_some(),
            is_oracle: parts.is_oracle,
        });
        let settings = parts.subscriptions.clone();
        let subscriptions = Subscriptions::new(engine.clone(), upstream.clone(), telemetry.clone(), settings);
        let wrong_keys = WrongKeyLog::default();
        let shared = Arc::new(GatewayState { upstream, clock, engine, subscriptions, wrong_keys, parts });
        Self { routes: routes(&shared), shared }
    }

    /// The middleware of every request, outermost first. Not tower layers: for each, axum boxes the request's future and the
    /// response body.
    async fn answer(self, mut request: Request) -> Response {
        // Outermost: every request is logged.
        let recorder = RequestRecorder::begin(&self.shared.parts.telemetry, &mut request);
        // A panic becomes a response with all headers instead of a closed connection. Rust's panic hook has written it to standard error.
        let routed = async {
            let Ok(mut response) = self.routes.oneshot(request).await;
            add_date(response.headers_mut(), (self.shared.clock)());
            response
        };
        let routed = AssertUnwindSafe(routed).catch_unwind().await;
        let mut response = routed.unwrap_or_else(|_| ErrorResponse::internal().into_response());
        // Outside of everything that creates responses, so that every response has these headers.
        add_common_headers(response.headers_mut(), self.shared.parts.browsers.hsts);
        recorder.attach(response)
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

/// The routes, and the layers that only some of them have.
fn routes(shared: &Arc<GatewayState>) -> Router {
    let browsers = &shared.parts.browsers;
    let graph = compressed(shared, graphql::answer);
    let agents = compressed(shared, mcp::answer);
    let router = Router::new().route("/graphql", any_service(graph)).route("/mcp", any_service(agents));
    // Outside of the CSRF check: preflight requests of allowed origins are cross-origin and have no session.
    let router = if browsers.origins.is_empty() { router } else { router.layer(cross_origin::cors(browsers)) };
    let router = router.fallback(static_file);
    // Around all routes except the health checks, which are requested by IP address.
    let router = if browsers.hosts.is_empty() {
        router
    } else {
        router.layer(from_fn_with_state(Arc::new(browsers.clone()), cross_origin::known_host))
    };
    router.route("/healthz", get(health::live)).route("/readyz", get(health::ready)).with_state(Arc::clone(shared))
}

/// A handler whose long responses are compressed.
fn compressed<F, A>(
    shared: &Arc<GatewayState>,
    handler: F,
) -> impl Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
where
    F: Fn(Arc<GatewayState>, Request) -> A + Copy + Send + Sync + 'static,
    A: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    let shared = Arc::clone(shared);
    service_fn(move |request: Request| {
        let shared = Arc::clone(&shared);
        async move {
            let accepted = AcceptedEncodings::read(request.headers());
            let answer = handler(shared, request).await?;
            Ok::<_, Infallible>(accepted.compress(answer).await)
        }
    })
}

async fn static_file(State(shared): State<Arc<GatewayState>>, request: Request) -> Response {
    shared.parts.files.respond(&shared.parts.policy, &request)
}

/// The portal takes its today from `Date`. hyper's own stands still while a clock that was set back catches up.
fn add_date(headers: &mut HeaderMap, now: DateTime<Utc>) {
    let date = HttpDate::from(SystemTime::from(now)).to_string();
    headers.insert(header::DATE, date.try_into().expect("ASCII"));
}

/// The headers of every response.
fn add_common_headers(headers: &mut HeaderMap, hsts: bool) {
    // Disables MIME sniffing.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Paths of the portal contain claim numbers.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Other origins get no reference to the portal's window and cannot embed its resources.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    // The portal needs none of these features, so injected scripts get none.
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS));
    if hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
}
