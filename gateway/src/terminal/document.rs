//! The document that `gateway query` runs.

use std::{
    fs,
    io::{self, Read as _},
};

use super::outcome::Error;
use crate::{
    config::QueryCommand,
    operation_documents::{OperationDocument, split},
};

/// The text of the document of the arguments. A syntax error is left to the gateway, which says where it is.
///
/// # Errors
/// [`Error`]: the file cannot be read, or the operation cannot be run so.
pub(super) fn read(arguments: &QueryCommand) -> Result<String, Error> {
    let text = text(&arguments.document)?;
    let Ok(operations) = split(&text) else { return Ok(text) };
    Ok(choose(operations, arguments.operation.as_deref())?.text)
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
    fs::read_to_string(given).map_err(|error| Error::usage(format!("o documento {given} não pôde ser lido: {error}")))
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
