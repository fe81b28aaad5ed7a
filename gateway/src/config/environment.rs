//! Where the gateway runs.

use clap::ValueEnum;
use strum::IntoStaticStr;

/// Where the gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Environment {
    /// On a developer's machine.
    Development,
    /// With real data.
    Production,
}
