//! Settings of the log, metrics and traces. The other `OTEL_*` variables are read by OpenTelemetry's SDK.

use std::net::SocketAddr;

use clap::{
    ArgAction, Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use tracing_subscriber::EnvFilter;

use super::value::{ConfigError, Environment, config_error, log_filter};
use crate::{base_url::BaseUrl, telemetry::Collector};

/// The settings.
#[derive(Args, Debug)]
#[command(next_help_heading = "Log, metrics and traces")]
pub struct TelemetryArgs {
    /// Log filter, as `tracing` directives: `warn`, or `info,gateway=debug`.
    #[arg(id = "log", long = "log", global = true, env = "GATEWAY_LOG", value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    pub log_filter: EnvFilter,
    /// Format of the log lines: text for people, or a JSON object each.
    #[arg(long = "log-format", global = true, env = "GATEWAY_LOG_FORMAT", value_name = "LOG_FORMAT", default_value = "text", action = ArgAction::Set, value_parser = PossibleValuesParser::new(["text", "json"]).map(|format| format == "json"))]
    pub log_is_json: bool,
    /// Address for operators: /metrics for Prometheus, and /readyz with reasons: 127.0.0.1:9464. Clients must not reach it.
    /// Without it there are no metrics, and /readyz has no reasons.
    #[arg(long, global = true, env = "GATEWAY_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// OpenTelemetry collector for traces and metrics, by OTLP over HTTP (http/protobuf): http://127.0.0.1:4318. Without it
    /// nothing is sent. Its headers, sampling and names are those of OpenTelemetry's variables.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
}

impl TelemetryArgs {
    /// Where metrics and traces are sent.
    pub(super) fn collector(&self, environment: Environment) -> Result<Option<Collector>, ConfigError> {
        // OpenTelemetry: an empty variable counts as unset.
        let given = self.otlp_endpoint.as_deref().filter(|text| !text.is_empty());
        let address = given.map(str::parse::<BaseUrl>).transpose();
        let address = address.map_err(|why| config_error(&format!("OTEL_EXPORTER_OTLP_ENDPOINT: {why}")))?;
        let takes_documents = environment == Environment::Development;
        Ok(address.map(|address| Collector { address: address.to_string(), takes_documents }))
    }
}
