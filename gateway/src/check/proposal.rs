//! `gateway check --propose FILE`: completes a mapping with what one response of each read shows.
//!
//! [`envelope`] and [`texts`] find the envelope's keys by usual names, [`lists`] the data in it. [`field_paths`] pairs the keys of
//! each type with the contract's by likeness, [`codes`] the codes of statuses by their texts. Unsure lines, and all keys of
//! requests, are commented out. [`file`] inserts the lines into the operator's file, whose own lines never change.

mod codes;
mod envelope;
mod field_paths;
mod file;
mod line;
mod lists;
mod paths;
mod requests;
mod style;
mod texts;
mod usual_names;

pub(super) use self::{
    codes::is_code,
    line::Line,
    lists::{has_fields, is_row},
    usual_names::is_message_key,
};

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{error::Error, sample::Sample};
use crate::mapping::Mapping;

/// A file that is completed.
pub(super) struct ProposedFile {
    path: PathBuf,
    /// Its text before.
    given: String,
    /// Its text with the lines so far.
    completed: String,
    pub(super) lines: Vec<Line>,
    /// Whether the lines are of the login alone.
    is_of_login: bool,
}

impl ProposedFile {
    /// Reads the file. One that does not exist is created.
    ///
    /// # Errors
    /// The file cannot be read or written, or is no mapping.
    pub(super) fn open(path: &Path) -> Result<(Self, Arc<Mapping>), Error> {
        // A file that cannot be written must be reported before a code is sent by e-mail.
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let given = opened.and_then(|_| fs::read_to_string(path));
        let given = given.map_err(|error| Error::File { path: path.to_owned(), error })?;
        let mapping = Arc::new(given.parse()?);
        Ok((
            Self { path: path.to_owned(), completed: given.clone(), given, lines: Vec::new(), is_of_login: false },
            mapping,
        ))
    }

    /// Completes the file with what the responses show. Returns its mapping, in which what the login alone shows counts too.
    ///
    /// # Errors
    /// The completed file is no mapping.
    pub(super) fn complete(&mut self, samples: &[Sample], signed_out: Option<&Sample>) -> Result<Arc<Mapping>, Error> {
        let mut found = found_lines(samples, signed_out, &self.given.parse()?);
        self.is_of_login = is_login_only(samples) && samples.iter().any(Sample::is_http_success);
        self.lines = decided(found.clone(), samples);
        self.completed = file::with_lines(&self.given, &mut self.lines);
        Ok(Arc::new(file::with_lines(&self.given, &mut found).parse()?))
    }

    /// Writes the completed file.
    ///
    /// # Errors
    /// The file cannot be written. On a full disk it has the operator's text again, which is shorter.
    pub(super) fn write(&self) -> Result<(), Error> {
        let written = fs::write(&self.path, &self.completed);
        if written.is_err() {
            drop(fs::write(&self.path, &self.given));
        }
        written.map_err(|error| Error::File { path: self.path.clone(), error })
    }

    /// What was written, in one sentence.
    pub(super) fn summary(&self) -> String {
        let count = self.lines.iter().filter(|line| !line.is_commented_out).count();
        let open = self.lines.iter().filter(|line| line.is_commented_out && line.table[0] != "requests").count();
        let path = self.path.display();
        let of_login =
            if self.is_of_login { " Nada mais que o login foi lido: o que ele mostra está comentado." } else { "" };
        format!(
            "{path}: {count} linhas propostas; {open} comentadas, para decidir.{of_login} As chaves dos pedidos estão no fim."
        )
    }
}

/// The lines that a mapping lacks, according to the responses. The login alone decides none: its few keys may not be those of
/// the other services.
pub(super) fn lines(samples: &[Sample], signed_out: Option<&Sample>, given: &Mapping) -> Vec<Line> {
    decided(found_lines(samples, signed_out, given), samples)
}

fn decided(lines: Vec<Line>, samples: &[Sample]) -> Vec<Line> {
    let is_unsure = |line: &Line| matches!(&*line.table[0], "envelope" | "calls" | "types") && is_login_only(samples);
    lines.into_iter().map(|line| if is_unsure(&line) { line.commented_out() } else { line }).collect()
}

/// Whether no service but the login has answered with a success of HTTP.
fn is_login_only(samples: &[Sample]) -> bool {
    samples.iter().all(|sample| sample.call.info.login_step || !sample.is_http_success())
}

fn found_lines(samples: &[Sample], signed_out: Option<&Sample>, given: &Mapping) -> Vec<Line> {
    let mut lines = Vec::new();
    if given.file.reading.charset.is_none() && samples.iter().any(Sample::is_in_other_charset) {
        lines.push(Line::new(&["reading"], "charset", "iso-8859-1"));
    }
    let bodies: Vec<_> = samples.iter().filter_map(Sample::json).collect();
    let style = style::add_line(bodies.iter(), given, &mut lines);
    let data = envelope::add_lines(samples, signed_out, given, style, &mut lines);
    let field_paths = field_paths::FieldPaths::find(&data, given, style);
    field_paths.add_lines(&mut lines);
    codes::add_lines(&field_paths, given, &mut lines);
    requests::add_lines(&field_paths, given, &mut lines);
    lines
}
