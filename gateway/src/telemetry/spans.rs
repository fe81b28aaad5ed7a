//! Finished spans, handed to the exporter.
//!
//! Trace and span ids are made in `trace_context` and not by OpenTelemetry's tracer: the services and the log get them even
//! if nothing is recorded.

use std::{
    borrow::Cow,
    time::{Duration, SystemTime},
};

use opentelemetry::{
    InstrumentationScope, KeyValue,
    trace::{SpanKind, Status},
};
use opentelemetry_sdk::trace::{BatchSpanProcessor, Sampler, SpanData, SpanEvents, SpanLinks, SpanProcessor as _};

use super::{
    attributes,
    labels::{EndedCall, EndedRequest, OperationLabel},
    trace_context::Span,
};

/// The exporter of spans.
pub(super) struct Spans {
    processor: BatchSpanProcessor,
    scope: InstrumentationScope,
    sampler: Sampler,
}

impl Spans {
    pub(super) fn new(processor: BatchSpanProcessor, share: f64) -> Self {
        let scope = InstrumentationScope::builder(env!("CARGO_PKG_NAME")).with_version(env!("CARGO_PKG_VERSION"));
        Self { processor, scope: scope.build(), sampler: Sampler::TraceIdRatioBased(share) }
    }

    /// The sampler of traces that begin here.
    pub(super) fn sampler(&self) -> &Sampler {
        &self.sampler
    }

    pub(super) fn request_ended(&self, request: &EndedRequest<'_>, span: &Span, time: Duration) {
        let mut attributes = request.attributes().to_vec();
        if let Some(operation) = request.operation {
            attributes.extend(operation.attributes());
        }
        attributes.extend(request.tool_attribute());
        let client = request.client.and_then(|client| client.named.clone());
        attributes.extend(client.map(|name| KeyValue::new(attributes::CLIENT, name)));
        attributes.extend(request.codes.first().map(|code| KeyValue::new(attributes::ERROR, *code)));
        let has_failed = request.status >= 500 || request.codes.iter().any(|code| is_failure(code));
        let status = if has_failed { Status::error("") } else { Status::Unset };
        self.record(span, SpanKind::Server, span_name(request).into(), attributes, status, time);
    }

    pub(super) fn call_ended(&self, call: &EndedCall, span: &Span, time: Duration) {
        let mut attributes = call.attributes().to_vec();
        attributes.push(KeyValue::new(attributes::METHOD, "POST"));
        if call.resends > 0 {
            attributes.push(KeyValue::new(attributes::RESEND_COUNT, i64::from(call.resends)));
        }
        let status = match call.outcome {
            "ok" | "rejected" | "abandoned" => Status::Unset,
            failure => {
                attributes.push(KeyValue::new(attributes::ERROR, failure));
                Status::error("")
            }
        };
        self.record(span, SpanKind::Client, format!("POST {}", call.path).into(), attributes, status, time);
    }

    /// Sends the spans that are still queued, within `limit`.
    pub(super) fn shutdown(&self, limit: Duration) {
        // The client has logged a collector that does not respond.
        drop(self.processor.shutdown_with_timeout(limit));
    }

    fn record(
        &self,
        span: &Span,
        kind: SpanKind,
        name: Cow<'static, str>,
        attributes: Vec<KeyValue>,
        status: Status,
        time: Duration,
    ) {
        let end_time = SystemTime::now();
        // Queued; dropped if the queue is full.
        self.processor.on_end(SpanData {
            span_context: span.context().clone(),
            parent_span_id: span.parent(),
            // A request's parent is a span of the caller, a call's parent is the request.
            parent_span_is_remote: kind == SpanKind::Server,
            span_kind: kind,
            name,
            start_time: end_time - time,
            end_time,
            attributes,
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status,
            instrumentation_scope: self.scope.clone(),
        });
    }
}

/// The name of a request's span: the known document, or the route.
fn span_name(request: &EndedRequest<'_>) -> String {
    match request.operation {
        Some(OperationLabel { document: Some(document), kind }) => format!("{kind} {document}"),
        _ => format!("{} {}", request.method, request.route.name),
    }
}

/// Whether an error is a fault of the gateway or of a service, and not of the caller.
fn is_failure(code: &str) -> bool {
    match code {
        "INTERNAL_SERVER_ERROR" => true,
        "UPSTREAM_REJECTED" => false,
        code => code.starts_with("UPSTREAM_"),
    }
}
