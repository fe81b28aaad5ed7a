//! The instruments, for Prometheus and OTLP alike. Names are OpenTelemetry's where it has one; the others begin with
//! `gateway`.

use std::{sync::Arc, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{AsyncInstrument, Counter, Histogram, Meter, UpDownCounter},
};
use strum::VariantArray as _;

use super::{
    attributes,
    labels::{CacheName, CacheResult, EndedCall, EndedRequest, OperationCost, ServiceState, StreamTransport},
};

/// Histogram bounds in seconds: OpenTelemetry's for HTTP, and finer ones below 5 ms, where most responses are.
const SECONDS: [f64; 16] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 10.0];

/// Histogram bounds of costs: calls and rows.
const COSTS: [f64; 11] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0];

/// The instruments. What is observed is read at each collection.
pub struct Metrics {
    meter: Meter,
    requests: Histogram<f64>,
    active_requests: UpDownCounter<i64>,
    connections: UpDownCounter<i64>,
    errors: Counter<u64>,
    calls: Histogram<f64>,
    unsent: Counter<u64>,
    retries: Counter<u64>,
    single_flight_joined: Counter<u64>,
    lookups: Counter<u64>,
    subscriptions: UpDownCounter<i64>,
    drift: Counter<u64>,
    estimated_cost: Histogram<f64>,
    actual_cost: Histogram<f64>,
}

/// Counts a connection or a subscription as open until it is dropped.
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

impl Metrics {
    pub(super) fn new(meter: Meter) -> Self {
        let seconds = |name: &'static str, what: &'static str| {
            let histogram = meter.f64_histogram(name).with_unit("s").with_description(what);
            histogram.with_boundaries(SECONDS.to_vec()).build()
        };
        let cost = |name: &'static str, what: &'static str| {
            meter.f64_histogram(name).with_description(what).with_boundaries(COSTS.to_vec()).build()
        };
        let counter = |name: &'static str, what: &'static str| meter.u64_counter(name).with_description(what).build();
        let level =
            |name: &'static str, what: &'static str| meter.i64_up_down_counter(name).with_description(what).build();
        let metrics = Self {
            requests: seconds("http.server.request.duration", "Duration of requests, to the end of the response."),
            active_requests: level("http.server.active_requests", "Requests in flight."),
            connections: level("gateway.connections", "Open client connections."),
            errors: counter("gateway.errors", "Responses with errors, by error code."),
            calls: seconds("http.client.request.duration", "Duration of calls to the services, by outcome."),
            unsent: counter("gateway.upstream.unsent", "Calls that were not sent: breaker open, or queue full."),
            retries: counter("gateway.upstream.retries", "Retried reads."),
            single_flight_joined: counter("gateway.upstream.single_flight_joined", "Reads that joined an equal one."),
            lookups: counter("gateway.cache.lookups", "Cache lookups, by cache and result."),
            subscriptions: level("gateway.subscriptions", "Open subscriptions, by transport."),
            drift: counter("gateway.upstream.drift", "Responses that do not fit the contract any more, by field."),
            estimated_cost: cost("gateway.cost.estimated", "Calls and rows that an operation should need."),
            actual_cost: cost("gateway.cost.actual", "Calls that an operation made, and rows that it returned."),
            meter,
        };
        metrics.start_at_zero();
        metrics
    }

    /// Creates the series at zero, so that a first event is seen as an increase.
    fn start_at_zero(&self) {
        self.active_requests.add(0, &[]);
        self.connections.add(0, &[]);
        for transport in StreamTransport::VARIANTS {
            self.subscriptions.add(0, &transport.attribute());
        }
        for counter in [&self.retries, &self.single_flight_joined, &self.drift] {
            counter.add(0, &[]);
        }
        for cache in [CacheName::Lists, CacheName::References, CacheName::Documents] {
            for result in [CacheResult::Hit, CacheResult::Miss] {
                self.lookups.add(0, &cache.lookup_attributes(result));
            }
        }
    }

    /// Starts the error counters of these codes at zero, so that the first error is seen as an increase.
    pub fn register_error_codes(&self, codes: impl Iterator<Item = &'static str>) {
        for code in codes {
            self.errors.add(0, &[KeyValue::new(attributes::ERROR, code)]);
        }
    }

    /// Counts an open client connection.
    pub fn open_connection(&self) -> OpenCount {
        OpenCount::new(&self.connections, Vec::new())
    }

    /// Counts an open subscription.
    pub fn open_subscription(&self, transport: StreamTransport) -> OpenCount {
        OpenCount::new(&self.subscriptions, transport.attribute().to_vec())
    }

    pub(super) fn request_started(&self) {
        self.active_requests.add(1, &[]);
    }

    pub(super) fn request_ended(&self, request: &EndedRequest<'_>, time: Duration) {
        self.active_requests.add(-1, &[]);
        self.requests.record(time.as_secs_f64(), &request.attributes());
        for code in request.codes {
            self.errors.add(1, &[KeyValue::new(attributes::ERROR, *code)]);
        }
    }

