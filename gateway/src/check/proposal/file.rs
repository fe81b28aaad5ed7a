//! Inserts lines into the text of a mapping. The operator's own lines stay as they are.

use toml_edit::{Document, Item, Table};

use super::line::{Line, heading};
use crate::mapping::Mapping;

/// The text with the lines: under the heading of their table, or under a new one at the end. Lines that would make the mapping
/// invalid are commented out, as are those of a table that the file writes in line.
pub(super) fn with_lines(given: &str, lines: &mut [Line]) -> String {
    let mut text = given.to_owned();
    let mut tables: Vec<Vec<String>> = Vec::new();
    for line in &*lines {
        if !tables.contains(&line.table) {
            tables.push(line.table.clone());
        }
    }
    for table in tables {
        let mut own: Vec<&mut Line> = lines.iter_mut().filter(|line| line.table == table).collect();
        let mut completed = insert(&text, &table, &own);
        if let Err(error) = completed.parse::<Mapping>() {
            for line in own.iter_mut().filter(|line| !line.is_commented_out) {
                line.is_commented_out = true;
                line.note = Some(error.to_string());
            }
            completed = insert(&text, &table, &own);
        }
        text = completed;
    }
    text
}

fn insert(text: &str, table: &[String], lines: &[&mut Line]) -> String {
    // A line that an earlier proposal left open is there already; its note may have had the number of another line.
    let known = lines_under(text, &heading(table));
    let is_known = |line: &Line| {
        let plain = Line { note: None, ..line.clone() }.text();
        let rests = known.iter().filter_map(|known| known.strip_prefix(plain.trim_end()));
        rests.into_iter().any(|rest| rest.is_empty() || rest.starts_with("  # "))
    };
    let new = lines.iter().filter(|line| !line.is_commented_out || !is_known(line));
    let new: Vec<String> = new.map(|line| line.text()).collect();
    if new.is_empty() {
        return text.to_owned();
    }
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let block = new.concat().replace('\n', line_end);
    let Ok(document) = text.parse::<Document<String>>() else { return text.to_owned() };
    if let Some(end) = end_of_table(document.as_table(), table, text) {
        let (before, after) = text.split_at(end);
        let line_break = if before.is_empty() || before.ends_with('\n') { "" } else { line_end };
        return format!("{before}{line_break}{block}{after}");
    }
    let is_commented_out = lines.iter().all(|line| line.is_commented_out);
    let line_break = match text {
        "" => String::new(),
        text if text.ends_with('\n') => line_end.to_owned(),
        _ => line_end.repeat(2),
    };
    let comment = if is_commented_out { "# " } else { "" };
    format!("{text}{line_break}{comment}[{}]{line_end}{block}", heading(table))
}

/// The lines under a heading, which may be commented out.
fn lines_under<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let mut is_under = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let plain = line.trim_start_matches(['#', ' ']);
        if plain.starts_with('[') {
            is_under =
                plain.strip_prefix('[').and_then(|rest| rest.split_once(']')).is_some_and(|(name, _)| name == heading);
        } else if is_under {
            found.push(line);
        }
    }
    found
}

fn item_at<'d>(root: &'d Table, path: &[String]) -> Option<&'d Item> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(root.get(first)?, |item, key| item.get(key))
}

/// The place after the last line of a table that has a heading.
fn end_of_table(root: &Table, path: &[String], text: &str) -> Option<usize> {
    let table = item_at(root, path)?.as_table().filter(|table| !table.is_implicit() && !table.is_dotted())?;
    let last = ends(table).max()?;
    let rest = &text[last..];
    Some(last + rest.find('\n').map_or(rest.len(), |end| end + 1))
}

/// The ends of a table's heading and of its values.
fn ends(table: &Table) -> impl Iterator<Item = usize> {
    let heading = table.span().map(|span| span.end);
    let values = table.iter().flat_map(|(_, item)| match item {
        Item::Table(inner) if inner.is_dotted() => ends(inner).collect::<Vec<_>>(),
        Item::Value(value) => value.span().map(|span| span.end).into_iter().collect(),
        _ => Vec::new(),
    });
    heading.into_iter().chain(values)
}

#[cfg(test)]
mod tests {
    use super::{super::line::Line, with_lines};

    const GIVEN: &str =
        "# meu\n[envelope]\ndata = \"dados\"   # visto\n\n[types.Pet]\nnmPet = \"nome\"\n\n[session]\nscheme = \"\"";

    #[test]
    fn lines_stand_in_their_table_and_the_file_stays_as_it_was() {
        let mut lines = [
            Line::new(&["envelope"], "status", "sucesso"),
            Line::new(&["types", "Pet"], "dsRaca", false).with_note("não veio").commented_out(),
            Line::new(&["session"], "ended", toml::Table::new()),
            Line::new(&["calls", "lista-seguradora"], "list", "itens"),
        ];
        insta::assert_snapshot!(with_lines(GIVEN, &mut lines), @r#"
        # meu
        [envelope]
        data = "dados"   # visto
        status = "sucesso"

        [types.Pet]
        nmPet = "nome"
        # dsRaca = false  # não veio

        [session]
        scheme = ""
        ended = {}

        [calls."lista-seguradora"]
        list = "itens"
        "#);
    }

    #[test]
    fn a_line_that_contradicts_the_file_is_commented_out() {
        let mut lines = [Line::new(&["types", "Pet"], "dsRaca", "nome")];
        let text = with_lines(GIVEN, &mut lines);
        assert!(text.contains("# dsRaca = \"nome\"  # "), "{text}");
        assert_eq!(with_lines(&text, &mut lines), text, "a commented line is not repeated");
        let below = format!("# outra linha acima\n{text}");
        assert_eq!(with_lines(&below, &mut lines), below, "nor with another number of a line in its note");
    }

    #[test]
    fn lines_end_as_those_of_the_file() {
        let mut lines = [Line::new(&["envelope"], "status", "sucesso"), Line::new(&["names"], "style", "PascalCase")];
        let text = with_lines("[envelope]\r\ndata = \"dados\"\r\n", &mut lines);
        assert!(text.contains("style") && text.matches('\n').count() == text.matches("\r\n").count(), "{text:?}");
    }

    #[test]
    fn a_table_that_is_written_in_line_gets_its_lines_as_comments() {
        let mut lines = [Line::new(&["envelope"], "status", "sucesso").commented_out()];
        let text = with_lines("envelope = { data = \"dados\" }\n", &mut lines);
        assert_eq!(text, "envelope = { data = \"dados\" }\n\n# [envelope]\n# status = \"sucesso\"\n");
    }
}
