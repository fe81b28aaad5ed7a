//! Logs in with credentials typed at the terminal. Compares the responses of the login with the contract too.

use std::{
    collections::BTreeSet,
    io::{BufRead as _, IsTerminal as _, Write as _, stderr, stdin},
};

use schemars::JsonSchema as _;
use secrecy::SecretString;
use serde_json::value::RawValue;
use services::wire::{
    Call,
    login::{BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    spelling::KeyPath,
};

use super::{
    Error,
    connection::Connection,
    draft::Draft,
    evidence::plain,
    examination::{Examination, View},
    findings::Problem,
    inference, nested,
    refusal_names::{header_in_refusal, names_in_refusal},
    translation::{MESSAGES, STATUS},
};
use crate::{
    contract::{
        comparison::Members,
        field_names::{ALIKE, likeness},
        request::{self, RequestKey},
    },
    upstream::{Fault, RawResponse, digest},
};

/// Headers in which APIs expect the key of an application, tried for a proposal.
const API_KEY_HEADERS: [&str; 4] = ["X-Api-Key", "apikey", "Ocp-Apim-Subscription-Key", "X-Client-Key"];
/// Most trials of a step with other keys: services lock users out after a few refusals.
const MOST_TRIALS: usize = 3;

/// The response to a step.
type Answer = Result<RawResponse, Fault>;

/// A login at the terminal.
pub(super) struct Login<'a> {
    pub(super) connection: &'a Connection,
    /// How requests are written.
    pub(super) dialect: Draft,
    /// How responses seem to be written.
    pub(super) guess: Draft,
    /// Whether to try other headers for the API key, for a proposal.
    pub(super) proposes: bool,
    /// Requests that were sent again with other keys.
    pub(super) trials: usize,
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
        let connection = self.connection;
        let email = ask("E-mail: ")?;
        let mut answer = self.connection.upstream(&self.dialect)?.login().probe_valida_email(email.clone()).await;
        if self.proposes && is_unauthorized(&answer) {
            let named = answer.as_ref().ok().and_then(header_in_refusal);
            for header in named.iter().map(String::as_str).chain(API_KEY_HEADERS) {
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
        let send =
            async |dialect: &Draft| Ok(connection.upstream(dialect)?.login().probe_valida_email(email.clone()).await);
        let answer = self.understood::<ValidaEmail>(answer, send).await?;
        if self.step::<ValidaEmail>(answer)?.is_none() {
            return Ok(None);
        }
        let codigo = SecretString::from(rpassword::prompt_password("Código de acesso, que chega por e-mail: ")?.trim());
        let send =
            async |dialect: &Draft| Ok(connection.upstream(dialect)?.login().probe_valida_codigo_acesso(&codigo).await);
        let answer = send(&self.dialect).await?;
        let answer = self.understood::<ValidaCodigoAcesso>(answer, send).await?;
        if self.step::<ValidaCodigoAcesso>(answer)?.is_none() {
            return Ok(None);
        }
        let senha = SecretString::from(rpassword::prompt_password("Senha: ")?);
        let senha = digest(&senha);
        self.call_as_before::<ValidaLogin>();
        let send = async |dialect: &Draft| {
            Ok(connection.upstream(dialect)?.login().probe_valida_login(email.clone(), &senha).await)
        };
        let answer = send(&self.dialect).await?;
        let answer = self.understood::<ValidaLogin>(answer, send).await?;
        Ok(self.step::<ValidaLogin>(answer)?.and_then(|text| token_in(&text)))
    }

    /// Names the keys of a step as those before it.
    fn call_as_before<C: Call>(&mut self) {
        for key in request::keys_of(&C::schema_name()) {
            let path = ["requests", &key.owner, &key.name];
            let before = self.dialect.requested_elsewhere(&key.name).map(str::to_owned);
            if let Some(spelling) = before.filter(|_| self.proposes && self.dialect.get(&path).is_none()) {
                self.dialect.set(&path, spelling.as_str(), None);
                self.guess.set(&path, spelling, None);
            }
        }
    }

    /// The response to a step. Where a refusal names keys that were not sent, the step is sent again with these, for a proposal
    /// only and a few times.
    async fn understood<C: Call>(
        &mut self,
        mut answer: Answer,
        send: impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        for _ in 0..MOST_TRIALS {
            let Some(renamed) = self.renamed::<C>(&self.dialect, &answer) else { break };
            let mut other = self.dialect.clone();
            for (key, spelling) in &renamed {
                other.set(&["requests", &key.owner, &key.name], spelling.as_str(), None);
            }
            self.trials += 1;
            answer = send(&other).await?;
            if is_limited(&answer) {
                break;
            }
            for (key, spelling) in renamed {
                self.guess.set(&["requests", &key.owner, &key.name], spelling, None);
            }
            self.dialect = other;
        }
        Ok(answer)
    }

    /// The keys of a request that a refusal calls otherwise.
    fn renamed<C: Call>(&self, dialect: &Draft, answer: &Answer) -> Option<Vec<(RequestKey, String)>> {
        let raw = answer.as_ref().ok().filter(|raw| self.proposes && matches!(raw.status, 200 | 400 | 409 | 422))?;
        let mut examination = Examination::of::<C>();
        examination.add(Ok(raw.clone()));
        let seen: Vec<_> = examination.observations().collect();
        let mut named = names_in_refusal(&examination, &inference::infer(&self.guess, &seen)).names;
        let mut keys = request::keys_of(&C::schema_name());
        let is_sent = |key: &RequestKey, name: &String| *name == dialect.request_key(&key.owner, &key.name);
        // A key that is named as it was sent is understood.
        let sent = keys.clone();
        keys.retain(|key| !named.iter().any(|name| is_sent(key, name)));
        named.retain(|name| !sent.iter().any(|key| is_sent(key, name)));
        // All APIs call an e-mail an e-mail, and one that was renamed is renamed once.
        keys.retain(|key| key.name != "email" && dialect.request_key(&key.owner, &key.name) == key.name);
        let mut found = Vec::new();
        for name in &named {
            let like = |key: &RequestKey| likeness(name, &key.name, "");
            let best = keys.iter().enumerate().max_by(|(_, one), (_, other)| like(one).total_cmp(&like(other)));
            if let Some((at, _)) = best.filter(|(_, key)| like(key) >= ALIKE) {
                found.push((keys.remove(at), name.clone()));
            }
        }
        // One key and one name are left.
        named.retain(|name| found.iter().all(|(_, other)| other != name));
        if let ([key], Some(name), 1) = (&keys[..], named.first(), named.len()) {
            found.push((key.clone(), name.clone()));
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// Examines the response to a step. Returns it in the contract's form; `None` if the next step cannot follow.
    fn step<C: Call>(&mut self, answer: Answer) -> Result<Option<String>, Error> {
        let is_empty = answer.as_ref().is_ok_and(|raw| raw.status == 204);
        let mut examination = Examination::of::<C>();
        examination.add(answer);
        self.done.push(examination);
        let seen: Vec<_> = self.done.iter().flat_map(Examination::observations).collect();
        self.guess = inference::infer(&self.guess, &seen);
        self.guess.settle();
        let Some(examination) = self.done.last() else { return Ok(None) };
        if is_empty {
            return Ok(Some(String::new()));
        }
        let parsed = self.guess.dialect()?;
        let view = View {
            dialect: &self.guess,
            parsed: &parsed,
            guess: &self.guess,
            shows_refusals: false,
            came: &BTreeSet::new(),
        };
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
            // Only data will show what means success.
            Some(Problem::Refused | Problem::NotEnvelope | Problem::RefusalWithData)
                if self.proposes && self.guess.is_open(&["envelope"], STATUS) =>
            {
                Ok(text)
            }
            Some(Problem::Refused) => Err(Error::LoginRefused(C::PATH)),
            Some(Problem::Unread | Problem::RefusalWithData) | None => Ok(text),
            Some(_) => Ok(None),
        }
    }
}

fn is_limited(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|raw| raw.status == 429)
}

fn is_unauthorized(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|raw| matches!(raw.status, 401 | 403))
}

/// The token of a session, under whatever key.
fn token_in(text: &str) -> Option<SecretString> {
    let keys = nested::keys_within(inference::data(text)?);
    let owner = Sessao::schema_name();
    let alike = |(path, value): &(KeyPath, &RawValue)| {
        // By its own key: `auth.token`.
        Some((likeness(path.keys().last()?, "token", &owner), plain(value)?))
    };
    let (alike, token) = keys.iter().filter_map(alike).max_by(|(one, _), (other, _)| one.total_cmp(other))?;
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
