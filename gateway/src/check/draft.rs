//! A dialect as it is found out: the TOML file's values, what is unsure about them, and what could not be decided.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
};

use toml::{Table, Value};

use crate::{
    contract::request,
    dialect::{Dialect, DialectError},
};

/// Longest line of a comment.
const WIDTH: usize = 118;
/// The sections in the order in which they are written; others follow.
const SECTIONS: [&str; 7] = ["envelope", "session", "headers", "calls", "types", "requests", "writing"];

/// A dialect as it is found out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Draft {
    /// What the operator's file says.
    given: Table,
    table: Table,
    /// Why an entry is unsure, by its path in the table.
    doubts: BTreeMap<Vec<String>, String>,
    /// Entries that nobody but the operator can decide, by the path of their table: the line and the reason.
    open: BTreeMap<Vec<String>, BTreeMap<String, String>>,
}

/// The key of a part of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnvelopeKey<'a> {
    Key(&'a str),
    /// There is none: the HTTP status decides, or the body is the data.
    None,
}

impl Draft {
    pub(super) fn of(dialect: &Dialect) -> Self {
        let table = Table::try_from(dialect.file()).expect("a dialect is TOML");
        Self { given: table.clone(), table, ..Self::default() }
    }

    /// The dialect that the gateway reads with.
    ///
    /// # Errors
    /// [`DialectError`]: what was found contradicts itself.
    pub(super) fn dialect(&self) -> Result<Dialect, DialectError> {
        self.to_string().parse()
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
        let mut table = &mut self.table;
        for key in tables {
            let entry = table.entry(*key).or_insert_with(|| Table::new().into());
            let Value::Table(inner) = entry else { return };
            table = inner;
        }
        table.insert((*last).to_owned(), value.into());
        let path = owned(path);
        match doubt {
            Some(doubt) => self.doubts.insert(path, doubt),
            None => self.doubts.remove(&path),
        };
    }

    /// Adds a line that is commented out.
    pub(super) fn leave_open(&mut self, table: &[&str], line: String, reason: String) {
        self.open.entry(owned(table)).or_default().insert(line, reason);
    }

    /// Forgets what was open: it is found out anew.
    pub(super) fn close_all(&mut self) {
        self.open.clear();
    }

    /// Forgets what responses show, since more of them may show something else: the envelope, lists and types.
    pub(super) fn forget_responses(&mut self) {
        for section in ["envelope", "calls", "types"] {
            match self.given.get(section) {
                Some(given) => self.table.insert(section.to_owned(), given.clone()),
                None => self.table.remove(section),
            };
            self.doubts.retain(|path, _| path.first().is_none_or(|first| first != section));
        }
        self.close_all();
    }

    /// Whether the operator's file has a section.
    pub(super) fn is_given(&self, section: &str) -> bool {
        self.given.contains_key(section)
    }

    /// The key in a response that holds a field.
    pub(super) fn response_key<'a>(&'a self, owner: &str, name: &'a str) -> &'a str {
        self.text(&["types", owner, name]).unwrap_or(name)
    }

    /// The key in a request.
    pub(super) fn request_key<'a>(&'a self, owner: &str, name: &'a str) -> &'a str {
        self.text(&["requests", owner, name]).unwrap_or(name)
    }

    /// The keys that a request is written with; those of nested objects after the key of their list.
    pub(super) fn request_keys(&self, request: &str) -> Vec<String> {
        let keys = request::keys_of(request).into_iter().map(|key| {
            let spelled = self.request_key(&key.owner, &key.name).to_owned();
            match &key.inside {
                Some(list) => format!("{}[].{spelled}", self.request_key(request, list)),
                None => spelled,
            }
        });
        keys.collect()
    }

    /// The key that holds the list of a call's data.
    pub(super) fn list_of(&self, path: &str) -> Option<&str> {
        self.text(&["calls", last_segment(path), "list"])
    }

    pub(super) fn envelope_key(&self, name: &'static str) -> EnvelopeKey<'_> {
        match self.get(&["envelope", name]) {
            Some(Value::String(key)) => EnvelopeKey::Key(key),
            Some(Value::Boolean(false)) => EnvelopeKey::None,
            _ => EnvelopeKey::Key(name),
        }
    }

    /// The values of an array of the envelope or the session.
    pub(super) fn values(&self, path: &[&str]) -> &[Value] {
        self.get(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Whether an HTTP status is a refusal with a message.
    pub(super) fn is_refusal(&self, http: u16) -> bool {
        self.values(&["envelope", "refusals"]).contains(&Value::from(i64::from(http)))
    }

    /// What other requests call a key of this name.
    pub(super) fn requested_elsewhere(&self, name: &str) -> Option<&str> {
        let types = self.get(&["requests"])?.as_table()?;
        types.values().find_map(|keys| keys.as_table()?.get(name)?.as_str())
    }

    /// What the types call a field of this name.
    pub(super) fn spellings_of(&self, name: &str) -> Vec<&str> {
        let types = self.get(&["types"]).and_then(Value::as_table);
        types.into_iter().flat_map(Table::values).filter_map(|keys| keys.as_table()?.get(name)?.as_str()).collect()
    }

    /// The spelling of a type's field, if it is another than the contract's.
    pub(super) fn spelling(&self, owner: &str, name: &str) -> Option<&str> {
        self.text(&["types", owner, name])
    }

    /// Whether a request has a key that is spelt as the responses spell its field.
    pub(super) fn has_requests_spelled_as_responses(&self) -> bool {
        let requests = self.get(&["requests"]).and_then(Value::as_table);
        requests.into_iter().flatten().any(|(request, keys)| {
            keys.as_table().into_iter().flatten().any(|(key, spelling)| {
                let field = request::field_for(request, key);
                field.is_some_and(|field| {
                    let names = self.spellings_of(field.name);
                    spelling.as_str().is_some_and(|spelling| names.contains(&spelling) || spelling == field.name)
                })
            })
        })
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
        let all = entries(&self.table);
        (all - self.doubts.len(), self.doubts.len(), self.open.values().map(BTreeMap::len).sum())
    }

    fn write(&self, f: &mut fmt::Formatter, path: &[String], table: &Table) -> fmt::Result {
        let (tables, values): (Vec<_>, Vec<_>) = table.iter().partition(|(_, value)| value.is_table());
        let open = self.open.get(path);
        if !path.is_empty() && (!values.is_empty() || open.is_some()) {
            let name: Vec<_> = path.iter().map(|key| quoted(key)).collect();
            writeln!(f, "\n[{}]", name.join("."))?;
            for (key, value) in values {
                let mut at = path.to_vec();
                at.push(key.clone());
                write_line(f, &format!("{} = {value}", quoted(key)), self.doubts.get(&at))?;
            }
            for (line, reason) in open.into_iter().flatten() {
                write_line(f, &format!("# {line}"), Some(reason))?;
            }
        }
        for (key, value) in tables {
            let mut at = path.to_vec();
            at.push(key.clone());
            self.write(f, &at, value.as_table().unwrap_or(&Table::new()))?;
        }
        Ok(())
    }

    /// The table, with an empty one for each place that has open entries.
    fn with_open_tables(&self) -> Table {
        let mut all = self.table.clone();
        for path in self.open.keys() {
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
        Ok(())
    }
}

/// The last segment of a path, by which a dialect names the call.
pub(super) fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn owned(path: &[&str]) -> Vec<String> {
    path.iter().map(|&key| key.to_owned()).collect()
}

fn entries(table: &Table) -> usize {
    table.values().map(|value| value.as_table().map_or(1, entries)).sum()
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
