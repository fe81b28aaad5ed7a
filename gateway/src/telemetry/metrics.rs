//! What is counted and measured: one set of instruments, whoever collects. Names are OpenTelemetry's own where it has
//! some; the others begin with `gateway`.

use std::{sync::Arc, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Histogram, Meter, UpDownCounter},
};

use super::{
    Telemetry, names, process,
    trail::{Attempt, Record},
};

/// Bounds of the times in seconds: OpenTelemetry's own for HTTP, and finer ones below, where most of our answers are.
const SECONDS: [f64; 16] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 10.0];

/// What is kept for the next who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// Lists of acionamentos.
    Lists,
    /// Insurers and procedures.
    References,
    /// Documents that were sent as text.
    Documents,
}

/// What came of looking there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It was there.
    Hit,
    /// It was not.
    Miss,
    /// Something old stood in for what could not be had.
    Stale,
}

/// One of the services, as it is now.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// Its path.
    pub path: &'static str,
    /// Whether it is called: `closed`, `open` or `half-open`.
    pub breaker: &'static str,
    /// Calls of it that are in flight.
    pub calls: usize,
    /// Calls of it that wait for their turn.
    pub waiting: usize,
    /// How many may be in flight.
    pub limit: usize,
}

/// The instruments.
pub(super) struct Metrics {
    meter: Meter,
    requests: Histogram<f64>,
    active_requests: UpDownCounter<i64>,
    connections: UpDownCounter<i64>,
    errors: Counter<u64>,
    calls: Histogram<f64>,
    unsent: Counter<u64>,
    retries: Counter<u64>,
    shared: Counter<u64>,
    lookups: Counter<u64>,
}

impl Metrics {
    pub(super) fn new(meter: Meter) -> Self {
        let seconds = |name: &'static str, what: &'static str| {
            let histogram = meter.f64_histogram(name).with_unit("s").with_description(what);
            histogram.with_boundaries(SECONDS.to_vec()).build()
        };
        let counter = |name: &'static str, what: &'static str| meter.u64_counter(name).with_description(what).build();
        let level =
            |name: &'static str, what: &'static str| meter.i64_up_down_counter(name).with_description(what).build();
        let metrics = Self {
            requests: seconds(
                "http.server.request.duration",
                "Requests, from their heads to the ends of their answers.",
            ),
            active_requests: level("http.server.active_requests", "Requests under way."),
            connections: level("gateway.connections", "Connections of clients."),
            errors: counter("gateway.errors", "Requests whose answer has an error, by its code."),
            calls: seconds("http.client.request.duration", "Calls of the services, by what came of them."),
            unsent: counter("gateway.upstream.unsent", "Calls that were not made, to spare a service."),
            retries: counter("gateway.upstream.retries", "Reads that were tried a second time."),
            shared: counter("gateway.upstream.shared", "Reads that joined an equal one under way."),
            lookups: counter("gateway.cache.lookups", "What was looked for in what is kept."),
            meter,
        };
        metrics.begin();
        process::watch(&metrics.meter);
        metrics
    }

    /// What has not happened yet is zero, and not unknown: a first error must be seen as one.
    fn begin(&self) {
        self.active_requests.add(0, &[]);
        self.connections.add(0, &[]);
        for counter in [&self.retries, &self.shared] {
            counter.add(0, &[]);
        }
        for cache in [Cache::Lists, Cache::References, Cache::Documents] {
            for found in [Found::Hit, Found::Miss] {
                self.lookups.add(0, &lookup(cache, found));
            }
        }
    }

    pub(super) fn expect_errors(&self, codes: impl Iterator<Item = &'static str>) {
        for code in codes {
            self.errors.add(0, &[KeyValue::new(names::ERROR, code)]);
        }
    }

    pub(super) fn request_began(&self) {
        self.active_requests.add(1, &[]);
    }

    pub(super) fn request_ended(&self, record: &Record, time: Duration) {
        self.active_requests.add(-1, &[]);
        let [method, route, status] = record.attributes();
        match record.operation() {
            Some(operation) => {
                let [name, kind] = operation.attributes();
                self.requests.record(time.as_secs_f64(), &[method, route, status, name, kind]);
            }
            None => self.requests.record(time.as_secs_f64(), &[method, route, status]),
        }
        for code in record.codes() {
            self.errors.add(1, &[KeyValue::new(names::ERROR, *code)]);
        }
    }

    pub(super) fn call_ended(&self, attempt: &Attempt<'_>, time: Duration) {
        self.calls.record(time.as_secs_f64(), &attempt.attributes());
    }

