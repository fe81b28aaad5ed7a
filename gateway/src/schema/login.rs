//! The login, the password and the user's own data.
//!
//! Here the password becomes the digest that the services take; beyond this file it does not exist. The rules for a new
//! password are checked here too, since the services see only a digest.

use std::fmt::Write as _;

use async_graphql::{Context, InputObject, Object, SimpleObject, Union};
use md5::{Digest as _, Md5};
use secrecy::{ExposeSecret as _, SecretString};
use services::wire::{self, login::CODE_LENGTH};

use super::{
    error::Error,
    maybe_session, now,
    recusa::{CampoInvalido, EntradaInvalida, Recusa},
    scalars::DateTime,
    session,
};
use crate::{
    session::{Desafios, Held, Refusal, Session, Step},
    upstream::{EmailCheck, Login},
};

/// Longest e-mail address in bytes (RFC 5321).
const MAX_EMAIL: usize = 254;
/// Longest password in characters.
const MAX_PASSWORD: usize = 256;
/// Shortest new password in characters.
const MIN_PASSWORD: usize = 8;
/// Longest name of a user in characters, as the services have it.
const MAX_NAME: usize = 120;

/// The e-mail address was accepted: a code of 6 characters is on its way to it. An address that nobody has is answered
/// in the same way.
#[derive(SimpleObject)]
pub struct CodigoEnviado {
    /// What `validarCodigo` wants along with the code. Opaque, for one use.
    desafio: String,
    /// Until when the `desafio` is good.
    expira_em: DateTime,
}

/// The code was right: the password is next.
#[derive(SimpleObject)]
pub struct CodigoAceito {
    /// What `entrar` wants along with the password. Opaque, for one use.
    desafio: String,
    /// Until when the `desafio` is good.
    expira_em: DateTime,
}

/// The user is blocked and cannot sign in.
#[derive(SimpleObject)]
pub struct UsuarioBloqueado {
    /// What to do now, in Portuguese, to be shown as it is.
    mensagem: String,
}

/// The user must change the password, with `trocarSenha`, before signing in.
#[derive(SimpleObject)]
pub struct TrocaDeSenhaExigida {
    /// What to do now, in Portuguese, to be shown as it is.
    mensagem: String,
}

/// An open session.
#[derive(SimpleObject)]
pub struct Sessao {
    /// What every other request carries as `Authorization: Bearer <token>`. A secret of the user.
    token: String,
    /// Whose session it is.
    usuario: Usuario,
}

/// A user of the portal.
#[derive(SimpleObject)]
pub struct Usuario {
    /// The user's name.
    nome: String,
    /// The user's e-mail address; null if the services do not say.
    email: Option<String>,
    /// The user's phone number, area code first, digits only; null where there is none.
    telefone: Option<String>,
    /// What the user is, as text for people: "Atendente", say. Null if the services do not say.
    perfil: Option<String>,
}

/// The password was changed.
#[derive(SimpleObject)]
pub struct SenhaTrocada {
    /// The good news, in Portuguese, to be shown as it is.
    mensagem: String,
}

