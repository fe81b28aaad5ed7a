//! Login, change of password, and the user's own data.
//!
//! [`input_validation`] validates the input. The services get the digest of a password, never the password.

mod input_validation;
mod protection;

use std::sync::Arc;

use async_graphql::InputObject;
use contract::{self, value::Nullable};
use macros::{mutation, object, union};
use secrecy::SecretString;
use tokio::time::{Instant, sleep_until};

use self::protection::LoginOrigin;
use super::{
    error::{Error, redaction::redact_upstream_message},
    recusa::{CampoInvalido, EntradaInvalida, Recusa},
    request::OperationRequest,
    scalars::DateTime,
    text::{phone_from_service, text_from_service},
};
use crate::{
    login::{
        desafio::{DesafioKind, DesafioLease, LoginStep},
        protection::UnknownEmails,
        rate_limit::LoginAttemptKind,
    },
    upstream::{self, EmailCheck, Session, digest},
};

/// A code of 6 characters was sent to the e-mail address. Unknown addresses may get the same response.
#[object]
pub struct CodigoEnviado {
    /// Pass it to `validarCodigo` together with the code. Opaque, for one use.
    desafio: String,
    /// When the `desafio` expires.
    expira_em: DateTime,
}

/// The code was right. The next step is the password.
#[object]
pub struct CodigoAceito {
    /// Pass it to `entrar` together with the password. Opaque, for one use.
    desafio: String,
    /// When the `desafio` expires.
    expira_em: DateTime,
}

/// The user is blocked and cannot sign in.
#[object]
pub struct UsuarioBloqueado {
    /// What to do next, in Portuguese, to be shown to the user.
    mensagem: String,
}

/// The user must change the password, with `trocarSenha`, before signing in.
#[object]
pub struct TrocaDeSenhaExigida {
    /// What to do next, in Portuguese, to be shown to the user.
    mensagem: String,
}

/// An open session.
#[object]
pub struct Sessao {
    /// The bearer token of the session: send it with every other request as `Authorization: Bearer <token>`. Secret.
    token: String,
    /// The user of the session.
    usuario: Usuario,
}

/// A user of the portal.
#[object]
pub struct Usuario {
    /// The user's name.
    nome: String,
    /// The user's e-mail address; null if unknown.
    email: Result<Option<String>, Error>,
    /// The user's phone number, area code first, digits only; null if there is none.
    telefone: Result<Option<String>, Error>,
    /// The user's role as text: `Atendente`, for example. Null if unknown.
    perfil: Result<Option<String>, Error>,
}

/// The password was changed.
#[object]
pub struct SenhaTrocada {
    /// The confirmation, in Portuguese, to be shown to the user.
    mensagem: String,
}

