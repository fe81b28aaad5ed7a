//! What is wrong with a file, in Portuguese: the errors of the TOML parser and of serde are English.

use crate::nearest_name::nearest_name;

/// Most names that are listed.
const LISTED: usize = 12;

/// The error in one sentence.
pub(super) fn in_portuguese(message: &str) -> String {
    let message = message.lines().next().unwrap_or_default().trim();
    let quoted = names_in(message);
    let known = || quoted.get(1..).unwrap_or_default().iter().copied();
    if let (true, Some(name)) = (message.starts_with("unknown field"), quoted.first()) {
        let rest = match nearest_name(name, known()) {
            Some(nearest) => format!("; seria {nearest}?"),
            None if known().len() > 0 => {
                format!("; as chaves são {}", known().take(LISTED).collect::<Vec<_>>().join(", "))
            }
            None => String::new(),
        };
        return format!("a chave {name} não existe aqui{rest}");
    }
    if let (true, Some(value)) = (message.starts_with("unknown variant"), quoted.first()) {
        return format!("o valor {value} não serve; use um de {}", known().collect::<Vec<_>>().join(", "));
    }
    if let Some(found) = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: ")) {
        let (found, expected) = found.split_once(", expected ").unwrap_or((found, ""));
        let found = translated(found, &FOUND);
        return match translated(&translated(expected, &OWN), &EXPECTED) {
            expected if expected.is_empty() => format!("o valor não serve: é {found}"),
            expected => format!("o valor não serve: é {found}, e devia ser {expected}"),
        };
    }
    if let Some((_, own)) = OWN.iter().find(|(english, _)| message.starts_with(english)) {
        return format!("o valor não serve: devia ser {own}");
    }
    let reason = SYNTAX.iter().find(|(english, _)| message.contains(english)).map(|(_, portuguese)| *portuguese);
    match reason {
        Some(reason) => reason.to_owned(),
        None => format!("isto não é TOML ({message})"),
    }
}

/// The texts between backticks.
fn names_in(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// The text with what is known of it in Portuguese.
fn translated(text: &str, known: &[(&str, &str)]) -> String {
    let found = known.iter().find(|(english, _)| text.starts_with(english));
    found.map_or_else(|| text.to_owned(), |(english, portuguese)| text.replacen(english, portuguese, 1))
}

/// What came.
const FOUND: [(&str, &str); 8] = [
    ("boolean", "uma marca"),
    ("integer", "o número"),
    ("floating point", "o número"),
    ("string", "o texto"),
    ("sequence", "uma lista"),
    ("map", "uma tabela"),
    ("unit value", "nada"),
    ("datetime", "uma data"),
];

/// What the types of the file say that they expect.
const OWN: [(&str, &str); 5] = [
    (
        "a key as text, a list of keys, false, or a table with key, as and null",
        "uma chave como texto, uma lista de chaves, false, ou uma tabela com key, as e null",
    ),
    ("a key as text, or false", "uma chave como texto, ou false"),
    ("a value, or a list of values", "um valor, ou uma lista de valores"),
    ("a table, or false", "uma tabela, ou false"),
    ("data did not match any variant of untagged enum", "true, false, um número inteiro ou um texto"),
];

/// What serde expects.
const EXPECTED: [(&str, &str); 13] = [
    ("a string", "um texto"),
    ("string", "um texto"),
    ("a sequence", "uma lista"),
    ("a boolean", "true ou false"),
    ("a map", "uma tabela"),
    ("u16", "um número de 0 a 65535"),
    ("u32", "um número inteiro, de 0 em diante"),
    ("struct", "uma tabela"),
    ("map", "uma tabela"),
    ("sequence", "uma lista"),
    ("bool", "true ou false"),
    ("i64", "um número inteiro"),
    ("option", "um valor"),
];

/// What is no TOML.
const SYNTAX: [(&str, &str); 11] = [
    ("duplicate key", "esta chave já foi dita acima"),
    ("key with no value", "falta o sinal = e o valor desta chave"),
    ("missing value", "falta o valor depois de ="),
    ("string values must be quoted", "um texto fica entre aspas"),
    ("expected `=`", "falta o sinal = entre a chave e o valor"),
    ("invalid literal string", "faltam as aspas que fecham o texto"),
    ("invalid basic string", "faltam as aspas que fecham o texto, ou ele tem uma barra \\ que não serve"),
    ("missing closing quote", "faltam as aspas que fecham o texto"),
    ("unclosed", "falta fechar um colchete, uma chave ou as aspas"),
    ("unexpected key or value", "sobra texto nesta linha: há uma chave por linha"),
    ("invalid table header", "o nome de uma tabela fica entre colchetes: [types.Acionamento]"),
];
