//! What is open now: connections, subscriptions and their producers. Each counts until it is dropped.

use std::time::Duration;

use opentelemetry::{KeyValue, metrics::UpDownCounter};

use super::{exporters::Telemetry, labels::StreamTransport};

/// Counts a connection, a subscription or a producer of subscriptions as open until it is dropped.
pub struct OpenCount {
    counter: UpDownCounter<i64>,
    attributes: Vec<KeyValue>,
}

impl OpenCount {
    fn new(counter: &UpDownCounter<i64>, attributes: Vec<KeyValue>) -> Self {
        counter.add(1, &attributes);
        Self { counter: counter.clone(), attributes }
    }
}

impl Drop for OpenCount {
    fn drop(&mut self) {
        self.counter.add(-1, &self.attributes);
    }
}

impl Telemetry {
    /// Counts an open client connection.
    pub fn open_connection(&self) -> OpenCount {
        OpenCount::new(&self.metrics().connections, Vec::new())
    }

    /// Counts a producer of subscriptions.
    pub fn open_producer(&self) -> OpenCount {
        OpenCount::new(&self.metrics().producers, Vec::new())
    }

    /// Counts an open subscription.
    pub fn open_stream(&self, transport: StreamTransport) -> OpenStream {
        let open = OpenCount::new(&self.metrics().subscriptions, transport.attribute().to_vec());
        OpenStream { telemetry: self.clone(), transport, _open: open }
    }
}

/// Counts an open subscription until it is dropped, and its events.
pub struct OpenStream {
    telemetry: Telemetry,
    transport: StreamTransport,
    _open: OpenCount,
}

impl OpenStream {
    /// Counts an event that the connection takes. `lag` is how long it was there, if it is newer than the subscription.
    pub fn count_event(&self, lag: Option<Duration>) {
        let metrics = self.telemetry.metrics();
        metrics.events.add(1, &self.transport.attribute());
        if let Some(lag) = lag {
            metrics.event_lag.record(lag.as_secs_f64(), &self.transport.attribute());
        }
    }
}
