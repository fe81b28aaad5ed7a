//! Runs a document, page by page if told to, and prints what comes back.

use std::{
    collections::HashSet,
    fs,
    io::{self, IsTerminal as _, Read as _, Write as _},
    time::Duration,
};

use secrecy::SecretString;
use serde_json::{Map, Value};
use tokio::time::sleep;

use super::{
    client::GraphClient,
    json::{Json, printable},
    outcome::{Error, Status},
    report::{report_errors, stopped},
    rows::{Path, lines, merge, next_page},
    session_file::{ProcessEnvironment, SessionFile},
};
use crate::{
    config::QueryCommand,
    operation_documents::{OperationDocument, split},
};

/// The variable of the cursor.
const AFTER: &str = "after";
/// The longest wait for a rate limit: those of tools are per minute.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Runs a document and prints its response.
///
/// # Errors
/// [`Error`]: an argument cannot be used, or no graph answers.
pub async fn query(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<Status, Error> {
    let document = document(arguments)?;
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
    let mut cursors: HashSet<String> =
        variables.get(AFTER).and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    loop {
        let response = match graph.send(token.as_ref(), &document, &variables).await {
            Ok(response) => response,
            Err(error) => {
                merged.map_or(Ok(()), |response| print(&response))?;
                return Err(error);
            }
        };
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
        let Some(cursor) = next else {
            let printed = merged.map_or(Ok(()), |response| print(&response));
            return printed.map_or_else(|error| stopped(error, status), |()| Ok(status));
        };
        if !cursors.insert(cursor.clone()) {
            return Err(Error::usage("a mesma página veio de novo: `$after` não é o `after` da lista"));
        }
        variables.insert(AFTER.to_owned(), cursor.into());
    }
}

/// Prints a response, indented for people.
fn print(response: &Json) -> io::Result<()> {
    let mut out = io::stdout();
    let is_terminal = out.is_terminal();
    let text = if is_terminal { serde_json::to_string_pretty(response)? } else { serde_json::to_string(response)? };
    writeln!(out, "{}", printable(&text))
}

/// The text of the chosen operation, with its fragments. A document with a syntax error is sent whole: the gateway reports where
/// the error is.
fn document(arguments: &QueryCommand) -> Result<String, Error> {
    let text = text(&arguments.document)?;
    let Ok(operations) = split(&text) else { return Ok(text) };
    let operation = choose(operations, arguments.operation.as_deref())?;
    if operation.kind == "subscription" {
        return Err(Error::usage("gateway query não segue assinaturas: docs/tools.md diz que clientes as seguem"));
    }
    Ok(operation.text)
}

/// The text of a document: itself, that of a file, or standard input.
fn text(given: &str) -> Result<String, Error> {
    if given == "-" {
        let mut document = String::new();
        io::stdin().lock().read_to_string(&mut document)?;
        return Ok(document);
    }
    if given.contains('{') {
        return Ok(given.to_owned());
    }
    fs::read_to_string(given).map_err(|error| Error::usage(format!("o documento {given:?} não pôde ser lido: {error}")))
}

/// The operation with a name, or the only one.
fn choose(mut operations: Vec<OperationDocument>, name: Option<&str>) -> Result<OperationDocument, Error> {
    let found = match name {
        Some(name) => operations.iter().position(|operation| operation.name.as_deref() == Some(name)),
        None => (operations.len() == 1).then_some(0),
    };
    if let Some(found) = found {
        return Ok(operations.swap_remove(found));
    }
    let known: Vec<_> = operations.iter().filter_map(|operation| operation.name.as_deref()).collect();
    let known = if known.is_empty() { "nenhuma com nome".to_owned() } else { known.join(", ") };
    Err(Error::usage(match name {
        Some(name) => format!("o documento não tem a operação {name}; há: {known}"),
        None if operations.is_empty() => "o documento não tem operações".to_owned(),
        None => format!("o documento tem mais de uma operação: escolha com --operation entre {known}"),
    }))
}

/// The variables: a JSON object, or `@` and a file with one.
fn variables(given: Option<&str>) -> Result<Map<String, Value>, Error> {
    let Some(given) = given else { return Ok(Map::new()) };
    let text = match given.strip_prefix('@') {
        Some(path) => fs::read_to_string(path)
            .map_err(|error| Error::usage(format!("as variáveis em {path:?} não puderam ser lidas: {error}")))?,
        None => given.to_owned(),
    };
    serde_json::from_str(&text)
        .map_err(|error| Error::usage(format!("--variables não é um objeto em JSON, como {{\"ano\": 2026}}: {error}")))
}

/// The token of the arguments, or of the stored session. Without one the gateway says what needs a session.
fn token(arguments: &QueryCommand, environment: &ProcessEnvironment) -> Result<Option<SecretString>, Error> {
    if let Some(token) = arguments.token() {
        return Ok(Some(token.clone()));
    }
    if environment.state_folder.is_none() {
        return Ok(None);
    }
    SessionFile::locate(&arguments.graph, environment)?.read()
}
