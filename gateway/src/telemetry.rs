//! What the gateway tells those who look after it: a line in the log for each request, traces, and metrics.
//!
//! It tells what happened, where, and how long it took; never who, and never with what: no token, password, code, CPF,
//! address of a client, variable or body comes here. Every value that a caller can choose is either one of a known few or
//! counts as "other", so that nobody can fill a memory with names. The one exception is the name that a caller gives a
//! request (`X-Request-Id`), which goes to the log alone.

mod export;
pub mod log;
mod metrics;
mod names;
mod process;
mod spans;
mod trace;
pub mod trail;

use std::{sync::Arc, thread, time::Duration};

use opentelemetry::metrics::MeterProvider as _;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::{Registry, TextEncoder};
use tokio::{sync::oneshot, time::timeout};

pub use self::{
    export::{Collector, Wrong},
    metrics::{Cache, Found, Open, Service},
};
use self::{metrics::Metrics, spans::Spans};

/// Who is told.
#[derive(Debug, Default)]
pub struct Settings {
    /// Whether somebody comes for the metrics, as Prometheus does.
    pub is_scraped: bool,
    /// Where traces and metrics are sent.
    pub collector: Option<Collector>,
}

/// Where telling goes. A clone is the same; the default tells nobody but the log.
#[derive(Clone, Default)]
pub struct Telemetry {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    metrics: Option<Metrics>,
    spans: Option<Spans>,
    provider: Option<SdkMeterProvider>,
    registry: Option<Registry>,
}

impl Telemetry {
    /// Prepares the telling. Whoever sends to a collector must be on a runtime, on which it is sent.
    ///
    /// # Errors
    /// [`Wrong`]: the collector cannot be sent to, whatever is there.
    pub fn new(settings: &Settings) -> Result<Self, Wrong> {
        let Settings { is_scraped, collector } = settings;
        if !is_scraped && collector.is_none() {
            return Ok(Self::default());
        }
        let mut provider = SdkMeterProvider::builder().with_resource(export::resource(collector.as_ref()));
        let mut registry = None;
        if *is_scraped {
            let (reader, text) = export::prometheus()?;
            provider = provider.with_reader(reader);
            registry = Some(text);
        }
        let mut spans = None;
        if let Some(collector) = collector {
            let sent = export::to(collector)?;
            provider = provider.with_reader(sent.metrics);
            spans = Some(Spans::new(sent.spans, collector.trace_share));
        }
        let provider = provider.build();
        let metrics = Metrics::new(provider.meter(env!("CARGO_PKG_NAME")));
        Ok(Self { inner: Arc::new(Inner { metrics: Some(metrics), spans, provider: Some(provider), registry }) })
    }

    /// The metrics as Prometheus reads them; `None` where nobody is to come for them.
    pub fn exposition(&self) -> Option<Result<String, prometheus::Error>> {
        let registry = self.inner.registry.as_ref()?;
        Some(TextEncoder::new().encode_to_string(&registry.gather()))
    }

    /// Sends what is still to be sent, for no longer than a time.
    pub async fn end(&self, most: Duration) {
        if self.inner.provider.is_none() {
            return;
        }
        let inner = Arc::clone(&self.inner);
        let (done, is_done) = oneshot::channel::<()>();
        // A thread and not a task of the runtime, which would wait for it beyond the time.
        thread::spawn(move || {
            if let Some(spans) = &inner.spans {
                spans.end(most);
            }
            // It has the metrics sent once more. An error is that of a collector that is not there, which was told.
            drop(inner.provider.as_ref().map(SdkMeterProvider::shutdown));
            drop(done);
        });
        drop(timeout(most, is_done).await);
    }

    /// A connection of a client was opened, until what this gives is dropped.
    pub fn connection(&self) -> Open {
        Open::connection(self)
    }

    /// Something was looked for in what is kept.
    pub fn looked_up(&self, cache: Cache, found: Found) {
        self.measure(|metrics| metrics.looked_up(cache, found));
    }

    /// Answers may have errors of these codes: none had one so far, which is something else than not to be known.
    pub fn expect_errors(&self, codes: impl Iterator<Item = &'static str>) {
        self.measure(|metrics| metrics.expect_errors(codes));
    }

    /// Has the services be looked at whenever somebody wants to know how they are.
    pub fn watch_services(&self, services: impl Fn() -> Vec<Service> + Send + Sync + 'static) {
        self.measure(|metrics| metrics.watch_services(services));
    }

    /// The same of the memory budget, in bytes: how much there is, and how much of it is used.
    pub fn watch_memory(&self, budget: usize, used: impl Fn() -> usize + Send + Sync + 'static) {
        self.measure(|metrics| metrics.watch_memory(budget, used));
    }

    /// The same of the number of lines that the log has lost.
    pub fn watch_log(&self, lost: impl Fn() -> u64 + Send + Sync + 'static) {
        self.measure(|metrics| metrics.watch_log(lost));
    }

    /// Has those who measure ask whether the store that gateways share is there.
    pub fn watch_redis(&self, is_connected: impl Fn() -> bool + Send + Sync + 'static) {
        self.measure(|metrics| metrics.watch_redis(is_connected));
    }

    /// Does what is to be done where somebody collects metrics.
    fn measure(&self, what: impl FnOnce(&Metrics)) {
        if let Some(metrics) = &self.inner.metrics {
            what(metrics);
        }
    }

    fn spans(&self) -> Option<&Spans> {
        self.inner.spans.as_ref()
    }
}
