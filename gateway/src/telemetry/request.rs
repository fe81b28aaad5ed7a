//! Telemetry of one request: its id, its trace context, and the calls that were made for it.
//!
//! Every layer that works for a request gets its [`RequestTelemetry`]. When the request ends,
//! [`AccessLogEntry`](super::access_log::AccessLogEntry) reports the result once.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Instant,
};

use data_encoding::HEXLOWER;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::{Context, TraceId, trace::TraceContextExt as _};

use super::{
    Telemetry,
    explanation::{ExplainedCall, Explanation},
    labels::{CacheName, CacheResult, EndedCall, OperationCost, OperationLabel},
    metrics::Metrics,
    spans,
};

/// Identifies a request, in its response, in the log and towards the services.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest `X-Request-Id` that is taken from a caller.
const MAX_REQUEST_ID: usize = 128;

/// Telemetry of one request.
pub struct RequestTelemetry {
    pub(super) telemetry: Telemetry,
    request_id: HeaderValue,
    /// The span, and its place in a trace.
    pub(super) context: Context,
    pub(super) operation: OnceLock<OperationLabel>,
    /// The name of the tool whose key it has.
    pub(super) tool: OnceLock<Arc<str>>,
    calls: AtomicU32,
    rows: AtomicU64,
    estimated_cost: OnceLock<u64>,
    explanation: OnceLock<Explanation>,
}

impl Telemetry {
    /// Starts the telemetry of work that has no headers: an operation over WebSocket, a read for a subscription.
    pub fn begin_without_headers(&self) -> Arc<RequestTelemetry> {
        self.begin_request(&HeaderMap::new())
    }

    /// Starts the telemetry of a request by its headers: `X-Request-Id`, `traceparent` and `tracestate`.
    pub fn begin_request(&self, headers: &HeaderMap) -> Arc<RequestTelemetry> {
        let mut ids = headers.get_all(REQUEST_ID).iter();
        let request_id = match (ids.next(), ids.next()) {
            (Some(id), None) if is_safe_request_id(id.as_bytes()) => id.clone(),
            _ => new_request_id(),
        };
        Arc::new(RequestTelemetry {
            telemetry: self.clone(),
            request_id,
            context: self.spans().start_request(headers),
            operation: OnceLock::new(),
            tool: OnceLock::new(),
            calls: AtomicU32::new(0),
            rows: AtomicU64::new(0),
            estimated_cost: OnceLock::new(),
            explanation: OnceLock::new(),
        })
    }
}

impl RequestTelemetry {
    /// The request id: visible ASCII characters.
    pub fn request_id(&self) -> &str {
        self.request_id.to_str().expect("it is visible ASCII")
    }

    /// The request id as a header value.
    pub fn request_id_header(&self) -> &HeaderValue {
        &self.request_id
    }

    pub(super) fn trace_id(&self) -> TraceId {
        self.context.span().span_context().trace_id()
    }

    /// Records the text of the document that the request runs.
    pub fn set_document(&self, text: &str) {
        self.telemetry.spans().set_document(&self.context, text);
    }

    /// Records the operation that the request runs.
    pub fn set_operation(&self, operation: OperationLabel) {
        // A request runs one operation.
        let _ = self.operation.set(operation);
    }

    /// Records the tool that sent the request, by its name.
    pub fn set_tool(&self, name: Arc<str>) {
        // A request has one sender.
        let _ = self.tool.set(name);
    }

    /// Starts a call to a service; `resends` is the number of earlier attempts of the same read. The result is reported when the
    /// returned value is dropped.
    pub fn start_call(&self, path: &'static str, resends: u32) -> CallTelemetry<'_> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        CallTelemetry {
            request: self,
            context: self.telemetry.spans().start_call(&self.context),
            began: Instant::now(),
            result: EndedCall { path, resends, outcome: "abandoned" },
        }
    }

    /// The instruments.
    pub fn metrics(&self) -> &Metrics {
        self.telemetry.metrics()
    }

    /// Counts a read that joined an equal one in flight. The calls are those of the request that started it.
    pub fn single_flight_joined(&self, path: &'static str) {
        self.explain_call(ExplainedCall { service: path, outcome: "joined", shared: true, ..Default::default() });
        self.metrics().count_joined_read();
    }

    /// Counts a cache lookup of the data of a service.
    pub fn cache_lookup(&self, path: &'static str, cache: CacheName, result: CacheResult) {
        if result != CacheResult::Miss {
            let outcome = result.into();
            self.explain_call(ExplainedCall { service: path, outcome, from_cache: true, ..Default::default() });
        }
        self.metrics().cache_lookup(cache, result);
    }

    /// Starts the explanation of the request, for its sender.
    pub fn explain(&self) {
        let _ = self.explanation.set(Explanation::default());
    }

    /// The explanation of the request, if its sender asked for one.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanation.get()
    }

    fn explain_call(&self, call: ExplainedCall) {
        if let Some(explanation) = self.explanation() {
            explanation.add(call);
        }
    }

    /// Records the estimated cost of the operation.
    pub fn set_estimated_cost(&self, cost: u64) {
        // It is the same each time: a request has one operation with the same variables.
        let _ = self.estimated_cost.set(cost);
    }

    /// Counts rows of pages in the response.
    pub fn add_rows(&self, rows: usize) {
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
    }

    /// What the operation costs, once it is known.
    pub fn cost(&self) -> Option<OperationCost> {
        let actual = u64::from(self.calls()) + self.rows.load(Ordering::Relaxed);
        Some(OperationCost { estimated: *self.estimated_cost.get()?, actual })
    }

    /// Records in the metrics what an operation has cost, if its document is known: names that clients choose are no labels.
    pub fn record_cost(&self) {
        let Some(document) = self.operation.get().and_then(|operation| operation.document.clone()) else { return };
        let tool = self.tool.get().cloned();
        if let Some(cost) = self.cost() {
            self.metrics().operation_cost(document, tool, cost);
        }
    }

    /// How many calls were sent to the services for the request.
    pub fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }
}

/// Telemetry of one call to a service; reports its result when it is dropped.
pub struct CallTelemetry<'a> {
    request: &'a RequestTelemetry,
    context: Context,
    began: Instant,
    result: EndedCall,
}

impl CallTelemetry<'_> {
    /// Writes the headers of the call's place in the trace.
    pub fn inject(&self, headers: &mut HeaderMap) {
        spans::inject(&self.context, headers);
    }

    /// Sets the outcome: `ok`, or the kind of failure. A call without one counts as `abandoned`.
    pub fn end(mut self, outcome: &'static str) {
        self.result.outcome = outcome;
    }
}

impl Drop for CallTelemetry<'_> {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        self.request.metrics().call_ended(&self.result, took);
        let EndedCall { path: service, resends, outcome } = self.result;
        let (milliseconds, attempt) = (Some((took.as_secs_f64() * 10_000.0).round() / 10.0), Some(resends + 1));
        let call = ExplainedCall { service, outcome, milliseconds, attempt, ..Default::default() };
        self.request.explain_call(call);
        spans::call_ended(&self.context, &self.result);
    }
}

/// Whether a caller's request id may go to the log and to the services.
fn is_safe_request_id(id: &[u8]) -> bool {
    (1..=MAX_REQUEST_ID).contains(&id.len()) && id.iter().all(|b| b.is_ascii_alphanumeric() || b"-_.:=+/".contains(b))
}

fn new_request_id() -> HeaderValue {
    HeaderValue::try_from(HEXLOWER.encode(&rand::random::<[u8; 16]>())).expect("hexadecimal digits")
}
