//! What was given, by whom: the settings as they are in force, for people to read and to write a file from.

use std::{fmt, path::PathBuf};

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use toml::Value;

use super::{
    Config,
    file::{self, File},
};

/// Where the sources begin, in characters, unless a value is longer.
const COLUMN: usize = 44;

/// Every setting with its value and its source. As text it is a file of settings: what has no value, or may not be shown,
/// is a comment.
#[derive(Debug)]
pub struct Given {
    settings: Vec<Setting>,
}

#[derive(Debug)]
struct Setting {
    heading: String,
    name: String,
    value: Shown,
    source: Source,
}

#[derive(Debug)]
enum Shown {
    Value(String),
    /// There is one, which is nobody's business.
    Secret,
    /// Nobody gave one; what was decided in its place, if it can be told.
    None(Option<String>),
}

#[derive(Debug)]
enum Source {
    Flag(String),
    Variable(String),
    File(PathBuf),
    Default,
}

impl Given {
    /// What clap understood, the file's settings as flags among it.
    pub(super) fn new(command: &Command, matches: &ArgMatches, file: Option<&File>) -> Self {
        // What is hidden is another name for something: it is shown where somebody uses it.
        let is_shown = |arg: &&Arg| !arg.is_hide_set() || matches.contains_id(arg.get_id().as_str());
        let settings = command.get_arguments().filter(|arg| file::is_setting(arg)).filter(is_shown);
        let settings = settings.map(|arg| {
            let name = arg.get_long().unwrap_or_default().to_owned();
            let source = match (matches.value_source(arg.get_id().as_str()), file) {
                (Some(ValueSource::CommandLine), Some(file)) if file.gives(&name) => Source::File(file.path.clone()),
                (Some(ValueSource::CommandLine), _) => Source::Flag(format!("--{name}")),
                (Some(ValueSource::EnvVariable), _) => {
                    Source::Variable(arg.get_env().unwrap_or_default().display().to_string())
                }
                _ => Source::Default,
            };
            let heading = arg.get_help_heading().unwrap_or_default().to_owned();
            Setting { heading, name, value: shown(arg, matches), source }
        });
        Self { settings: settings.collect() }
    }

    /// The same with what the configuration decided where nobody said anything.
    #[must_use]
    pub fn with(mut self, config: &Config) -> Self {
        for (name, decided) in config.decided() {
            let setting = self.settings.iter_mut().find(|setting| setting.name == name);
            if let Some(Setting { value: Shown::None(value), .. }) = setting {
                *value = Some(decided);
            }
        }
        self
    }
}

fn shown(arg: &Arg, matches: &ArgMatches) -> Shown {
    let Some(values) = matches.get_raw(arg.get_id().as_str()) else { return Shown::None(None) };
    if arg.is_hide_env_values_set() {
        return Shown::Secret;
    }
    let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
    Shown::Value(values.join(","))
}

impl fmt::Display for Given {
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
                Shown::Value(value) | Shown::None(Some(value)) => format!("{name} = {}", toml_of(value)),
                Shown::Secret => format!("# {name} = \"…\""),
                Shown::None(None) => format!("# {name}"),
            };
            let source = match (source, value) {
                (Source::Default, Shown::None(None)) => "sem valor".to_owned(),
                (source, Shown::Secret) => format!("{source}, não é mostrado"),
                (source, _) => source.to_string(),
            };
            writeln!(f, "{line:COLUMN$} # {source}")?;
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

/// A value as a file has it: numbers and truths are plain, everything else is a text.
fn toml_of(value: &str) -> String {
    let is_plain =
        value.parse::<i64>().is_ok_and(|number| number.to_string() == value) || value.parse::<bool>().is_ok();
    if is_plain { value.to_owned() } else { Value::String(value.to_owned()).to_string() }
}
