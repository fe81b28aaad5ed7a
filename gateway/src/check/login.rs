//! Logs in with credentials typed at the terminal. Compares the responses of the login with the contract too.

use std::io::{BufRead as _, IsTerminal as _, Write as _, stderr, stdin};

use secrecy::SecretString;
use services::wire::{
    Call,
    envelope::Answer,
    login::{BLOQUEADO, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
};

use super::{Error, examination::Examination, findings::Problem};
use crate::upstream::{Fault, LoginClient, RawResponse, digest};

/// Runs the three steps. Returns the token, or `None` if a response does not fit the contract; the examinations report that.
///
/// # Errors
/// [`Error`]: there is no terminal, or the services refused a step.
pub(super) async fn at_the_terminal(
    login: &LoginClient,
    done: &mut Vec<Examination>,
) -> Result<Option<SecretString>, Error> {
    if !stdin().is_terminal() {
        return Err(Error::NoTerminal);
    }
    let email = ask("E-mail: ")?;
    let answer = login.probe_valida_email(email.clone()).await;
    if step::<ValidaEmail>(&answer, done)?.is_none() {
        return Ok(None);
    }
    let codigo = SecretString::from(rpassword::prompt_password("Código de acesso, que chega por e-mail: ")?.trim());
    let answer = login.probe_valida_codigo_acesso(&codigo).await;
    if step::<ValidaCodigoAcesso>(&answer, done)?.is_none() {
        return Ok(None);
    }
    let senha = SecretString::from(rpassword::prompt_password("Senha: ")?);
    let answer = login.probe_valida_login(email, &digest(&senha)).await;
    let sessao = step::<ValidaLogin>(&answer, done)?;
    Ok(sessao.map(|sessao| sessao.ds_token.expose().into()))
}

/// Examines the response to a step. Returns its data.
fn step<C: Call>(answer: &Result<RawResponse, Fault>, done: &mut Vec<Examination>) -> Result<Option<C::Data>, Error> {
    if let Ok(raw) = answer
        && let Ok(Answer { messages, .. }) = Answer::<C::Data>::read(&raw.body)
    {
        match messages.trim() {
            BLOQUEADO => return Err(Error::Blocked),
            TROCARSENHA => return Err(Error::PasswordChangeDue),
            _ => {}
        }
    }
    let mut examination = Examination::of::<C>();
    let data = examination.look::<C>(answer.as_ref());
    let problem = examination.last_problem();
    done.push(examination);
    match problem {
        Some(Problem::Refused) => Err(Error::LoginRefused(C::PATH)),
        _ => Ok(data),
    }
}

/// Prompts for a line with echo.
fn ask(question: &str) -> Result<String, Error> {
    write!(stderr(), "{question}")?;
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    if line.is_empty() { Err(Error::NothingTyped) } else { Ok(line.to_owned()) }
}
