//! [`Telemetry`]: the exporters, and the metrics and spans that they send.

use std::{sync::Arc, thread, time::Duration};

use opentelemetry::metrics::MeterProvider as _;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::{Registry, TextEncoder};
use tokio::{sync::oneshot, time::timeout};

use super::{
    export::{self, Collector, TelemetryError},
    labels::{CacheName, CacheResult, ServiceState},
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

/// Metrics and traces. A clone shares them; the default only writes the log.
#[derive(Clone, Default)]
pub struct Telemetry {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    metrics: Option<Metrics>,
    spans: Spans,
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
        if !is_scraped && collector.is_none() {
            return Ok(Self::default());
        }
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
        let provider = provider.build();
        let metrics = Metrics::new(provider.meter(env!("CARGO_PKG_NAME")));
        Ok(Self { inner: Arc::new(Inner { metrics: Some(metrics), spans, provider: Some(provider), registry }) })
    }

    /// The metrics in Prometheus' text format; `None` unless they are scraped.
    pub fn prometheus_text(&self) -> Option<Result<String, prometheus::Error>> {
        let registry = self.inner.registry.as_ref()?;
        Some(TextEncoder::new().encode_to_string(&registry.gather()))
    }

    /// Sends queued spans and the metrics to the collector, within `limit`.
    pub async fn shutdown(&self, limit: Duration) {
        if self.inner.provider.is_none() {
            return;
        }
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

    /// Counts calls to the services that a subscription caused.
    pub fn count_subscription_calls(&self, calls: u32) {
        self.measure(|metrics| metrics.count_subscription_calls(calls));
    }

    /// Counts a cache lookup.
    pub fn cache_lookup(&self, cache: CacheName, result: CacheResult) {
        self.measure(|metrics| metrics.cache_lookup(cache, result));
    }

    /// Starts the error counters of these codes at zero, so that the first error is seen as an increase.
    pub fn register_error_codes(&self, codes: impl Iterator<Item = &'static str>) {
        self.measure(|metrics| metrics.register_error_codes(codes));
    }

    /// Observes the state of the services at each collection.
    pub fn observe_services(&self, services: impl Fn() -> Vec<ServiceState> + Send + Sync + 'static) {
        self.measure(|metrics| metrics.observe_services(services));
    }

    /// Observes the memory budget and how much of it is used, in bytes.
    pub fn observe_memory(&self, budget: usize, used: impl Fn() -> usize + Send + Sync + 'static) {
        self.measure(|metrics| metrics.observe_memory(budget, used));
    }

    /// Observes how many log lines were dropped.
    pub fn observe_log(&self, lost: impl Fn() -> u64 + Send + Sync + 'static) {
        self.measure(|metrics| metrics.observe_log(lost));
    }

    /// Observes whether Redis is connected.
    pub fn observe_redis(&self, is_connected: impl Fn() -> bool + Send + Sync + 'static) {
        self.measure(|metrics| metrics.observe_redis(is_connected));
    }

    /// Runs `record` if metrics are collected.
    pub(super) fn measure(&self, record: impl FnOnce(&Metrics)) {
        if let Some(metrics) = &self.inner.metrics {
            record(metrics);
        }
    }

    pub(super) fn spans(&self) -> &Spans {
        &self.inner.spans
    }
}
