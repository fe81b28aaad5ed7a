//! Telemetry: the log, traces and metrics.
//!
//! It reports what happened, where and how long it took. Tokens, passwords, codes, CPFs, client addresses, variables and
//! bodies never come here. A value that a caller chooses is one of a known set or counts as "other", so that the number of
//! series is bounded. The exception is `X-Request-Id`, which goes to the log alone.

pub mod access_log;
mod attributes;
pub mod explanation;
mod exporters;
mod labels;
pub mod log;
mod metrics;
pub mod request;
mod spans;

use std::{sync::Arc, thread, time::Duration};

use opentelemetry::metrics::{MeterProvider as _, NoopMeterProvider};
use opentelemetry_sdk::metrics::{MeterProviderBuilder, SdkMeterProvider};
use prometheus::{Registry, TextEncoder};
use tokio::{sync::oneshot, time::timeout};

pub(crate) use self::labels::Route;
use self::spans::Spans;
pub use self::{
    exporters::{Collector, TelemetryError},
    labels::{CacheName, CacheResult, ErrorCodes, OperationCost, OperationLabel, ServiceState, StreamTransport},
    metrics::{Metrics, OpenCount},
};

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
    /// `None` without a reader: the SDK would log a warning for each instrument.
    provider: Option<SdkMeterProvider>,
    registry: Option<Registry>,
}

impl Telemetry {
    /// Builds the exporters: for Prometheus, if it scrapes the metrics, and to a collector, if there is one.
    ///
    /// # Errors
    /// [`TelemetryError`]: an exporter cannot be built. Whether the collector responds is not checked.
    pub fn new(is_scraped: bool, collector: Option<&Collector>) -> Result<Self, TelemetryError> {
        let mut provider = SdkMeterProvider::builder().with_resource(exporters::resource());
        let (mut registry, mut spans) = (None, Spans::default());
        if is_scraped {
            let (reader, prometheus) = exporters::prometheus_exporter();
            provider = provider.with_reader(reader);
            registry = Some(prometheus);
        }
        if let Some(collector) = collector {
            let (span_exporter, metric_exporter) = collector.exporters()?;
            provider = provider.with_periodic_exporter(metric_exporter);
            spans = Spans::new(span_exporter, exporters::resource(), collector.takes_documents);
        }
        let is_read = is_scraped || collector.is_some();
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

    fn spans(&self) -> &Spans {
        &self.inner.spans
    }
}
