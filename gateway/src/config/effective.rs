//! The effective settings with their sources, as `gateway config` prints them.

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use toml::Value;

use super::file::{self, ConfigFile};

/// Column of the sources, in characters, unless a value is longer.
const SOURCE_COLUMN: usize = 44;

/// Every setting with its value and source.
#[derive(Debug)]
pub struct EffectiveSettings {
    settings: Vec<Setting>,
}

#[derive(Debug)]
struct Setting {
    heading: String,
    name: String,
    /// `None` if it is not set and no other setting implies it.
    value: Option<String>,
    is_secret: bool,
    /// The flag, the variable or the file that gives it; `None` if it has its default.
    source: Option<String>,
}

impl EffectiveSettings {
    /// From clap's result, which has the file's settings as defaults.
    pub(super) fn new(command: &Command, matches: &ArgMatches, file: Option<&ConfigFile>) -> Self {
        // Settings for tests are hidden; one that is used is shown.
        let is_shown = |arg: &&Arg| !arg.is_hide_set() || matches.contains_id(arg.get_id().as_str());
        let settings = command.get_arguments().filter(|arg| file::is_setting(arg)).filter(is_shown);
        let settings = settings.map(|arg| {
            let (id, name) = (arg.get_id().as_str(), arg.get_long().unwrap_or_default().to_owned());
            let source = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => Some(format!("--{name}")),
                Some(ValueSource::EnvVariable) => arg.get_env().map(|name| name.display().to_string()),
                _ => file.filter(|file| file.value(arg).is_some()).map(|file| file.path.display().to_string()),
            };
            let values = matches.get_raw(id);
            let value = values.map(|values| values.map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(","));
            let is_secret = arg.is_hide_env_values_set() && value.is_some();
            let heading = arg.get_help_heading().unwrap_or("Gateway").to_owned();
            Setting { heading, name, value: value.filter(|_| !is_secret), is_secret, source }
        });
        Self { settings: settings.collect() }
    }

    /// A settings file, in which unset settings and secrets are comments. `derived` are the defaults that other settings imply.
    pub fn to_text(&self, derived: &[(&str, String)]) -> String {
        let (mut text, mut last) = (String::new(), None);
        for Setting { heading, name, value, is_secret, source } in &self.settings {
            if last != Some(heading) {
                text += &format!("{}# {heading}\n\n", if last.is_some() { "\n" } else { "" });
                last = Some(heading);
            }
            let derived = derived.iter().find(|(implied, _)| implied == name).map(|(_, value)| value);
            let value = value.as_ref().or(derived);
            let line = match value {
                Some(value) => format!("{name} = {}", toml_of(value)),
                None if *is_secret => format!("# {name} = \"…\""),
                None => format!("# {name}"),
            };
            let source = source.as_deref().unwrap_or(if value.is_some() { "padrão" } else { "sem valor" });
            let hidden = if *is_secret { ", não é mostrado" } else { "" };
            text += &format!("{line:SOURCE_COLUMN$} # {source}{hidden}\n");
        }
        text
    }
}

/// A value in TOML: an integer, a boolean, or else a string.
fn toml_of(value: &str) -> String {
    let is_plain =
        value.parse::<i64>().is_ok_and(|number| number.to_string() == value) || value.parse::<bool>().is_ok();
    if is_plain { value.to_owned() } else { Value::String(value.to_owned()).to_string() }
}
