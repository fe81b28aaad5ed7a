//! Settings of metrics and traces. Where OpenTelemetry defines a variable, that is the only one.

use std::{net::SocketAddr, str::FromStr as _};

use clap::Args;
use secrecy::{ExposeSecret, SecretString};

use super::{
    error::{ConfigError, config_error},
    value::{WithRemedy, secret},
};
use crate::{
    telemetry::{Collector, TelemetrySettings},
    upstream::BaseUrl,
};

#[derive(Args)]
#[command(next_help_heading = "Telemetry")]
#[group(skip)]
pub(super) struct TelemetryArgs {
    /// Address for operators: /metrics for Prometheus, and /readyz with reasons: 127.0.0.1:9464. Clients must not reach it.
    /// Without it there are neither.
    #[arg(long, global = true, env = "GATEWAY_METRICS_LISTEN", value_name = "ADDRESS", value_parser = WithRemedy(SocketAddr::from_str, "use um endereço e uma porta, como 127.0.0.1:9464"))]
    metrics_listen: Option<SocketAddr>,
    /// OpenTelemetry collector for traces and metrics, by OTLP over HTTP (http/protobuf): http://127.0.0.1:4318. Without it
    /// nothing is sent.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    /// Headers for the collector, separated by commas: name=value. Values may be percent-encoded.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_HEADERS", value_name = "HEADERS", hide_env_values = true, value_parser = secret)]
    otlp_headers: Option<SecretString>,
    /// Share of the traces that begin here which is sampled, from 0 to 1. A request with a `traceparent` is sampled if its
    /// caller samples it.
    #[arg(long, global = true, env = "OTEL_TRACES_SAMPLER_ARG", value_name = "SHARE", default_value_t = 1.0, value_parser = WithRemedy(f64::from_str, "use um número de 0 a 1, como 0.1"))]
    trace_sample_ratio: f64,
    /// Name of this service in traces and metrics.
    #[arg(long, global = true, env = "OTEL_SERVICE_NAME", value_name = "NAME", default_value = "gateway")]
    service_name: String,
    /// Further resource attributes of traces and metrics, separated by commas: deployment.environment.name=production.
    #[arg(long, global = true, env = "OTEL_RESOURCE_ATTRIBUTES", value_name = "ATTRIBUTES")]
    resource_attributes: Option<String>,
}

/// Metrics and traces.
#[derive(Debug)]
pub struct TelemetryConfig {
    /// The operators' address.
    pub metrics_listen: Option<SocketAddr>,
    /// Where metrics and traces go.
    pub settings: TelemetrySettings,
}

impl TelemetryArgs {
    pub(super) fn validate(self) -> Result<TelemetryConfig, ConfigError> {
        let Self { metrics_listen, otlp_endpoint, otlp_headers, trace_sample_ratio, service_name, resource_attributes } =
            self;
        if !(0.0..=1.0).contains(&trace_sample_ratio) {
            return Err(config_error(
                "OTEL_TRACES_SAMPLER_ARG não é uma parte do todo: use um número de 0 a 1, como 0.1",
            ));
        }
        let attributes = pairs(resource_attributes.as_deref().unwrap_or_default()).ok_or_else(|| {
            config_error("OTEL_RESOURCE_ATTRIBUTES não é uma lista: use nome=valor, com vírgulas entre eles")
        })?;
        let headers = otlp_headers.as_ref().map(ExposeSecret::expose_secret).unwrap_or_default();
        let headers = pairs(headers).filter(|pairs| pairs.iter().all(|(name, value)| is_header(name, value)));
        let headers = headers.ok_or_else(|| {
            config_error(
                "OTEL_EXPORTER_OTLP_HEADERS não é uma lista de cabeçalhos: use nome=valor, com vírgulas entre eles",
            )
        })?;
        let headers = headers.into_iter().map(|(name, value)| (name, SecretString::from(value))).collect();
        // OpenTelemetry: an empty variable counts as unset.
        let collector = match otlp_endpoint.filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => {
                let address = text
                    .parse::<BaseUrl>()
                    .map_err(|why| config_error(&format!("OTEL_EXPORTER_OTLP_ENDPOINT: {why}")))?;
                let address = address.to_string();
                Some(Collector { address, headers, trace_sample_ratio, service: service_name, attributes })
            }
        };
        let settings = TelemetrySettings { is_scraped: metrics_listen.is_some(), collector };
        Ok(TelemetryConfig { metrics_listen, settings })
    }
}

/// The pairs of a list such as `a=1,b=2`; `None` if it is malformed.
fn pairs(text: &str) -> Option<Vec<(String, String)>> {
    let pair = |text: &str| {
        let (name, value) = text.split_once('=')?;
        let name = name.trim();
        Some((name.to_owned(), percent_decoded(value.trim())?)).filter(|_| !name.is_empty())
    };
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(pair).collect()
}

/// Percent-decodes a text.
fn percent_decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

fn is_header(name: &str, value: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && value.bytes().all(|b| (0x20..=0x7e).contains(&b))
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn lists_are_read_as_the_standard_specifies() {
        let read = |text: &str| {
            let pairs = pairs(text)?;
            Some(pairs.iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(read("").as_deref(), Some(""));
        assert_eq!(read("a=1, b = x%20y%2Cz ,").as_deref(), Some("a:1 b:x y,z"));
        assert_eq!(read("authorization=Basic dTpw==").as_deref(), Some("authorization:Basic dTpw=="));
        for wrong in ["a", "=1", "a=%", "a=%2", "a=%zz", "a=%+1", "a=%ff", "a=1,b"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
