//! Logs in with credentials typed at the terminal. Compares the responses of the login with the contract too.

mod refused_step;
mod renamed_request_keys;
mod step_keys;

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
};

use schemars::JsonSchema as _;
use secrecy::SecretString;
use serde_json::value::RawValue;
use services::wire::{
    Call,
    envelope::STATUS,
    login::{BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    spelling::KeyPath,
};

use super::{
    connection::Connection,
    draft::Draft,
    error::Error,
    examination::{Examination, shown_text, view::View},
    inference::{self, refusals},
    questions::{ask, has_terminal},
    report::verdict::Problem,
    responses::{
        http_status,
        nested::{self, plain},
        observation::{self, Observation},
    },
    session_rule::SignedOut,
    trials::{
        headers::{self, Answer, Obstacle},
        path_questions::PathQuestions,
        paths,
        refusal_names::header_in_refusal,
    },
};
use crate::{
    contract::{
        field_names::{ALIKE, likeness},
        request::{self, RequestKey},
        vocabulary::last_segment,
    },
    mapping::{call_spelling::Meaning, refusals::has_message},
    upstream::digest,
};

/// Maximum number of trials of a step with other keys: services lock users out after a few refusals.
const MAX_TRIALS: usize = 3;

/// Maximum number of paths of a step that are asked for.
const MAX_PATHS_ASKED: usize = 2;

/// A login at the terminal.
pub(super) struct Login<'a> {
    pub(super) connection: &'a Connection,
    pub(super) paths: &'a PathQuestions,
    /// How requests are written.
    pub(super) mapping: Draft,
    /// How responses seem to be written.
    pub(super) guess: Draft,
    /// Whether to try other headers for the API key, for a proposal.
    pub(super) proposes: bool,
    /// Requests that were sent again with other keys.
    pub(super) trials: usize,
    /// Those of the step that is sent now.
    pub(super) trials_of_step: usize,
    /// How often its keys were asked for.
    pub(super) keys_asked: usize,
    /// Whether to print what a service says to a request that it refuses, whatever it is.
    pub(super) shows_refusals: bool,
    /// What only the operator can overcome.
    pub(super) obstacles: Vec<Obstacle>,
    /// What refusals call the keys that are still unknown, the likeliest first.
    pub(super) told_names: Vec<(RequestKey, Vec<String>)>,
    /// Refusals of steps that were sent again with other keys: they show how services refuse.
    pub(super) refused: Vec<Examination>,
    pub(super) done: Vec<Examination>,
}

