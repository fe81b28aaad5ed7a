//! The settings' file: TOML whose keys are the names of the flags, without their dashes in front.
//!
//! What it says stands below the environment and the flags. It is handed to clap as flags of its own, for those settings
//! that were not given otherwise, so that a value means the same and is judged the same wherever it comes from.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use clap::{Arg, Command};
use toml::{Table, Value};

use super::Wrong;

/// From here on a name is taken for a misspelling of another.
const ALIKE: f64 = 0.7;

/// The settings of a file, each with the name of its flag.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) settings: Vec<(String, String)>,
}

impl File {
    /// Reads a file. Its names are those of the command's flags that can also be environment variables.
    pub(super) fn read(path: &Path, command: &Command) -> Result<Self, Wrong> {
        let told = |what: String| Wrong(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path)
            .map_err(|error| told(format!("não foi possível ler o arquivo de configuração: {error}")))?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            // Not the error's own display: it quotes the line, which may hold a secret.
            let line = 1 + error.span().map_or(0, |span| text[..span.start].matches('\n').count());
            told(format!("linha {line}: não é TOML: {}", error.message().trim_end()))
        })?;
        let mut settings = Vec::new();
        for (name, value) in table {
            if !names(command).any(|known| known == name) {
                return Err(told(unknown(&name, command)));
            }
            let Some(value) = text_of(&value) else {
                let remedy = "use um texto, um número, true ou false, ou uma lista de textos sem vírgulas";
                return Err(told(format!("o valor de {name} não serve: {remedy}")));
            };
            settings.push((name, value));
        }
        Ok(Self { path: path.to_owned(), settings })
    }

    /// The settings as flags.
    pub(super) fn flags(&self) -> impl Iterator<Item = OsString> {
        self.settings.iter().map(|(name, value)| format!("--{name}={value}").into())
    }

    pub(super) fn gives(&self, name: &str) -> bool {
        self.settings.iter().any(|(given, _)| given == name)
    }

    /// What clap says of one of the settings.
    pub(super) fn wrong(&self, error: &clap::Error) -> Wrong {
        let text = error.to_string();
        let text = text.lines().next().unwrap_or_default();
        Wrong(format!("{}: {}", self.path.display(), text.strip_prefix("error: ").unwrap_or(text)))
    }
}

/// Whether a flag is a setting: it can be given as an environment variable too. The file's own name is none.
pub(super) fn is_setting(arg: &Arg) -> bool {
    arg.get_env().is_some() && arg.get_id() != super::cli::CONFIG
}

fn names(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|arg| is_setting(arg)).filter_map(Arg::get_long)
}

fn unknown(name: &str, command: &Command) -> String {
    // A table is a name too, and its own names tell nothing.
    let likely = names(command)
        .map(|known| (strsim::jaro(&name.to_lowercase().replace('_', "-"), known), known))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .filter(|(alike, _)| *alike >= ALIKE);
    // It may be anything, a secret in the wrong place among them.
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    match likely {
        Some((_, likely)) => format!("não há ajuste com o nome {name}; seria {likely}?"),
        None => format!("não há ajuste com o nome {name}: os nomes são os das opções de `gateway --help`, sem seções"),
    }
}

/// A value as a flag has it; a list with commas between its items.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(yes) => Some(yes.to_string()),
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().map(Value::as_str).collect::<Option<_>>()?;
            items.iter().all(|item| !item.contains(',')).then(|| items.join(","))
        }
        Value::Float(_) | Value::Datetime(_) | Value::Table(_) => None,
    }
}
