//! The log: what is told, and how its lines look.

use clap::{Args, ValueEnum, builder::EnumValueParser};

use super::{Wrong, value::Else, wrong};

/// What is logged, and how.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Log")]
#[group(skip)]
pub struct Log {
    /// What is logged, as `tracing` filter directives: `warn`, or `info,gateway=debug`.
    #[arg(id = "log", long = "log", global = true, env = "GATEWAY_LOG", value_name = "FILTER", default_value = "info")]
    pub filter: String,
    /// How log lines look.
    #[arg(long, global = true, env = "GATEWAY_LOG_FORMAT", default_value = "text", value_parser = Else(EnumValueParser::<LogFormat>::new(), "use text ou json"))]
    pub log_format: LogFormat,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For eyes.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

impl Log {
    pub(super) fn check(self) -> Result<Self, Wrong> {
        if self.filter.parse::<tracing_subscriber::EnvFilter>().is_err() {
            return Err(wrong("GATEWAY_LOG não é um filtro de log: use um nível como info, ou info,gateway=debug"));
        }
        Ok(self)
    }
}
