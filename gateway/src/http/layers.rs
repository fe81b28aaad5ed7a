//! The middleware of the gateway's routes; the list in `http` has its order.

use std::{any::Any, sync::Arc, time::SystemTime};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use contract::calendar::Clock;
use httpdate::HttpDate;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use super::{
    caller::{client_address, peer},
    cross_origin,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    graphql::accept::AcceptedFormats,
    http1_head, request_telemetry,
};
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// Adds CORS to `/graphql` and `/mcp`. Outside of the CSRF check: preflight requests of allowed origins are cross-origin and have
/// no session.
pub(super) fn add_cors(routes: Router, shared: &GatewayState) -> Router {
    let browsers = &shared.parts.browsers;
    if browsers.origins.is_empty() { routes } else { routes.layer(cross_origin::cors(browsers)) }
}

/// Checks the host, on all routes but the health checks, which are requested by IP address.
pub(super) fn check_hosts(routes: Router, shared: &GatewayState) -> Router {
    if shared.parts.browsers.hosts.is_empty() {
        return routes;
    }
    routes.layer(from_fn_with_state(Arc::new(shared.parts.browsers.clone()), cross_origin::known_host))
}

/// Adds the layers of all routes, outermost first.
pub(super) fn add_common_layers(routes: Router, shared: &Arc<GatewayState>) -> Router {
    let (has_hsts, clock) = (shared.parts.browsers.hsts, Arc::clone(&shared.clock));
    let layers = ServiceBuilder::new()
        // Every response has these headers, that to a panic too.
        .map_response(move |response| common_headers(response, has_hsts))
        // Every request is logged, also one that is refused.
        .layer(from_fn_with_state(Arc::clone(shared), record_and_admit))
        // A panic becomes a response instead of a closed connection. The hook of `telemetry::log` has logged it.
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| ErrorResponse::internal().into_response()))
        .map_response(move |response| date(response, &clock));
    routes.layer(layers)
}

/// Three layers in one function: a layer costs a boxed future and a clone of the routes for each request.
async fn record_and_admit(State(shared): State<Arc<GatewayState>>, request: Request, next: Next) -> Response {
    let respond = async |request: Request| match http1_head::check(&request) {
        Ok(()) => admit(&shared, request, next).await,
        Err(refusal) => refusal.into_response(),
    };
    request_telemetry::record(&shared.parts.telemetry, request, respond).await
}

/// Limits the requests in progress, that is, those whose body is read or that wait for the services. One address cannot take
/// all of them. Health checks are exempt: a flood must not restart every pod.
async fn admit(shared: &GatewayState, request: Request, next: Next) -> Response {
    let address = client_address(shared, request.headers(), peer(request.extensions()));
    let permit = shared.requests.try_acquire(address);
    if permit.is_none() && !matches!(request.uri().path(), "/healthz" | "/readyz") {
        return AcceptedFormats::read(request.headers()).response().refuse(ErrorResponse::busy());
    }
    next.run(request).await
}

/// The portal takes its today from `Date`. Not hyper's: after the clock was set back it repeats its last value until the
/// clock has caught up.
fn date(mut response: Response, clock: &Clock) -> Response {
    let date = HttpDate::from(SystemTime::from(clock())).to_string();
    response.headers_mut().insert(header::DATE, date.try_into().expect("ASCII"));
    response
}

fn common_headers<B>(mut response: Response<B>, has_hsts: bool) -> Response<B> {
    let headers = response.headers_mut();
    // Disables MIME sniffing.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Paths of the portal contain claim numbers.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Other origins get no reference to the portal's window and cannot embed its resources.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    // The portal needs none of these features, so injected scripts get none.
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS));
    if has_hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    response
}
