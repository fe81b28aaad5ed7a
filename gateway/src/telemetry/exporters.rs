//! Where metrics and spans go. Prometheus scrapes the metrics; traces and metrics are sent to a collector by OTLP over HTTP.

use std::{thread, time::Duration};

use opentelemetry::KeyValue;
use opentelemetry_otlp::{
    ExporterBuildError, MetricExporter, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_prometheus::PrometheusExporter;
use opentelemetry_sdk::{Resource, resource::EnvResourceDetector};
use prometheus::Registry;
#[cfg(target_os = "linux")]
use prometheus::process_collector::ProcessCollector;
use reqwest::{blocking::Client, redirect};

use crate::tls;

/// Timeout of one export.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// An OTLP collector. Its headers are those of `OTEL_EXPORTER_OTLP_HEADERS`, which the SDK reads.
#[derive(Clone, Debug)]
pub struct Collector {
    /// Base URL of `/v1/traces` and `/v1/metrics`, without a trailing slash.
    pub address: String,
    /// Whether spans have the text of the document: only in development, since it may hold personal data.
    pub takes_documents: bool,
}

/// Why the exporters cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The OTLP exporter refuses its settings; it reads some from the environment itself.
    #[error("o envio de telemetria não pôde ser preparado; confira as variáveis OTEL_EXPORTER_OTLP_*: {0}")]
    Exporter(#[from] ExporterBuildError),
    /// The collector's URL is `https`, and the machine has no certificate authorities.
    #[error(transparent)]
    Tls(#[from] tls::Error),
    /// The HTTP client could not be built.
    #[error("o envio de telemetria não pôde ser preparado: {0}")]
    Client(#[from] reqwest::Error),
}

impl Collector {
    /// The exporters to it. Each has a thread of its own, so no request waits for it.
    ///
    /// # Errors
    /// [`TelemetryError`]: one cannot be built.
    pub fn exporters(&self) -> Result<(SpanExporter, MetricExporter), TelemetryError> {
        let is_https = self.address.starts_with("https:");
        // On a thread of its own: a runtime's thread may not wait for the client's.
        let client = thread::spawn(move || -> Result<Client, TelemetryError> {
            let client = Client::builder()
                .tls_backend_preconfigured(tls::client_config(is_https, None, None)?)
                .timeout(EXPORT_TIMEOUT)
                // A redirect or HTTP_PROXY would send the key to another host.
                .redirect(redirect::Policy::none())
                .no_proxy();
            Ok(client.build()?)
        });
        let client = client.join().expect("it does not panic")?;
        let spans = SpanExporter::builder()
            .with_http()
            .with_endpoint(format!("{}/v1/traces", self.address))
            .with_protocol(Protocol::HttpBinary)
            .with_http_client(client.clone())
            .build()?;
        let metrics = MetricExporter::builder()
            .with_http()
            .with_endpoint(format!("{}/v1/metrics", self.address))
            .with_protocol(Protocol::HttpBinary)
            .with_http_client(client)
            .build()?;
        Ok((spans, metrics))
    }
}

/// The resource attributes of this service: its name and version, unless the standard variables have others.
pub(super) fn resource() -> Resource {
    let own = [
        KeyValue::new("service.name", env!("CARGO_PKG_NAME")),
        KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
    ];
    let resource = Resource::builder_empty().with_attributes(own).with_detector(Box::new(EnvResourceDetector::new()));
    match std::env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name),
        _ => resource,
    }
    .build()
}

/// The Prometheus exporter and its registry, which has the metrics of the process too.
pub(super) fn prometheus_exporter() -> (PrometheusExporter, Registry) {
    const NEW: &str = "a new registry has no metrics of these names";
    let registry = Registry::new();
    #[cfg(target_os = "linux")]
    registry.register(Box::new(ProcessCollector::for_self())).expect(NEW);
    let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone()).scope_info_enabled(false);
    (exporter.build().expect(NEW), registry)
}
