//! `gateway check`: compares live services with the contract.
//!
//! `sample_requests` calls every read-only service, with values from earlier responses. [`crate::contract`] compares each
//! response with the contract field by field, `examination` turns that into `findings`, and `report` prints them as text or
//! JSON.
//!
//! It cannot write: it sends only [`services::wire::ReadOnly`] calls and the three steps of a login. It shows no value of a
//! response, only its type.

mod envelope;
mod examination;
mod findings;
mod login;
mod messages;
mod progress;
mod report;
mod row_repair;
mod sample_requests;
mod source_lines;
mod wire_source;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use chrono::Datelike as _;
use secrecy::{ExposeSecret as _, SecretString};
use services::{
    calendar::{self, Clock},
    wire::{Call as _, menu::ListaMenuUsuario},
};

use self::{
    examination::Examination,
    findings::{FORMAT, Problem, Report, SessionRule, Verdict},
    progress::Progress,
    sample_requests::{NoSession, SampleRequests},
};
use crate::{
    config::{self, Config, Services},
    session::Session,
    telemetry::request::RequestTelemetry,
    upstream::{BaseUrl, ConnectError, LoginClient, Upstream, UpstreamSettings},
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
    /// The user is blocked.
    #[error("este usuário está bloqueado: entre com outro")]
    Blocked,
    /// The user must change the password.
    #[error("este usuário precisa trocar a senha antes: troque-a no portal, ou entre com outro")]
    PasswordChangeDue,
    /// The HTTP client could not be built.
    #[error(transparent)]
    Connect(#[from] ConnectError),
}

/// Checks the services and prints the report. The exit status is that of the verdict.
///
/// # Errors
/// [`Error`]: the services could not be checked.
pub async fn run(config: Config, asked: &config::CheckArgs, clock: &Clock) -> Result<ExitCode, Error> {
    let Services::At { base_url, api_key, tls, dialect } = config.services else { return Err(Error::NoAddress) };
    let settings = UpstreamSettings { dialect, ..config.calls.to(base_url.clone(), tls) };
    let upstream = Upstream::new(settings, api_key)?;
    let report = check(&upstream, &base_url, asked, clock).await?;
    // A closed pipe is no error; the exit status still reports the verdict.
    drop(if asked.json { print_json(&report) } else { report::print(&report) });
    Ok(report.exit.into())
}

async fn check(
    upstream: &Upstream,
    base_url: &BaseUrl,
    asked: &config::CheckArgs,
    clock: &Clock,
) -> Result<Report, Error> {
    let given = asked.token.as_ref().map(|token| session(upstream, token).ok_or(Error::NoToken)).transpose()?;
    let progress = Progress::new();
    let login = upstream.login();
    progress.tell(ListaMenuUsuario::PATH);
    let session_rule = session_rule(&login).await;
    progress.clear();
    let mut done = Vec::new();
    let session = match given {
        // No login if the services are unreachable.
        None if session_rule.http.is_none() => None,
        None => login::at_the_terminal(&login, &mut done).await?.and_then(|token| session(upstream, &token)),
        given => given,
    };
    let services = match &session {
        _ if session_rule.http.is_none() => Err(NoSession::Unreachable),
        Some(session) => Ok(session.upstream()),
        None => Err(NoSession::NoToken),
    };
    let year = calendar::date(clock()).year();
    let asking = SampleRequests { services, given: asked, year, progress: &progress, done };
    let endpoints: Vec<_> = asking.all().await.into_iter().map(Examination::finish).collect();
    progress.clear();
    let verdicts = endpoints.iter().map(|endpoint| endpoint.verdict).chain([session_rule.verdict]);
    let verdict = verdicts.max().unwrap_or(Verdict::Fits);
    let lines = source_lines::of(&endpoints, &session_rule);
    let address = base_url.to_string();
    Ok(Report { format: FORMAT, address, verdict, exit: verdict.exit(), session_rule, endpoints, lines })
}

/// Whether a call without a session gets HTTP 401. The gateway has no other way to detect the end of a session.
async fn session_rule(login: &LoginClient) -> SessionRule {
    let answer = login.probe_signed_out(&ListaMenuUsuario {}).await;
    let http = answer.as_ref().ok().map(|raw| raw.status);
    let verdict = match http {
        Some(401) => Verdict::Fits,
        Some(200 | 403) => Verdict::DoesNotFit,
        _ => Verdict::NotReached,
    };
    let problem = match &answer {
        Ok(raw) => Problem::of_status(raw.status).filter(|problem| *problem != Problem::Unauthorized),
        Err(fault) => Some(Problem::of(fault)),
    };
    SessionRule { path: ListaMenuUsuario::PATH, verdict, http, problem }
}

fn session(upstream: &Upstream, token: &SecretString) -> Option<Session> {
    Session::from_authorization(
        upstream,
        Some(&format!("Bearer {}", token.expose_secret())),
        &RequestTelemetry::disabled(),
    )
}

fn print_json(report: &Report) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    io::stdout().write_all(text.as_bytes())
}
