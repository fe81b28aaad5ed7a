//! Calls whose answers are looked at as they came: for whoever holds the services against the contract.
//!
//! A probe is sent once, past breakers, sharing and what is kept, over the connections, the TLS and the times of every
//! other call. It is a read, or one of the three steps of a login: no other function sends one, so nothing that changes
//! data can be.

use std::time::Duration;

use bytes::Bytes;
use hyper::{
    HeaderMap, StatusCode,
    header::{CONTENT_TYPE, HeaderName, LOCATION},
};
use secrecy::SecretString;
use services::wire::{
    Call, ReadOnly,
    login::{ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
};
use tokio::time::{Instant, timeout};

use super::{
    Bearer, Fault, Login,
    calls::{Calls, Request},
    error::Failure,
    login::NO_SESSION,
    transport::Reading,
};

/// An answer as it came.
#[derive(Clone, Debug)]
pub struct Raw {
    /// HTTP status.
    pub status: u16,
    /// From the call to the last byte of the answer.
    pub time: Duration,
    /// What the answer says it is, without parameters.
    pub content_type: Option<String>,
    /// Scheme, host and port that a redirect leads to. Nobody follows it.
    pub redirect: Option<String>,
    /// The body of a 200; every other is left unread.
    pub body: Bytes,
}

impl Bearer {
    /// A read with this session.
    pub(crate) async fn probe<C: ReadOnly>(&self, call: &C) -> Result<Raw, Fault> {
        let calls = &self.upstream().inner.calls;
        calls.probe::<C>(&Request::new(call, &self.caller(), None), calls.settings.read_timeout).await
    }
}

impl Login {
    /// A read without a session.
    pub(crate) async fn probe_signed_out<C: ReadOnly>(&self, call: &C) -> Result<Raw, Fault> {
        let calls = &self.upstream.inner.calls;
        calls.probe::<C>(&Request::new(call, &self.caller(&NO_SESSION), None), calls.settings.read_timeout).await
    }

    /// Step 1 of a login.
    pub(crate) async fn probe_valida_email(&self, email: String) -> Result<Raw, Fault> {
        self.probe(&ValidaEmail { api_key: self.api_key(), email }).await
    }

    /// Step 2 of a login.
    pub(crate) async fn probe_valida_codigo_acesso(&self, codigo: &SecretString) -> Result<Raw, Fault> {
        self.probe(&ValidaCodigoAcesso { api_key: self.api_key(), codigo_acesso: codigo.into() }).await
    }

    /// Step 3 of a login; `senha` is the digest.
    pub(crate) async fn probe_valida_login(&self, email: String, senha: &SecretString) -> Result<Raw, Fault> {
        self.probe(&ValidaLogin { email, senha: senha.into(), api_key: self.api_key() }).await
    }

    async fn probe<C: Call>(&self, call: &C) -> Result<Raw, Fault> {
        let calls = &self.upstream.inner.calls;
        calls.probe::<C>(&Request::new(call, &self.caller(&NO_SESSION), None), calls.settings.write_timeout).await
    }
}

impl Calls {
    async fn probe<C: Call>(&self, request: &Request, patience: Duration) -> Result<Raw, Fault> {
        let endpoint = self.endpoints.of(C::PATH);
        let most = if endpoint.is_list() { self.settings.max_list_bytes } else { self.settings.max_answer_bytes };
        let began = Instant::now();
        let answer = async {
            let attempt = request.telemetry.start_call(C::PATH, 0);
            let response = self.transport.post(&endpoint.uri, request, &attempt.traceparent()).await?;
            let (status, content_type) = (response.status(), media_type(response.headers()));
            let redirect = header(response.headers(), LOCATION)
                .filter(|_| status.is_redirection())
                .and_then(|location| self.settings.base_url.origin_behind(C::PATH, location));
            let reading = Reading::new(self.memory.request(), most, began + patience);
            let body = match status {
                StatusCode::OK => self.transport.body(response, &reading).await?,
                _ => Bytes::new(),
            };
            Ok(Raw { status: status.as_u16(), time: began.elapsed(), content_type, redirect, body })
        };
        let answer = timeout(patience, answer).await.unwrap_or_else(|_| Err(Failure::last(Fault::Timeout)));
        answer.map_err(|failure| failure.fault)
    }
}

fn header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn media_type(headers: &HeaderMap) -> Option<String> {
    let media_type = header(headers, CONTENT_TYPE)?.split(';').next()?;
    Some(media_type.trim().to_ascii_lowercase())
}
