//! What is wrong with a TOML file, in one line, and where.

use toml::de::{DeTable, DeValue};

use crate::nearest_name::nearest_name;

const NO_VALUE: &str = "o valor não é um número, nem true ou false: um texto fica entre aspas";
/// What the parser says of a text that is not TOML, by words of it.
const SYNTAX: [(&str, &str); 15] = [
    ("duplicate key", "esta chave, ou tabela, já está mais acima"),
    ("invalid unquoted key", "um nome com mais que letras sem acento, algarismos, - e _ fica entre aspas"),
    ("string values must be quoted", "um texto fica entre aspas, \" ou '"),
    ("missing escaped value", "entre aspas duplas uma \\ se escreve \\\\; entre aspas simples basta uma"),
    ("invalid float", NO_VALUE),
    ("invalid boolean", NO_VALUE),
    ("invalid integer", NO_VALUE),
    ("key with no value", "falta o = e o valor"),
    ("missing value", "falta o valor"),
    ("invalid key-value pair", "uma linha diz chave = valor"),
    ("unclosed table", "falta o ] depois do nome da tabela"),
    ("unclosed", "falta o ] ou o } no fim da lista ou da tabela"),
    ("invalid basic string", "o texto não termina nesta linha: falta a aspa"),
    ("invalid literal string", "o texto não termina nesta linha: falta a aspa"),
    (" comma", "falta uma vírgula, ou há uma a mais"),
];
/// What serde calls a value that it found or expected.
const VALUES: [(&str, &str); 9] = [
    ("string", "um texto entre aspas"),
    ("sequence", "uma lista entre [ e ]"),
    ("boolean", "true ou false"),
    ("struct", "uma tabela"),
    ("map", "uma tabela"),
    ("u16", "um número inteiro, de 0 a 65535"),
    ("u32", "um número inteiro, de 0 em diante"),
    ("u64", "um número inteiro, de 0 em diante"),
    ("integer", "um número inteiro"),
];

/// The line, and what is wrong. Not the error's `Display`: it quotes the line, which may hold a secret.
pub(crate) fn in_one_line(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().trim_end().replace('\n', ", ");
    let told = if DeTable::parse(text).is_ok() { of_value(&message) } else { of_syntax(&message) };
    format!("linha {}: {told}", line_at(text, error.span().map_or(0, |span| span.start)))
}

fn of_syntax(message: &str) -> String {
    let known = SYNTAX.iter().find(|(english, _)| message.contains(english));
    known.map_or_else(|| format!("isto não é TOML ({message})"), |(_, told)| (*told).to_owned())
}

fn of_value(message: &str) -> String {
    // The name stands between backticks, and behind it those that are known.
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (name, known) = names.split_first().map_or(("", &[][..]), |(name, known)| (*name, known));
    let or = || {
        let nearest = nearest_name(name, known.iter().copied()).map(|known| format!("; seria {known}?"));
        format!("{} Há {}", nearest.as_deref().unwrap_or("."), known.join(", "))
    };
    let value = |english: &str| {
        let english = english.trim_start_matches("a ");
        VALUES.iter().find(|(start, _)| english.starts_with(start)).map(|(_, told)| *told)
    };
    let (what, rest) = message.split_once([' ', ':']).unwrap_or((message, ""));
    match what {
        "unknown" if rest.starts_with("field ") => format!("a chave {name} não existe aqui{}", or()),
        "unknown" if rest.starts_with("variant ") => format!("o valor {name} não serve aqui{}", or()),
        "missing" => format!("falta a chave {name}"),
        "invalid" => {
            let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
            let found = found.strip_prefix("type: ").and_then(value).unwrap_or("este valor");
            format!("{found} não serve aqui: use {}", value(expected).unwrap_or(expected))
        }
        "wanted" => "use um texto entre aspas".to_owned(),
        "true," => "use um texto entre aspas, um número inteiro, true ou false".to_owned(),
        _ => message.to_owned(),
    }
}

/// The line of the first of these places that a file has, such as `types.Pet.nmPet`; else that of a table around one of them.
pub(crate) fn line_of(places: &[String], text: &str) -> Option<usize> {
    let file = DeTable::parse(text).ok()?;
    let found = places.iter().filter_map(|place| find(file.get_ref(), place)).max()?;
    Some(line_at(text, found.start))
}

/// Where a place was found in a file. Of two, the greater one is more exact, or further below.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    is_whole: bool,
    keys: usize,
    start: usize,
}

fn find(table: &DeTable, place: &str) -> Option<Found> {
    let entries = table.iter().filter_map(|(key, value)| {
        let name = key.get_ref().as_ref();
        let rest = place.strip_prefix(name).or_else(|| place.strip_prefix(&format!("\"{name}\"")))?;
        let own = Found { is_whole: rest.is_empty(), keys: 1, start: key.span().start };
        match (rest.strip_prefix('.'), value.get_ref()) {
            (Some(inner), DeValue::Table(table)) => {
                let inner = find(table, inner).map(|found| Found { keys: found.keys + 1, ..found });
                Some(inner.unwrap_or(own))
            }
            (Some(_), _) => Some(own),
            (None, _) => rest.is_empty().then_some(own),
        }
    });
    entries.max()
}

fn line_at(text: &str, start: usize) -> usize {
    1 + text[..start].matches('\n').count()
}
