//! The access log: one line per request, and its metrics and span.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tracing::Level;

use super::{
    labels::{EndedRequest, ErrorCodes, OperationLabel, Route},
    request::RequestTelemetry,
    spans,
};

/// Target of the lines: the filter `gateway::request=off` turns them off.
const TARGET: &str = "gateway::request";

/// The methods of HTTP; any other is reported as `_OTHER`, as OpenTelemetry has it.
const METHODS: [&str; 9] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE"];
/// Status of a request whose client left before the response, as in nginx.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// The fields are computed only if the line is enabled. A macro, since the level of an event is constant.
macro_rules! log_line {
    ($level:expr, $entry:ident, $ended:ident, $time:ident) => {
        if tracing::enabled!(target: TARGET, $level) {
            let errors = $ended.codes.join(",");
            tracing::event!(
                target: TARGET,
                $level,
                method = $ended.method,
                route = <&str>::from($ended.route),
                status = $ended.status,
                operation = $ended.operation.map(OperationLabel::name),
                kind = $ended.operation.map(|operation| operation.kind),
                tool = $ended.tool.map(|tool| &**tool),
                errors = (!errors.is_empty()).then_some(errors.as_str()),
                aborted = ($entry.status.is_none() || $entry.is_aborted).then_some(true),
                ms = ($time.as_secs_f64() * 1e6).round() / 1000.0,
                calls = $entry.request.calls(),
                bytes = $entry.bytes,
                request_id = $entry.request.request_id(),
                trace_id = %$entry.request.trace_id(),
                "request"
            );
        }
    };
}

/// The access log entry of one request; written when it is dropped, however the request ended.
pub struct AccessLogEntry {
    /// The telemetry of the request.
    pub request: Arc<RequestTelemetry>,
    method: &'static str,
    route: Route,
    began: Instant,
    status: Option<u16>,
    /// When the response began, after the request.
    started: Option<Duration>,
    codes: ErrorCodes,
    bytes: u64,
    is_aborted: bool,
}

impl AccessLogEntry {
    /// Starts the entry of a request that arrived.
    pub(crate) fn new(request: Arc<RequestTelemetry>, method: &str, route: Route) -> Self {
        request.metrics().request_started();
        let method = METHODS.into_iter().find(|known| *known == method).unwrap_or("_OTHER");
        Self {
            request,
            method,
            route,
            began: Instant::now(),
            status: None,
            started: None,
            codes: ErrorCodes::default(),
            bytes: 0,
            is_aborted: false,
        }
    }

    /// Records the head of the response, before its body is written.
    pub fn response_started(&mut self, status: u16, codes: ErrorCodes) {
        self.status = Some(status);
        self.started = Some(self.began.elapsed());
        self.codes = codes;
    }

    /// Adds bytes of the response body that were written.
    pub fn add_body_bytes(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Records that the client left before the end of the response.
    pub fn client_left(&mut self) {
        self.is_aborted = true;
    }
}

impl Drop for AccessLogEntry {
    fn drop(&mut self) {
        let time = self.began.elapsed();
        let ended = EndedRequest {
            method: self.method,
            route: self.route,
            status: self.status.unwrap_or(CLIENT_CLOSED_REQUEST),
            operation: self.request.operation.get(),
            tool: self.request.tool.get(),
            codes: &self.codes.0,
        };
        // A subscription lasts as long as its client likes: the metrics have the time until its stream began.
        let is_subscription = ended.operation.is_some_and(|operation| operation.kind == "subscription");
        let measured = self.started.filter(|_| is_subscription).unwrap_or(time);
        self.request.metrics().request_ended(&ended, measured);
        spans::request_ended(&self.request.context, &ended);
        // These are requested often.
        let is_quiet = matches!(self.route, Route::Live | Route::Ready | Route::Files);
        if is_quiet && ended.status < 500 {
            log_line!(Level::DEBUG, self, ended, time);
        } else {
            log_line!(Level::INFO, self, ended, time);
        }
    }
}
