//! The gateway over HTTP: which path is what, and which layers every request passes.

pub mod files;
mod graphql;
mod health;
pub mod page;
mod refusal;

use std::any::Any;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{HeaderName, HeaderValue, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use services::calendar::Clock;
use tower_http::catch_panic::CatchPanicLayer;

use self::{files::Files, refusal::Refusal};
use crate::{
    schema::{Parts, limits::Limits, login::guard::Guard, prepared::Engine, trusted::Documents},
    session::address::Proxies,
    upstream::Upstream,
};

/// Most bytes of a GraphQL request's body. The portal's largest operation has some 4 KiB.
pub const MAX_REQUEST_BYTES: usize = 64 * 1024;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CLOSED: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// What the gateway is made of. Tests choose each part.
pub struct App {
    /// The services.
    pub upstream: Upstream,
    /// What guards the login.
    pub guard: Guard,
    /// Whose word about a client's address counts.
    pub proxies: Proxies,
    /// What time it is.
    pub clock: Clock,
    /// How much one document may ask for.
    pub limits: Limits,
    /// What the portal runs by id.
    pub documents: Documents,
    /// The portal and GraphiQL.
    pub files: Files,
}

/// What the handlers share. A clone is the same.
#[derive(Clone)]
struct Shared {
    upstream: Upstream,
    proxies: Proxies,
    engine: Engine,
    documents: Documents,
    files: Files,
}

/// The whole gateway. Needs no socket.
pub fn router(app: App) -> Router {
    let App { upstream, guard, proxies, clock, limits, documents, files } = app;
    let engine = Engine::new(Parts { login: upstream.login(), guard, clock, limits });
    let graphql = get(graphql::get).post(graphql::post).fallback(graphql::other_method);
    Router::new()
        // A body past the limit is refused before it is read; the files and the health checks take none.
        .route("/graphql", graphql.layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES)))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .fallback(files::serve)
        .with_state(Shared { upstream, proxies, engine, documents, files })
        // The layers, from the inside out:
        // A panic ends one request with an answer, not the connection with silence. Inside of the headers, so that its
        // answer has them too.
        .layer(CatchPanicLayer::custom(panicked))
        // Outermost, so that there is no answer without them.
        .layer(from_fn(common_headers))
}

/// The headers that every answer has.
async fn common_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // A browser takes an answer for what its content type says, not for what its bytes look like.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Paths of the portal are nobody else's business.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // No page of another origin holds a window of ours, or has an answer among its own resources.
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    // Nothing here needs them, so a script that should not be here does not get them either.
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(CLOSED));
    response
}

/// The answer to a request that panicked. The panic's own text was printed by the panic hook and goes no further.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    Refusal::internal().into_response()
}
