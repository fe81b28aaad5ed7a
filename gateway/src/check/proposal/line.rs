//! A line that a mapping lacks.

use serde::Serialize;

/// A line of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::check) struct Line {
    /// The keys of its table.
    pub(in crate::check) table: Vec<String>,
    pub(in crate::check) key: String,
    /// The value as TOML.
    pub(in crate::check) value: String,
    /// What the operator should know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::check) note: Option<String>,
    /// Whether it is commented out, for the operator to decide.
    #[serde(rename = "isOpen")]
    pub(in crate::check) is_commented_out: bool,
}

impl Line {
    pub(super) fn new(table: &[&str], key: &str, value: impl Into<toml::Value>) -> Self {
        let table = table.iter().map(|key| (*key).to_owned()).collect();
        Self { table, key: key.to_owned(), value: value.into().to_string(), note: None, is_commented_out: false }
    }

    pub(super) fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    pub(super) fn commented_out(self) -> Self {
        Self { is_commented_out: true, ..self }
    }

    /// The line with its line break.
    pub(in crate::check) fn text(&self) -> String {
        let comment = if self.is_commented_out { "# " } else { "" };
        let note = self.note.as_ref().map(|note| format!("  # {note}")).unwrap_or_default();
        format!("{comment}{} = {}{note}\n", toml_key(&self.key), self.value)
    }

    /// The name of its table, as a heading has it.
    pub(in crate::check) fn heading(&self) -> String {
        heading(&self.table)
    }
}

pub(super) fn heading(table: &[String]) -> String {
    table.iter().map(|key| toml_key(key)).collect::<Vec<_>>().join(".")
}

/// A key as TOML has it. Paths of services are quoted, as in the documentation.
fn toml_key(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_bare { key.to_owned() } else { toml::Value::from(key).to_string() }
}
