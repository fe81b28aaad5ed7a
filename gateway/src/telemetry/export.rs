//! Who collects: Prometheus, which comes for the metrics, and a collector, which is sent traces and metrics by OTLP over
//! HTTP.

mod client;

use std::{collections::HashMap, fmt, sync::Arc, time::Duration};

use opentelemetry::KeyValue;
use opentelemetry_otlp::{
    ExporterBuildError, MetricExporter, Protocol, RetryPolicy, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_prometheus::PrometheusExporter;
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkError,
    metrics::PeriodicReader,
    trace::{BatchSpanProcessor, SpanProcessor as _},
};
use prometheus::Registry;
use secrecy::{ExposeSecret as _, SecretString};

use self::client::Client;

/// How long the collector has to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where traces and metrics are sent, and as whose.
#[derive(Clone, Debug)]
pub struct Collector {
    /// Address below which `/v1/traces` and `/v1/metrics` lie, without a slash at its end.
    pub address: String,
    /// What it wants to see besides, as names and values. It may be a key.
    pub headers: Vec<(String, SecretString)>,
    /// The share of the traces that is recorded of those that begin here, from 0 to 1. Of the others their beginners say.
    pub trace_share: f64,
    /// The name of the service in everything that is told.
    pub service: String,
    /// What else is told of the service, as names and values.
    pub attributes: Vec<(String, String)>,
}

/// Why telemetry cannot be prepared, for whoever starts the gateway.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The exporter of OTLP does not like its settings; some it takes from the environment by itself.
    #[error("o envio de telemetria não pôde ser preparado; confira as variáveis OTEL_EXPORTER_OTLP_*: {0}")]
    Exporter(#[from] ExporterBuildError),
    /// The metrics cannot be shown.
    #[error("as métricas não puderam ser preparadas: {0}")]
    Metrics(#[from] OTelSdkError),
    /// There is no client to send with.
    #[error("o envio de telemetria não pôde ser preparado: {0}")]
    Client(#[from] client::ClientError),
}

/// What sends.
pub(super) struct Sent {
    pub(super) spans: BatchSpanProcessor,
    pub(super) metrics: PeriodicReader<MetricExporter>,
}

/// Who tells.
pub(super) fn resource(collector: Option<&Collector>) -> Resource {
    let told = collector.map(|collector| (collector.service.clone(), collector.attributes.clone()));
    let (service, attributes) = told.unwrap_or_else(|| (env!("CARGO_PKG_NAME").to_owned(), Vec::new()));
    Resource::builder_empty()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attributes(attributes.into_iter().map(|(name, value)| KeyValue::new(name, value)))
        .with_service_name(service)
        .build()
}

/// A reader of the metrics, and where Prometheus finds them.
pub(super) fn prometheus() -> Result<(PrometheusExporter, Registry), TelemetryError> {
    let registry = Registry::new();
    let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone()).scope_info_enabled(false);
    Ok((exporter.build()?, registry))
}

/// What sends to a collector. Each has a thread of its own, so that nobody waits for it.
pub(super) fn to(collector: &Collector) -> Result<Sent, TelemetryError> {
    let client = Arc::new(Client::new(&collector.address, PATIENCE)?);
    let headers: HashMap<_, _> =
        collector.headers.iter().map(|(name, value)| (name.clone(), value.expose_secret().to_owned())).collect();
    let spans = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(PATIENCE)
        .with_headers(headers.clone())
        .with_retry_policy(RetryPolicy::disabled())
        .with_shared_http_client(client.clone())
        .build()?;
    let metrics = MetricExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/metrics", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(PATIENCE)
        .with_headers(headers)
        .with_retry_policy(RetryPolicy::disabled())
        .with_shared_http_client(client)
        .build()?;
    let mut spans = BatchSpanProcessor::builder(spans).build();
    spans.set_resource(&resource(Some(collector)));
    Ok(Sent { spans, metrics: PeriodicReader::builder(metrics).build() })
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sent")
    }
}
