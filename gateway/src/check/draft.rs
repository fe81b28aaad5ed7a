//! A mapping as it is found out: the TOML file's values, what is unsure about them, and what could not be decided.

pub(super) mod comments;
mod entries;
pub(super) mod names;
mod open_lines;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
};

use toml::{Table, Value};

use self::{
    comments::{Comments, of_open_entry},
    entries::{all_entries, is_found_by_asking, is_key, is_request_key, key_of_line, number_of_entries, remove},
};
use crate::mapping::{Mapping, error::MappingError};

/// Longest line of a comment.
const WIDTH: usize = 118;
/// The sections that responses show.
const RESPONSES: [&str; 3] = ["envelope", "calls", "types"];
/// The sections in the order in which they are written; others follow.
const SECTIONS: [&str; 12] = [
    "envelope", "login", "session", "headers", "sending", "pages", "values", "calls", "types", "requests", "reading",
    "writing",
];

/// A mapping as it is found out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Draft {
    /// What the operator's file says, without what it says is unsure.
    given: Table,
    /// Its text.
    source: String,
    /// The operator's comments.
    comments: Comments,
    /// What the operator's file says is unsure about the responses, until they show it again.
    unsure: Vec<(Vec<String>, Value, String)>,
    /// The entries of the operator's file that it says are unsure, each with the reason.
    doubted: BTreeMap<Vec<String>, (Value, String)>,
    /// Whether what the file says is looked at anew, for a proposal.
    is_reconsidered: bool,
    table: Table,
    /// Why an entry is unsure, by its path in the table.
    doubts: BTreeMap<Vec<String>, String>,
    /// Entries that nobody but the operator can decide, by the path of their table: the line and the reason.
    open: BTreeMap<Vec<String>, Vec<(String, String)>>,
}

impl Draft {
    pub(super) fn from_mapping(mapping: &Mapping) -> Self {
        let table = Table::try_from(mapping.file()).expect("a mapping is TOML");
        let (comments, doubts) = Comments::parse(mapping.source());
        let source = mapping.source().to_owned();
        let mut draft = Self { given: table.clone(), table, comments, source, ..Self::default() };
        for (path, doubt) in doubts {
            let entry = draft.get(&borrowed(&path)).filter(|value| !value.is_table() || is_request_key(&path)).cloned();
            let Some(value) = entry else { continue };
            // No proposal leaves a key out: the operator does, whatever comment was left beside it.
            if !(is_key(&path) && value == Value::Boolean(false)) {
                draft.doubted.insert(path.clone(), (value, doubt.clone()));
            }
            draft.doubts.insert(path, doubt);
        }
        draft
    }

    /// The text of the operator's file; empty if there is none.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The mapping that the gateway reads with.
    ///
    /// # Errors
    /// [`MappingError`]: what was found contradicts itself.
    pub(super) fn mapping(&self) -> Result<Mapping, MappingError> {
        self.to_string().parse()
    }

    /// Forgets what the file says is unsure about the responses, so that they may show something else.
    pub(super) fn reconsider(&mut self) {
        self.is_reconsidered = true;
        for (path, (_, doubt)) in self.doubted.clone() {
            if !path.first().is_some_and(|section| RESPONSES.contains(&section.as_str())) || is_found_by_asking(&path) {
                continue;
            }
            if let Some(value) = remove(&mut self.table, &path) {
                remove(&mut self.given, &path);
                self.doubts.remove(&path);
                self.unsure.push((path, value, doubt));
            }
        }
    }

    /// Forgets what the file says is unsure about an entry: the responses showed it.
    pub(super) fn forget_unsure(&mut self, path: &[&str]) {
        self.unsure.retain(|(one, ..)| borrowed(one) != path);
    }

    /// Forgets what is unsure about requests that services understood.
    pub(super) fn forget_doubts_of_requests(&mut self, understood: &BTreeSet<&str>) {
        let is_understood = |path: &[String]| matches!(path, [section, request, _, ..] if section == "requests" && understood.contains(request.as_str()));
        self.doubts.retain(|path, _| !is_understood(path));
    }

    /// The draft as a mapping that can be used: unsure entries come back that nothing else explained, and what contradicts
    /// the rest is left open.
    pub(super) fn settle(&mut self) {
        for (path, value, doubt) in self.unsure.clone() {
            if self.get(&borrowed(&path)).is_none() {
                let mut other = self.clone();
                other.set(&borrowed(&path), value, Some(doubt));
                if other.mapping().is_ok() {
                    *self = other;
                }
            }
        }
        if self.mapping().is_ok() {
            return;
        }
        let mut settled = Self { table: self.given.clone(), ..self.clone() };
        for (path, value) in all_entries(&self.table) {
            let names = borrowed(&path);
            let mut other = settled.clone();
            other.set(&names, value.clone(), self.doubts.get(&path).cloned());
            if other.mapping().is_ok() {
                settled = other;
            } else if let Some((last, table)) = names.split_last() {
                let line = format!("{} = {value}", quoted(last));
                settled.doubts.remove(&path);
                settled.leave_open(table, line, "contradiz o que está acima".to_owned());
            }
        }
        *self = settled;
    }