    pub(super) fn operation_cost(&self, document: Arc<str>, tool: Option<Arc<str>>, cost: OperationCost) {
        let mut attributes = vec![KeyValue::new(attributes::OPERATION_NAME, document)];
        attributes.extend(tool.map(|tool| KeyValue::new(attributes::TOOL, tool)));
        #[expect(clippy::cast_precision_loss, reason = "costs are far below 2^53")]
        let [estimated, actual] = [cost.estimated, cost.actual].map(|cost| cost as f64);
        self.estimated_cost.record(estimated, &attributes);
        self.actual_cost.record(actual, &attributes);
    }

    pub(super) fn call_ended(&self, call: &EndedCall, time: Duration) {
        self.calls.record(time.as_secs_f64(), &call.attributes());
    }

    /// Counts a call that was not sent: the breaker was open, or the queue full.
    pub fn call_not_sent(&self, path: &'static str, outcome: &'static str) {
        self.unsent.add(1, &[KeyValue::new(attributes::ENDPOINT, path), KeyValue::new(attributes::OUTCOME, outcome)]);
    }

    pub(super) fn count_joined_read(&self) {
        self.single_flight_joined.add(1, &[]);
    }

    /// Counts a retried read.
    pub fn count_retry(&self) {
        self.retries.add(1, &[]);
    }

    /// Counts a response that does not fit the contract any more.
    pub fn count_drift(&self, path: &'static str, type_name: &'static str, key: &'static str, kind: &'static str) {
        let attributes = [
            KeyValue::new(attributes::ENDPOINT, path),
            KeyValue::new(attributes::FIELD, format!("{type_name}.{key}")),
            KeyValue::new(attributes::DRIFT, kind),
        ];
        self.drift.add(1, &attributes);
    }

    /// Counts a cache lookup.
    pub fn cache_lookup(&self, cache: CacheName, result: CacheResult) {
        self.lookups.add(1, &cache.lookup_attributes(result));
    }

    /// Observes the state of the services.
    pub fn observe_services(&self, services: impl Fn() -> Vec<ServiceState> + Send + Sync + 'static) {
        let services = Arc::new(services);
        let of_each = |value: fn(&ServiceState) -> usize| {
            let services = Arc::clone(&services);
            move |observer: &dyn AsyncInstrument<u64>| {
                for service in services() {
                    observer.observe(value(&service) as u64, &[KeyValue::new(attributes::ENDPOINT, service.path)]);
                }
            }
        };
        self.observe("http.client.active_requests", "Calls in flight.", "{call}", of_each(|service| service.calls));
        let what = "Calls that wait for the concurrency limit.";
        self.observe("gateway.upstream.waiting", what, "{call}", of_each(|service| service.waiting));
        let what = "1 for the current state of a service's circuit breaker.";
        self.observe("gateway.upstream.breaker", what, "{breaker}", move |observer| {
            for service in services() {
                for state in ["closed", "half-open", "open"] {
                    let path = KeyValue::new(attributes::ENDPOINT, service.path);
                    let attributes = [path, KeyValue::new(attributes::BREAKER_STATE, state)];
                    observer.observe(u64::from(service.breaker == state), &attributes);
                }
            }
        });
    }

    /// Observes the memory budget and how much of it is used, in bytes.
    pub fn observe_memory(&self, budget: usize, used: impl Fn() -> usize + Send + Sync + 'static) {
        let what = "Memory budget of responses in flight.";
        self.observe("gateway.memory.budget", what, "By", move |observer| observer.observe(budget as u64, &[]));
        let what = "Memory held by responses in flight.";
        self.observe("gateway.memory.used", what, "By", move |observer| observer.observe(used() as u64, &[]));
    }

    /// Observes how many log lines were lost.
    pub fn observe_log(&self, lost: impl Fn() -> u64 + Send + Sync + 'static) {
        let counter = self.meter.u64_observable_counter("gateway.log.lost");
        let counter = counter.with_description("Log lines lost because standard error was too slow, or failed.");
        counter.with_callback(move |observer| observer.observe(lost(), &[])).build();
    }

    /// Observes whether Redis is connected.
    pub fn observe_redis(&self, is_connected: impl Fn() -> bool + Send + Sync + 'static) {
        let what = "1 while Redis is connected, if one is configured.";
        let observe = move |observer: &dyn AsyncInstrument<u64>| observer.observe(u64::from(is_connected()), &[]);
        self.observe("gateway.redis.connected", what, "{connection}", observe);
    }

    fn observe(
        &self,
        name: &'static str,
        what: &'static str,
        unit: &'static str,
        callback: impl Fn(&dyn AsyncInstrument<u64>) + Send + Sync + 'static,
    ) {
        let gauge = self.meter.u64_observable_gauge(name).with_description(what).with_unit(unit);
        gauge.with_callback(callback).build();
    }
}
