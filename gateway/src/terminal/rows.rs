//! The rows of a response, and a table of them.
//!
//! A list with pages is a connection of Relay's specification: `nodes`, or `edges` with a `node` each, and beside them
//! `pageInfo`.

use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use super::{json::Json, printable::printable};

/// Where a connection stands in the data: the names that lead to it.
pub(super) type Path = Vec<String>;

/// The connections in the data that are not themselves below a list.
pub(super) fn connections(data: &Json) -> Vec<Path> {
    let Json::Object(members) = data else { return Vec::new() };
    if nodes(data).is_some() {
        return vec![Path::new()];
    }
    let mut found = Vec::new();
    for (name, value) in members {
        for mut path in connections(value) {
            path.insert(0, name.clone());
            found.push(path);
        }
    }
    found
}

/// Whether the data have more than one list, so that their rows would be those of neither. An object that is asked for alone
/// is one row with its lists, unless one of them has pages.
pub(super) fn has_several_lists(data: &Json) -> bool {
    let is_row = || matches!(data, Json::Object(members) if matches!(&**members, [(_, Json::Object(_))]));
    count_lists(data) > 1 && (!connections(data).is_empty() || !is_row())
}

/// The number of lists in the data that are not themselves below a list.
fn count_lists(data: &Json) -> usize {
    let is_connection = nodes(data).is_some();
    match data {
        Json::Array(_) => 1,
        Json::Scalar(_) => 0,
        Json::Object(members) => {
            let others = members.iter().filter(|(name, _)| !is_connection || !["nodes", "edges"].contains(&&**name));
            usize::from(is_connection) + others.map(|(_, value)| count_lists(value)).sum::<usize>()
        }
    }
}

/// The rows in the data: of its only connection; else the list to which its only fields lead; else what they lead to.
pub(super) fn rows(data: &Json) -> Vec<Json> {
    if let [path] = &*connections(data)
        && let Some(rows) = at(data, path).and_then(nodes)
    {
        return rows;
    }
    match data {
        Json::Object(members) if members.len() == 1 && members[0].1.is_null() => Vec::new(),
        Json::Object(members) if members.len() == 1 && !matches!(members[0].1, Json::Scalar(_)) => rows(&members[0].1),
        Json::Array(items) => items.clone(),
        row => vec![row.clone()],
    }
}

/// Whether a row has nothing but nulls, as one whose fields have all failed.
pub(super) fn is_blank(row: &Json) -> bool {
    match row {
        Json::Object(members) => members.iter().all(|(_, value)| is_blank(value)),
        other => other.is_null(),
    }
}

/// What stands at a path.
pub(super) fn at<'a>(data: &'a Json, path: &[String]) -> Option<&'a Json> {
    path.iter().try_fold(data, |value, name| value.get(name))
}

/// The list of rows of a connection, to be extended.
pub(super) fn list_at<'a>(data: &'a mut Json, path: &[String]) -> Option<&'a mut Vec<Json>> {
    let connection = path.iter().try_fold(data, |value, name| value.get_mut(name))?;
    let name = if connection.get("nodes").is_some() { "nodes" } else { "edges" };
    let Json::Array(items) = connection.get_mut(name)? else { return None };
    Some(items)
}

/// The rows of a connection; `None` of anything else.
fn nodes(value: &Json) -> Option<Vec<Json>> {
    if let Some(Json::Array(nodes)) = value.get("nodes") {
        return Some(nodes.clone());
    }
    let Some(Json::Array(edges)) = value.get("edges") else { return None };
    Some(edges.iter().map(|edge| edge.get("node").unwrap_or(edge).clone()).collect())
}

