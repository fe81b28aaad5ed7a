//! Logs in with credentials typed at the terminal. Compares the responses of the login with the contract too.

use std::io::{BufRead as _, IsTerminal as _, Write as _, stderr, stdin};

use schemars::JsonSchema as _;
use secrecy::SecretString;
use serde_json::value::RawValue;
use services::wire::{
    Call,
    login::{BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
};

use super::{
    Error,
    connection::Connection,
    draft::Draft,
    evidence::plain,
    examination::{Examination, View},
    findings::Problem,
    inference,
    translation::MESSAGES,
};
use crate::{
    contract::{
        comparison::Members,
        field_names::{ALIKE, likeness},
    },
    upstream::{Fault, RawResponse, digest},
};

/// Headers in which APIs expect the key of an application, tried for a proposal.
const API_KEY_HEADERS: [&str; 4] = ["X-Api-Key", "apikey", "Ocp-Apim-Subscription-Key", "X-Client-Key"];

/// A login at the terminal.
pub(super) struct Login<'a> {
    pub(super) connection: &'a Connection,
    /// How requests are written.
    pub(super) dialect: Draft,
    /// How responses seem to be written.
    pub(super) guess: Draft,
    /// Whether to try other headers for the API key, for a proposal.
    pub(super) proposes: bool,
    pub(super) done: Vec<Examination>,
}

impl Login<'_> {
    /// Runs the three steps. Returns the token, or `None` if a response does not fit the contract; the examinations report
    /// that.
    ///
    /// # Errors
    /// [`Error`]: there is no terminal, or the services refused a step.
    pub(super) async fn at_the_terminal(&mut self) -> Result<Option<SecretString>, Error> {
        if !stdin().is_terminal() {
            return Err(Error::NoTerminal);
        }
        let email = ask("E-mail: ")?;
        let mut answer = self.connection.upstream(&self.dialect)?.login().probe_valida_email(email.clone()).await;
        if self.proposes && is_unauthorized(&answer) {
            for header in API_KEY_HEADERS {
                let mut other = self.dialect.clone();
                other.set(&["headers", "api-key"], header, None);
                let again = self.connection.upstream(&other)?.login().probe_valida_email(email.clone()).await;
                if !is_unauthorized(&again) {
                    self.guess.set(&["headers", "api-key"], header, None);
                    (self.dialect, answer) = (other, again);
                    break;
                }
            }
        }
        if self.step::<ValidaEmail>(answer)?.is_none() {
            return Ok(None);
        }
        let codigo = SecretString::from(rpassword::prompt_password("Código de acesso, que chega por e-mail: ")?.trim());
        let answer = self.connection.upstream(&self.dialect)?.login().probe_valida_codigo_acesso(&codigo).await;
        if self.step::<ValidaCodigoAcesso>(answer)?.is_none() {
            return Ok(None);
        }
        let senha = SecretString::from(rpassword::prompt_password("Senha: ")?);
        let answer = self.connection.upstream(&self.dialect)?.login().probe_valida_login(email, &digest(&senha)).await;
        Ok(self.step::<ValidaLogin>(answer)?.and_then(|text| token_in(&text)))
    }

    /// Examines the response to a step. Returns it in the contract's form; `None` if the next step cannot follow.
    fn step<C: Call>(&mut self, answer: Result<RawResponse, Fault>) -> Result<Option<String>, Error> {
        let mut examination = Examination::of::<C>();
        examination.add(answer);
        self.done.push(examination);
        let seen: Vec<_> = self.done.iter().flat_map(Examination::observations).collect();
        self.guess = inference::infer(&self.guess, &seen);
        let Some(examination) = self.done.last() else { return Ok(None) };
        let parsed = self.guess.dialect()?;
        let view = View { dialect: &self.guess, parsed: &parsed, guess: &self.guess, shows_refusals: false };
        let text = examination.last_translated(&self.guess);
        if let Some(text) = &text
            && let Ok(members) = serde_json::from_str::<Members>(text)
        {
            match members.value(MESSAGES).and_then(plain).as_deref() {
                Some(BLOQUEADO) => return Err(Error::Blocked),
                Some(TROCARSENHA) => return Err(Error::PasswordChangeDue),
                _ => {}
            }
        }
        match examination.last_problem(&view) {
            Some(Problem::Unauthorized | Problem::Forbidden) => Err(Error::ApiKeyRefused(C::PATH)),
            Some(Problem::Refused) => Err(Error::LoginRefused(C::PATH)),
            Some(Problem::Unread | Problem::RefusalWithData) | None => Ok(text),
            Some(_) => Ok(None),
        }
    }
}

fn is_unauthorized(answer: &Result<RawResponse, Fault>) -> bool {
    answer.as_ref().is_ok_and(|raw| matches!(raw.status, 401 | 403))
}

/// The token of a session, under whatever key.
fn token_in(text: &str) -> Option<SecretString> {
    let data: Members = serde_json::from_str(inference::data(text)?.get()).ok()?;
    let owner = Sessao::schema_name();
    let alike =
        |(key, value): &(std::borrow::Cow<str>, &RawValue)| Some((likeness(key, "token", &owner), plain(value)?));
    let (alike, token) = data.0.iter().filter_map(alike).max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (alike >= ALIKE).then(|| token.into())
}

/// Prompts for a line with echo.
fn ask(question: &str) -> Result<String, Error> {
    write!(stderr(), "{question}")?;
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    if line.is_empty() { Err(Error::NothingTyped) } else { Ok(line.to_owned()) }
}