    /// Removes an entry, and the tables that are empty then.
    pub(super) fn remove_with_tables(&mut self, path: &[&str]) {
        let path = owned(path);
        remove(&mut self.table, &path);
        self.doubts.remove(&path);
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, path: &[&str]) {
        let path = owned(path);
        remove(&mut self.table, &path);
        self.doubts.remove(&path);
    }

    /// Takes over all that a file says, over what was found, with what it leaves open.
    pub(super) fn keep(&mut self, given: &Self) {
        for (path, value) in all_entries(&given.table) {
            self.set(&borrowed(&path), value, given.doubts.get(&path).cloned());
        }
        for (table, line, reason) in given.comments.open() {
            let key = key_of_line(line);
            let is_found =
                self.get(&borrowed(table)).and_then(Value::as_table).is_some_and(|table| table.contains_key(key));
            // What this run left open has the newer reason.
            if !is_found && !self.is_open(&borrowed(table), key) {
                self.leave_open(&borrowed(table), line.clone(), reason.clone());
            }
        }
        self.given = given.table.clone();
        self.unsure.clear();
    }

    /// Whether the operator's file has an entry, and is sure of it.
    pub(super) fn is_given_entry(&self, path: &[&str]) -> bool {
        let Some((last, tables)) = path.split_last() else { return false };
        let table = tables.iter().try_fold(&self.given, |table, key| table.get(*key)?.as_table());
        table.is_some_and(|table| table.contains_key(*last))
    }

    /// Whether the operator's file says what a key is called, and is sure of it: no response says it better.
    pub(super) fn is_decided(&self, path: &[&str]) -> bool {
        let is_key = match path {
            ["types" | "requests", ..] => true,
            // A path that does not exist is asked for.
            ["calls", _, last] => *last != "path",
            ["calls", ..] => true,
            _ => false,
        };
        is_key && self.is_given_entry(path) && !self.doubted.contains_key(&owned(path))
    }

    pub(super) fn get(&self, path: &[&str]) -> Option<&Value> {
        let (last, tables) = path.split_last()?;
        tables.iter().try_fold(&self.table, |table, key| table.get(*key)?.as_table())?.get(*last)
    }

    fn text(&self, path: &[&str]) -> Option<&str> {
        self.get(path)?.as_str()
    }

    /// Sets an entry, with the reason why it is unsure, if it is.
    pub(super) fn set(&mut self, path: &[&str], value: impl Into<Value>, doubt: Option<String>) {
        let Some((last, tables)) = path.split_last() else { return };
        if self.is_decided(path) && self.get(path).is_some() {
            return;
        }
        // The reason is no news: another value in the file is the operator's.
        let value = match self.doubted.get(&owned(path)) {
            Some((given, reason)) if Some(reason) == doubt.as_ref() => given.clone(),
            _ => value.into(),
        };
        let mut table = &mut self.table;
        for key in tables {
            let entry = table.entry(*key).or_insert_with(|| Table::new().into());
            let Value::Table(inner) = entry else { return };
            table = inner;
        }
        table.insert((*last).to_owned(), value);
        let path = owned(path);
        match doubt {
            Some(doubt) => self.doubts.insert(path, doubt),
            None => self.doubts.remove(&path),
        };
    }

    /// Says that requests write the value of a key as a JSON number.
    pub(super) fn set_number(&mut self, owner: &str, name: &str, doubt: Option<String>) {
        let path = ["requests", owner, name];
        let mut table = Table::from_iter([("as".to_owned(), "number".into())]);
        let key = match self.get(&path) {
            Some(Value::Table(said)) => said.get("key").cloned(),
            Some(key @ (Value::String(_) | Value::Array(_))) => Some(key.clone()),
            _ => None,
        };
        if let Some(key) = key.filter(|key| key.as_str() != Some(name)) {
            table.insert("key".to_owned(), key);
        }
        self.set(&path, table, doubt);
    }

    /// Forgets what responses show, since more of them may show something else: the envelope, lists and types.
    pub(super) fn forget_responses(&mut self) {
        let paths: Vec<_> = all_entries(&self.table).into_iter().filter(|(path, _)| is_found_by_asking(path)).collect();
        for section in RESPONSES {
            match self.given.get(section) {
                Some(given) => self.table.insert(section.to_owned(), given.clone()),
                None => self.table.remove(section),
            };
            self.doubts.retain(|path, _| is_found_by_asking(path) || path.first().is_none_or(|first| first != section));
        }
        for (path, value) in paths {
            let doubt = self.doubts.get(&path).cloned();
            self.set(&borrowed(&path), value, doubt);
        }
        self.close_all();
    }

