//! The services of the login, which need no session. None is retried: each sends an e-mail, spends a code, opens a session
//! or changes a password.

use std::{
    fmt::{self, Write as _},
    sync::Arc,
};

use bytes::Bytes;
use hyper::header::HeaderValue;
use md5::{Digest as _, Md5};
use secrecy::{ExposeSecret as _, SecretString};
use services::wire::{
    Call, Write,
    envelope::{Answer, ReadError},
    login::{AtualizaSenha, BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    spelling::ResponseSpelling,
    value::{Nothing, Secret},
};

use super::{
    call_key::SessionId,
    call_request::{CallContext, CallRequest},
    error::{Error, Fault, WriteOutcome, accepted},
    response_data::ResponseData,
    session_client::{self, SessionClient},
    state::UpstreamState,
};
use crate::{mapping::refusals::has_message, telemetry::request::RequestTelemetry};

/// `Authorization` of a call without a session, as the services require it.
pub(super) static NO_SESSION: HeaderValue = HeaderValue::from_static("Bearer 0");

/// The services of the login, the only calls with the API key.
///
/// Each function is one call and fails with [`Error`].
#[derive(Clone)]
pub struct LoginClient {
    pub(super) state: Arc<UpstreamState>,
    pub(super) telemetry: Arc<RequestTelemetry>,
}

/// Outcome of the login's first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailCheck {
    /// A code was sent, if the address is known.
    CodeSent,
    /// The user is blocked.
    Blocked,
    /// The user must change the password first.
    PasswordChangeDue,
}

impl LoginClient {
    pub(super) fn new(state: Arc<UpstreamState>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { state, telemetry }
    }

    /// The same services, with calls recorded in a request's telemetry.
    pub fn on(&self, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { state: Arc::clone(&self.state), telemetry }
    }

    /// `/LoginUsuarioWeb/login-valida-email`: step 1, sends a code.
    pub async fn valida_email(&self, email: String) -> Result<EmailCheck, Error> {
        let answer = self.send(&ValidaEmail { api_key: self.api_key(), email }, &NO_SESSION).await?;
        // These messages count whatever the status and the data are.
        let says = |word| has_message(&answer.messages, word);
        match () {
            () if says(BLOQUEADO) => Ok(EmailCheck::Blocked),
            () if says(TROCARSENHA) => Ok(EmailCheck::PasswordChangeDue),
            // The status opens the code step (the portal's specification, section 4), unless a text says why there are no data.
            () if answer.is_success && answer.messages.trim().is_empty() => Ok(EmailCheck::CodeSent),
            () => accepted(ValidaEmail::PATH, answer).map(|_| EmailCheck::CodeSent),
        }
    }

    /// `/LoginUsuarioWeb/valida-codigo-acesso`: step 2, checks the code. The e-mail address is sent if the mapping says so.
    pub async fn valida_codigo_acesso(&self, email: &str, codigo: &SecretString) -> Result<(), Error> {
        let call = self.code_step(email, codigo);
        let mut answer = self.send(&call, &NO_SESSION).await?;
        answer.data = answer.data.filter(|consent| consent.0);
        accepted(ValidaCodigoAcesso::PATH, answer).map(drop)
    }

    /// `/LoginUsuarioWeb/valida-login`: step 3, opens the session. `senha` is the digest.
    pub async fn valida_login(&self, email: String, senha: &SecretString) -> Result<Sessao, Error> {
        let call = ValidaLogin { email, senha: senha.into(), api_key: self.api_key() };
        let OpenedSession(sessao) = accepted(ValidaLogin::PATH, self.send_for(&call, &NO_SESSION).await?)?;
        if !session_client::is_token(sessao.ds_token.expose()) {
            let reason = match sessao.ds_token.expose() {
                "" => "no `dsToken`, and no token-header in [session] of the mapping",
                _ => "a token that can be none",
            };
            let fault = Fault::InvalidResponse(reason.to_owned());
            return Err(Error::new(ValidaLogin::PATH, fault).of_write());
        }
        Ok(sessao)
    }

