//! `gateway check`: compares live services with the contract, and proposes a dialect where they differ.
//!
//! `sample_requests` calls every read-only service, with values from earlier responses. `inference` guesses how the responses
//! are written, `examination` compares them with the contract ([`crate::contract`]) as the gateway reads them, and turns that
//! into `findings`, which `report` prints as text or JSON. `proposal` prints the guess as a dialect instead.
//!
//! It cannot write: it sends only [`services::wire::ReadOnly`] calls and the three steps of a login. It shows no value of a
//! response, only its type. The exceptions are `--show-refusals`, and in a proposal the texts that tell the end of a session and
//! the codes of statuses.

mod comments;
mod connection;
mod data_score;
mod draft;
mod envelope;
mod envelope_inference;
mod evidence;
mod examination;
mod field_findings;
mod findings;
mod first_call;
mod fit;
mod inference;
mod known_values;
mod list_inference;
mod login;
mod login_keys;
mod majority;
mod messages;
mod nested;
mod page_trials;
mod pairing;
mod progress;
mod proposal;
mod questions;
mod refusal_names;
mod report;
mod request_trials;
mod sample_requests;
mod session_rule;
mod source_lines;
mod translation;
mod value_inference;
mod wire_source;
mod write_proposals;
mod writing_inference;

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
    process::ExitCode,
};

use chrono::Datelike as _;
use secrecy::SecretString;
use services::{
    calendar::{self, Clock},
    wire::{Call as _, menu::ListaMenuUsuario},
};

use self::{
    connection::Connection,
    draft::Draft,
    examination::{Examination, View},
    findings::{FORMAT, NotVerified, Report, Verdict},
    known_values::KnownValues,
    login::Login,
    progress::Progress,
    request_trials::Trials,
    sample_requests::{NoSession, SampleRequests},
    session_rule::SignedOut,
};
use crate::{
    config::{self, Config},
    contract::vocabulary::Vocabulary,
    dialect::DialectError,
    session::Session,
    upstream::ConnectError,
};

/// Exit status if the services could not be checked.
pub const NOT_CHECKED: u8 = 2;

/// Why the services could not be checked, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No address is configured.
    #[error(
        "gateway check confere serviços em um endereço, e não os de referência que o gateway traz: informe o da API de \
         integração em GATEWAY_UPSTREAM_URL e a chave em GATEWAY_API_KEY"
    )]
    NoAddress,
    /// The token is malformed.
    #[error(
        "GATEWAY_CHECK_TOKEN não pode ser o token de uma sessão: informe o dsToken que um login devolve, ou tire a variável"
    )]
    NoToken,
    /// There is no terminal for a login.
    #[error("não há um terminal em que digitar o login: informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NoTerminal,
    /// The terminal failed.
    #[error("o terminal não respondeu ({0}): informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    Terminal(#[from] io::Error),
    /// Nothing was typed.
    #[error("sem e-mail não há login: digite o de um usuário, ou informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NothingTyped,
    /// The services refused a step of the login.
    #[error("os serviços recusaram o login em {0}: confira GATEWAY_API_KEY e o que foi digitado")]
    LoginRefused(&'static str),
    /// The services did not accept the API key.
    #[error(
        "os serviços não aceitam a chave da aplicação em {0} (HTTP 401 ou 403): confira GATEWAY_API_KEY; se a API a espera em \
         um cabeçalho, diga qual em [headers] api-key do dialeto"
    )]
    ApiKeyRefused(&'static str),
    /// The user is blocked.
    #[error("este usuário está bloqueado: entre com outro")]
    Blocked,
    /// The user must change the password.
    #[error("este usuário precisa trocar a senha antes: troque-a no portal, ou entre com outro")]
    PasswordChangeDue,
    /// The HTTP client could not be built.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// What was found contradicts itself.
    #[error("o dialeto não serve: {0}")]
    Dialect(#[from] DialectError),
}

/// Checks the services and prints the report, or a dialect for them. The exit status is that of the verdict.
///
/// # Errors
/// [`Error`]: the services could not be checked.
pub async fn run(config: Config, asked: &config::CheckCommand, clock: &Clock) -> Result<ExitCode, Error> {
    let (connection, dialect) = Connection::new(config)?;
    let dialect = Draft::of(&dialect);
    let year = calendar::date(clock()).year();
    let check = Check { connection, asked, year, progress: Progress::new() };
    if asked.propose {
        return Ok(check.propose(dialect).await?.into());
    }
    let report = check.report(&dialect).await?;
    // A closed pipe is no error; the exit status still reports the verdict.
    drop(if asked.json { print_json(&report) } else { report::print(&report) });
    Ok(report.exit.into())
}

/// A run of the command.
struct Check<'a> {
    connection: Connection,
    asked: &'a config::CheckCommand,
    year: i32,
    progress: Progress,
}

