//! The gateway over HTTP: which path is what, and which layers every request passes.

pub mod browser;
mod connection;
pub mod drain;
pub mod files;
mod graphql;
pub mod health;
pub mod metrics;
pub mod page;
mod refusal;
mod room;
pub mod serve;
pub mod tls;
mod watch;

use std::{any::Any, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::get,
};
use services::calendar::Clock;
use tower::util::MapResponseLayer;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, predicate::SizeAbove},
};

use self::{browser::Browsers, drain::Drain, files::Files, refusal::Refusal};
use crate::{
    schema::{
        Parts, document, limits,
        login::guard::Guard,
        prepared::Engine,
        trusted::{Documents, Policy},
    },
    session::address::Proxies,
    telemetry::Telemetry,
    upstream::Upstream,
};

/// Answers are compressed from here on, in bytes. What is shorter goes in a few packets anyway; and no answer with a
/// token in it is as long, so that nothing can be learned of one by the length of what it was compressed to.
const COMPRESSED_FROM: u16 = 8 * 1024;

const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CLOSED: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// How much a client may take up, and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at a time.
    pub connections: u32,
    /// The same of one address; of IPv6, of one /64.
    pub connections_per_address: u32,
    /// How long a connection may wait for its next request.
    pub idle: Duration,
    /// How long the head of a request may take to arrive.
    pub head: Duration,
    /// How long its body may take.
    pub body: Duration,
    /// How long a GraphQL request may take from its head to its answer.
    pub request: Duration,
    /// How long a client may take nothing of its answer.
    pub send: Duration,
    /// Bytes of the head of a request.
    pub head_bytes: usize,
    /// Bytes of the body of a GraphQL request.
    pub body_bytes: usize,
}

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
    pub limits: limits::Limits,
    /// What the portal runs by id.
    pub documents: Documents,
    /// The portal and GraphiQL.
    pub files: Files,
    /// Who may send documents of their own.
    pub policy: Policy,
    /// What a client may take up.
    pub client_limits: Limits,
    /// What browsers are told and asked.
    pub browsers: Browsers,
    /// Whether the gateway still wants work.
    pub drain: Drain,
    /// Where it is told what happens.
    pub telemetry: Telemetry,
}

/// What the handlers share.
struct Shared {
    upstream: Upstream,
    proxies: Proxies,
    engine: Engine,
    documents: Documents,
    files: Files,
    policy: Policy,
    client_limits: Limits,
    drain: Drain,
}

/// The whole gateway. Needs no socket.
pub fn router(app: App) -> Router {
    let App {
        upstream,
        guard,
        proxies,
        clock,
        limits,
        documents,
        files,
        policy,
        client_limits,
        browsers,
        drain,
        telemetry,
    } = app;
    upstream.watched_by(&telemetry);
    telemetry.expect_errors(document::all_codes());
    let engine = Engine::new(Parts { login: upstream.login(), guard, clock, limits, telemetry: telemetry.clone() });
    let graphql = Router::new()
        .route("/graphql", get(graphql::get).post(graphql::post).fallback(graphql::other_method))
        // The layers of the graph, from the inside out:
        // A body past the limit is refused before it is read; the files and the health checks take none.
        .layer(DefaultBodyLimit::max(client_limits.body_bytes))
        // Long answers are lists, which shrink to a tenth. The files come compressed from the build.
        .layer(
            CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(COMPRESSED_FROM)),
        )
        // Outside of everything that costs something.
        .layer(from_fn_with_state(browsers.clone(), browser::allowed_origin));
    // Other origins ask first, and without a session: their question is answered before it could be refused.
    let graphql = if browsers.origins.is_empty() { graphql } else { graphql.layer(browser::cors(&browsers)) };
    let router = Router::new().merge(graphql).fallback(files::serve);
    // Around all but the health checks, which are asked by address.
    let router = if browsers.hosts.is_empty() {
        router
    } else {
        router.layer(from_fn_with_state(browsers.clone(), browser::known_host))
    };
    router
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .with_state(Arc::new(Shared { upstream, proxies, engine, documents, files, policy, client_limits, drain }))
        // The layers of everything, from the inside out:
        // A panic ends one request with an answer, not the connection with silence. Inside of the headers, so that its
        // answer has them too.
        .layer(CatchPanicLayer::custom(panicked))
        // Outside of everything that answers, so that there is no answer without them.
        .layer(MapResponseLayer::new(move |response| with_common_headers(response, browsers.hsts)))
        // Outermost: there is no request that is not told about.
        .layer(from_fn_with_state(telemetry, watch::watch))
}

/// An answer with the headers that every answer has.
fn with_common_headers(mut response: Response, hsts: bool) -> Response {
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
    if hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
    response
}

/// The answer to a request that panicked. The panic's own text was printed by the panic hook and goes no further.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    Refusal::internal().into_response()
}