/// The result of `validarEmail`.
#[union]
pub enum ResultadoEmail {
    /// A code was sent.
    CodigoEnviado(CodigoEnviado),
    /// The user is blocked.
    UsuarioBloqueado(UsuarioBloqueado),
    /// The password must be changed first.
    TrocaDeSenhaExigida(TrocaDeSenhaExigida),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// The result of `validarCodigo`.
#[union]
pub enum ResultadoCodigo {
    /// The code was right.
    CodigoAceito(CodigoAceito),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// The result of `entrar`.
#[union]
#[expect(clippy::large_enum_variant, reason = "there is one in a request")]
pub enum ResultadoEntrada {
    /// The user is signed in.
    Sessao(Sessao),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// The result of `trocarSenha`.
#[union]
pub enum ResultadoTrocaDeSenha {
    /// The password was changed.
    SenhaTrocada(SenhaTrocada),
    /// The input is invalid; nothing was changed.
    EntradaInvalida(EntradaInvalida),
    /// Refused, with the reason; nothing was changed.
    Recusa(Recusa),
}

/// The result of `atualizarUsuario`.
#[union]
#[expect(clippy::large_enum_variant, reason = "there is one in a request")]
pub enum ResultadoUsuario {
    /// The changed user.
    Usuario(Usuario),
    /// The input is invalid; nothing was changed.
    EntradaInvalida(EntradaInvalida),
    /// Refused, with the reason; nothing was changed.
    Recusa(Recusa),
}

/// A change of password.
#[derive(Clone, InputObject)]
pub struct TrocaDeSenha {
    /// E-mail address of the user.
    email: String,
    /// The current password.
    senha_atual: String,
    /// The new password: 8 to 256 characters with at least one letter and one digit, different from the current one and from
    /// the e-mail address.
    senha_nova: String,
}

/// The data that users may change about themselves.
#[derive(Clone, InputObject)]
pub struct DadosDoUsuario {
    /// The name, 1 to 120 characters.
    nome: String,
    /// The phone number, area code first: 10 or 11 digits, punctuation allowed. Null, empty or left out removes it.
    telefone: Option<String>,
}

/// The mutations that open and close a session. Every caller may run them, a tool without a permission too.
pub const LOGIN_STEPS: [&str; 4] = ["validarEmail", "validarCodigo", "entrar", "sair"];

/// The mutations of login and user.
#[derive(Default)]
pub struct LoginMutation;

#[mutation]
impl LoginMutation {
    /// Step 1 of the login: sends a code to an e-mail address. Needs no session.
    async fn validar_email(
        &self,
        request: &OperationRequest<'_>,
        /// The user's e-mail address, at most 254 characters.
        email: String,
    ) -> Result<ResultadoEmail, Error> {
        let email = match input_validation::email(&email) {
            Ok(email) => email.to_owned(),
            Err(mensagem) => return Ok(ResultadoEmail::Recusa(Recusa::new(mensagem))),
        };
        let login_protection = &request.dependencies.login_protection;
        let counted = login_protection.count(LoginAttemptKind::SendCode, origin(request), &email).await?;
        let began = Instant::now();
        let answer = services(request).valida_email(email.clone()).await;
        let (is_refunded, too_many) = match &answer {
            Err(error) if protection::was_not_processed(error) => (true, None),
            // It counts as a guess. Where that is refused it stays a code, so that each check counts.
            answer if login_protection.sent_no_code(answer) => {
                let guess = login_protection.count(LoginAttemptKind::Guess, origin(request), &email).await;
                (guess.is_ok(), guess.err())
            }
            _ => (false, None),
        };
        if is_refunded {
            counted.refund().await;
        }
        let sent = |kind| {
            let (desafio, expira_em) = login_protection.issue(LoginStep::Codigo, &email, kind, request.now());
            ResultadoEmail::CodigoEnviado(CodigoEnviado { desafio, expira_em })
        };
        let result = match answer {
            Ok(EmailCheck::CodeSent) => Ok(sent(DesafioKind::Real)),
            Ok(EmailCheck::Blocked) => Ok(ResultadoEmail::UsuarioBloqueado(UsuarioBloqueado {
                mensagem: redact_upstream_message(contract::login::BLOQUEADO).into_owned(),
            })),
            Ok(EmailCheck::PasswordChangeDue) => Ok(ResultadoEmail::TrocaDeSenhaExigida(TrocaDeSenhaExigida {
                mensagem: redact_upstream_message(contract::login::TROCARSENHA).into_owned(),
            })),
            Err(error) => match login_protection.unknown_emails {
                UnknownEmails::Revealed => Recusa::from_upstream(error).map(ResultadoEmail::Recusa),
                UnknownEmails::Hidden(_) if error.fault.is_refusal() => Ok(sent(DesafioKind::Decoy)),
                UnknownEmails::Hidden(_) => Err(error.into()),
            },
        };
        if let UnknownEmails::Hidden(floor) = login_protection.unknown_emails {
            // The services refuse faster than they send a code.
            sleep_until(began + floor).await;
        }
        too_many.map_or(result, Err)
    }

    /// Step 2 of the login: verifies the code from the e-mail. Needs no session.
    async fn validar_codigo(
        &self,
        request: &OperationRequest<'_>,
        /// The `desafio` of `validarEmail`, not older than 10 minutes.
        desafio: String,
        /// The 6 characters from the e-mail, sent on as they are; whether case matters is the services' rule.
        codigo: String,
    ) -> Result<ResultadoCodigo, Error> {
        let recusa = |recusa| Ok(ResultadoCodigo::Recusa(recusa));
        let codigo = match input_validation::code(&SecretString::from(codigo)) {
            Ok(codigo) => codigo,
            Err(mensagem) => return recusa(Recusa::new(mensagem)),
        };
        let login_protection = &request.dependencies.login_protection;
        let guess = match login_protection.open(origin(request), LoginStep::Codigo, &desafio).await? {
            Ok(guess) => guess,
            Err(refused) => return recusa(refused),
        };
        if let Err(error) = services(request).valida_codigo_acesso(&guess.lease.email, &codigo).await {
            return recusa(guess.failed(error).await?);
        }
        let DesafioLease { email, kind, .. } = &guess.lease;
        let (desafio, expira_em) = login_protection.issue(LoginStep::Senha, email, *kind, request.now());
        guess.right().await;
        Ok(ResultadoCodigo::CodigoAceito(CodigoAceito { desafio, expira_em }))
    }

    /// Step 3 of the login: verifies the password and opens the session. Needs no session.
    async fn entrar(
        &self,
        request: &OperationRequest<'_>,
        /// The `desafio` of `validarCodigo`, not older than 10 minutes.
        desafio: String,
        /// The password, at most 256 characters.
        senha: String,
    ) -> Result<ResultadoEntrada, Error> {
        let recusa = |recusa| Ok(ResultadoEntrada::Recusa(recusa));
        let senha = SecretString::from(senha);
        if let Err(mensagem) = input_validation::password(&senha) {
            return recusa(Recusa::new(mensagem));
        }
        let login_protection = &request.dependencies.login_protection;
        let guess = match login_protection.open(origin(request), LoginStep::Senha, &desafio).await? {
            Ok(guess) => guess,
            Err(refused) => return recusa(refused),
        };
        let email = guess.lease.email.clone();
        let sessao = match services(request).valida_login(email.clone(), &digest(&senha)).await {
            Ok(sessao) if guess.lease.kind == DesafioKind::Real => sessao,
            Ok(_) => {
                guess.wrong().await;
                return recusa(Recusa::new("E-mail ou senha inválidos."));
            }
            Err(error) => return recusa(guess.password_refused(error).await?),
        };
        guess.right().await;
        login_protection.rate_limiter.refund_newest_code(&email).await;
        let known_email = sessao.ds_email.into_option().filter(|known| text_from_service(Some(known)).is_some());
        let usuario = contract::login::Usuario {
            ds_email: known_email.or(Some(email)).into(),
            nm_usuario: sessao.nm_usuario,
            nr_telefone: sessao.nr_telefone,
            ds_perfil: sessao.ds_perfil,
        };
        Ok(ResultadoEntrada::Sessao(Sessao { token: sessao.ds_token.expose().to_owned(), usuario: usuario.into() }))
    }