/// What `validarEmail` comes to.
#[derive(Union)]
pub enum ResultadoEmail {
    /// A code is on its way.
    CodigoEnviado(CodigoEnviado),
    /// The user is blocked.
    UsuarioBloqueado(UsuarioBloqueado),
    /// The password must be changed first.
    TrocaDeSenhaExigida(TrocaDeSenhaExigida),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// What `validarCodigo` comes to.
#[derive(Union)]
pub enum ResultadoCodigo {
    /// The code was right.
    CodigoAceito(CodigoAceito),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// What `entrar` comes to.
#[derive(Union)]
pub enum ResultadoEntrada {
    /// The user is in.
    Sessao(Sessao),
    /// Refused, with the reason.
    Recusa(Recusa),
}

/// What `trocarSenha` comes to.
#[derive(Union)]
pub enum ResultadoTrocaDeSenha {
    /// The password was changed.
    SenhaTrocada(SenhaTrocada),
    /// A field cannot be accepted; nothing was changed.
    EntradaInvalida(EntradaInvalida),
    /// Refused, with the reason; nothing was changed.
    Recusa(Recusa),
}

/// What `atualizarUsuario` comes to.
#[derive(Union)]
pub enum ResultadoUsuario {
    /// The user as changed.
    Usuario(Usuario),
    /// A field cannot be accepted; nothing was changed.
    EntradaInvalida(EntradaInvalida),
    /// Refused, with the reason; nothing was changed.
    Recusa(Recusa),
}

/// A change of password.
#[derive(InputObject)]
pub struct TrocaDeSenha {
    /// E-mail address of the user.
    email: String,
    /// The password as it is now.
    senha_atual: String,
    /// The password as it shall be: 8 to 256 characters with at least one letter and one digit, neither the current
    /// one nor the e-mail address.
    senha_nova: String,
}

/// What users may change about themselves.
#[derive(InputObject)]
pub struct DadosDoUsuario {
    /// The name, 1 to 120 characters.
    nome: String,
    /// The phone number, area code first: 10 or 11 digits, punctuation allowed. Null, left out or empty removes it.
    telefone: Option<String>,
}

/// The login's part of the mutations.
#[derive(Default)]
pub struct LoginMutation;

#[Object]
impl LoginMutation {
    /// Step 1 of the login: has a code sent to an e-mail address. Needs no session.
    async fn validar_email(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The user's e-mail address, at most 254 characters.")] email: String,
    ) -> Result<ResultadoEmail, Error> {
        let email = match check_email(&email) {
            Ok(email) => email.to_owned(),
            Err(mensagem) => return Ok(ResultadoEmail::Recusa(Recusa::new(mensagem))),
        };
        Ok(match login(ctx).valida_email(email.clone()).await {
            Ok(EmailCheck::CodeSent) => {
                let (desafio, expira_em) = issue(ctx, Step::Codigo, &email);
                ResultadoEmail::CodigoEnviado(CodigoEnviado { desafio, expira_em })
            }
            Ok(EmailCheck::Blocked) => ResultadoEmail::UsuarioBloqueado(UsuarioBloqueado {
                mensagem: "Entrar em contato com o administrador do sistema!".to_owned(),
            }),
            Ok(EmailCheck::PasswordChangeDue) => ResultadoEmail::TrocaDeSenhaExigida(TrocaDeSenhaExigida {
                mensagem: "Sua senha deve ser alterada!".to_owned(),
            }),
            Err(error) => ResultadoEmail::Recusa(Recusa::from_upstream(error)?),
        })
    }

    /// Step 2 of the login: hands in the code from the e-mail. Needs no session.
    async fn validar_codigo(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The `desafio` that `validarEmail` handed out, less than 10 minutes ago.")] desafio: String,
        #[graphql(desc = "The 6 characters from the e-mail; upper and lower case are the same.")] codigo: String,
    ) -> Result<ResultadoCodigo, Error> {
        let recusa = |recusa| Ok(ResultadoCodigo::Recusa(recusa));
        let codigo = match check_code(&codigo) {
            Ok(codigo) => SecretString::from(codigo),
            Err(mensagem) => return recusa(Recusa::new(mensagem)),
        };
        let held = match open(ctx, Step::Codigo, &desafio) {
            Ok(held) => held,
            Err(refusal) => return recusa(refused(refusal)?),
        };
        if let Err(error) = login(ctx).valida_codigo_acesso(&codigo).await {
            return recusa(Recusa::from_upstream(error)?);
        }
        let (desafio, expira_em) = issue(ctx, Step::Senha, held.email());
        held.spend();
        Ok(ResultadoCodigo::CodigoAceito(CodigoAceito { desafio, expira_em }))
    }

    /// Step 3 of the login: hands in the password and opens the session. Needs no session.
    async fn entrar(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The `desafio` that `validarCodigo` handed out, less than 10 minutes ago.")] desafio: String,
        #[graphql(desc = "The password, at most 256 characters.")] senha: String,
    ) -> Result<ResultadoEntrada, Error> {
        let recusa = |recusa| Ok(ResultadoEntrada::Recusa(recusa));
        let senha = SecretString::from(senha);
        if let Err(mensagem) = check_password(&senha) {
            return recusa(Recusa::new(mensagem));
        }
        let held = match open(ctx, Step::Senha, &desafio) {
            Ok(held) => held,
            Err(refusal) => return recusa(refused(refusal)?),
        };
        let sessao = match login(ctx).valida_login(held.email().to_owned(), &digest(&senha)).await {
            Ok(sessao) => sessao,
            Err(error) => return recusa(Recusa::from_upstream(error)?),
        };
        let email = held.email().to_owned();
        held.spend();
        let usuario = Usuario {
            nome: sessao.nm_usuario,
            email: sessao.ds_email.or(Some(email)),
            telefone: sessao.nr_telefone.map(|telefone| telefone.0),
            perfil: sessao.ds_perfil,
        };
        Ok(ResultadoEntrada::Sessao(Sessao { token: sessao.ds_token, usuario }))
    }

