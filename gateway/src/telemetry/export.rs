//! The exporters: Prometheus scrapes the metrics; traces and metrics are sent to a collector by OTLP over HTTP.

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

use self::client::CollectorClient;

/// Timeout of one export.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// The OTLP collector, and how this service identifies itself there.
#[derive(Clone, Debug)]
pub struct Collector {
    /// Base URL of `/v1/traces` and `/v1/metrics`, without a trailing slash.
    pub address: String,
    /// Additional headers; a value may be an API key.
    pub headers: Vec<(String, SecretString)>,
    /// Share of the traces that begin here which is sampled, from 0 to 1.
    pub trace_sample_ratio: f64,
    /// `service.name`.
    pub service: String,
    /// Further resource attributes.
    pub attributes: Vec<(String, String)>,
}

/// Why the exporters cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The OTLP exporter refuses its settings; it reads some from the environment itself.
    #[error("o envio de telemetria não pôde ser preparado; confira as variáveis OTEL_EXPORTER_OTLP_*: {0}")]
    Exporter(#[from] ExporterBuildError),
    /// The Prometheus exporter.
    #[error("as métricas não puderam ser preparadas: {0}")]
    Metrics(#[from] OTelSdkError),
    /// The HTTP client.
    #[error("o envio de telemetria não pôde ser preparado: {0}")]
    Client(#[from] client::ClientError),
}

/// The exporters to a collector.
pub(super) struct OtlpExporters {
    pub(super) spans: BatchSpanProcessor,
    pub(super) metrics: PeriodicReader<MetricExporter>,
}

/// The resource attributes of this service.
pub(super) fn resource(collector: Option<&Collector>) -> Resource {
    let identity = collector.map(|collector| (collector.service.clone(), collector.attributes.clone()));
    let (service, attributes) = identity.unwrap_or_else(|| (env!("CARGO_PKG_NAME").to_owned(), Vec::new()));
    Resource::builder_empty()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attributes(attributes.into_iter().map(|(name, value)| KeyValue::new(name, value)))
        .with_service_name(service)
        .build()
}

/// The Prometheus exporter and its registry.
pub(super) fn prometheus() -> Result<(PrometheusExporter, Registry), TelemetryError> {
    let registry = Registry::new();
    let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone()).scope_info_enabled(false);
    Ok((exporter.build()?, registry))
}

/// The exporters to a collector. Each has a thread of its own, so no request waits for it.
pub(super) fn otlp(collector: &Collector) -> Result<OtlpExporters, TelemetryError> {
    let client = Arc::new(CollectorClient::new(&collector.address, EXPORT_TIMEOUT)?);
    let headers: HashMap<_, _> =
        collector.headers.iter().map(|(name, value)| (name.clone(), value.expose_secret().to_owned())).collect();
    let spans = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(EXPORT_TIMEOUT)
        .with_headers(headers.clone())
        .with_retry_policy(RetryPolicy::disabled())
        .with_shared_http_client(client.clone())
        .build()?;
    let metrics = MetricExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/metrics", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(EXPORT_TIMEOUT)
        .with_headers(headers)
        .with_retry_policy(RetryPolicy::disabled())
        .with_shared_http_client(client)
        .build()?;
    let mut spans = BatchSpanProcessor::builder(spans).build();
    spans.set_resource(&resource(Some(collector)));
    Ok(OtlpExporters { spans, metrics: PeriodicReader::builder(metrics).build() })
}

impl fmt::Debug for OtlpExporters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtlpExporters")
    }
}