    /// Changes a password. Needs no session, since a change may be due before signing in. If there is one, it stays open, and
    /// the user's other sessions end.
    async fn trocar_senha(
        &self,
        request: &OperationRequest<'_>,
        /// The user, the current password and the new one.
        input: TrocaDeSenha,
    ) -> Result<ResultadoTrocaDeSenha, Error> {
        let email = input.email.trim().to_owned();
        let current = SecretString::from(input.senha_atual);
        let new = SecretString::from(input.senha_nova);
        let checks = [
            ("email", input_validation::email(&email).map(drop)),
            ("senhaAtual", input_validation::password(&current)),
            ("senhaNova", input_validation::new_password(&new, &current, &email)),
        ];
        let campos = checks.into_iter().filter_map(|(campo, check)| Some(CampoInvalido::new(campo, check.err()?)));
        let campos: Vec<_> = campos.collect();
        if !campos.is_empty() {
            return Ok(ResultadoTrocaDeSenha::EntradaInvalida(EntradaInvalida::new(campos)));
        }
        let session = request.caller.session().ok();
        if session.is_some_and(Session::is_ended) {
            return Err(Error::unauthenticated());
        }
        // A wrong current password counts as at the login. So does a change: it drops the caches of all sessions.
        let counted =
            request.dependencies.login_protection.count(LoginAttemptKind::Guess, origin(request), &email).await?;
        match services(request).atualiza_senha(session, email, &digest(&current), &digest(&new)).await {
            Ok(()) => {
                Ok(ResultadoTrocaDeSenha::SenhaTrocada(SenhaTrocada { mensagem: "Sua senha foi alterada.".to_owned() }))
            }
            Err(error) => {
                if protection::was_not_evaluated(&error) {
                    counted.refund().await;
                }
                Ok(ResultadoTrocaDeSenha::Recusa(Recusa::from_upstream(error)?))
            }
        }
    }

    /// Ends the session: its token is refused from now on, by this gateway and all that share its Redis, and its subscriptions
    /// end. Always true.
    async fn sair(&self, request: &OperationRequest<'_>) -> Result<bool, Error> {
        request.caller.session()?.end().await;
        Ok(true)
    }

    /// Changes the signed-in user's name and phone number.
    async fn atualizar_usuario(
        &self,
        request: &OperationRequest<'_>,
        /// The new name and phone number.
        input: DadosDoUsuario,
    ) -> Result<ResultadoUsuario, Error> {
        let session = request.caller.session()?;
        let nome = input.nome.trim().to_owned();
        let telefone = input_validation::phone_digits(input.telefone.as_deref().unwrap_or_default());
        let mut campos = Vec::new();
        if let Err(mensagem) = input_validation::name(&nome) {
            campos.push(CampoInvalido::new("nome", mensagem));
        }
        if telefone.is_none() {
            campos.push(CampoInvalido::new("telefone", "O telefone deve ter DDD e 8 ou 9 dígitos."));
        }
        if !campos.is_empty() {
            return Ok(ResultadoUsuario::EntradaInvalida(EntradaInvalida::new(campos)));
        }
        let telefone = telefone.filter(|telefone| !telefone.is_empty());
        match session.atualiza_usuario(nome, telefone).await {
            Ok(usuario) => Ok(ResultadoUsuario::Usuario(usuario.into())),
            Err(error) => Ok(ResultadoUsuario::Recusa(Recusa::from_upstream(error)?)),
        }
    }
}

/// The services of the login, which need no session.
fn services(request: &OperationRequest<'_>) -> upstream::LoginClient {
    request.dependencies.upstream.login(Arc::clone(&request.caller.telemetry))
}

fn origin(request: &OperationRequest<'_>) -> LoginOrigin {
    LoginOrigin { address: request.caller.address, now: request.now() }
}

impl From<contract::login::Usuario> for Usuario {
    fn from(usuario: contract::login::Usuario) -> Self {
        let text = |text: &Nullable<String>| {
            text.text().map(|text| text_from_service(text).map(str::to_owned)).map_err(Error::from)
        };
        Self {
            nome: usuario.nm_usuario.0,
            email: text(&usuario.ds_email),
            telefone: usuario.nr_telefone.text().map(|text| text.and_then(phone_from_service)).map_err(Error::from),
            perfil: text(&usuario.ds_perfil),
        }
    }
}
