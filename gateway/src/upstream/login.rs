//! The services of those who have no session yet. None is ever repeated: each sends an e-mail, spends a code, opens a
//! session or changes a password.

use std::{
    fmt::{self, Write as _},
    sync::Arc,
};

use hyper::header::HeaderValue;
use md5::{Digest as _, Md5};
use secrecy::{ExposeSecret as _, SecretString};
use services::wire::{
    Call, Write,
    envelope::Answer,
    login::{AtualizaSenha, BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    value::{Nothing, Secret},
};

use super::{
    Bearer, Error, Fault, Upstream, WriteOutcome, bearer,
    calls::{Caller, Request},
    data::{Confirmed, Data},
    key::Session,
};
use crate::telemetry::request::RequestTelemetry;

/// What the services want in place of a token where there is no session.
pub(super) static NO_SESSION: HeaderValue = HeaderValue::from_static("Bearer 0");

/// The services of the login. It holds the api key, which appears nowhere else.
///
/// Each function is one call and fails with [`Error`].
#[derive(Clone)]
pub struct Login {
    pub(super) upstream: Upstream,
    pub(super) telemetry: Arc<RequestTelemetry>,
}

/// What the services say to an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailCheck {
    /// A code was sent to it (or would have been, were it known).
    CodeSent,
    /// The user is blocked.
    Blocked,
    /// The user must change the password before anything else.
    PasswordChangeDue,
}

impl Login {
    pub(super) fn new(upstream: Upstream, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { upstream, telemetry }
    }

    /// The same services, with calls that leave their marks on a request's trail.
    pub fn on(&self, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { upstream: self.upstream.clone(), telemetry }
    }

    /// `/LoginUsuarioWeb/login-valida-email`: step 1, has a code sent.
    pub async fn valida_email(&self, email: String) -> Result<EmailCheck, Error> {
        let answer = self.send(&ValidaEmail { api_key: self.api_key(), email }, &NO_SESSION).await?;
        // The special messages count whatever the status and the data are.
        match answer.messages.trim() {
            BLOQUEADO => Ok(EmailCheck::Blocked),
            TROCARSENHA => Ok(EmailCheck::PasswordChangeDue),
            _ => super::accepted(ValidaEmail::PATH, answer).map(|_| EmailCheck::CodeSent),
        }
    }

    /// `/LoginUsuarioWeb/valida-codigo-acesso`: step 2, hands the code in.
    pub async fn valida_codigo_acesso(&self, codigo: &SecretString) -> Result<(), Error> {
        let call = ValidaCodigoAcesso { api_key: self.api_key(), codigo_acesso: codigo.into() };
        super::accepted(ValidaCodigoAcesso::PATH, self.send(&call, &NO_SESSION).await?).map(drop)
    }

    /// `/LoginUsuarioWeb/valida-login`: step 3, opens the session. `senha` is the digest.
    pub async fn valida_login(&self, email: String, senha: &SecretString) -> Result<Sessao, Error> {
        let call = ValidaLogin { email, senha: senha.into(), api_key: self.api_key() };
        let sessao = super::accepted(ValidaLogin::PATH, self.send(&call, &NO_SESSION).await?)?;
        if !bearer::is_token(sessao.ds_token.expose()) {
            let fault = Fault::InvalidResponse("a token that can be none".to_owned());
            return Err(Error::new(ValidaLogin::PATH, fault).of_write());
        }
        Ok(sessao)
    }

    /// `/LoginUsuarioWeb/atualiza-senha`: changes the password; both are digests. Needs no session; with one, that
    /// session stays while the user's others end.
    pub async fn atualiza_senha(
        &self,
        session: Option<&Bearer>,
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
        let authorization = session.map_or(&NO_SESSION, Bearer::authorization);
        let (upstream, request) = (self.upstream.clone(), Request::new(&call, &self.caller(authorization), None));
        let change = async move {
            let result = upstream.inner.calls.write::<AtualizaSenha, Confirmed<_>>(&request).await;
            let changed = result.and_then(|answer| super::confirmed::<Nothing>(AtualizaSenha::PATH, answer));
            if matches!(changed.as_ref().map_err(Error::write_outcome), Ok(_) | Err(Some(WriteOutcome::Unknown))) {
                // Sessions ended by it, nobody here knows which.
                upstream.forget_sessions().await;
            }
            changed.map(drop)
        };
        self.upstream.to_its_end(AtualizaSenha::PATH, change).await
    }

    /// Whom a call is made for. All who have no session are one.
    pub(super) fn caller<'a>(&'a self, authorization: &'a HeaderValue) -> Caller<'a> {
        Caller { authorization, session: Session::of(authorization), telemetry: &self.telemetry }
    }

    pub(super) fn api_key(&self) -> Secret {
        (&self.upstream.inner.api_key).into()
    }

    /// A call of the login: sent exactly once, and to its end even if the caller leaves.
    async fn send<C>(&self, call: &C, authorization: &HeaderValue) -> Result<Answer<C::Data>, Error>
    where
        C: Write<Data: Data>,
    {
        let upstream = self.upstream.clone();
        let request = Request::new(call, &self.caller(authorization), None);
        let send = async move { upstream.inner.calls.write::<C, C::Data>(&request).await };
        self.upstream.to_its_end(C::PATH, send).await
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Login")
    }
}

/// The lower-case MD5 hex digest that the services take in place of a password. MD5 protects nothing; it is what the
/// services ask for, and TLS is what protects it on its way.
pub fn digest(senha: &SecretString) -> SecretString {
    let digest = Md5::digest(senha.expose_secret().as_bytes());
    let mut hex = String::with_capacity(32);
    for byte in digest {
        write!(hex, "{byte:02x}").expect("a String takes what it is given");
    }
    hex.into()
}

#[cfg(test)]
mod tests {
    use secrecy::{ExposeSecret as _, SecretString};

    use super::digest;

    #[test]
    fn the_digest_is_what_the_services_take() {
        let accented = digest(&SecretString::from("ação"));
        assert_eq!(accented.expose_secret().len(), 32);
        let known = digest(&SecretString::from("abc"));
        assert_eq!(known.expose_secret(), "900150983cd24fb0d6963f7d28e17f72");
    }
}