/// What the services answered.
struct Round {
    signed_out: SignedOut,
    done: Vec<Examination>,
    /// How the responses seem to be written.
    guess: Draft,
}

impl Check<'_> {
    async fn report(&self, dialect: &Draft) -> Result<Report, Error> {
        if let Some(token) = &self.asked.token {
            self.connection.session(dialect, token)?;
        }
        let signed_out = self.signed_out(dialect).await?;
        let mut login = self.login(dialect, false);
        let token = self.token(&mut login, &signed_out).await?;
        let round = self.round(dialect, signed_out, login, token.as_ref(), &[]).await?;
        self.reported(&round, dialect)
    }

    /// The report on responses, as the gateway reads them in a dialect.
    fn reported(&self, round: &Round, dialect: &Draft) -> Result<Report, Error> {
        let parsed = dialect.dialect()?;
        let shows_refusals = self.asked.show_refusals;
        let finish = |came: &BTreeSet<String>| -> Vec<_> {
            let view = View { dialect, parsed: &parsed, guess: &round.guess, shows_refusals, came };
            round.done.iter().map(|one| one.finish(&view)).collect()
        };
        let fields = finish(&BTreeSet::new()).into_iter().flat_map(|endpoint| endpoint.fields);
        let came = fields.filter(|field| field.present > 0).map(|field| field.name).collect();
        let endpoints = finish(&came);
        let session_rule = round.signed_out.rule(dialect);
        let verdicts = endpoints.iter().map(|endpoint| endpoint.verdict).chain([session_rule.verdict]);
        let verdict = verdicts.max().unwrap_or(Verdict::Fits);
        let lines = source_lines::of(&endpoints, &session_rule);
        let is_called = |path: &str| endpoints.iter().any(|endpoint| endpoint.path == path);
        let others = Vocabulary::get().calls.iter().filter(|call| !is_called(call.path));
        let not_verified = others
            .map(|call| NotVerified {
                path: call.path,
                keys: dialect.request_keys(&call.request),
                writes: !call.request.starts_with("Valida"),
            })
            .collect();
        let address = self.connection.base_url.to_string();
        let exit = verdict.exit();
        Ok(Report { format: FORMAT, address, verdict, exit, session_rule, endpoints, not_verified, lines })
    }

    /// Calls without a session.
    async fn signed_out(&self, dialect: &Draft) -> Result<SignedOut, Error> {
        let login = self.connection.upstream(dialect)?.login();
        self.progress.tell(ListaMenuUsuario::PATH);
        let answer = login.probe_signed_out(&ListaMenuUsuario {}).await;
        self.progress.clear();
        Ok(SignedOut { answer })
    }

    fn login(&self, dialect: &Draft, proposes: bool) -> Login<'_> {
        let (dialect, guess) = (dialect.clone(), dialect.clone());
        Login {
            connection: &self.connection,
            dialect,
            guess,
            proposes,
            trials: 0,
            obstacles: Vec::new(),
            done: Vec::new(),
        }
    }

    /// The given token, or that of a login at the terminal. `None` if the services are unreachable, or it has no token.
    async fn token(&self, login: &mut Login<'_>, signed_out: &SignedOut) -> Result<Option<SecretString>, Error> {
        match &self.asked.token {
            Some(token) => Ok(Some(token.clone())),
            None if signed_out.answer.is_err() => Ok(None),
            None => login.at_the_terminal().await,
        }
    }

    /// Calls every service that reads.
    async fn round(
        &self,
        dialect: &Draft,
        signed_out: SignedOut,
        login: Login<'_>,
        token: Option<&SecretString>,
        earlier: &[Examination],
    ) -> Result<Round, Error> {
        let session = token.map(|token| self.connection.session(dialect, token)).transpose()?;
        let services = match &session {
            _ if signed_out.answer.is_err() => Err(NoSession::Unreachable),
            Some(session) => Ok(session.upstream()),
            None => Err(NoSession::NoToken),
        };
        let connect = |draft: &Draft| -> Option<Session> { self.connection.session(draft, token?).ok() };
        let mut sample = SampleRequests {
            services,
            given: self.asked,
            year: self.year,
            progress: &self.progress,
            guess: login.guess,
            done: login.done,
            earlier,
            provoked: Vec::new(),
            known: KnownValues::default(),
            dialect,
            trials: login.proposes.then(|| Trials::new(&connect)),
        };
        sample.all().await;
        self.progress.clear();
        let SampleRequests { done, guess, .. } = sample;
        Ok(Round { signed_out, done, guess })
    }
}

fn print_json(report: &Report) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    io::stdout().write_all(text.as_bytes())
}
