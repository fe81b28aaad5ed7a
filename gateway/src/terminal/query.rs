//! Runs a document, page by page if told to, and prints what comes back.

use std::{
    fs,
    io::{self, IsTerminal as _, Write as _},
    time::Duration,
};

use secrecy::SecretString;
use serde_json::{Map, Value};
use tokio::time::sleep;

use super::{
    client::{GraphClient, GraphqlRequest},
    document,
    json::{Json, indented, line},
    outcome::{Error, Status},
    report::{report_errors, stopped},
    rows::{Path, lines, merge, next_page},
    session_file::{ProcessEnvironment, SessionFile},
};
use crate::config::QueryCommand;

/// The variable of the cursor.
const AFTER: &str = "after";
/// The longest wait for a rate limit: those of tools are per minute.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Runs a document and prints its response.
///
/// # Errors
/// [`Error`]: an argument cannot be used, or no graph answers.
pub async fn query(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<Status, Error> {
    let document = document::read(arguments)?;
    if arguments.all && !document.contains("$after") {
        return Err(Error::usage("com --all o documento tem a variável `$after`, para o `after` da lista"));
    }
    let mut variables = variables(arguments.variables.as_deref())?;
    let token = token(arguments, environment)?;
    let graph = GraphClient::new(&arguments.graph)?;
    // Where the list that is followed stands in the data.
    let mut list = Path::new();
    // The pages so far as one response; with --lines rows are printed as they come.
    let mut merged: Option<Json> = None;
    loop {
        let operation_name = arguments.operation.as_deref();
        let request = GraphqlRequest { query: &document, operation_name, variables: &variables };
        let response = graph.send(token.as_ref(), &request).await?;
        if arguments.all
            && let Some((error, wait)) = response.errors.iter().find_map(|error| Some((error, error.wait()?)))
            && wait <= MAX_WAIT
        {
            let why = error.line();
            eprintln!("gateway: {}; a página é pedida de novo em {} s", why.trim_end_matches('.'), wait.as_secs());
            sleep(wait).await;
            continue;
        }
        let mut next = None;
        if let Some(data) = response.data().filter(|_| arguments.all && response.errors.is_empty()) {
            (list, next) = next_page(data)?;
        }
        let rows = response.data().filter(|_| arguments.lines).map(lines).transpose()?.unwrap_or_default();
        let status = report_errors(&response, arguments);
        if let Err(error) = io::stdout().write_all(rows.as_bytes()) {
            return stopped(error, status);
        }
        if !arguments.lines {
            merged = Some(match merged {
                Some(earlier) => merge(earlier, response.json, &list),
                None => response.json,
            });
        }
        let Some(cursor) = next.map(Value::from) else {
            let printed = merged.map_or(Ok(()), |response| print(&response));
            return printed.map_or_else(|error| stopped(error, status), |()| Ok(status));
        };
        if variables.get(AFTER) == Some(&cursor) {
            return Err(Error::usage("a mesma página veio de novo: `$after` não é o `after` da lista"));
        }
        variables.insert(AFTER.to_owned(), cursor);
    }
}

/// Prints a response, indented for people.
fn print(response: &Json) -> io::Result<()> {
    let text = if io::stdout().is_terminal() { indented(response) } else { line(response) };
    io::stdout().write_all((text + "\n").as_bytes())
}

/// The variables: a JSON object, or `@` and a file with one.
fn variables(given: Option<&str>) -> Result<Map<String, Value>, Error> {
    let Some(given) = given else { return Ok(Map::new()) };
    let text = match given.strip_prefix('@') {
        Some(path) => fs::read_to_string(path)
            .map_err(|error| Error::usage(format!("as variáveis em {path} não puderam ser lidas: {error}")))?,
        None => given.to_owned(),
    };
    serde_json::from_str(&text)
        .map_err(|error| Error::usage(format!("--variables não é um objeto em JSON, como {{\"ano\": 2026}}: {error}")))
}

/// The token of the arguments, or of the stored session. Without one the gateway says what needs a session.
fn token(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<Option<SecretString>, Error> {
    if arguments.token.is_some() {
        return Ok(arguments.token.clone());
    }
    if environment.state_folder.is_none() {
        return Ok(None);
    }
    SessionFile::locate(&arguments.graph, environment)?.read()
}
