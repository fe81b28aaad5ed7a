//! Which pages may use the graph from a browser, and under which names the gateway answers.
//!
//! Nothing here lives by cookies, so another site's page has no session to ride on. It could still make a visitor's
//! browser try passwords or keep the services busy; so requests that a browser says come from elsewhere are refused.

use std::{str::FromStr, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use tower_http::cors::CorsLayer;

use super::{
    GatewayState,
    error_response::ErrorResponse,
    headers::{REQUEST_ID, TOOL_KEY, TRACEPARENT, TRACESTATE},
};

/// Says which site a request comes from; no page can set it.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// How long a browser may remember what a preflight said.
const PREFLIGHT_LIFETIME: Duration = Duration::from_secs(3600);

/// What browsers are told and asked.
#[derive(Clone, Debug, Default)]
pub struct BrowserPolicy {
    /// Other origins whose pages may use the graph.
    pub origins: Vec<Origin>,
    /// The only names under which the gateway answers; any, where there are none.
    pub hosts: Vec<Host>,
    /// Whether browsers are told never to come without TLS.
    pub hsts: bool,
    /// Whether TLS ends here, so that only pages that came with it are our own.
    pub tls: bool,
}

/// An origin as browsers write it: `https://portal.example`, with a port where it is not the scheme's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// A name or an address under which the gateway is reached; without a port, under every port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host(String);

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const FORM: &str = "use origens como https://portal.example, sem caminho, separadas por vírgulas";
        let uri: Uri = text.parse().map_err(|_| FORM)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(FORM);
        };
        if authority.as_str().contains('@')
            || authority.host().contains('*')
            || text.ends_with('/')
            || uri.path() != "/"
        {
            return Err(FORM);
        }
        Ok(Self(format!("{scheme}://{}", without_default_port(scheme, &authority.as_str().to_ascii_lowercase()))))
    }
}

impl FromStr for Host {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const FORM: &str = "use nomes como portal.example, com porta se preciso, separados por vírgulas";
        let authority: axum::http::uri::Authority = text.parse().map_err(|_| FORM)?;
        if text.contains(['@', '*', '/']) || authority.host().is_empty() {
            return Err(FORM);
        }
        Ok(Self(text.to_ascii_lowercase()))
    }
}

impl Host {
    fn is(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        self.0 == authority || name(&authority) == self.0
    }
}

/// HttpService under the names that the gateway has. A name of somebody else's that leads here is how a page of theirs
/// would pass for one of ours.
pub(super) async fn known_host(State(shared): State<Arc<GatewayState>>, request: Request, next: Next) -> Response {
    let is_ours = |asked| shared.browsers.hosts.iter().any(|host| host.is(asked));
    if authority(&request).is_some_and(is_ours) {
        return next.run(request).await;
    }
    ErrorResponse::new(
        StatusCode::MISDIRECTED_REQUEST,
        "MISDIRECTED_REQUEST",
        "Este servidor não responde por este endereço.",
    )
    .into_response()
}

/// Takes what comes from our own pages, from those of allowed origins, and from programs that are no browsers.
pub(super) fn check_origin(browsers: &BrowserPolicy, request: &Request) -> Result<(), ErrorResponse> {
    if may_ask(browsers, request.headers(), authority(request)) {
        return Ok(());
    }
    Err(ErrorResponse::new(
        StatusCode::FORBIDDEN,
        "ORIGIN_NOT_ALLOWED",
        "Páginas de outros endereços não podem usar este grafo.",
    ))
}

/// Lets the pages of allowed origins read answers, without anything that a browser would add by itself.
pub(super) fn cors(browsers: &BrowserPolicy) -> CorsLayer {
    let origins = browsers.origins.iter().filter_map(|origin| HeaderValue::from_str(&origin.0).ok());
    let sent = [header::AUTHORIZATION, header::CONTENT_TYPE, TOOL_KEY, REQUEST_ID, TRACEPARENT, TRACESTATE];
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(sent)
        .expose_headers([header::RETRY_AFTER, header::ETAG, REQUEST_ID])
        .max_age(PREFLIGHT_LIFETIME)
}

fn may_ask(browsers: &BrowserPolicy, headers: &HeaderMap, authority: Option<&str>) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = match (origins.next(), origins.next()) {
        (None, _) => None,
        (Some(origin), None) => Some(origin.to_str().unwrap_or("null")),
        (Some(_), Some(_)) => return false,
    };
    if browsers.origins.iter().any(|allowed| Some(allowed.0.as_str()) == origin) {
        return true;
    }
    match headers.get(SITE).map(HeaderValue::as_bytes) {
        // Typed by somebody, or sent by our own page; which a proxy in front may know under another name than we do.
        Some(b"same-origin" | b"none") => true,
        Some(_) => false,
        None => origin.is_none_or(|origin| authority.is_some_and(|authority| is_own(browsers, origin, authority))),
    }
}

/// Whether an origin is the one that was asked. Whether there is TLS in front of us cannot be known here.
fn is_own(browsers: &BrowserPolicy, origin: &str, authority: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, host)| {
        let is_ours = scheme == "https" || scheme == "http" && !browsers.tls;
        is_ours && host.eq_ignore_ascii_case(without_default_port(scheme, authority))
    })
}

/// Whom a request was sent to: a whole address as its target goes before `Host`.
fn authority(request: &Request) -> Option<&str> {
    match request.uri().authority() {
        Some(authority) => Some(authority.as_str()),
        None => request.headers().get(header::HOST)?.to_str().ok(),
    }
}

/// A host without its port.
fn name(authority: &str) -> &str {
    match authority.rfind(':') {
        // An IPv6 address has colons of its own.
        Some(colon) if !authority[colon..].contains(']') => &authority[..colon],
        _ => authority,
    }
}

fn without_default_port<'a>(scheme: &str, authority: &'a str) -> &'a str {
    let port = if scheme == "https" { ":443" } else { ":80" };
    authority.strip_suffix(port).unwrap_or(authority)
}