/// A table with a line of names and a line for each row.
pub(super) fn table(rows: &[Json]) -> String {
    let mut columns: Vec<Column> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        fill(&mut columns, String::new(), row, number);
    }
    let mut lines = vec![String::new(); rows.len() + 1];
    let last = columns.len().saturating_sub(1);
    for (place, column) in columns.iter().enumerate() {
        let header = column.name.as_str();
        let cells: Vec<_> = (0..rows.len()).map(|row| column.cells.get(row).map_or("", String::as_str)).collect();
        let width = cells.iter().chain([&header]).map(|cell| cell.width()).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip([header].into_iter().chain(cells)) {
            line.push_str(cell);
            if place < last {
                line.push_str(&" ".repeat(width - cell.width() + 2));
            }
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A column: the path of its field, and its cells from the first row on.
struct Column {
    name: String,
    cells: Vec<String>,
}

/// Writes a value of a row into its column, an object into a column for each member.
fn fill(columns: &mut Vec<Column>, name: String, value: &Json, row: usize) {
    if let Json::Object(members) = value {
        for (member, value) in members {
            let name = if name.is_empty() { member.clone() } else { format!("{name}.{member}") };
            fill(columns, name, value, row);
        }
        return;
    }
    let cell = cell(value);
    let place = columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
        // A null object of an earlier row has a column only until its members have theirs.
        columns.push(Column { name, cells: Vec::new() });
        columns.len() - 1
    });
    let cells = &mut columns[place].cells;
    cells.resize(row, String::new());
    cells.push(cell);
}

fn cell(value: &Json) -> String {
    match value {
        Json::Scalar(Value::Null) => String::new(),
        Json::Scalar(Value::String(text)) => printable(text),
        Json::Array(items) if items.iter().all(|item| matches!(item, Json::Scalar(_))) => {
            items.iter().map(cell).collect::<Vec<_>>().join(", ")
        }
        other => other.line(),
    }
}

#[cfg(test)]
mod tests {
    use super::{connections, rows, table};
    use crate::terminal::json::Json;

    fn json(text: &str) -> Json {
        serde_json::from_str(text).unwrap()
    }

    fn lines(text: &str) -> Vec<String> {
        rows(&json(text)).iter().map(Json::line).collect()
    }

    #[test]
    fn rows_are_those_of_the_connection_or_of_the_list() {
        assert_eq!(
            lines(r#"{"a":{"b":{"totalCount":2,"nodes":[{"x":1},{"x":2}]}},"c":3}"#),
            [r#"{"x":1}"#, r#"{"x":2}"#]
        );
        assert_eq!(lines(r#"{"a":{"edges":[{"cursor":"1","node":{"x":1}}]}}"#), [r#"{"x":1}"#]);
        assert_eq!(lines(r#"{"a":{"edges":[{"cursor":"1"}]}}"#), [r#"{"cursor":"1"}"#]);
        assert_eq!(lines(r#"{"a":["x","y"]}"#), [r#""x""#, r#""y""#]);
        assert_eq!(lines(r#"{"a":{"x":1,"y":[2]}}"#), [r#"{"x":1,"y":[2]}"#]);
        assert_eq!(lines(r#"{"a":{"b":null}}"#), [""; 0]);
        assert_eq!(lines(r#"{"a":1}"#), [r#"{"a":1}"#]);
        // Of two connections neither is the list.
        assert_eq!(lines(r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#), [r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#]);
        assert_eq!(connections(&json(r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#)), [["a"], ["b"]]);
    }

    #[test]
    fn a_table_has_a_column_for_each_field() {
        let rows = json(
            r#"[{"id":1,"dono":{"nome":"Ana Conceição"},"tags":["a","b"],"lista":[{"x":1}]},
                {"id":22,"dono":{"nome":"日本"},"nota":"duas\nlinhas\u001b[31m\u009b","lista":[]}]"#,
        );
        let Json::Array(rows) = rows else { panic!("no list") };
        insta::assert_snapshot!(table(&rows), @r#"
        id  dono.nome      tags  lista      nota
        1   Ana Conceição  a, b  [{"x":1}]
        22  日本                            duas\u{a}linhas\u{1b}[31m\u{9b}
        "#);
        assert_eq!(table(&[]), "\n");
    }

    #[test]
    fn members_keep_their_order_and_control_characters_are_escaped() {
        let text = "{\"z\":[1,-2,1.5,true,null,18446744073709551615],\"a\":\"\\u001b\u{9b}\u{7f}ção\"}";
        assert_eq!(json(text).line(), r#"{"z":[1,-2,1.5,true,null,18446744073709551615],"a":"\u001b\u009b\u007fção"}"#);
    }
}