    /// Forgets that an HTTP status is a refusal.
    pub(super) fn remove_refusal(&mut self, http: u16) {
        let status = Value::from(i64::from(http));
        if self.is_refusal(http) {
            let others: Vec<_> =
                self.values(&["envelope", "refusals"]).iter().filter(|one| **one != status).cloned().collect();
            self.set(&["envelope", "refusals"], others, None);
        }
    }

    /// Whether the values are the same, whatever is said about them.
    pub(super) fn same_values(&self, other: &Self) -> bool {
        self.table == other.table
    }

    /// Numbers of entries: sure, unsure and open.
    pub(super) fn counts(&self) -> (usize, usize, usize) {
        let all = number_of_entries(&self.table);
        (all - self.doubts.len(), self.doubts.len(), self.open.values().map(Vec::len).sum())
    }

    fn write(&self, f: &mut fmt::Formatter, path: &[String], table: &Table) -> fmt::Result {
        // A key of a request stands in one line, with how its value is written.
        let of_requests = path.len() == 2 && path[0] == "requests";
        let (tables, values): (Vec<_>, Vec<_>) = table.iter().partition(|(_, value)| value.is_table() && !of_requests);
        let open = self.open.get(path);
        let others = self.comments.of_missing(path, table);
        if !path.is_empty()
            && (!values.is_empty() || open.is_some() || self.comments.has_heading(path) || !others.is_empty())
        {
            let name: Vec<_> = path.iter().map(|key| quoted(key)).collect();
            writeln!(f)?;
            self.comments.write_above(path, f)?;
            write_line(f, &format!("[{}]", name.join(".")), self.comments.beside(path))?;
            // The lines of an entry stand together, the likeliest first.
            let mut open: Vec<_> = open.into_iter().flatten().collect();
            open.sort_by_key(|(line, _)| key_of_line(line));
            for (key, value) in values {
                let mut at = path.to_vec();
                at.push(key.clone());
                self.comments.write_above(&at, f)?;
                let (doubt, comment) = (self.doubts.get(&at), self.comments.beside(&at));
                if let (Some(_), Some(comment)) = (doubt, comment) {
                    writeln!(f, "# {comment}")?;
                }
                write_line(f, &format!("{} = {value}", quoted(key)), doubt.or(comment))?;
                for (line, reason) in open.extract_if(.., |(line, _)| key_of_line(line) == key) {
                    write_line(f, &format!("# {line}"), Some(&of_open_entry(reason)))?;
                }
            }
            for (line, reason) in open {
                write_line(f, &format!("# {line}"), Some(&of_open_entry(reason)))?;
            }
            others.into_iter().try_for_each(|line| writeln!(f, "# {line}"))?;
        }
        for (key, value) in tables {
            let mut at = path.to_vec();
            at.push(key.clone());
            self.write(f, &at, value.as_table().unwrap_or(&Table::new()))?;
        }
        Ok(())
    }

    /// The table, with an empty one for each place that has open entries or comments.
    fn with_open_tables(&self) -> Table {
        let mut all = self.table.clone();
        let ended = self.values(&["session", "ended", "http"]);
        if let Some(refusals) = all.get_mut("envelope").and_then(|table| table.get_mut("refusals")?.as_array_mut()) {
            // The end of a session is no refusal.
            refusals.retain(|status| !ended.contains(status));
        }
        for path in self.open.keys().map(Vec::as_slice).chain(self.comments.tables()) {
            let mut table = &mut all;
            for key in path {
                let entry = table.entry(key.as_str()).or_insert_with(|| Table::new().into());
                let Value::Table(inner) = entry else { break };
                table = inner;
            }
        }
        all
    }
}

/// The file.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = self.with_open_tables();
        let others = all.keys().map(String::as_str).filter(|name| !SECTIONS.contains(name));
        for section in SECTIONS.into_iter().chain(others) {
            if let Some(Value::Table(table)) = all.get(section) {
                self.write(f, &[section.to_owned()], table)?;
            }
        }
        self.comments.write_end(f)
    }
}

fn owned(path: &[&str]) -> Vec<String> {
    path.iter().map(|&key| key.to_owned()).collect()
}

fn borrowed(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

fn quoted(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if is_bare { key.to_owned() } else { Value::from(key).to_string() }
}

/// Writes a line with its comment, which stands above where the line would be too long.
fn write_line(f: &mut fmt::Formatter, line: &str, comment: Option<&String>) -> fmt::Result {
    let Some(comment) = comment else { return writeln!(f, "{line}") };
    let mut text = String::new();
    write!(text, "{line}  # {comment}")?;
    if text.chars().count() <= WIDTH { writeln!(f, "{text}") } else { writeln!(f, "# {comment}:\n{line}") }
}
