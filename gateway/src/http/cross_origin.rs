//! Requests of browsers: CSRF protection, CORS, and allowed hosts (DNS rebinding).
//!
//! There are no cookies, so a page of another site has no session to abuse. It could still make a visitor's browser guess
//! passwords or load the services, so cross-origin requests are refused.

use std::{net::IpAddr, str::FromStr, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use tower_http::cors::CorsLayer;

use super::{
    error_response::ErrorResponse,
    headers::{
        CLIENT_NAME, CLIENT_VERSION, COST, EXPLAIN, MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION, TOOL_KEY, TRACEPARENT,
        TRACESTATE, single_text,
    },
};
use crate::{schema::error::ErrorCode, telemetry::request::REQUEST_ID};

/// Set by browsers; pages cannot change it.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// How long browsers may cache a preflight.
const PREFLIGHT_LIFETIME: Duration = Duration::from_secs(3600);

/// The settings for browsers.
#[derive(Clone, Debug, Default)]
pub struct BrowserPolicy {
    /// Other origins that may use the graph (CORS).
    pub origins: Vec<Origin>,
    /// The allowed hosts; empty means any.
    pub hosts: Vec<Host>,
    /// Whether responses have HSTS.
    pub hsts: bool,
    /// Whether the gateway terminates TLS: an origin without TLS is then not its own.
    pub tls: bool,
    /// Whether its own pages have loopback names only, as on a developer's machine: under another name that resolves to it,
    /// another site's page would be same-origin (DNS rebinding).
    pub only_loopback: bool,
}

/// An origin as browsers write it: `https://portal.example`, with a port if it is not the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// A host name or address of the gateway; without a port, on every port.
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
        let authority: Authority = text.parse().map_err(|_| FORM)?;
        if text.contains(['@', '*', '/']) || authority.host().is_empty() {
            return Err(FORM);
        }
        // Browsers leave out the port of their scheme.
        let text = without_default_port("https", without_default_port("http", text));
        Ok(Self(text.to_ascii_lowercase()))
    }
}

impl Host {
    fn is(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        self.0 == authority || host_name(&authority) == self.0
    }
}

/// Refuses requests to other hosts. By a host name of its own that resolves to the gateway, another site's page would be
/// same-origin (DNS rebinding).
pub(super) async fn known_host(State(browsers): State<Arc<BrowserPolicy>>, request: Request, next: Next) -> Response {
    let is_ours = |asked| browsers.hosts.iter().any(|host| host.is(asked));
    if authority(&request).is_some_and(is_ours) {
        return next.run(request).await;
    }
    ErrorResponse::new(
        StatusCode::MISDIRECTED_REQUEST,
        ErrorCode::MisdirectedRequest,
        "Este servidor não responde por este endereço.",
    )
    .into_response()
}

/// CSRF protection: accepts requests of the gateway's own pages, of allowed origins, and of programs other than browsers.
pub(super) fn check_origin(browsers: &BrowserPolicy, request: &Request) -> Result<(), ErrorResponse> {
    if may_ask(browsers, request.headers(), authority(request)) {
        return Ok(());
    }
    Err(ErrorResponse::new(
        StatusCode::FORBIDDEN,
        ErrorCode::OriginNotAllowed,
        "Páginas de outros endereços não podem usar este grafo.",
    ))
}

/// CORS for the allowed origins, without credentials.
pub(super) fn cors(browsers: &BrowserPolicy) -> CorsLayer {
    let origins = browsers.origins.iter().filter_map(|origin| HeaderValue::from_str(&origin.0).ok());
    let graph = [header::AUTHORIZATION, header::CONTENT_TYPE, TOOL_KEY, EXPLAIN, CLIENT_NAME, CLIENT_VERSION];
    let telemetry = [REQUEST_ID, TRACEPARENT, TRACESTATE];
    let mcp = [MCP_PROTOCOL_VERSION, MCP_METHOD, MCP_NAME];
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(graph.into_iter().chain(telemetry).chain(mcp).collect::<Vec<_>>())
        .expose_headers([header::RETRY_AFTER, REQUEST_ID, COST])
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
    let site = headers.get(SITE).map(HeaderValue::as_bytes);
    let is_of_browser = origin.is_some() || site.is_some();
    if browsers.only_loopback && is_of_browser && !authority.is_some_and(is_loopback) {
        return false;
    }
    match site {
        // Of the gateway's own page, or typed. Before `Origin`: a proxy in front may have changed `Host`.
        Some(b"same-origin" | b"none") => true,
        Some(_) => false,
        None => origin.is_none_or(|origin| authority.is_some_and(|authority| is_own(browsers, origin, authority))),
    }
}

/// Whether an origin is the gateway's own. TLS may end in a proxy in front, so the scheme may be either.
fn is_own(browsers: &BrowserPolicy, origin: &str, authority: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, host)| {
        let is_ours = scheme == "https" || scheme == "http" && !browsers.tls;
        is_ours && host.eq_ignore_ascii_case(without_default_port(scheme, authority))
    })
}

/// The host of a request, of an absolute URI or `:authority`, else of `Host`;
/// `None` if there are several, by which programs on the way may have routed it differently.
fn authority(request: &Request) -> Option<&str> {
    let host = single_text(request.headers(), &header::HOST);
    match request.uri().authority().map(Authority::as_str) {
        None => host,
        Some(authority) if !request.headers().contains_key(header::HOST) => Some(authority),
        Some(authority) => host.filter(|host| host.eq_ignore_ascii_case(authority)),
    }
}

/// Whether a host is a name or an address of the machine itself.
fn is_loopback(authority: &str) -> bool {
    let name = host_name(authority).to_ascii_lowercase();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.is_ok_and(|address| address.is_loopback()) || name == "localhost" || name.ends_with(".localhost")
}

/// A host without port.
pub(super) fn host_name(authority: &str) -> &str {
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