impl Login<'_> {
    /// Runs the three steps. Returns the token, or `None` if a response does not fit the contract; the examinations report
    /// that.
    ///
    /// # Errors
    /// [`Error`]: there is no terminal, or the services refused a step.
    pub(super) async fn at_the_terminal(&mut self, signed_out: &SignedOut) -> Result<Option<SecretString>, Error> {
        if !has_terminal() {
            return Err(Error::NoTerminal);
        }
        let connection = self.connection;
        let email = ask("E-mail: ")?;
        let send =
            async |mapping: &Draft| Ok(connection.upstream(mapping)?.login().probe_valida_email(email.clone()).await);
        let answer = self.answer::<ValidaEmail>(&send).await?;
        let is_refused = answer.as_ref().is_ok_and(|raw| signed_out.is_repeated_by(raw));
        if self.proposes && is_refused {
            self.step::<ValidaEmail>(answer)?;
            return Err(Error::AllRefused(ValidaEmail::PATH));
        }
        if self.step::<ValidaEmail>(answer)?.is_none() {
            return Ok(None);
        }
        self.call_as_before::<ValidaCodigoAcesso>();
        let codigo = SecretString::from(rpassword::prompt_password("Código de acesso, que chega por e-mail: ")?.trim());
        let send = async |mapping: &Draft| {
            Ok(connection.upstream(mapping)?.login().probe_valida_codigo_acesso(&email, &codigo).await)
        };
        let answer = self.answer::<ValidaCodigoAcesso>(&send).await?;
        if self.step::<ValidaCodigoAcesso>(answer)?.is_none() {
            return Ok(None);
        }
        let senha = SecretString::from(rpassword::prompt_password("Senha: ")?);
        let senha = digest(&senha);
        self.call_as_before::<ValidaLogin>();
        let send = async |mapping: &Draft| {
            Ok(connection.upstream(mapping)?.login().probe_valida_login(email.clone(), &senha).await)
        };
        let answer = self.answer::<ValidaLogin>(&send).await?;
        Ok(self.step::<ValidaLogin>(answer)?.and_then(|text| token_in(&text)))
    }

    /// Names the keys of a step as those before it.
    fn call_as_before<C: Call>(&mut self) {
        for key in request::keys_of(&C::schema_name()) {
            let path = ["requests", &key.owner, &key.name];
            let before = self.mapping.requested_elsewhere(&key.name).map(str::to_owned);
            if let Some(spelling) = before.filter(|_| self.proposes && self.mapping.get(&path).is_none()) {
                self.set(&path, &spelling);
            }
        }
    }

    /// Sends a step. For a proposal, it is sent again with the headers, at the path and with the keys that its refusals name, a
    /// few times: what one of these shows may make another answer.
    async fn answer<C: Call>(&mut self, send: &impl AsyncFn(&Draft) -> Result<Answer, Error>) -> Result<Answer, Error> {
        (self.trials_of_step, self.keys_asked) = (0, 0);
        self.told_names.clear();
        let mut answer = send(&self.mapping).await?;
        if !self.proposes {
            return Ok(answer);
        }
        answer = self.past_headers(answer, send).await?;
        answer = self.at_its_path::<C>(answer, send).await?;
        for _ in 0..MAX_TRIALS {
            let before = self.mapping.clone();
            answer = self.past_headers(answer, send).await?;
            answer = self.understood::<C>(answer, send).await?;
            answer = self.with_asked_keys::<C>(answer, send).await?;
            if self.mapping.same_values(&before) {
                break;
            }
        }
        Ok(answer)
    }

    /// Sends a step again with the headers that the refusal of it asks for.
    async fn past_headers(
        &mut self,
        answer: Answer,
        send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        // Where a step got past, the headers are right, unless the refusal names one: a wrong code or password that is sent
        // with others locks the user out.
        let is_refused = !self.done.is_empty() && answer.as_ref().is_ok_and(|raw| header_in_refusal(raw).is_none());
        if !self.obstacles.is_empty() || is_refused {
            return Ok(answer);
        }
        let again = headers::send_again(&self.mapping, answer, false, send).await?;
        for (path, value) in &again.found {
            self.set(path, value);
        }
        self.obstacles.extend(again.obstacle);
        Ok(again.answer)
    }

    /// If a step is not at the path of the contract, tries similar ones and asks for it.
    async fn at_its_path<C: Call>(
        &mut self,
        mut answer: Answer,
        send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        let entry = ["calls", last_segment(C::PATH), "path"];
        if !is_elsewhere(&answer) {
            return Ok(answer);
        }
        let given = self.mapping.get(&entry).and_then(toml::Value::as_str).map(str::to_owned);
        // A step that said why it refuses may count how often it is asked.
        let says_why = answer.as_ref().is_ok_and(|raw| refusals::has_message(&raw.body));
        let others = if given.is_some() || says_why { Vec::new() } else { paths::other_paths(C::PATH) };
        for path in others {
            if let Some(again) = self.at_path(&entry, &path, send).await?.filter(|again| !is_elsewhere(again)) {
                self.set(&entry, &path);
                return Ok(again);
            }
        }
        let mut tried = given.unwrap_or_else(|| C::PATH.to_owned());
        for _ in 0..MAX_PATHS_ASKED {
            let Some(http) = answer.as_ref().ok().map(|raw| raw.status) else { break };
            let why = format!("{tried} respondeu HTTP {http}. Se não é o caminho deste passo");
            let Some(path) = self.paths.ask(C::PATH, &why)? else { break };
            let Some(again) = self.at_path(&entry, &path, send).await? else { continue };
            answer = again;
            // What was typed is kept, even if something else is wrong too.
            self.set(&entry, &path);
            if !is_elsewhere(&answer) {
                break;
            }
            tried = path;
        }
        Ok(answer)
    }

    /// Sends a step to a path. `None`: it can be none.
    async fn at_path(
        &self,
        entry: &[&str],
        path: &str,
        send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Option<Answer>, Error> {
        let mut other = self.mapping.clone();
        other.set(entry, path, None);
        if other.mapping().is_err() {
            return Ok(None);
        }
        send(&other).await.map(Some)
    }

    fn set(&mut self, path: &[&str], value: &str) {
        self.mapping.set(path, value, None);
        self.guess.set(path, value, None);
    }

    /// Examines the response to a step. Returns it in the contract's form; `None` if the next step cannot follow. What the
    /// service said then is printed.
    fn step<C: Call>(&mut self, answer: Answer) -> Result<Option<String>, Error> {
        let result = self.examined::<C>(answer);
        if let (Ok(None) | Err(_), Some(step)) = (&result, self.done.last()) {
            self.show_refusal(C::PATH, step, &self.guess);
        }
        result
    }

    /// Prints what a service said to a step: the text of its message, which is for the user, or all of it if that was asked for.
    fn show_refusal(&self, path: &str, step: &Examination, guess: &Draft) {
        let Some(Ok(raw)) = step.answers.last() else { return };
        let message = || step.last_translated(guess).as_deref().and_then(observation::message);
        let text = if self.shows_refusals { str::from_utf8(&raw.body).ok().map(str::to_owned) } else { message() };
        if let Some(said) = text.as_deref().and_then(shown_text) {
            // Errors on standard error do not stop the check.
            drop(writeln!(io::stderr(), "{path} respondeu HTTP {}, e disse: {said}", raw.status));
        }
    }

    fn examined<C: Call>(&mut self, answer: Answer) -> Result<Option<String>, Error> {
        let is_empty = answer.as_ref().is_ok_and(|raw| raw.status == 204);
        let header = answer.as_ref().ok().and_then(header_in_refusal);
        let mut examination = Examination::of::<C>();
        examination.add(answer);
        self.done.push(examination);
        let seen: Vec<_> = self.refused.iter().chain(&self.done).flat_map(Examination::observations).collect();
        self.guess = inference::infer(&self.guess, &seen);
        self.guess.settle();
        let Some(examination) = self.done.last() else { return Ok(None) };
        if is_empty {
            return Ok(Some(String::new()));
        }
        let parsed = self.guess.mapping()?;
        let view = View {
            mapping: &self.guess,
            parsed: &parsed,
            guess: &self.guess,
            shows_refusals: false,
            came: &BTreeSet::new(),
        };
        let text = examination.last_translated(&self.guess);
        let has_token = text.as_deref().and_then(token_in).is_some();
        // A step has nothing to tell but its success.
        let is_success = text.as_deref().is_some_and(observation::says_success);
        let message = text.as_deref().and_then(observation::message).unwrap_or_default();
        let meaning = examination.observations().last().and_then(|Observation { http, body, .. }| {
            parsed.call(C::PATH).meaning(http, body.as_bytes(), &message, is_success)
        });
        let says = |word| meaning == Some(Meaning::Special(word)) || has_message(&message, word);
        match () {
            () if says(BLOQUEADO) => return Err(Error::Blocked),
            () if says(TROCARSENHA) => return Err(Error::PasswordChangeDue),
            () => {}
        }
        let problem = examination.last_problem(&view);
        if let Some(header) = header.filter(|_| !matches!(problem, None | Some(Problem::Unread | Problem::NoData))) {
            return Err(Error::HeaderMissing(C::PATH, header));
        }
        match problem {
            Some(Problem::Refused) if is_success => Ok(text),
            Some(Problem::Unauthorized | Problem::Forbidden) if self.done.len() == 1 => {
                Err(Error::ApiKeyRefused(C::PATH))
            }
            Some(Problem::Unauthorized | Problem::Forbidden) => Err(Error::LoginRefused(C::PATH)),
            Some(Problem::Refused | Problem::NotEnvelope | Problem::RefusalWithData | Problem::Unread)
                if self.proposes
                    && refused_step::is_certain(
                        &self.done,
                        &self.guess,
                        C::PATH == ValidaLogin::PATH && !has_token,
                    ) =>
            {
                Err(Error::LoginRefused(C::PATH))
            }
            // Data beside a known refusal are empty values, or no data of the step.
            Some(Problem::RefusalWithData) if !message.is_empty() && !self.guess.is_open(&["envelope"], STATUS) => {
                Err(Error::LoginRefused(C::PATH))
            }
            // Only data will show what means success.
            Some(Problem::Refused | Problem::NotEnvelope | Problem::RefusalWithData)
                if self.proposes && self.guess.is_open(&["envelope"], STATUS) =>
            {
                Ok(text)
            }
            Some(Problem::Refused) => Err(Error::LoginRefused(C::PATH)),
            Some(Problem::Unread | Problem::NoData | Problem::RefusalWithData) | None => Ok(text),
            Some(_) => Ok(None),
        }
    }
}

/// Whether a step may be at another path.
fn is_elsewhere(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|raw| http_status::is_wrong_path(raw.status))
}

fn is_limited(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|raw| raw.status == 429)
}

/// The token of a session, under any key.
fn token_in(text: &str) -> Option<SecretString> {
    let keys = nested::keys_within(observation::data(text)?);
    let owner = Sessao::schema_name();
    let alike = |(path, value): &(KeyPath, &RawValue)| {
        // By its own key: `auth.token`.
        Some((likeness(path.keys().last()?, "token", &owner), plain(value)?))
    };
    let (alike, token) = keys.iter().filter_map(alike).max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (alike >= ALIKE).then(|| token.into())
}
