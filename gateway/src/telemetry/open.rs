//! What is open now: connections, subscriptions and their producers. Each counts until it is dropped.

use std::time::Duration;

use super::{exporters::Telemetry, labels::StreamTransport};

/// Counts an open connection until it is dropped.
pub struct OpenConnection(Telemetry);

impl Telemetry {
    /// Counts an open client connection until the returned value is dropped.
    pub fn open_connection(&self) -> OpenConnection {
        self.measure(|metrics| metrics.connections.add(1, &[]));
        OpenConnection(self.clone())
    }

    /// Counts an open subscription until the returned value is dropped.
    pub fn open_stream(&self, transport: StreamTransport) -> OpenStream {
        self.measure(|metrics| metrics.subscriptions.add(1, &transport.attribute()));
        OpenStream { telemetry: self.clone(), transport }
    }

    /// Counts a producer of subscriptions until the returned value is dropped.
    pub fn open_producer(&self) -> OpenProducer {
        self.measure(|metrics| metrics.producers.add(1, &[]));
        OpenProducer(self.clone())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.measure(|metrics| metrics.connections.add(-1, &[]));
    }
}

/// Counts an open subscription until it is dropped.
pub struct OpenStream {
    telemetry: Telemetry,
    transport: StreamTransport,
}

impl OpenStream {
    /// Counts an event that the connection takes. `lag` is how long it was there, if it is newer than the subscription.
    pub fn count_event(&self, lag: Option<Duration>) {
        self.telemetry.measure(|metrics| {
            metrics.events.add(1, &self.transport.attribute());
            if let Some(lag) = lag {
                metrics.event_lag.record(lag.as_secs_f64(), &self.transport.attribute());
            }
        });
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.telemetry.measure(|metrics| metrics.subscriptions.add(-1, &self.transport.attribute()));
    }
}

/// Counts a producer of subscriptions until it is dropped.
pub struct OpenProducer(Telemetry);

impl Drop for OpenProducer {
    fn drop(&mut self) {
        self.0.measure(|metrics| metrics.producers.add(-1, &[]));
    }
}
