//! The entries of a TOML table and of the tables in it.

use toml::{Table, Value};

/// Removes an entry, and the tables that are empty then.
pub(super) fn remove(table: &mut Table, path: &[String]) -> Option<Value> {
    let (first, rest) = path.split_first()?;
    if rest.is_empty() {
        return table.remove(first);
    }
    let inner = table.get_mut(first)?.as_table_mut()?;
    let value = remove(inner, rest);
    if inner.is_empty() {
        table.remove(first);
    }
    value
}

/// All entries that are no tables, by their path.
pub(super) fn all_entries(table: &Table) -> Vec<(Vec<String>, Value)> {
    let mut all = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => all.extend(all_entries(inner).into_iter().map(|(mut path, value)| {
                path.insert(0, key.clone());
                (path, value)
            })),
            value => all.push((vec![key.clone()], value.clone())),
        }
    }
    all
}

/// How many entries a table has, with those of its tables.
pub(super) fn number_of_entries(table: &Table) -> usize {
    table.values().map(|value| value.as_table().map_or(1, number_of_entries)).sum()
}

/// Whether an entry is the path or the pages of a service: they were found by asking, and no response shows them otherwise.
pub(super) fn is_found_by_asking(path: &[String]) -> bool {
    path.len() >= 3 && path[0] == "calls" && matches!(&*path[2], "path" | "pages")
}

/// Whether an entry is a key of a request, which may be a table.
pub(super) fn is_request_key(path: &[String]) -> bool {
    path.len() == 3 && path[0] == "requests"
}

/// Whether an entry says what a key of a response or a request is called.
pub(super) fn is_key(path: &[String]) -> bool {
    path.first().is_some_and(|section| matches!(&**section, "types" | "requests"))
}

/// The key of an entry's line.
pub(super) fn key_of_line(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}
