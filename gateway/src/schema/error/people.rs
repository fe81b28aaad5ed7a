//! Which texts of the services are for people.
//!
//! The services promise text for people, and what they say goes on unchanged. Where such a service fails it may put an
//! address, a statement, markup, a path or a stack into that field instead: such a text is replaced, whole. It is known
//! by its shape, since nobody can list what a failing service may say.

use std::borrow::Cow;

use services::wire::login::{BLOQUEADO, TROCARSENHA};

/// Most characters of a text that are passed on to a person.
const MAX_TEXT: usize = 500;

/// Words and marks of machinery.
const MACHINERY: &[&str] = &[
    "://",
    "exception",
    "sqlstate",
    "sqlite",
    "jdbc",
    "odbc",
    "stacktrace",
    "stack trace",
    "traceback",
    ".java:",
    ".cs:",
    ".py",
    ".js:",
    ".rs:",
    ".php",
    ".dll",
    "localhost",
    "{\"",
    "</",
    "/>",
    "\\\\",
];

/// Statements: a verb, and what follows it later.
const STATEMENTS: &[(&str, &[&str])] = &[
    ("select ", &[" from "]),
    ("insert ", &["into "]),
    ("update ", &[" set "]),
    ("delete ", &["from "]),
    ("drop ", &["table ", "index ", "view ", "database "]),
    ("alter ", &["table ", "index ", "view ", "database "]),
    ("create ", &["table ", "index ", "view ", "database "]),
    ("truncate ", &["table "]),
];

/// Endings of names of machines.
const MACHINES: &[&str] = &[".interno", ".interna", ".internal", ".local", ".lan", ".corp", ".intranet"];

/// A service's text for a person, or one of ours where it is none.
pub(crate) fn text(messages: &str) -> Cow<'static, str> {
    let text = messages.trim();
    match text {
        BLOQUEADO => return "Entrar em contato com o administrador do sistema!".into(),
        TROCARSENHA => return "Sua senha deve ser alterada!".into(),
        _ => {}
    }
    // The blanks at the beginning belong to the shape of a stack's line.
    if text.is_empty() || !is_for_people(messages) {
        return "O serviço recusou o pedido.".into();
    }
    text.to_owned().into()
}

fn is_for_people(text: &str) -> bool {
    let long = text.trim().chars().nth(MAX_TEXT).is_some();
    let control = text.trim().chars().any(|c| c.is_control() && c != '\n');
    if long || control {
        return false;
    }
    let text = text.to_lowercase();
    let machinery = MACHINERY.iter().any(|mark| text.contains(mark));
    let stack = text.lines().any(|line| line.starts_with(char::is_whitespace) && line.trim_start().starts_with("at "));
    !(machinery || stack || is_statement(&text) || has_markup(&text) || text.split_whitespace().any(is_place))
}

fn is_statement(text: &str) -> bool {
    // A statement may be laid out in lines.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
    STATEMENTS.iter().any(|(verb, then)| {
        text.match_indices(verb).any(|(at, _)| {
            let is_word = !text[..at].ends_with(char::is_alphanumeric);
            // With the blank after the verb, which may be the one before the next word.
            let rest = &text[at + verb.len() - 1..];
            is_word && then.iter().any(|word| rest.contains(word))
        })
    })
}

fn has_markup(text: &str) -> bool {
    text.match_indices('<')
        .any(|(at, _)| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)))
}

/// Whether a word is the address or the path of something, or the number of a database's error.
fn is_place(word: &str) -> bool {
    let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '\\' | '~');
    let word = word.trim_matches(edge);
    let oracle = word.split("ora-").nth(1).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    oracle
        || is_path(word)
        || word.split(['/', '=', '@', '(', ',', '[']).any(|part| is_address(part.trim_matches(edge)))
}

