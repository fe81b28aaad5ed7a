//! The effective settings with their sources, as `gateway config` prints them.

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use toml::Value;

use super::file::{self, ConfigFile};

/// Column of the sources, in characters, unless a value is longer.
const SOURCE_COLUMN: usize = 44;

/// Every setting with its value and source.
pub struct EffectiveSettings {
    pub(super) command: Command,
    /// clap's result, which has the file's settings as defaults.
    pub(super) matches: ArgMatches,
    pub(super) file: Option<ConfigFile>,
}

impl EffectiveSettings {
    /// A settings file, in which unset settings and secrets are comments. `derived` are the defaults that other settings imply.
    pub fn to_text(&self, derived: &[(&str, String)]) -> String {
        let (mut text, mut last) = (String::new(), "");
        // Settings for tests are hidden; one that is used is shown.
        let is_shown = |arg: &&Arg| !arg.is_hide_set() || self.matches.contains_id(arg.get_id().as_str());
        for arg in self.command.get_arguments().filter(|arg| file::is_setting(arg)).filter(is_shown) {
            let heading = arg.get_help_heading().unwrap_or("Gateway");
            if last != heading {
                text += &format!("{}# {heading}\n\n", if last.is_empty() { "" } else { "\n" });
                last = heading;
            }
            let name = arg.get_long().unwrap_or_default();
            let given = self.matches.get_raw(arg.get_id().as_str());
            let given = given.map(|values| values.map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(","));
            // A setting that takes a password is hidden. An address with one is refused elsewhere, but printed too.
            let has_password = |value: &String| value.split_once("://").is_some_and(|(_, rest)| rest.contains('@'));
            let is_secret = given.as_ref().is_some_and(|value| arg.is_hide_env_values_set() || has_password(value));
            let implied = || derived.iter().find(|(implied, _)| *implied == name).map(|(_, value)| value.clone());
            let value = given.or_else(implied);
            let line = match &value {
                Some(_) if is_secret => format!("# {name} = \"…\""),
                Some(value) => format!("{name} = {}", toml_of(value)),
                None => format!("# {name}"),
            };
            let source = self.source(arg).unwrap_or(if value.is_some() { "padrão" } else { "sem valor" }.to_owned());
            let hidden = if is_secret { ", não é mostrado" } else { "" };
            text += &format!("{line:SOURCE_COLUMN$} # {source}{hidden}\n");
        }
        text
    }

    /// The flag, the variable or the file that gives a setting; `None` if it has its default.
    fn source(&self, arg: &Arg) -> Option<String> {
        match self.matches.value_source(arg.get_id().as_str()) {
            Some(ValueSource::CommandLine) => Some(format!("--{}", arg.get_long()?)),
            Some(ValueSource::EnvVariable) => arg.get_env().map(|name| name.display().to_string()),
            _ => {
                self.file.as_ref().filter(|file| file.value(arg).is_some()).map(|file| file.path.display().to_string())
            }
        }
    }
}

/// A value in TOML: an integer, a boolean, or else a string.
fn toml_of(value: &str) -> String {
    let is_plain =
        value.parse::<i64>().is_ok_and(|number| number.to_string() == value) || value.parse::<bool>().is_ok();
    if is_plain { value.to_owned() } else { Value::String(value.to_owned()).to_string() }
}