    pub(super) fn unsent(&self, path: &'static str, outcome: &'static str) {
        self.unsent.add(1, &[KeyValue::new(names::ENDPOINT, path), KeyValue::new(names::OUTCOME, outcome)]);
    }

    pub(super) fn retried(&self) {
        self.retries.add(1, &[]);
    }

    pub(super) fn shared(&self) {
        self.shared.add(1, &[]);
    }

    pub(super) fn looked_up(&self, cache: Cache, found: Found) {
        self.lookups.add(1, &lookup(cache, found));
    }

    pub(super) fn watch_services(&self, services: impl Fn() -> Vec<Service> + Send + Sync + 'static) {
        let services = Arc::new(services);
        self.watch_level(&services, "http.client.active_requests", "Calls of the services in flight.", |service| {
            service.calls
        });
        self.watch_level(&services, "gateway.upstream.waiting", "Calls that wait for their turn.", |service| {
            service.waiting
        });
        self.watch_level(
            &services,
            "gateway.upstream.concurrency_limit",
            "How many calls may be in flight.",
            |service| service.limit,
        );
        let breaker = self.meter.u64_observable_gauge("gateway.upstream.breaker");
        breaker
            .with_description("1 for the state in which the breaker of a service is.")
            .with_callback(move |seen| {
                for service in services() {
                    for state in ["closed", "half-open", "open"] {
                        let attributes =
                            [KeyValue::new(names::ENDPOINT, service.path), KeyValue::new("gateway.state", state)];
                        seen.observe(u64::from(service.breaker == state), &attributes);
                    }
                }
            })
            .build();
    }

    /// A number of each service.
    fn watch_level(
        &self,
        services: &Arc<impl Fn() -> Vec<Service> + Send + Sync + 'static>,
        name: &'static str,
        description: &'static str,
        of: fn(Service) -> usize,
    ) {
        let services = Arc::clone(services);
        let level = self.meter.i64_observable_up_down_counter(name).with_description(description);
        level
            .with_callback(move |seen| {
                for service in services() {
                    let attributes = [KeyValue::new(names::ENDPOINT, service.path)];
                    seen.observe(i64::try_from(of(service)).unwrap_or(i64::MAX), &attributes);
                }
            })
            .build();
    }

    pub(super) fn watch_memory(&self, budget: usize, used: impl Fn() -> usize + Send + Sync + 'static) {
        let gauge = self.meter.u64_observable_gauge("gateway.memory.budget").with_unit("By");
        let gauge = gauge.with_description("Memory that answers under way may hold.");
        gauge.with_callback(move |seen| seen.observe(budget as u64, &[])).build();
        let gauge = self.meter.u64_observable_gauge("gateway.memory.used").with_unit("By");
        let gauge = gauge.with_description("Memory that answers under way hold.");
        gauge.with_callback(move |seen| seen.observe(used() as u64, &[])).build();
    }

    pub(super) fn watch_log(&self, lost: impl Fn() -> u64 + Send + Sync + 'static) {
        let counter = self.meter.u64_observable_counter("gateway.log.lost");
        let counter = counter.with_description("Lines of the log that nobody took in time.");
        counter.with_callback(move |seen| seen.observe(lost(), &[])).build();
    }

    pub(super) fn watch_redis(&self, is_connected: impl Fn() -> bool + Send + Sync + 'static) {
        let gauge = self.meter.u64_observable_gauge("gateway.redis.connected");
        let gauge = gauge.with_description("Whether the Redis that gateways share is there, where one is configured.");
        gauge.with_callback(move |seen| seen.observe(u64::from(is_connected()), &[])).build();
    }
}

/// Something that is there until this is dropped.
pub struct Open(Telemetry);

impl Open {
    pub(super) fn connection(telemetry: &Telemetry) -> Self {
        telemetry.measure(|metrics| metrics.connections.add(1, &[]));
        Self(telemetry.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.measure(|metrics| metrics.connections.add(-1, &[]));
    }
}

fn lookup(cache: Cache, found: Found) -> [KeyValue; 2] {
    let cache = match cache {
        Cache::Lists => "lists",
        Cache::References => "references",
        Cache::Documents => "documents",
    };
    let found = match found {
        Found::Hit => "hit",
        Found::Miss => "miss",
        Found::Stale => "stale",
    };
    [KeyValue::new("gateway.cache", cache), KeyValue::new("gateway.result", found)]
}