/// `/word/word` and `c:\`. A slash inside of a word, as in a date or in `CPF/CNPJ`, makes no path.
fn is_path(word: &str) -> bool {
    let bytes = word.as_bytes();
    let drive = bytes.windows(3).enumerate().any(|(at, three)| {
        three[0].is_ascii_alphabetic()
            && three[1] == b':'
            && three[2] == b'\\'
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
    });
    let starts = word.match_indices('/').filter(|(at, _)| {
        let before = word[..*at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric())
    });
    let mut absolute = starts.map(|(at, _)| &word[at + 1..]).filter_map(|rest| rest.split_once('/'));
    drive || absolute.any(|(first, second)| !first.is_empty() && second.starts_with(char::is_alphanumeric))
}

/// An IPv4 address, `host:port`, or a name that only machines have.
fn is_address(part: &str) -> bool {
    let (host, port) = match part.split_once(':') {
        Some((host, rest)) => (host, Some(rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default())),
        None => (part, None),
    };
    let numbers: Vec<_> = host.split('.').collect();
    let ipv4 = numbers.len() == 4 && numbers.iter().all(|number| number.len() <= 3 && number.parse::<u8>().is_ok());
    // Not the time of day, and not a word with a colon after it.
    let named = host.starts_with(|c: char| c.is_ascii_alphabetic())
        && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    // Two digits after a colon are a number in a sentence, unless the word is a machine's.
    let port = port.is_some_and(|port| matches!(port.len(), 4 | 5) || host.contains('.') && port.len() > 1);
    ipv4 || named && (port || MACHINES.iter().any(|ending| host.ends_with(ending)))
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn what_a_failing_service_says_is_replaced() {
        for inside in [
            "",
            "select * from usuario",
            "SELECT *\nFROM usuario",
            "erro: insert into usuario values (1)",
            "Update usuario\tSet nome = 'x'",
            "update usuario set nome = 'x'",
            "DELETE FROM usuario",
            "drop table usuario",
            "ORA-00942: table or view does not exist",
            "falha (ora-01017)",
            "SQLSTATE[42S02]",
            "SQLITE_BUSY",
            "NullPointerException",
            "java.lang.IllegalStateEXCEPTION",
            "jdbc falhou",
            "<br>x",
            "<!DOCTYPE html>",
            "texto</p>",
            "    at com.exemplo.X(Y)",
            "erro\n  at com.exemplo.X(Y)",
            "erro\n\tat com.exemplo.X(Y)",
            "Servico.java:42",
            "Servico.cs:7",
            "arquivo \"app.py\", linha 3",
            r"C:\inetpub\app",
            r"erro em c:\app",
            r"\\servidor\pasta",
            "/var/www/x",
            "falha em (/etc/passwd)",
            "arquivo=/opt/app/x",
            "10.0.0.5",
            "10.0.0.5:5432",
            "sem conexão com 192.168.0.1.",
            "db01:5432",
            "db01.interno",
            "db01.exemplo.com.br:1521/xe",
            "http://x",
            "{\"erro\": 1}",
        ] {
            assert_eq!(text(inside), "O serviço recusou o pedido.", "{inside}");
        }
    }

    #[test]
    fn what_is_said_to_people_goes_on_unchanged() {
        for said in [
            "O sinistro 2026000070003 já foi reaberto pelo sinistro 2026000070004.",
            "CPF/CNPJ inválido.",
            "Procure a seguradora em 05/06/2026 às 10:30.",
            "Valor acima de R$ 1.500,00 (10 vezes o valor de referência).",
            "Dúvidas: central@seguradora.com.br ou 0800 123 4567",
            "CPF 529.982.247-25 e CNPJ 11.222.333/0001-81 não conferem.",
            "O valor deve ser < 100 e > 0.",
            "Informe e/ou corrija: sim/não/talvez.",
            "Atenção:confira o prazo:10 dias.",
            "Failed to parse \"X\": texto do serviço",
            "Selecione o pet.\nDepois, tente novamente.",
            "A apólice PET-2025-004411 não cobre esta data; update pendente.",
            "Uma hora: às 9:05h, no local.",
        ] {
            assert_eq!(text(said), said);
        }
    }
}
