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
    client::{GraphClient, GraphqlRequest, GraphqlResponse},
    document::Document,
    environment::ProcessEnvironment,
    json::{Json, indented, line},
    outcome::{CommandOutcome, Error},
    report::{report_errors, stopped},
    rows::{AFTER, Path, has_several_lists, is_blank, merge, next_page, rows},
    session_file::SessionFile,
};
use crate::config::QueryCommand;

/// The longest wait for a rate limit: those of tools are per minute.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Runs a document and prints its response.
///
/// # Errors
/// [`Error`]: an argument cannot be used, or no graph answers.
pub async fn query(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<CommandOutcome, Error> {
    let document = Document::read(arguments)?;
    let mut variables = variables(arguments.variables.as_deref())?;
    document.check_variables(&variables)?;
    let token = token(arguments, environment)?;
    let graph = GraphClient::new(&arguments.graph)?;
    // Where the list that is followed stands in the data.
    let mut list = Path::new();
    // The pages so far as one response; with --lines rows are printed as they come.
    let mut merged: Option<Json> = None;
    loop {
        let operation_name = arguments.operation.as_deref();
        let request = GraphqlRequest { query: &document.text, operation_name, variables: &variables };
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
        if arguments.lines && response.data().is_some_and(has_several_lists) {
            let why = "com --lines a resposta tem uma lista, e esta tem mais de uma: peça cada uma por si";
            return Err(Error::Usage(why.to_owned()));
        }
        let (path, next) = match response.data() {
            Some(data) if arguments.all && response.errors.is_empty() => next_page(data)?,
            _ => (list.clone(), None),
        };
        list = path;
        let outcome = report_errors(&response, arguments);
        if arguments.lines {
            if let Err(error) = io::stdout().write_all(lines_of(&response).as_bytes()) {
                return stopped(error, outcome);
            }
        } else {
            merged = Some(match merged {
                Some(earlier) => merge(earlier, response.json, &list),
                None => response.json,
            });
        }
        let Some(cursor) = next else {
            return merged
                .map_or(Ok(()), |response| print(&response))
                .map_or_else(|error| stopped(error, outcome), |()| Ok(outcome));
        };
        let cursor = Value::from(cursor);
        if variables.get(AFTER) == Some(&cursor) {
            return Err(Error::Usage("a mesma página veio de novo: `$after` não é o `after` da lista".to_owned()));
        }
        variables.insert(AFTER.to_owned(), cursor);
    }
}

/// The rows of a response, a line each; of one with errors those that have a value.
fn lines_of(response: &GraphqlResponse) -> String {
    let rows = response.data().map(rows).unwrap_or_default();
    let rows = rows.iter().filter(|row| response.errors.is_empty() || !is_blank(row));
    rows.map(|row| line(row) + "\n").collect()
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
            .map_err(|error| Error::Usage(format!("as variáveis em {path} não puderam ser lidas: {error}")))?,
        None => given.to_owned(),
    };
    serde_json::from_str(&text)
        .map_err(|error| Error::Usage(format!("--variables não é um objeto em JSON, como {{\"ano\": 2026}}: {error}")))
}

/// The token of the arguments, or of the stored session. Without one the gateway says what needs a session.
fn token(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<Option<SecretString>, Error> {
    if arguments.token.is_some() {
        return Ok(arguments.token.clone());
    }
    match SessionFile::locate(&arguments.graph, environment) {
        Ok(file) => file.read(),
        Err(Error::NoStateFolder) => Ok(None),
        Err(error) => Err(error),
    }
}
