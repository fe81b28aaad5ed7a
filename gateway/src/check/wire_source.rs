//! Locations in the sources of the wire types: of a field, a type, a path.
//!
//! The sources are embedded, so an installed program names the lines of the version that it was built from.

use serde::Serialize;

/// The sources, each with its place in the repository.
macro_rules! sources {
    ($($name:literal)*) => {
        [$((
            concat!("services/src/wire/", $name),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../services/src/wire/", $name)),
        )),*]
    };
}

const SOURCES: [(&str, &str); 9] = sources![
    "acionamento.rs" "envelope.rs" "login.rs" "menu.rs" "mod.rs" "painel.rs" "procedimento.rs" "segurado.rs"
    "seguradora.rs"
];

/// A line of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct SourceLocation {
    /// The file, from the root of the repository.
    pub(super) file: &'static str,
    /// Its number, from 1.
    pub(super) line: usize,
}

/// Where a type has a field with a name on the wire.
pub(super) fn field(owner: &str, name: &str) -> Option<SourceLocation> {
    let (file, mut lines) = structure(owner)?;
    let mut renamed = None;
    lines.find_map(|(line, text)| {
        let text = text.trim();
        if let Some((_, rest)) = text.strip_prefix("#[serde(").and_then(|attribute| attribute.split_once("rename = \""))
        {
            renamed = rest.split('"').next();
        }
        let (field, _) = text.strip_prefix("pub ")?.split_once(':')?;
        let found = renamed.take().map_or_else(|| camel_case(field) == name, |renamed| renamed == name);
        found.then_some(SourceLocation { file, line })
    })
}

/// Where a type is.
pub(super) fn type_of(name: &str) -> Option<SourceLocation> {
    let (file, mut lines) = structure(name)?;
    lines.next().map(|(line, _)| SourceLocation { file, line })
}

/// Where a call has its path.
pub(super) fn path_of(call: &str) -> Option<SourceLocation> {
    part_of(call, "const PATH")
}

/// Where a call has the type of its data.
pub(super) fn data_of(call: &str) -> Option<SourceLocation> {
    part_of(call, "type Data")
}

/// Where it is said that a call without a session is answered 401.
pub(super) fn session_rule() -> Option<SourceLocation> {
    let (file, mut lines) = item("pub trait ", "Call")?;
    lines.find(|(_, text)| text.contains("const SESSION")).map(|(line, _)| SourceLocation { file, line })
}

/// Where the envelope has a key.
pub(super) fn envelope(key: &str) -> Option<SourceLocation> {
    let (file, mut lines) = structure("Envelope")?;
    let field = format!("pub {key}:");
    lines.find(|(_, text)| text.trim().starts_with(&field)).map(|(line, _)| SourceLocation { file, line })
}

fn part_of(call: &str, part: &str) -> Option<SourceLocation> {
    let (file, mut lines) = item("impl Call for ", call)?;
    lines.find(|(_, text)| text.trim().starts_with(part)).map(|(line, _)| SourceLocation { file, line })
}

fn structure(name: &str) -> Option<Lines> {
    item("pub struct ", name)
}

/// A file, and some of its lines, numbered from 1.
type Lines = (&'static str, std::vec::IntoIter<(usize, &'static str)>);

/// The lines of an item from the one that names it, whatever its parameters are, to the brace that closes it.
fn item(kind: &str, name: &str) -> Option<Lines> {
    let names_it = |line: &str| {
        let rest = line.strip_prefix(kind).and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with([' ', '<', ':']))
    };
    let (file, source) = SOURCES.iter().find(|(_, source)| source.lines().any(names_it))?;
    let lines = (1..).zip(source.lines()).skip_while(|(_, line)| !names_it(line));
    let lines: Vec<_> = lines.take_while(|(_, line)| *line != "}").collect();
    Some((file, lines.into_iter()))
}

/// A name as serde writes it.
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
