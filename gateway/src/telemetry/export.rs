//! The exporters: Prometheus scrapes the metrics; traces and metrics are sent to a collector by OTLP over HTTP.

use std::{thread, time::Duration};

use opentelemetry::KeyValue;
use opentelemetry_otlp::{
    ExporterBuildError, MetricExporter, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_prometheus::PrometheusExporter;
use opentelemetry_sdk::{Resource, error::OTelSdkError, resource::EnvResourceDetector};
use prometheus::Registry;
use reqwest::{blocking::Client, redirect};

use crate::tls::{machine_authorities, provider};

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
    /// The Prometheus exporter.
    #[error("as métricas não puderam ser preparadas: {0}")]
    Metrics(#[from] OTelSdkError),
    /// The metrics of the process.
    #[error("as métricas não puderam ser preparadas: {0}")]
    Registry(#[from] prometheus::Error),
    /// The collector's URL is `https`, and the machine has no certificate authorities.
    #[error(
        "esta máquina não tem autoridades certificadoras para conferir o HTTPS do coletor: instale o pacote ca-certificates"
    )]
    NoCertificateAuthorities,
    /// TLS could not be set up.
    #[error("o TLS com o coletor não pôde ser preparado: {0}")]
    Tls(#[from] rustls::Error),
    /// The HTTP client could not be built.
    #[error("o envio de telemetria não pôde ser preparado: {0}")]
    Client(#[from] reqwest::Error),
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
pub(super) fn prometheus() -> Result<(PrometheusExporter, Registry), TelemetryError> {
    let registry = Registry::new();
    #[cfg(target_os = "linux")]
    registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
    let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone()).scope_info_enabled(false);
    Ok((exporter.build()?, registry))
}

/// The exporters to a collector. Each has a thread of its own, so no request waits for it.
pub(super) fn otlp(collector: &Collector) -> Result<(SpanExporter, MetricExporter), TelemetryError> {
    let is_https = collector.address.starts_with("https:");
    // On a thread of its own: a runtime's thread may not wait for the client's.
    let client = thread::spawn(move || client(is_https)).join().expect("it does not panic")?;
    let spans = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_http_client(client.clone())
        .build()?;
    let metrics = MetricExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/metrics", collector.address))
        .with_protocol(Protocol::HttpBinary)
        .with_http_client(client)
        .build()?;
    Ok((spans, metrics))
}

fn client(is_https: bool) -> Result<Client, TelemetryError> {
    let roots = if is_https { machine_authorities() } else { rustls::RootCertStore::empty() };
    if is_https && roots.is_empty() {
        return Err(TelemetryError::NoCertificateAuthorities);
    }
    let tls = rustls::ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = Client::builder()
        .tls_backend_preconfigured(tls)
        .timeout(EXPORT_TIMEOUT)
        // A redirect or HTTP_PROXY would send the key to another host.
        .redirect(redirect::Policy::none())
        .no_proxy();
    Ok(client.build()?)
}
