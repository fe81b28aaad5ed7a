//! Who is told what happens, besides the log. What OpenTelemetry has a variable for has no second one here.

use std::{net::SocketAddr, str::FromStr as _};

use clap::Args;
use secrecy::{ExposeSecret, SecretString};

use super::{
    Wrong,
    value::{Else, secret},
    wrong,
};
use crate::{
    telemetry::{self, Collector},
    upstream::BaseUrl,
};

/// The settings as they are given.
#[derive(Args)]
#[command(next_help_heading = "Telemetry")]
#[group(skip)]
pub(super) struct Settings {
    /// Address on which Prometheus finds the metrics, under /metrics, and operators the readiness with its reasons, under
    /// /readyz: 127.0.0.1:9464. Never one that clients reach. Without it there are neither.
    #[arg(long, global = true, env = "GATEWAY_METRICS_LISTEN", value_name = "ADDRESS", value_parser = Else(SocketAddr::from_str, "use um endereço e uma porta, como 127.0.0.1:9464"))]
    metrics_listen: Option<SocketAddr>,
    /// Collector of OpenTelemetry to which traces and metrics are sent, by OTLP over HTTP (http/protobuf):
    /// http://127.0.0.1:4318. Without it nothing is sent.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    /// Headers for the collector, separated by commas: name=value. Values may be percent-encoded.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_HEADERS", value_name = "HEADERS", hide_env_values = true, value_parser = secret)]
    otlp_headers: Option<SecretString>,
    /// Share of the traces that is recorded, from 0 to 1, of those that begin here. A request that comes with a trace is
    /// recorded if its caller records it.
    #[arg(long, global = true, env = "OTEL_TRACES_SAMPLER_ARG", value_name = "SHARE", default_value_t = 1.0, value_parser = Else(f64::from_str, "use um número de 0 a 1, como 0.1"))]
    trace_share: f64,
    /// What this gateway is called in traces and metrics.
    #[arg(long, global = true, env = "OTEL_SERVICE_NAME", value_name = "NAME", default_value = "gateway")]
    service_name: String,
    /// What else traces and metrics say of it, separated by commas: deployment.environment.name=production.
    #[arg(long, global = true, env = "OTEL_RESOURCE_ATTRIBUTES", value_name = "ATTRIBUTES")]
    resource_attributes: Option<String>,
}

/// Who is told what happens.
#[derive(Debug)]
pub struct Telemetry {
    /// Where Prometheus comes for the metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// What is told.
    pub settings: telemetry::TelemetrySettings,
}

impl Settings {
    pub(super) fn check(self) -> Result<Telemetry, Wrong> {
        let Self { metrics_listen, otlp_endpoint, otlp_headers, trace_share, service_name, resource_attributes } = self;
        if !(0.0..=1.0).contains(&trace_share) {
            return Err(wrong("OTEL_TRACES_SAMPLER_ARG não é uma parte do todo: use um número de 0 a 1, como 0.1"));
        }
        let attributes = pairs(resource_attributes.as_deref().unwrap_or_default()).ok_or_else(|| {
            wrong("OTEL_RESOURCE_ATTRIBUTES não é uma lista: use nome=valor, com vírgulas entre eles")
        })?;
        let headers = otlp_headers.as_ref().map(ExposeSecret::expose_secret).unwrap_or_default();
        let headers = pairs(headers).filter(|pairs| pairs.iter().all(|(name, value)| is_header(name, value)));
        let headers = headers.ok_or_else(|| {
            wrong("OTEL_EXPORTER_OTLP_HEADERS não é uma lista de cabeçalhos: use nome=valor, com vírgulas entre eles")
        })?;
        let headers = headers.into_iter().map(|(name, value)| (name, SecretString::from(value))).collect();
        // OpenTelemetry has it that an empty variable is none.
        let collector = match otlp_endpoint.filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => {
                let address =
                    text.parse::<BaseUrl>().map_err(|why| wrong(&format!("OTEL_EXPORTER_OTLP_ENDPOINT: {why}")))?;
                let address = address.to_string();
                Some(Collector { address, headers, trace_share, service: service_name, attributes })
            }
        };
        let settings = telemetry::TelemetrySettings { is_scraped: metrics_listen.is_some(), collector };
        Ok(Telemetry { metrics_listen, settings })
    }
}

/// The names and values of a list such as `a=1,b=2`. `None` if it is none.
fn pairs(text: &str) -> Option<Vec<(String, String)>> {
    let pair = |text: &str| {
        let (name, value) = text.split_once('=')?;
        let name = name.trim();
        Some((name.to_owned(), decoded(value.trim())?)).filter(|_| !name.is_empty())
    };
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(pair).collect()
}

/// A text without percent signs, each of which stands before the two digits of a byte.
fn decoded(text: &str) -> Option<String> {
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
    fn lists_are_read_as_the_standard_writes_them() {
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
