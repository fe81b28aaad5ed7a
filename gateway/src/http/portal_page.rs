//! The portal's HTML page, a template: each response has a CSP nonce of its own.

use std::time::Duration;

use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::compression::{accepts, gzip};

/// Placeholders of the template: nonce, environment, timeout of a request and URL of the registration page.
const NONCE: &str = "__NONCE__";
const ENVIRONMENT: &str = "__ENVIRONMENT__";
const REQUEST_TIMEOUT: &str = "__REQUEST_TIMEOUT__";
const CADASTRO: &str = "__CADASTRO__";

/// The routes of the portal (`client/src/routes.tsx`). At other addresses it shows its not-found page.
pub const ROUTES: [&str; 10] = [
    "/",
    "/login-pg",
    "/logout-pg",
    "/home-page",
    "/consulta-acionamento",
    "/novo-acionamento",
    "/visualiza-acionamento",
    "/reabre-acionamento",
    "/minhaconta-pg",
    "/trocasenha-pg",
];

/// What the portal learns of its gateway from the page.
#[derive(Clone, Debug, Default)]
pub struct PortalPageSettings {
    /// `development` or `production`.
    pub environment: &'static str,
    /// Timeout of a request, after which the portal waits no longer.
    pub request_timeout: Duration,
    /// URL of the page for people without an account or password.
    pub cadastro_url: String,
}

/// The page without its nonce.
pub(super) struct PortalPage {
    /// The text between the nonces.
    pieces: Vec<String>,
}

impl PortalPage {
    pub(super) fn new(template: &[u8], settings: &PortalPageSettings) -> Self {
        let cadastro = escape(&settings.cadastro_url);
        // The URL is filled in last: a configured value may contain a placeholder.
        let seconds = settings.request_timeout.as_secs_f64().to_string();
        let fill = |piece: &str| {
            piece
                .replace(ENVIRONMENT, settings.environment)
                .replace(REQUEST_TIMEOUT, &seconds)
                .replace(CADASTRO, &cadastro)
        };
        Self { pieces: String::from_utf8_lossy(template).split(NONCE).map(fill).collect() }
    }

    /// The page with a random nonce. It must not be cached: a nonce is for one response. Nothing in it is secret or of the
    /// request, so its compressed length reveals nothing.
    pub(super) fn respond(&self, request: &HeaderMap) -> Response {
        // 18 bytes are base64 without padding.
        let nonce = STANDARD.encode(rand::random::<[u8; 18]>());
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
            (header::CACHE_CONTROL, "no-store".to_owned()),
            (header::VARY, "accept-encoding".to_owned()),
            (header::CONTENT_SECURITY_POLICY, policy(&nonce)),
        ];
        let page = self.pieces.join(&nonce);
        let Some(compressed) = accepts(request, "gzip").then(|| gzip(page.as_bytes())).flatten() else {
            return (headers, page).into_response();
        };
        let mut response = (headers, compressed).into_response();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    }
}

/// The portal runs its own scripts only. Its components insert `<style>` elements, which carry the nonce.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    )
}

/// Escapes text for an HTML attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}
