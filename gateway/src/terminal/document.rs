//! The document that `gateway query` runs.

use std::{
    fs,
    io::{self, Read as _},
};

use serde_json::{Map, Value};

use super::{outcome::Error, pages::check_takes_after};
use crate::{
    config::QueryCommand,
    operation_documents::{OperationDocument, split},
};

/// What is sent of a document.
pub(super) enum Document {
    Text {
        text: String,
        /// The names of its variables; `None` of a text that cannot be parsed.
        variables: Option<Vec<String>>,
    },
    Id(String),
}

impl Document {
    /// The document of the arguments. A syntax error is left to the gateway, which says where it is.
    ///
    /// # Errors
    /// [`Error::Usage`]: the file cannot be read, or the operation cannot be run so.
    pub(super) fn read(arguments: &QueryCommand) -> Result<Self, Error> {
        if let Some(id) = &arguments.document_id {
            return Ok(Self::Id(id.clone()));
        }
        let text = read(arguments.document.as_deref().unwrap_or_default())?;
        let Ok(operations) = split(&text) else { return Ok(Self::Text { text, variables: None }) };
        let operation = choose(operations, arguments.operation.as_deref())?;
        let is_subscription = operation.kind == "subscription";
        if is_subscription && !arguments.follow {
            let why = "a operação é uma assinatura: com --follow cada evento é uma linha de JSON";
            return Err(Error::Usage(why.to_owned()));
        }
        if arguments.follow && !is_subscription {
            return Err(Error::Usage(format!("--follow é para assinaturas, e a operação é {}", operation.kind)));
        }
        if arguments.all {
            check_takes_after(&operation.variables)?;
        }
        Ok(Self::Text { text: operation.text, variables: Some(operation.variables) })
    }

    /// Refuses values that the operation has no variables for. A graph ignores them, so that a misspelled name would go
    /// unnoticed. Of an id nothing is known here.
    ///
    /// # Errors
    /// [`Error::Usage`]: there is no such variable.
    pub(super) fn check_variables(&self, values: &Map<String, Value>) -> Result<(), Error> {
        let Self::Text { variables: Some(known), .. } = self else { return Ok(()) };
        let Some(unknown) = values.keys().find(|name| !known.contains(name)) else { return Ok(()) };
        let known = match &known[..] {
            [] => "nenhuma".to_owned(),
            known => known.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", "),
        };
        Err(Error::Usage(format!("a operação não tem a variável ${unknown}; há: {known}")))
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::Id(_) => None,
        }
    }

    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Text { .. } => None,
            Self::Id(id) => Some(id),
        }
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