    /// Changes a password. Needs no session, for a change that is due before signing in; with one, that session stays
    /// open while the user's others end.
    async fn trocar_senha(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Whose password, the current one and the new one.")] input: TrocaDeSenha,
    ) -> Result<ResultadoTrocaDeSenha, Error> {
        let email = input.email.trim().to_owned();
        let current = SecretString::from(input.senha_atual);
        let new = SecretString::from(input.senha_nova);
        let checks = [
            ("email", check_email(&email).map(drop)),
            ("senhaAtual", check_password(&current)),
            ("senhaNova", check_new_password(&new, &current, &email)),
        ];
        let campos = checks.into_iter().filter_map(|(campo, check)| Some(CampoInvalido::new(campo, check.err()?)));
        if let Some(invalida) = EntradaInvalida::from_campos(campos.collect()) {
            return Ok(ResultadoTrocaDeSenha::EntradaInvalida(invalida));
        }
        let session = maybe_session(ctx).map(Session::upstream);
        match login(ctx).atualiza_senha(session, email, &digest(&current), &digest(&new)).await {
            Ok(()) => {
                Ok(ResultadoTrocaDeSenha::SenhaTrocada(SenhaTrocada { mensagem: "Sua senha foi alterada.".to_owned() }))
            }
            Err(error) => Ok(ResultadoTrocaDeSenha::Recusa(Recusa::from_upstream(error)?)),
        }
    }

    /// Changes the signed-in user's name and phone number.
    async fn atualizar_usuario(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The name and the phone number as they shall be.")] input: DadosDoUsuario,
    ) -> Result<ResultadoUsuario, Error> {
        let session = session(ctx)?;
        let nome = input.nome.trim().to_owned();
        let telefone = plain_phone(input.telefone.as_deref().unwrap_or_default());
        let mut campos = Vec::new();
        if nome.is_empty() {
            campos.push(CampoInvalido::new("nome", "O nome é obrigatório!"));
        } else if nome.chars().count() > MAX_NAME || nome.chars().any(char::is_control) {
            campos.push(CampoInvalido::new("nome", "O nome deve ter no máximo 120 caracteres, em uma só linha."));
        }
        if telefone.is_none() {
            campos.push(CampoInvalido::new("telefone", "O telefone deve ter DDD e 8 ou 9 dígitos."));
        }
        if let Some(invalida) = EntradaInvalida::from_campos(campos) {
            return Ok(ResultadoUsuario::EntradaInvalida(invalida));
        }
        let telefone = telefone.filter(|telefone| !telefone.is_empty());
        match session.upstream().atualiza_usuario(nome, telefone).await {
            Ok(usuario) => Ok(ResultadoUsuario::Usuario(usuario.into())),
            Err(error) => Ok(ResultadoUsuario::Recusa(Recusa::from_upstream(error)?)),
        }
    }
}

impl From<wire::login::Usuario> for Usuario {
    fn from(usuario: wire::login::Usuario) -> Self {
        Self {
            nome: usuario.nm_usuario,
            email: usuario.ds_email,
            telefone: usuario.nr_telefone.map(|telefone| telefone.0),
            perfil: usuario.ds_perfil,
        }
    }
}

fn login<'a>(ctx: &Context<'a>) -> &'a Login {
    ctx.data_unchecked::<Login>()
}

fn issue(ctx: &Context<'_>, step: Step, email: &str) -> (String, DateTime) {
    let (desafio, expires) = ctx.data_unchecked::<Desafios>().issue(step, email, now(ctx));
    (desafio, DateTime(expires.with_timezone(&chrono_tz::America::Sao_Paulo).fixed_offset()))
}

fn open(ctx: &Context<'_>, step: Step, desafio: &str) -> Result<Held, Refusal> {
    ctx.data_unchecked::<Desafios>().open(step, desafio.trim(), now(ctx))
}

/// What a person gets to see of a desafio that opens nothing. One that ran out or was used is an ordinary turn of
/// events and so data; one that was never handed out for this step does not come from a person, and is an error.
fn refused(refusal: Refusal) -> Result<Recusa, Error> {
    match refusal {
        Refusal::Expired => Ok(Recusa::new("A validação expirou. Comece de novo pelo e-mail.")),
        Refusal::Used => Ok(Recusa::new("Esta validação já foi usada. Comece de novo pelo e-mail.")),
        Refusal::InUse => Ok(Recusa::new("Esta validação está em andamento. Aguarde um instante.")),
        Refusal::Invalid => Err(Error::bad_user_input("Esta validação não é válida. Comece de novo pelo e-mail.")),
        Refusal::Overloaded => Err(Error::rate_limited("Há acessos demais no momento. Tente novamente em instantes.")),
    }
}

