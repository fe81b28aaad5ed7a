//! The services of the login, which need no session. None is retried: each sends an e-mail, spends a code, opens a session
//! or changes a password.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    Call, Write,
    envelope::{Answer, ReadError},
    login::{AtualizaSenha, BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    mapping::ResponseMapping,
    value::{Consent, Nothing, Secret},
};
use data_encoding::HEXLOWER;
use hyper::header::HeaderValue;
use md5::{Digest as _, Md5};
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    call_context::CallContext,
    error::{Error, Fault, accepted, may_be_written},
    http_client::WITHOUT_SESSION,
    response::ServiceResponse,
    response_data::ResponseData,
    session::{self, Session},
    session_id::SessionId,
    state::Upstream,
};
use crate::telemetry::request::RequestTelemetry;

/// The services of the login, the only calls with the API key.
///
/// Each function is one call and fails with [`Error`].
#[derive(Clone)]
pub struct LoginClient {
    /// Its session is that of `Bearer 0`: all callers who log in share one concurrency limit.
    pub(super) context: CallContext,
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

impl Upstream {
    /// The services of the login.
    pub(crate) fn login(&self, telemetry: Arc<RequestTelemetry>) -> LoginClient {
        let authorization = HeaderValue::from_static(WITHOUT_SESSION);
        LoginClient { context: CallContext::new(Arc::clone(&self.state), authorization, telemetry) }
    }
}

impl LoginClient {
    /// `/LoginUsuarioWeb/login-valida-email`: step 1, sends a code.
    pub async fn valida_email(&self, email: String) -> Result<EmailCheck, Error> {
        let call = ValidaEmail { api_key: self.api_key(), email };
        let ServiceResponse { answer, .. } = self.send(&call).await?;
        match &*answer.messages {
            BLOQUEADO => Ok(EmailCheck::Blocked),
            TROCARSENHA => Ok(EmailCheck::PasswordChangeDue),
            _ if opens_code_step(&answer) => Ok(EmailCheck::CodeSent),
            _ => accepted(ValidaEmail::PATH, answer).map(|_| EmailCheck::CodeSent),
        }
    }

    /// `/LoginUsuarioWeb/valida-codigo-acesso`: step 2, checks the code. The e-mail address is sent if the mapping says so.
    pub async fn valida_codigo_acesso(&self, email: &str, codigo: &SecretString) -> Result<(), Error> {
        let call = self.code_step(email, codigo);
        let ServiceResponse { mut answer, .. } = self.send(&call).await?;
        answer.data = answer.data.filter(|consent| consent.0);
        accepted(ValidaCodigoAcesso::PATH, answer).map(drop)
    }

    /// `/LoginUsuarioWeb/valida-login`: step 3, opens the session. `senha` is the digest.
    pub async fn valida_login(&self, email: String, senha: &SecretString) -> Result<Sessao, Error> {
        let call = ValidaLogin { email, senha: senha.into(), api_key: self.api_key() };
        let ServiceResponse { answer, token, .. } = self.send(&call).await?;
        let mut sessao = accepted(ValidaLogin::PATH, answer)?;
        let written = token.unwrap_or_else(|| sessao.ds_token.expose().into());
        sessao.ds_token =
            self.context.state.mapping().headers.without_scheme(written.expose_secret()).to_owned().into();
        if !session::is_token(sessao.ds_token.expose()) {
            let reason = match sessao.ds_token.expose() {
                "" => "no `dsToken`, and no token-header in [session] of the mapping",
                _ => "a token that can be none",
            };
            let path = ValidaLogin::PATH;
            tracing::warn!(path, reason, "a login succeeded without a token");
            return Err(Error::of_write(path, Fault::InvalidResponse(reason.to_owned())));
        }
        self.context.state.begin_session(SessionId::of_token(sessao.ds_token.expose())).await;
        Ok(sessao)
    }

    /// `/LoginUsuarioWeb/atualiza-senha`: changes the password; both are digests. A session is optional:
    /// it survives, while the user's other sessions end.
    pub async fn atualiza_senha(
        &self,
        session: Option<&Session>,
        email: String,
        senha_atual: &SecretString,
        senha_nova: &SecretString,
    ) -> Result<(), Error> {
        let call = AtualizaSenha {
            api_key: self.api_key(),
            email,
            senha_atual: senha_atual.into(),
            senha_nova: senha_nova.into(),
        };
        let state = Arc::clone(&self.context.state);
        let request = session.map_or(&self.context, Session::context).write_request(&call, None)?;
        let change = async move {
            let changed = state.calls.write_confirmed::<AtualizaSenha, ChangedPassword>(&request).await;
            if may_be_written(&changed) {
                // It ended sessions that the gateway cannot name.
                state.invalidate_all_sessions().await;
            }
            changed.map(drop)
        };
        self.context.state.run_uncancelled(AtualizaSenha::PATH, change).await
    }

    pub(super) fn code_step(&self, email: &str, codigo: &SecretString) -> ValidaCodigoAcesso {
        let email = self.context.state.mapping().asks_for_email::<ValidaCodigoAcesso>().then(|| email.to_owned());
        ValidaCodigoAcesso { api_key: self.api_key(), codigo_acesso: codigo.into(), email }
    }

    pub(super) fn api_key(&self) -> Secret {
        (&self.context.state.api_key).into()
    }

    /// A call of the login: sent once, and not cancelled if the caller leaves.
    async fn send<C>(&self, call: &C) -> Result<ServiceResponse<C::Data>, Error>
    where
        C: Write<Data: ResponseData>,
    {
        let state = Arc::clone(&self.context.state);
        let request = self.context.write_request(call, None)?;
        let send = async move { state.calls.write::<C, C::Data>(&request).await };
        self.context.state.run_uncancelled(C::PATH, send).await
    }
}

/// Whether the status alone opens the code step (the portal's specification, section 4): no text says why there are no data.
pub(crate) fn opens_code_step<T>(answer: &Answer<T>) -> bool {
    answer.is_success && answer.messages.trim().is_empty()
}

/// The response to a change of the password. No data are needed; `false` as data means that it was refused.
struct ChangedPassword;

impl ResponseData for ChangedPassword {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let said = Answer::<Consent>::read_mapped(&body, mapping).ok().and_then(|answer| answer.data);
        let answer = Answer::<Nothing>::read_mapped(&body, mapping)?;
        let data = answer.data.filter(|_| said.is_none_or(|consent| consent.0));
        Ok(Answer { data, ..answer }.map(|_| Self))
    }
}

/// The lower-case MD5 hex digest that the services require instead of a password. MD5 is no protection; TLS is.
pub fn digest(senha: &SecretString) -> SecretString {
    HEXLOWER.encode(&Md5::digest(senha.expose_secret().as_bytes())).into()
}
