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
    follow::follow,
    json::Json,
    outcome::{CommandOutcome, Error},
    pages::{AFTER, NextPage, next_page},
    report::{report_errors, stopped},
    rows::{Path, has_several_lists, is_blank, list_at, rows, table},
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
    let (query, document_id, operation_name) = (document.text(), document.id(), arguments.operation.as_deref());
    if arguments.follow {
        let request = GraphqlRequest { query, document_id, operation_name, variables: &variables };
        return follow(&graph, token.as_ref(), &request, arguments).await;
    }
    let mut printer = Printer::new(arguments);
    loop {
        let request = GraphqlRequest { query, document_id, operation_name, variables: &variables };
        let response = graph.send(token.as_ref(), &request).await?;
        if arguments.all
            && let Some((error, wait)) = response.errors.iter().find_map(|error| Some((error, error.wait()?)))
            && wait <= MAX_WAIT
        {
            let line = error.line();
            eprintln!("gateway: {}; a página é pedida de novo em {} s", line.trim_end_matches('.'), wait.as_secs());
            sleep(wait).await;
            continue;
        }
        if (arguments.lines || arguments.table) && response.data().is_some_and(has_several_lists) {
            let why = "com --lines e --table a resposta tem uma lista, e esta tem mais de uma: peça cada uma por si";
            return Err(Error::Usage(why.to_owned()));
        }
        let is_last = !response.errors.is_empty() || !arguments.all;
        let next = match response.data() {
            Some(data) if !is_last => Some(next_page(data)?),
            _ => None,
        };
        let outcome = report_errors(&response, arguments);
        if let Some((path, _)) = &next {
            printer.list.clone_from(path);
        }
        if let Err(error) = printer.add(response) {
            return stopped(error, outcome);
        }
        match next {
            Some((_, NextPage::After(cursor))) if variables.get(AFTER) != Some(&Value::from(&*cursor)) => {
                variables.insert(AFTER.to_owned(), cursor.into());
            }
            Some((_, NextPage::After(_))) => {
                return Err(Error::Usage("a mesma página veio de novo: `$after` não é o `after` da lista".to_owned()));
            }
            Some((_, NextPage::None)) | None => {
                return printer.finish(outcome).map_or_else(|error| stopped(error, outcome), |()| Ok(outcome));
            }
        }
    }
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

/// Prints responses in the form of the arguments.
struct Printer {
    form: PrintForm,
    /// Where the list that is followed stands in the data.
    list: Path,
    is_terminal: bool,
}

enum PrintForm {
    /// One response with the rows of all pages.
    Response(Option<Json>),
    /// Rows as they come.
    Lines,
    /// A table of all rows, whose columns are as wide as the widest cell.
    Table(Vec<Json>),
}

impl Printer {
    fn new(arguments: &QueryCommand) -> Self {
        let form = match arguments {
            QueryCommand { lines: true, .. } => PrintForm::Lines,
            QueryCommand { table: true, .. } => PrintForm::Table(Vec::new()),
            _ => PrintForm::Response(None),
        };
        Self { form, list: Path::new(), is_terminal: io::stdout().is_terminal() }
    }

    fn add(&mut self, response: GraphqlResponse) -> io::Result<()> {
        match &mut self.form {
            PrintForm::Lines => {
                let lines: String = rows_of(&response).iter().map(|row| row.line() + "\n").collect();
                io::stdout().write_all(lines.as_bytes())?;
            }
            PrintForm::Table(all) => all.extend(rows_of(&response)),
            PrintForm::Response(merged) => {
                *merged = Some(match merged.take() {
                    Some(earlier) => merge(earlier, response.json, &self.list),
                    None => response.json,
                })
            }
        }
        Ok(())
    }

    fn finish(self, outcome: CommandOutcome) -> io::Result<()> {
        let text = match self.form {
            PrintForm::Response(Some(response)) if self.is_terminal => response.indented() + "\n",
            PrintForm::Response(Some(response)) => response.line() + "\n",
            PrintForm::Table(rows) if !rows.is_empty() => table(&rows),
            // Columns are known by rows. Not on standard output, which has rows only.
            PrintForm::Table(_) if outcome == CommandOutcome::Done => {
                return writeln!(io::stderr(), "gateway: nenhuma linha");
            }
            PrintForm::Response(None) | PrintForm::Lines | PrintForm::Table(_) => return Ok(()),
        };
        io::stdout().write_all(text.as_bytes())
    }
}

/// The rows of a response; of one with errors those that have a value.
fn rows_of(response: &GraphqlResponse) -> Vec<Json> {
    let mut rows = response.data().map(rows).unwrap_or_default();
    rows.retain(|row| response.errors.is_empty() || !is_blank(row));
    rows
}

/// A page and those before it as one response. The newest page has the newest `pageInfo`; one that failed adds its errors.
fn merge(mut earlier: Json, mut newest: Json, list: &[String]) -> Json {
    let before = earlier.get_mut("data").and_then(|data| list_at(data, list)).map(std::mem::take);
    let rows = newest.get_mut("data").and_then(|data| list_at(data, list));
    match (before, rows) {
        (Some(mut before), Some(rows)) => {
            before.append(rows);
            *rows = before;
            newest
        }
        (Some(before), None) => {
            if let Some(rows) = earlier.get_mut("data").and_then(|data| list_at(data, list)) {
                *rows = before;
            }
            if let Some(errors) = newest.get("errors") {
                earlier.set("errors", errors.clone());
            }
            earlier
        }
        (None, _) => newest,
    }
}
