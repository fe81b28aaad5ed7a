//! `gateway check --propose FILE`: completes a mapping with what one response of each read shows.
//!
//! [`envelope`] finds the keys of the envelope by a table of names, [`names`] pairs the keys of each type with the contract's by
//! likeness, [`codes`] the codes of statuses by their texts. What is unsure, and what only requests show, is a line that is
//! commented out. [`file`] inserts the lines into the operator's file, whose own lines never change.

mod codes;
mod envelope;

mod file;
mod names;
mod requests;

pub(super) use self::{codes::is_code, envelope::is_message_key};

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Serialize;
use serde_json::Value;

use super::{error::Error, sample::Sample};
use crate::{contract::vocabulary::CallNames, mapping::Mapping};

/// A line of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    /// The keys of its table.
    pub(super) table: Vec<String>,
    pub(super) key: String,
    /// The value as TOML.
    pub(super) value: String,
    /// What the operator should know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    /// Whether it is commented out: the operator decides.
    pub(super) is_open: bool,
}

/// A file that is completed.
pub(super) struct ProposedFile {
    path: PathBuf,
    /// Its text before.
    given: String,
    /// Its text with the lines so far.
    completed: String,
    pub(super) lines: Vec<Line>,
}

/// The data of a response, without the envelope and the objects around the list.
struct ServiceData {
    call: &'static CallNames,
    data: Value,
}

impl Line {
    fn new(table: &[&str], key: &str, value: impl Into<toml::Value>) -> Self {
        let table = table.iter().map(|key| (*key).to_owned()).collect();
        Self { table, key: key.to_owned(), value: value.into().to_string(), note: None, is_open: false }
    }

    fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    fn open(self) -> Self {
        Self { is_open: true, ..self }
    }
}

impl ProposedFile {
    /// Reads the file. One that does not exist is empty.
    ///
    /// # Errors
    /// The file cannot be read, or is no mapping.
    pub(super) fn open(path: &Path) -> Result<(Self, Arc<Mapping>), Error> {
        let given = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| Error::File { path: path.to_owned(), error })?,
        };
        let mapping = Arc::new(given.parse()?);
        Ok((Self { path: path.to_owned(), completed: given.clone(), given, lines: Vec::new() }, mapping))
    }

    /// Completes the file with what the responses show. Returns its mapping.
    ///
    /// # Errors
    /// The completed file is no mapping.
    pub(super) fn complete(&mut self, samples: &[Sample], signed_out: Option<&Sample>) -> Result<Arc<Mapping>, Error> {
        self.lines = lines(samples, signed_out, &self.given.parse()?);
        self.completed = file::with_lines(&self.given, &mut self.lines);
        Ok(Arc::new(self.completed.parse()?))
    }

    /// Writes the completed file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self) -> Result<(), Error> {
        fs::write(&self.path, &self.completed).map_err(|error| Error::File { path: self.path.clone(), error })
    }

    /// What was written, in one sentence.
    pub(super) fn summary(&self) -> String {
        let count = self.lines.iter().filter(|line| !line.is_open).count();
        let open = self.lines.iter().filter(|line| line.is_open && line.table[0] != "requests").count();
        let path = self.path.display();
        format!(
            "{path}: {count} linhas propostas; {open} comentadas, para decidir. As chaves dos pedidos estão no fim."
        )
    }
}

/// The lines that a mapping lacks, according to the responses.
pub(super) fn lines(samples: &[Sample], signed_out: Option<&Sample>, given: &Mapping) -> Vec<Line> {
    let mut lines = Vec::new();
    let data = envelope::add_lines(samples, signed_out, given, &mut lines);
    let names = names::Names::find(&data, given);
    names.add_lines(&mut lines);
    codes::add_lines(&names, given, &mut lines);
    requests::add_lines(&names, given, &mut lines);
    lines
}
