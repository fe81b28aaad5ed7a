//! What is wrong with the settings.

/// What is wrong with the settings and how to mend it: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);

pub(super) fn config_error(text: &str) -> ConfigError {
    ConfigError(text.to_owned())
}

/// clap's error in one line: what is wrong, and the tip or the possible values as the remedy.
pub(super) fn one_line(error: &clap::Error) -> ConfigError {
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    match lines.find_map(|line| line.strip_prefix("tip: ").or_else(|| line.starts_with('[').then_some(line))) {
        Some(remedy) => ConfigError(format!("{first}: {remedy}")),
        None => config_error(first),
    }
}