    /// `/LoginUsuarioWeb/atualiza-senha`: changes the password; both are digests. A session is optional:
    /// it survives, while the user's other sessions end.
    pub async fn atualiza_senha(
        &self,
        session: Option<&SessionClient>,
        email: String,
        senha_atual: &SecretString,
        senha_nova: &SecretString,
    ) -> Result<(), Error> {
        if let Some(session) = session {
            session.require_open(AtualizaSenha::PATH)?;
        }
        let call = AtualizaSenha {
            api_key: self.api_key(),
            email,
            senha_atual: senha_atual.into(),
            senha_nova: senha_nova.into(),
        };
        let authorization = session.map_or(&NO_SESSION, SessionClient::authorization);
        let state = Arc::clone(&self.state);
        let request = CallRequest::new(&call, &self.call_context(authorization), None)?;
        let change = async move {
            let changed = state.calls.write_confirmed::<AtualizaSenha, Nothing>(&request).await;
            if matches!(changed.as_ref().map_err(Error::write_outcome), Ok(_) | Err(Some(WriteOutcome::Unknown))) {
                // It ended sessions that the gateway cannot name.
                state.invalidate_all_sessions().await;
            }
            changed.map(drop)
        };
        self.state.run_uncancelled(AtualizaSenha::PATH, change).await
    }

    /// All callers without a session count as one.
    pub(super) fn call_context<'a>(&'a self, authorization: &'a HeaderValue) -> CallContext<'a> {
        CallContext {
            authorization,
            session: SessionId::from_authorization(authorization),
            telemetry: &self.telemetry,
            mapping: self.state.mapping(),
        }
    }

    pub(super) fn code_step(&self, email: &str, codigo: &SecretString) -> ValidaCodigoAcesso {
        let email = self.state.mapping().asks_for_email::<ValidaCodigoAcesso>().then(|| email.to_owned());
        ValidaCodigoAcesso { api_key: self.api_key(), codigo_acesso: codigo.into(), email }
    }

    pub(super) fn api_key(&self) -> Secret {
        (&self.state.api_key).into()
    }

    /// A call of the login: sent once, and not cancelled if the caller leaves.
    async fn send<C>(&self, call: &C, authorization: &HeaderValue) -> Result<Answer<C::Data>, Error>
    where
        C: Write<Data: ResponseData>,
    {
        self.send_for(call, authorization).await
    }

    async fn send_for<C: Write, T: ResponseData>(
        &self,
        call: &C,
        authorization: &HeaderValue,
    ) -> Result<Answer<T>, Error> {
        let state = Arc::clone(&self.state);
        let request = CallRequest::new(call, &self.call_context(authorization), None)?;
        let send = async move { state.calls.write::<C, T>(&request).await.map(|response| response.answer) };
        self.state.run_uncancelled(C::PATH, send).await
    }
}

/// A new session, whose token may come in a header.
struct OpenedSession(Sessao);

impl ResponseData for OpenedSession {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        Answer::read_spelled(&body, spelling).map(|answer| answer.map(Self))
    }

    fn take_token(&mut self, token: SecretString) {
        self.0.ds_token = (&token).into();
    }
}

impl fmt::Debug for LoginClient {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("LoginClient")
    }
}

/// The lower-case MD5 hex digest that the services require instead of a password. MD5 is no protection; TLS is.
pub fn digest(senha: &SecretString) -> SecretString {
    let digest = Md5::digest(senha.expose_secret().as_bytes());
    let mut hex = String::with_capacity(32);
    for byte in digest {
        write!(hex, "{byte:02x}").expect("writing to a String cannot fail");
    }
    hex.into()
}

#[cfg(test)]
mod tests {
    use secrecy::{ExposeSecret as _, SecretString};

    use super::digest;

    #[test]
    fn the_digest_is_the_lower_case_md5() {
        let accented = digest(&SecretString::from("ação"));
        assert_eq!(accented.expose_secret().len(), 32);
        let known = digest(&SecretString::from("abc"));
        assert_eq!(known.expose_secret(), "900150983cd24fb0d6963f7d28e17f72");
    }
}
