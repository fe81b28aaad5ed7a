//! Recognises a stack trace in a service's text by its form, whatever its language: operators read it in the log, callers never.

use std::net::Ipv4Addr;

/// Whether a text has a frame (`at x.y(z:1)`), a place in code (`Servico.java:42`), an address with a port (`10.0.0.7:1521`) or
/// an error's class with its package (`java.lang.NullPointerException`).
pub fn has_stack_trace(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    let is_frame =
        |pair: &[&str]| pair[0] == "at" && pair[1].split_once('(').is_some_and(|(name, _)| name.contains('.'));
    words.windows(2).any(is_frame) || text.split(|c: char| !is_of_name(c)).any(has_place_or_class)
}

/// Whether a character is part of `index.js:10:15` or `com.exemplo.Servico$Parte`.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._$-:".contains(c)
}

fn has_place_or_class(name: &str) -> bool {
    let parts: Vec<_> = name.split(':').collect();
    let is_place = |pair: &[&str]| is_file_or_host(pair[0]) && pair[1].starts_with(|c: char| c.is_ascii_digit());
    parts.windows(2).any(is_place) || parts.iter().any(|part| is_error_class(part.trim_end_matches('.')))
}

fn is_file_or_host(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let has_ending = name.rsplit_once('.').is_some_and(|(_, ending)| ending.starts_with(is_letter));
    (has_ending && name.starts_with(is_letter)) || name.parse::<Ipv4Addr>().is_ok()
}

fn is_error_class(name: &str) -> bool {
    let class = name.rsplit_once('.').filter(|(package, _)| !package.is_empty()).map(|(_, class)| class);
    class.is_some_and(|class| class.ends_with("Exception") || class.ends_with("Error"))
}
