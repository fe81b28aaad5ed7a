//! Spans as they are recorded: made whole when something has ended, and handed to whoever sends them. The names of traces
//! and spans are made here and not by OpenTelemetry's tracer, because they go to the services and to the log also where
//! nothing is recorded.

use std::{
    borrow::Cow,
    time::{Duration, SystemTime},
};

use opentelemetry::{
    InstrumentationScope, KeyValue, SpanId, TraceFlags, TraceId,
    trace::{SpanContext, SpanKind, Status, TraceState},
};
use opentelemetry_sdk::trace::{BatchSpanProcessor, SpanData, SpanEvents, SpanLinks, SpanProcessor as _};

use super::{
    names,
    trace::{Sampling, Span},
    trail::{Attempt, Record},
};

/// Where the spans go.
pub(super) struct Spans {
    processor: BatchSpanProcessor,
    scope: InstrumentationScope,
    sampling: Sampling,
}

impl Spans {
    pub(super) fn new(processor: BatchSpanProcessor, share: f64) -> Self {
        let scope = InstrumentationScope::builder(env!("CARGO_PKG_NAME")).with_version(env!("CARGO_PKG_VERSION"));
        Self { processor, scope: scope.build(), sampling: Sampling::of(share) }
    }

    /// Which part of the traces that begin here is recorded.
    pub(super) fn sampling(&self) -> Sampling {
        self.sampling
    }

    pub(super) fn request_ended(&self, record: &Record, span: &Span, time: Duration) {
        let mut attributes = record.attributes().to_vec();
        if let Some(operation) = record.operation() {
            attributes.extend(operation.attributes());
        }
        attributes.extend(record.codes().first().map(|code| KeyValue::new(names::ERROR, *code)));
        let has_failed = record.status() >= 500 || record.codes().iter().any(|code| is_failure(code));
        let status = if has_failed { Status::error("") } else { Status::Unset };
        self.record(span, SpanKind::Server, record.name().into(), attributes, status, time);
    }

    pub(super) fn call_ended(&self, attempt: &Attempt<'_>, span: &Span, time: Duration) {
        let mut attributes = attempt.attributes().to_vec();
        attributes.push(KeyValue::new(names::METHOD, "POST"));
        if attempt.earlier > 0 {
            attributes.push(KeyValue::new(names::RESENT, i64::from(attempt.earlier)));
        }
        let status = match attempt.outcome {
            "ok" | "rejected" | "abandoned" => Status::Unset,
            failure => {
                attributes.push(KeyValue::new(names::ERROR, failure));
                Status::error("")
            }
        };
        self.record(span, SpanKind::Client, format!("POST {}", attempt.path).into(), attributes, status, time);
    }

    /// Has what is recorded sent, and ends it.
    pub(super) fn end(&self, most: Duration) {
        // An error is that of a collector that is not there, which was told.
        drop(self.processor.shutdown_with_timeout(most));
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
        let context = SpanContext::new(
            TraceId::from_bytes(span.trace.to_be_bytes()),
            SpanId::from_bytes(span.id.to_be_bytes()),
            TraceFlags::SAMPLED,
            false,
            TraceState::NONE,
        );
        let end_time = SystemTime::now();
        // It goes into a queue; where that is full, it is lost.
        self.processor.on_end(SpanData {
            span_context: context,
            parent_span_id: span.parent.map_or(SpanId::INVALID, |id| SpanId::from_bytes(id.to_be_bytes())),
            // The parent of a request is elsewhere, that of a call is the request.
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

/// Whether an error is ours or the services', and not what the caller did wrong or the services refused.
fn is_failure(code: &str) -> bool {
    match code {
        "INTERNAL_SERVER_ERROR" => true,
        "UPSTREAM_REJECTED" => false,
        code => code.starts_with("UPSTREAM_"),
    }
}
