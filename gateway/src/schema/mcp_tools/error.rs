//! Why a file is no tool: one sentence for the operator, with its line and the remedy.

use std::{
    io,
    path::{Path, PathBuf},
};

use bluejay_parser::Span;

use crate::schema::engine::{document::InvalidPart, persisted_documents::reason, request_error::RequestError};

/// Why the tools cannot be served.
#[derive(Debug, thiserror::Error)]
#[error(
    "GATEWAY_MCP_TOOLS, {file}{line}: {why}",
    file = .file.display(),
    line = .line.map(|line| format!(":{line}")).unwrap_or_default()
)]
pub struct McpToolError {
    file: PathBuf,
    line: Option<usize>,
    why: String,
}

impl McpToolError {
    pub(super) fn new(file: &Path, text: &str, InvalidToolFile { place, why }: InvalidToolFile) -> Self {
        let line = match place {
            Place::File => None,
            Place::Line(line) => Some(line),
            Place::Byte(at) => Some(text[..at].matches('\n').count() + 1),
        };
        Self { file: file.to_owned(), line, why }
    }

    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        let why = format!("não foi possível ler: {error}; confira o caminho e a permissão");
        Self { file: path.to_owned(), line: None, why }
    }
}

/// What is wrong with a document, and where.
pub(super) struct InvalidToolFile {
    place: Place,
    why: String,
}

enum Place {
    File,
    Line(usize),
    Byte(usize),
}

impl InvalidToolFile {
    pub(super) fn of_file(why: String) -> Self {
        Self { place: Place::File, why }
    }

    pub(super) fn at(span: &Span, why: impl Into<String>) -> Self {
        Self { place: Place::Byte(span.byte_range().start), why: why.into() }
    }
}

/// The document cannot run.
impl From<RequestError> for InvalidToolFile {
    fn from(error: RequestError) -> Self {
        let line = |part: &InvalidPart| part.locations.first().map_or(Place::File, |at| Place::Line(at.line));
        let (place, remedy) = match &error {
            RequestError::Syntax(part) => (line(part), format!(" ({}): corrija a linha", part.message)),
            RequestError::Invalid(parts) => {
                (parts.first().map_or(Place::File, line), ": compare com o esquema, schema.graphql".to_owned())
            }
            // The reason already names the remedy.
            _ => (Place::File, String::new()),
        };
        Self { place, why: reason(error) + &remedy }
    }
}
