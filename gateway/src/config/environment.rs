//! Where the gateway runs.

use clap::ValueEnum;

/// Where the gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// On a developer's machine.
    Development,
    /// With real data.
    Production,
}

impl Environment {
    /// Its name in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Development => "development",
            Self::Production => "production",
        }
    }
}
