//! The portal's page: the one file that the gateway writes into, and that differs with every answer.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// Where the page wants the nonce of the answer, the environment, and the address of the registration page.
const NONCE: &str = "__NONCE__";
const ENVIRONMENT: &str = "__ENVIRONMENT__";
const CADASTRO: &str = "__CADASTRO__";

/// What the page tells the portal about where it runs.
#[derive(Clone, Debug, Default)]
pub struct PortalPageSettings {
    /// `development` or `production`.
    pub environment: &'static str,
    /// Address of the page for people who have no account or forgot their password.
    pub cadastro_url: String,
}

/// The page, but for its nonce.
pub(super) struct PortalPage {
    /// What stands between the places of the nonce.
    pieces: Vec<String>,
}

impl PortalPage {
    pub(super) fn new(template: &[u8], settings: &PortalPageSettings) -> Self {
        let cadastro = escape(&settings.cadastro_url);
        // The address comes last: nothing is looked for in what somebody configured.
        let fill = |piece: &str| piece.replace(ENVIRONMENT, settings.environment).replace(CADASTRO, &cadastro);
        Self { pieces: String::from_utf8_lossy(template).split(NONCE).map(fill).collect() }
    }

    /// The page with a nonce that nobody can have foreseen. It is kept by nobody, since a nonce is good for one answer.
    pub(super) fn answer(&self) -> Response {
        // 18 bytes are base64 without padding.
        let nonce = STANDARD.encode(rand::random::<[u8; 18]>());
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
            (header::CACHE_CONTROL, "no-store".to_owned()),
            (header::CONTENT_SECURITY_POLICY, policy(&nonce)),
        ];
        (headers, self.pieces.join(&nonce)).into_response()
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

/// A text as it is written in the attribute of an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}
