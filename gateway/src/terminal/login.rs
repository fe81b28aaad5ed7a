//! The three steps of the login, as the portal asks for them, and the logout.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Map, Value};

use super::{
    client::{GraphClient, GraphQlError, failure},
    json::{Json, member, printable, text},
    outcome::{Error, Status},
    report::{report_lines, wait_hint},
    session_file::{ProcessEnvironment, SessionFile},
};
use crate::config::{LoginCommand, LogoutCommand};

// Their aliases are the same in every step, so that this file repeats no name of the graph.
const EMAIL: &str = include_str!("login/email.graphql");
const CODE: &str = include_str!("login/code.graphql");
const PASSWORD: &str = include_str!("login/password.graphql");
const LOGOUT: &str = include_str!("login/logout.graphql");

/// Logs in and stores the session, or prints its token.
///
/// # Errors
/// [`Error`]: the gateway refused a step, does not answer, or the session cannot be stored.
pub async fn login(arguments: &LoginCommand, environment: &ProcessEnvironment) -> Result<Status, Error> {
    // First: a session file that cannot be used fails before the password is typed.
    let is_stored = !arguments.print_token;
    let file = is_stored.then(|| SessionFile::locate(&arguments.graph, environment)).transpose()?;
    let login = Login { graph: GraphClient::new(&arguments.graph)?, is_interactive: io::stdin().is_terminal() };
    let email = match &arguments.email {
        Some(email) => email.clone(),
        None => ask("E-mail: ")?,
    };
    let variables = Map::from_iter([("email".to_owned(), Value::from(email))]);
    let sent = login.step(EMAIL, &variables).await?.map_err(|refusal| refused(refusal.text))?;
    let ask_code = || login.ask_in_secret("Código de acesso, que chega por e-mail: ");
    let accepted = login.answer(CODE, &sent, None, ask_code).await?;
    let given = environment.password.as_ref();
    let session = login.answer(PASSWORD, &accepted, given, || login.ask_in_secret("Senha: ")).await?;
    let token = SecretString::from(required(&session, "token")?);
    let name = member(&session, "usuario").and_then(|user| text(user, "nome")).unwrap_or_default();
    eprintln!("Sessão aberta em {} para {}.", arguments.graph.address(), printable(name));
    match file {
        Some(file) => file.write(&token)?,
        None => writeln!(io::stdout(), "{}", token.expose_secret())?,
    }
    Ok(Status::Done)
}

/// Ends the stored session at the gateway, and removes it here.
///
/// # Errors
/// [`Error`]: the gateway does not answer; the session is kept.
pub async fn logout(arguments: &LogoutCommand, environment: &ProcessEnvironment) -> Result<Status, Error> {
    let file = SessionFile::locate(&arguments.graph, environment)?;
    let Some(token) = file.read()? else {
        eprintln!("Não há sessão guardada de {}.", arguments.graph.address());
        return Ok(Status::Done);
    };
    let response = GraphClient::new(&arguments.graph)?.send(Some(&token), LOGOUT, &Map::new()).await?;
    // A session that has ended already is no failure.
    if !response.errors.iter().all(GraphQlError::is_unauthenticated) {
        report_lines(&response.errors);
        return Ok(failure(&response.errors));
    }
    file.remove()?;
    eprintln!("Sessão em {} encerrada.", arguments.graph.address());
    Ok(Status::Done)
}

struct Login {
    graph: GraphClient,
    is_interactive: bool,
}

/// The message of a refused step.
struct Refusal {
    text: String,
    /// Whether the login starts again; otherwise another answer may be right.
    is_final: bool,
}

impl Login {
    /// A step that needs an answer. Asks again while another answer may be right and standard input is a terminal.
    async fn answer(
        &self,
        document: &str,
        previous: &Json,
        given: Option<&SecretString>,
        ask: impl Fn() -> Result<String, Error>,
    ) -> Result<Json, Error> {
        let desafio = required(previous, "desafio")?;
        loop {
            let answer = given.map_or_else(&ask, |given| Ok(given.expose_secret().to_owned()))?;
            let variables = [("desafio", desafio.clone()), ("answer", answer)];
            let variables = variables.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            match self.step(document, &variables).await? {
                Ok(accepted) => return Ok(accepted),
                Err(Refusal { text, is_final: false }) if self.is_interactive && given.is_none() => eprintln!("{text}"),
                Err(refusal) => return Err(refused(refusal.text)),
            }
        }
    }

    async fn step(&self, document: &str, variables: &Map<String, Value>) -> Result<Result<Json, Refusal>, Error> {
        let response = self.graph.send(None, document, variables).await?;
        if let Some(error) = response.errors.first() {
            let wait = wait_hint(&response.errors).map(|hint| format!("\ngateway: {hint}")).unwrap_or_default();
            return Err(Error::new(failure(&response.errors), format!("{}{wait}", error.message())));
        }
        let step = response.data().and_then(|data| member(data, "step")).cloned();
        let step = step.ok_or_else(|| refused("o grafo não tem este login"))?;
        Ok(match text(&step, "refusal") {
            Some(refusal) => {
                let is_final = member(&step, "final").is_none_or(|code| *code != Json::Null);
                Err(Refusal { text: printable(refusal), is_final })
            }
            None => Ok(step),
        })
    }

    /// A line that is not shown while it is typed.
    fn ask_in_secret(&self, question: &str) -> Result<String, Error> {
        if self.is_interactive { not_empty(rpassword::prompt_password(question)?) } else { ask(question) }
    }
}

fn required(step: &Json, name: &str) -> Result<String, Error> {
    text(step, name).map(str::to_owned).ok_or_else(|| refused(format!("o grafo respondeu sem {name}")))
}

/// A line of standard input. The question goes to standard error, since the output is for the token, and to a terminal only:
/// cron sends by e-mail whatever a job writes.
fn ask(question: &str) -> Result<String, Error> {
    if io::stderr().is_terminal() {
        write!(io::stderr(), "{question}")?;
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    not_empty(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// The e-mail with the code may be late, so the login is worth repeating.
fn not_empty(answer: String) -> Result<String, Error> {
    if answer.is_empty() { Err(Error::new(Status::Temporary, "nada foi digitado")) } else { Ok(answer) }
}

fn refused(text: impl Into<String>) -> Error {
    Error::new(Status::NoSession, text)
}
