//! Source locations in the wire types: of a field, a type, a path.
//!
//! The sources are embedded, so line numbers are those of the version that was built.

use std::{borrow::Cow, sync::LazyLock};

use rust_embed::RustEmbed;
use serde::Serialize;

#[derive(RustEmbed)]
#[folder = "../services/src/wire"]
struct WireFolder;

/// The sources, with their paths in the repository.
static SOURCES: LazyLock<Vec<(String, Cow<'static, str>)>> = LazyLock::new(|| {
    let source = |name: Cow<'static, str>| {
        let data = WireFolder::get(&name)?.data;
        let text = match data {
            Cow::Borrowed(bytes) => str::from_utf8(bytes).ok()?.into(),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok()?.into(),
        };
        Some((format!("services/src/wire/{name}"), text))
    };
    WireFolder::iter().filter_map(source).collect()
});

/// A source line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(in crate::check) struct SourceLocation {
    /// Path from the root of the repository.
    pub(in crate::check) file: &'static str,
    /// Line number, starting at 1.
    pub(in crate::check) line: usize,
}

/// The line of a type's field, by its JSON name.
pub(in crate::check) fn field(owner: &str, name: &str) -> Option<SourceLocation> {
    let (file, lines) = structure(owner)?;
    field_line(lines, name).map(|line| SourceLocation { file, line })
}

/// The line of a field. An attribute may rename it; aliases do not.
fn field_line(lines: impl Iterator<Item = (usize, &'static str)>, name: &str) -> Option<usize> {
    let mut renamed = None;
    for (line, text) in lines {
        let text = text.trim();
        let attribute = text.strip_prefix("#[serde(").and_then(|attribute| attribute.split_once("rename = \""));
        if let Some((_, rest)) = attribute {
            renamed = rest.split('"').next();
        }
        let Some((field, _)) = text.strip_prefix("pub ").and_then(|text| text.split_once(':')) else { continue };
        if renamed.take().map_or_else(|| camel_case(field) == name, |renamed| renamed == name) {
            return Some(line);
        }
    }
    None
}

/// The line of a type.
pub(in crate::check) fn type_of(name: &str) -> Option<SourceLocation> {
    let (file, mut lines) = structure(name)?;
    lines.next().map(|(line, _)| SourceLocation { file, line })
}

/// The line of a call's path.
pub(in crate::check) fn path_of(call: &str) -> Option<SourceLocation> {
    part_of(call, "const PATH")
}

/// The line of a call's data type.
pub(in crate::check) fn data_of(call: &str) -> Option<SourceLocation> {
    part_of(call, "type Data")
}

/// The line that specifies HTTP 401 for calls without a session.
pub(in crate::check) fn session_rule() -> Option<SourceLocation> {
    let (file, mut lines) = item("pub trait ", "Call")?;
    lines.find(|(_, text)| text.contains("const SESSION")).map(|(line, _)| SourceLocation { file, line })
}

/// The line of an envelope key.
pub(in crate::check) fn envelope(key: &str) -> Option<SourceLocation> {
    let (file, mut lines) = structure("Envelope")?;
    let field = format!("pub {key}:");
    lines.find(|(_, text)| text.trim().starts_with(&field)).map(|(line, _)| SourceLocation { file, line })
}

fn part_of(call: &str, part: &str) -> Option<SourceLocation> {
    let (file, mut lines) = item("impl Call for ", call)?;
    lines.find(|(_, text)| text.trim().starts_with(part)).map(|(line, _)| SourceLocation { file, line })
}

fn structure(name: &str) -> Option<ItemLines> {
    item("pub struct ", name)
}

/// A file, and some of its lines with their numbers.
type ItemLines = (&'static str, std::vec::IntoIter<(usize, &'static str)>);

/// The lines of an item, from its declaration to its closing brace.
fn item(kind: &str, name: &str) -> Option<ItemLines> {
    let names_it = |line: &str| {
        let rest = line.strip_prefix(kind).and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with([' ', '<', ':']))
    };
    let (file, source) = SOURCES.iter().find(|(_, source)| source.lines().any(names_it))?;
    let lines = (1..).zip(source.lines()).skip_while(|(_, line)| !names_it(line));
    let lines: Vec<_> = lines.take_while(|(_, line)| *line != "}").collect();
    Some((file, lines.into_iter()))
}

/// A name in camel case, as serde renames it.
fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
        name += &first.to_uppercase();
        name += rest;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::SourceLocation;
    use crate::contract;

    /// The source line at a location, read from the repository.
    fn line(place: SourceLocation) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(place.file);
        let source = std::fs::read_to_string(path).unwrap();
        source.lines().nth(place.line - 1).unwrap().trim().to_owned()
    }

    #[test]
    fn every_field_is_found_at_a_line_that_names_it() {
        let mut fields = 0;
        for contract in contract::all() {
            assert!(line(super::path_of(&contract.call).unwrap()).contains(contract.path));
            assert!(line(super::data_of(&contract.call).unwrap()).starts_with("type Data"));
            assert!(line(super::type_of(&contract.call).unwrap()).contains(&contract.call));
            for field in contract.nodes.iter().filter_map(|node| node.field.as_ref()) {
                let line = line(super::field(&field.owner, &field.name).unwrap_or_else(|| panic!("{}", field.name)));
                assert!(line.starts_with("pub ") && line.contains(": "), "{}: {line}", field.name);
                fields += 1;
            }
        }
        assert!(fields > 150, "{fields}");
        assert!(line(super::session_rule().unwrap()).contains("SESSION"));
        for key in services::wire::envelope::KEYS {
            assert!(line(super::envelope(key).unwrap()).contains(key));
        }
        assert!(super::field("Seguradora", "nrNada").is_none() && super::field("Nada", "nrCnpj").is_none());
    }

    #[test]
    fn a_renamed_field_is_found_by_its_new_name() {
        let source = "pub struct Row {
            /// Its number.
            #[serde(rename = \"numero\", alias = \"nrSinistro\")]
            pub nr_sinistro: Text,
            #[serde(alias = \"valor\")]
            pub vl_total: Money,
        }";
        let line = |name: &str| super::field_line((1..).zip(source.lines()), name);
        assert_eq!((line("numero"), line("vlTotal")), (Some(4), Some(6)));
        assert_eq!((line("nrSinistro"), line("valor")), (None, None));
    }
}
