//! [`Telemetry`]: the exporters, and the metrics and spans that they send.

use std::{sync::Arc, thread, time::Duration};

use opentelemetry::metrics::{MeterProvider as _, NoopMeterProvider};
use opentelemetry_sdk::metrics::{MeterProviderBuilder, SdkMeterProvider};
use prometheus::{Registry, TextEncoder};
use tokio::{sync::oneshot, time::timeout};

use super::{
    export::{self, Collector, TelemetryError},
    metrics::Metrics,
    spans::Spans,
};

/// Where metrics and traces go.
#[derive(Debug, Default)]
pub struct TelemetrySettings {
    /// Whether Prometheus scrapes the metrics.
    pub is_scraped: bool,
    /// Where traces and metrics are sent.
    pub collector: Option<Collector>,
}

/// Metrics and traces. A clone shares them; the default records none.
#[derive(Clone)]
pub struct Telemetry {
    inner: Arc<Inner>,
}

impl Default for Telemetry {
    fn default() -> Self {
        Self::of(None, Spans::default(), None)
    }
}

struct Inner {
    metrics: Metrics,
    spans: Spans,
    /// None without a reader: the SDK would log each instrument that nobody reads.
    provider: Option<SdkMeterProvider>,
    registry: Option<Registry>,
}

impl Telemetry {
    /// Builds the exporters.
    ///
    /// # Errors
    /// [`TelemetryError`]: an exporter cannot be built. Whether the collector responds is not checked.
    pub fn new(settings: &TelemetrySettings) -> Result<Self, TelemetryError> {
        let TelemetrySettings { is_scraped, collector } = settings;
        let mut provider = SdkMeterProvider::builder().with_resource(export::resource());
        let (mut registry, mut spans) = (None, Spans::default());
        if *is_scraped {
            let (reader, prometheus) = export::prometheus()?;
            provider = provider.with_reader(reader);
            registry = Some(prometheus);
        }
        if let Some(collector) = collector {
            let (span_exporter, metric_exporter) = export::otlp(collector)?;
            provider = provider.with_periodic_exporter(metric_exporter);
            spans = Spans::new(span_exporter, export::resource(), collector.takes_documents);
        }
        let is_read = *is_scraped || collector.is_some();
        Ok(Self::of(is_read.then_some(provider), spans, registry))
    }

    fn of(provider: Option<MeterProviderBuilder>, spans: Spans, registry: Option<Registry>) -> Self {
        let provider = provider.map(MeterProviderBuilder::build);
        let name = env!("CARGO_PKG_NAME");
        let meter = provider.as_ref().map_or_else(|| NoopMeterProvider::new().meter(name), |sdk| sdk.meter(name));
        let metrics = Metrics::new(meter);
        Self { inner: Arc::new(Inner { metrics, spans, provider, registry }) }
    }

    /// The metrics in Prometheus' text format; `None` unless they are scraped.
    pub fn prometheus_text(&self) -> Option<Result<String, prometheus::Error>> {
        let registry = self.inner.registry.as_ref()?;
        Some(TextEncoder::new().encode_to_string(&registry.gather()))
    }

    /// Sends queued spans and the metrics to the collector, within `limit`.
    pub async fn shutdown(&self, limit: Duration) {
        let inner = Arc::clone(&self.inner);
        let (done, is_done) = oneshot::channel::<()>();
        // A thread: the runtime would wait for a blocking task beyond the limit.
        thread::spawn(move || {
            inner.spans.shutdown();
            // Sends the metrics once more.
            drop(inner.provider.as_ref().map(SdkMeterProvider::shutdown));
            drop(done);
        });
        drop(timeout(limit, is_done).await);
    }

    /// The instruments. Without a reader they record nothing.
    pub fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    pub(super) fn spans(&self) -> &Spans {
        &self.inner.spans
    }
}
