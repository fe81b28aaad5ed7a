//! The settings file: TOML whose keys are the names of the flags, without the leading dashes.
//!
//! Its values become the defaults of clap's arguments: a value means the same and is validated alike wherever it comes from.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Arg, Command};
use toml::{Table, Value};

use super::value::{ConfigError, one_line};
use crate::{nearest_name::nearest_name, toml_error};

/// Id of the argument that names the file.
pub(super) const CONFIG: &str = "config";

/// The settings of a file, each by the name of its flag.
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    settings: Vec<(String, String)>,
}

impl ConfigFile {
    /// Reads a file.
    pub(super) fn read(path: &Path, command: &Command) -> Result<Self, ConfigError> {
        let error = |what: String| ConfigError(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path)
            .map_err(|io| error(format!("não foi possível ler o arquivo de configuração: {io}")))?;
        let table: Table = text.parse().map_err(|toml| error(toml_error::in_one_line(&toml, &text)))?;
        let mut settings = Vec::new();
        for (name, value) in table {
            if !names(command).any(|known| known == name) {
                return Err(error(unknown(&name, command)));
            }
            let Some(value) = text_of(&value) else {
                let remedy = "use um texto, um número, true ou false, ou uma lista de textos sem vírgulas";
                return Err(error(format!("o valor de {name} não serve: {remedy}")));
            };
            settings.push((name, value));
        }
        Ok(Self { path: path.to_owned(), settings })
    }

    /// The value of an argument.
    pub(super) fn value(&self, arg: &Arg) -> Option<&str> {
        let mut settings = self.settings.iter();
        settings.find(|(name, _)| Some(name.as_str()) == arg.get_long()).map(|(_, value)| value.as_str())
    }

    /// clap's error about one of the settings, with the file's name.
    pub(super) fn error(&self, error: &clap::Error) -> ConfigError {
        ConfigError(format!("{}: {}", self.path.display(), one_line(error)))
    }
}

/// Whether an argument is a setting: it has an environment variable, and is not the file itself.
pub(super) fn is_setting(arg: &Arg) -> bool {
    arg.get_env().is_some() && arg.get_id() != CONFIG
}

fn names(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|arg| is_setting(arg)).filter_map(Arg::get_long)
}

fn unknown(name: &str, command: &Command) -> String {
    let likely = nearest_name(&name.replace('_', "-"), names(command));
    // The name may be anything, even a secret in the wrong place.
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let likely = likely.map_or("veja as opções de `gateway --help`".to_owned(), |likely| format!("seria {likely}?"));
    format!("não há ajuste com o nome {name}; {likely}")
}

/// A value as a flag takes it; the items of a list are separated by commas.
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
