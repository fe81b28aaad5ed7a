//! Probes: calls of `gateway check`, whose raw responses are compared with the contract.
//!
//! A probe is sent once, without caches, single flight, retry and admission, over the same HTTP client and with the same
//! timeouts as other calls. It is a read or a step of the login, so it never changes data.

use std::time::Duration;

use bytes::Bytes;
use contract::{
    Call, ReadOnly,
    login::{ValidaEmail, ValidaLogin},
};
use hyper::{
    HeaderMap,
    header::{CONTENT_TYPE, HeaderName, LOCATION},
};
use secrecy::SecretString;
use tokio::time::Instant;
use url::Url;

use super::{
    call::CallSender,
    call_context::CallContext,
    error::Fault,
    login_client::LoginClient,
    pages::ReadPages,
    response::{charset_of, in_utf8, token},
    response_body::{ReadLimits, read_body},
    session::Session,
};

/// Most bytes of a body that is not of a 200: a message.
const MAX_REFUSAL: usize = 64 * 1024;

/// A response as received.
#[derive(Clone, Debug)]
pub struct RawResponse {
    /// HTTP status.
    pub status: u16,
    /// Duration until the last byte.
    pub time: Duration,
    /// Content-Type without parameters.
    pub content_type: Option<String>,
    /// Scheme, host and port of a redirect, which is not followed.
    pub redirect: Option<String>,
    /// Whether the redirect only adds a slash to the path.
    pub adds_slash: bool,
    /// The token of a session, if the mapping says that a header has it.
    pub token: Option<SecretString>,
    /// The body in UTF-8. Empty if that of another status than 2xx is long.
    pub body: Bytes,
}

impl Session {
    /// A read with this session.
    pub(crate) async fn probe<C: ReadOnly>(&self, call: &C) -> Result<RawResponse, Fault> {
        let calls = &self.state().calls;
        calls.probe(call, self.context(), calls.settings.timeouts.read).await
    }
}

impl LoginClient {
    /// A read without a session.
    pub(crate) async fn probe_signed_out<C: ReadOnly>(&self, call: &C) -> Result<RawResponse, Fault> {
        self.probe(call).await
    }

    /// Step 1 of a login.
    pub(crate) async fn probe_valida_email(&self, email: String) -> Result<RawResponse, Fault> {
        self.probe(&ValidaEmail { api_key: self.api_key(), email }).await
    }

    /// Step 2 of a login.
    pub(crate) async fn probe_valida_codigo_acesso(
        &self,
        email: &str,
        codigo: &SecretString,
    ) -> Result<RawResponse, Fault> {
        self.probe(&self.code_step(email, codigo)).await
    }

    /// Step 3 of a login; `senha` is the digest.
    pub(crate) async fn probe_valida_login(&self, email: String, senha: &SecretString) -> Result<RawResponse, Fault> {
        self.probe(&ValidaLogin { email, senha: senha.into(), api_key: self.api_key() }).await
    }

    async fn probe<C: Call>(&self, call: &C) -> Result<RawResponse, Fault> {
        let calls = &self.context.state.calls;
        calls.probe(call, &self.context, calls.settings.timeouts.login_step()).await
    }
}

impl CallSender {
    async fn probe<C: Call>(&self, call: &C, context: &CallContext, timeout: Duration) -> Result<RawResponse, Fault> {
        let request = context.read_request(call, self.memory.request()).map_err(|error| error.fault)?;
        let endpoint = &self.endpoints[C::PATH];
        let began = Instant::now();
        let answer = async {
            let call = request.telemetry.start_call(C::PATH, 0);
            let pages = endpoint.mapping.pages.as_ref();
            let first_page = pages.map(|pages| ReadPages::default().next_request(pages, &request));
            let request = first_page.as_ref().unwrap_or(&request);
            let response = self.client.post(endpoint, request, &call).await?;
            let status = response.status();
            let media_type = header(response.headers(), CONTENT_TYPE).and_then(|text| text.split(';').next());
            let content_type = media_type.map(|text| text.trim().to_ascii_lowercase());
            let from = Url::parse(&endpoint.uri.to_string()).ok();
            let location = header(response.headers(), LOCATION).filter(|_| status.is_redirection());
            let to = from.as_ref().zip(location).and_then(|(from, location)| from.join(location).ok());
            let adds_slash =
                from.zip(to.as_ref()).is_some_and(|(from, to)| to.path().strip_suffix('/') == Some(from.path()));
            // The rest of the address may hold anything.
            let redirect = to.map(|to| to.origin().ascii_serialization());
            let charset = endpoint.mapping.charset.or_else(|| charset_of(response.headers()));
            let token = token(response.headers(), &endpoint.mapping);
            let limits = |bytes| ReadLimits::of(request, bytes, began + timeout);
            let body = match status {
                status if status.is_success() => read_body(response, &limits(self.max_bytes(endpoint))).await?.0,
                _ => read_body(response, &limits(MAX_REFUSAL)).await.unwrap_or_default().0,
            };
            let (status, time, body) = (status.as_u16(), began.elapsed(), in_utf8(body, charset));
            Ok(RawResponse { status, time, content_type, redirect, adds_slash, token, body })
        };
        tokio::time::timeout(timeout, answer).await.unwrap_or(Err(Fault::Timeout))
    }
}

fn header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
