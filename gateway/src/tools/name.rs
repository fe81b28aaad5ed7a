//! The name of a tool, which is that of its file.

/// The ending of a tool's file.
pub(super) const EXTENSION: &str = "toml";

/// What is wrong with a name.
pub(super) const BAD_NAME: &str = "o nome de uma ferramenta tem de 1 a 40 letras minúsculas sem acento, algarismos e hifens, e começa \
                        com uma letra";

/// Whether a text can be the name of a tool: it stands in the log, in metrics and in paths.
pub(super) fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
