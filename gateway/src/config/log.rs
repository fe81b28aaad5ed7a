//! Settings of the log.

use clap::{Args, ValueEnum, builder::EnumValueParser};

use super::{
    error::{ConfigError, config_error},
    value::WithRemedy,
};

/// The log.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Log")]
#[group(skip)]
pub struct LogArgs {
    /// Log filter, as `tracing` directives: `warn`, or `info,gateway=debug`.
    #[arg(id = "log", long = "log", global = true, env = "GATEWAY_LOG", value_name = "FILTER", default_value = "info")]
    pub filter: String,
    /// Format of the log lines.
    #[arg(long, global = true, env = "GATEWAY_LOG_FORMAT", default_value = "text", value_parser = WithRemedy(EnumValueParser::<LogFormat>::new(), "use text ou json"))]
    pub log_format: LogFormat,
}

/// Format of the log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per line.
    Json,
}

impl LogArgs {
    pub(super) fn validate(self) -> Result<Self, ConfigError> {
        if self.filter.parse::<tracing_subscriber::EnvFilter>().is_err() {
            return Err(config_error(
                "GATEWAY_LOG não é um filtro de log: use um nível como info, ou info,gateway=debug",
            ));
        }
        Ok(self)
    }
}
