//! What is wrong with a TOML file, in one line.

/// The line, and what the parser says. Not the error's `Display`: it quotes the line, which may hold a secret.
pub(crate) fn in_one_line(error: &toml::de::Error, text: &str) -> String {
    let line = 1 + error.span().map_or(0, |span| text[..span.start].matches('\n').count());
    format!("linha {line}: {}", error.message().trim_end().replace('\n', ", "))
}