/// The address without the spaces around it. Only what can be no address is refused: the services know theirs.
fn check_email(email: &str) -> Result<&str, &'static str> {
    let email = email.trim();
    if email.is_empty() {
        return Err("O campo e-mail é obrigatório!");
    }
    let shape = email.rsplit_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
    let clean = !email.chars().any(|c| c.is_whitespace() || c.is_control());
    if !shape || !clean || email.len() > MAX_EMAIL {
        return Err("O e-mail informado não é válido.");
    }
    Ok(email)
}

fn check_code(codigo: &str) -> Result<&str, &'static str> {
    let codigo = codigo.trim();
    if codigo.is_empty() {
        return Err("O código é obrigatório!");
    }
    if codigo.chars().count() != CODE_LENGTH || codigo.chars().any(char::is_control) {
        return Err("O código deve ter 6 caracteres.");
    }
    Ok(codigo)
}

fn check_password(senha: &SecretString) -> Result<(), &'static str> {
    let senha = senha.expose_secret();
    if senha.is_empty() {
        return Err("A senha é obrigatória!");
    }
    if senha.chars().count() > MAX_PASSWORD {
        return Err("A senha tem no máximo 256 caracteres.");
    }
    Ok(())
}

fn check_new_password(new: &SecretString, current: &SecretString, email: &str) -> Result<(), &'static str> {
    check_password(new)?;
    let (new, current) = (new.expose_secret(), current.expose_secret());
    if new.chars().count() < MIN_PASSWORD {
        return Err("A nova senha deve ter pelo menos 8 caracteres.");
    }
    if !new.chars().any(char::is_alphabetic) || !new.chars().any(char::is_numeric) {
        return Err("A nova senha deve ter pelo menos uma letra e um número.");
    }
    if new == current {
        return Err("A nova senha deve ser diferente da atual.");
    }
    if new.to_lowercase() == email.to_lowercase() {
        return Err("A nova senha não pode ser o e-mail.");
    }
    Ok(())
}

/// The digits of a phone number; empty where there is none, `None` if it cannot be one.
fn plain_phone(telefone: &str) -> Option<String> {
    let telefone = telefone.trim();
    let telefone = telefone.strip_prefix("+55").unwrap_or(telefone);
    let plain: String = telefone.chars().filter(|c| !matches!(c, ' ' | '(' | ')' | '-' | '.')).collect();
    let fits = matches!(plain.len(), 0 | 10 | 11) && plain.bytes().all(|b| b.is_ascii_digit());
    fits.then_some(plain)
}

/// The lower-case MD5 hex digest that the services take in place of a password. MD5 protects nothing; it is what the
/// services ask for, and TLS is what protects it on its way.
fn digest(senha: &SecretString) -> SecretString {
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

    use super::{check_code, check_email, check_new_password, digest, plain_phone};

    #[test]
    fn the_digest_is_what_the_services_take() {
        let digest = digest(&SecretString::from("ação"));
        assert_eq!(digest.expose_secret().len(), 32);
        let known = super::digest(&SecretString::from("abc"));
        assert_eq!(known.expose_secret(), "900150983cd24fb0d6963f7d28e17f72");
    }

    #[test]
    fn a_new_password_must_be_worth_the_name() {
        let check = |new: &str| check_new_password(&new.into(), &"Atual1234".into(), "ana1@exemplo.com.br");
        assert_eq!(check("Nova12345"), Ok(()));
        assert_eq!(check("çãéíóú12"), Ok(()));
        assert_eq!(check(&"a1".repeat(128)), Ok(()));
        for bad in ["", "abc123", "semnumero", "123456789", "Atual1234", "ANA1@exemplo.com.br", &"a1".repeat(129)] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn codes_have_six_characters_and_addresses_an_at() {
        assert_eq!(check_code(" a1B2c3 "), Ok("a1B2c3"));
        for bad in ["", "  ", "12345", "1234567", "12\n456"] {
            assert!(check_code(bad).is_err(), "{bad}");
        }
        assert_eq!(check_email(" ana@exemplo.com "), Ok("ana@exemplo.com"));
        for bad in ["", " ", "ana", "@exemplo.com", "ana@", "a na@exemplo.com", &format!("{}@x.br", "a".repeat(250))] {
            assert!(check_email(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn phones_keep_their_digits() {
        for (typed, plain) in [
            ("", Some("")),
            ("  ", Some("")),
            ("(11) 98765-4321", Some("11987654321")),
            ("+55 11 3456.7890", Some("1134567890")),
            ("987654321", None),
            ("119876543210", None),
            ("11 9876x-4321", None),
        ] {
            assert_eq!(plain_phone(typed).as_deref(), plain, "{typed}");
        }
    }
}
