//! What is open now: connections, subscriptions and their producers. Each counts until it is dropped.

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
    pub fn open_stream(&self, transport: StreamTransport) -> OpenCount {
        OpenCount::new(&self.metrics().subscriptions, transport.attribute().to_vec())
    }
}
