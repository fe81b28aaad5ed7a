//! The document that `gateway query` runs.

use std::{
    fs,
    io::{self, Read as _},
};

use serde_json::{Map, Value};

use super::{
    outcome::Error,
    rows::{AFTER, not_a_list},
};
use crate::{
    config::QueryCommand,
    operation_documents::{OperationDocument, split},
};

/// What is sent of a document.
pub(super) struct Document {
    pub(super) text: String,
    /// The names of its variables; `None` of a text that cannot be parsed.
    variables: Option<Vec<String>>,
}

impl Document {
    /// The document of the arguments. A syntax error is left to the gateway, which says where it is.
    ///
    /// # Errors
    /// [`Error::Usage`]: the file cannot be read, or the operation cannot be run so.
    pub(super) fn read(arguments: &QueryCommand) -> Result<Self, Error> {
        let text = read(&arguments.document)?;
        let Ok(operations) = split(&text) else { return Ok(Self { text, variables: None }) };
        let operation = choose(operations, arguments.operation.as_deref())?;
        if operation.kind == "subscription" {
            return Err(Error::Usage("a operação é uma assinatura, e gateway query não as segue".to_owned()));
        }
        if arguments.all && !operation.variables.iter().any(|name| name == AFTER) {
            return Err(not_a_list("falta a variável `$after`, para o `after` da lista"));
        }
        Ok(Self { text: operation.text, variables: Some(operation.variables) })
    }

    /// Refuses values that the operation has no variables for. A graph ignores them, so that a misspelled name would go
    /// unnoticed.
    ///
    /// # Errors
    /// [`Error::Usage`]: there is no such variable.
    pub(super) fn check_variables(&self, values: &Map<String, Value>) -> Result<(), Error> {
        let Some(known) = &self.variables else { return Ok(()) };
        let Some(unknown) = values.keys().find(|name| !known.contains(name)) else { return Ok(()) };
        let known = match &known[..] {
            [] => "nenhuma".to_owned(),
            known => known.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", "),
        };
        Err(Error::Usage(format!("a operação não tem a variável ${unknown}; há: {known}")))
    }
}

/// The text of a document: itself, that of a file, or standard input.
fn read(given: &str) -> Result<String, Error> {
    if given == "-" {
        let mut document = String::new();
        io::stdin().lock().read_to_string(&mut document)?;
        return Ok(document);
    }
    if given.contains('{') {
        return Ok(given.to_owned());
    }
    fs::read_to_string(given).map_err(|error| Error::Usage(format!("o documento {given} não pôde ser lido: {error}")))
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
    Err(Error::Usage(match name {
        Some(name) => format!("o documento não tem a operação {name}; há: {known}"),
        None if operations.is_empty() => "o documento não tem operações".to_owned(),
        None => format!("o documento tem mais de uma operação: escolha com --operation entre {known}"),
    }))
}
