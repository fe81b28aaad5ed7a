//! The effective settings with their sources, as `gateway config` prints them.

use std::{fmt, path::PathBuf};

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use toml::Value;

use super::{
    file::{self, ConfigFile},
    gateway_config::Config,
};

/// Column of the sources, in characters, unless a value is longer.
const SOURCE_COLUMN: usize = 44;

/// Every setting with its value and source. `Display` writes a settings file; unset settings and secrets are comments in it.
#[derive(Debug)]
pub struct EffectiveSettings {
    settings: Vec<Setting>,
}

#[derive(Debug)]
struct Setting {
    heading: String,
    name: String,
    value: DisplayedValue,
    source: Source,
}

#[derive(Debug)]
enum DisplayedValue {
    Value(String),
    /// Set, and not shown.
    Secret,
    /// Not set; with the default that the other settings imply, if any.
    Unset(Option<String>),
}

#[derive(Debug)]
enum Source {
    Flag(String),
    Variable(String),
    File(PathBuf),
    Default,
}

impl EffectiveSettings {
    /// From clap's result, which has the file's settings as flags.
    pub(super) fn new(command: &Command, matches: &ArgMatches, file: Option<&ConfigFile>) -> Self {
        // A hidden setting is another name of one; it is shown if it is used.
        let is_shown = |arg: &&Arg| !arg.is_hide_set() || matches.contains_id(arg.get_id().as_str());
        let settings = command.get_arguments().filter(|arg| file::is_setting(arg)).filter(is_shown);
        let settings = settings.map(|arg| {
            let name = arg.get_long().unwrap_or_default().to_owned();
            let source = match (matches.value_source(arg.get_id().as_str()), file) {
                (Some(ValueSource::CommandLine), Some(file)) if file.has(&name) => Source::File(file.path.clone()),
                (Some(ValueSource::CommandLine), _) => Source::Flag(format!("--{name}")),
                (Some(ValueSource::EnvVariable), _) => {
                    Source::Variable(arg.get_env().unwrap_or_default().display().to_string())
                }
                _ => Source::Default,
            };
            let heading = arg.get_help_heading().unwrap_or_default().to_owned();
            Setting { heading, name, value: displayed(arg, matches), source }
        });
        Self { settings: settings.collect() }
    }

    /// Fills in the defaults that the other settings imply.
    #[must_use]
    pub fn with_derived(mut self, config: &Config) -> Self {
        for (name, derived) in config.derived_defaults() {
            let setting = self.settings.iter_mut().find(|setting| setting.name == name);
            if let Some(Setting { value: DisplayedValue::Unset(value), .. }) = setting {
                *value = Some(derived);
            }
        }
        self
    }
}

fn displayed(arg: &Arg, matches: &ArgMatches) -> DisplayedValue {
    let Some(values) = matches.get_raw(arg.get_id().as_str()) else { return DisplayedValue::Unset(None) };
    if arg.is_hide_env_values_set() {
        return DisplayedValue::Secret;
    }
    let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
    DisplayedValue::Value(values.join(","))
}

impl fmt::Display for EffectiveSettings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut heading = None;
        for setting in &self.settings {
            if heading != Some(&setting.heading) {
                let title = if setting.heading.is_empty() { "Gateway" } else { &setting.heading };
                write!(f, "{}# {title}\n\n", if heading.is_some() { "\n" } else { "" })?;
                heading = Some(&setting.heading);
            }
            let Setting { name, value, source, .. } = setting;
            let line = match value {
                DisplayedValue::Value(value) | DisplayedValue::Unset(Some(value)) => {
                    format!("{name} = {}", toml_of(value))
                }
                DisplayedValue::Secret => format!("# {name} = \"…\""),
                DisplayedValue::Unset(None) => format!("# {name}"),
            };
            let source = match (source, value) {
                (Source::Default, DisplayedValue::Unset(None)) => "sem valor".to_owned(),
                (source, DisplayedValue::Secret) => format!("{source}, não é mostrado"),
                (source, _) => source.to_string(),
            };
            writeln!(f, "{line:SOURCE_COLUMN$} # {source}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Flag(name) | Self::Variable(name) => f.write_str(name),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Default => f.write_str("padrão"),
        }
    }
}

/// A value in TOML: an integer, a boolean, or else a string.
fn toml_of(value: &str) -> String {
    let is_plain =
        value.parse::<i64>().is_ok_and(|number| number.to_string() == value) || value.parse::<bool>().is_ok();
    if is_plain { value.to_owned() } else { Value::String(value.to_owned()).to_string() }
}
