//! Recognises a stack trace in a service's text by its form, whatever its language: operators read it in the log, callers never.

use std::{net::Ipv4Addr, ops::RangeInclusive};

/// Most characters of a text in the log.
const MAX_LOGGED: usize = 2_000;
/// Digits of a number that may be a person's.
const LONG_NUMBER: usize = 8;

/// Whether a text has a frame (`at x.y(z:1)`), a place in code (`Servico.java:42`), an address with a port (`10.0.0.7:1521`) or
/// an error's class with its package (`java.lang.NullPointerException`).
pub fn has_stack_trace(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    let is_frame =
        |pair: &[&str]| pair[0] == "at" && pair[1].split_once('(').is_some_and(|(name, _)| name.contains('.'));
    words.windows(2).any(is_frame) || text.split(|c: char| !is_of_name(c)).any(has_place_or_class)
}

/// A text for the log: its beginning, without the long numbers, which may be a person's (CPF, CNPJ, phone), and without e-mail
/// addresses.
pub(super) fn for_log(text: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || "./-".contains(c);
    let is_of_email = |c: char| c.is_alphanumeric() || "._%+-@".contains(c);
    let start: String = text.chars().take(MAX_LOGGED).collect();
    let words = start.split_inclusive(|c| !is_of_email(c));
    let start: String =
        words.map(|word| if word.contains('@') { word.replace(is_of_email, "#") } else { word.to_owned() }).collect();
    let masked = start.split_inclusive(|c| !is_of_number(c)).map(|part| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        if digits < LONG_NUMBER { part.to_owned() } else { part.replace(|c: char| c.is_ascii_digit(), "#") }
    });
    masked.collect()
}

/// Whether a character is part of `index.js:10:15` or `com.exemplo.Servico$Parte`.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._$-:".contains(c)
}

fn has_place_or_class(name: &str) -> bool {
    let parts: Vec<_> = name.trim_end_matches('.').split(':').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = |pair: &[&str]| is_number(pair[1]) && (is_file(pair[0]) || pair[1].len() >= 2 && is_host(pair[0]));
    parts.windows(2).any(is_place) || parts.iter().any(|part| is_error_class(part.trim_end_matches('.')))
}

/// Whether a name is that of a file: `Servico.java`.
fn is_file(name: &str) -> bool {
    has_ending(name, 1..=5)
}

/// Whether a name is that of a host, whose port has at least two digits.
fn is_host(name: &str) -> bool {
    has_ending(name, 2..=10) || name.parse::<Ipv4Addr>().is_ok()
}

/// Whether a name begins with a letter and ends in a dot and that many small letters: not the end of one sentence and the next
/// one's first word, which has a capital.
fn has_ending(name: &str, length: RangeInclusive<usize>) -> bool {
    name.rsplit_once('.').is_some_and(|(start, ending)| {
        let is_ending = length.contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase());
        is_ending && start.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

fn is_error_class(name: &str) -> bool {
    let class = name.rsplit_once('.').filter(|(package, _)| !package.is_empty()).map(|(_, class)| class);
    class.is_some_and(|class| class.ends_with("Exception") || class.ends_with("Error"))
}
