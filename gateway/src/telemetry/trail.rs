//! The trail of one request: what it is called, where it stands in its trace, and what was done for it. Whoever does
//! something for the request is handed the trail and leaves a mark; when the request ends, [`Record`] tells what came of
//! it, once.

mod line;

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use hyper::header::HeaderValue;
use opentelemetry::KeyValue;

use super::{
    Cache, Found, Telemetry,
    metrics::Metrics,
    names,
    trace::{self, Span},
};

/// Longest name of a request that is taken from its caller.
const LONGEST_ID: usize = 128;
/// What stands for each name that is not one of the known few.
const OTHER: &str = "other";
/// The methods of HTTP, and what stands for any other in OpenTelemetry.
const METHODS: [&str; 9] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE"];
const OTHER_METHOD: &str = "_OTHER";
/// What a request is said to have been answered whose client left before the answer, as nginx has it.
const CLIENT_LEFT: u16 = 499;

/// The trail of one request.
pub struct Trail {
    telemetry: Telemetry,
    request_id: HeaderValue,
    span: Span,
    state: Option<String>,
    operation: OnceLock<Operation>,
    calls: AtomicU32,
}

/// How a request says where it comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin<'a> {
    /// Its name, if it came with exactly one.
    pub request_id: Option<&'a HeaderValue>,
    /// `traceparent`, likewise.
    pub traceparent: Option<&'a str>,
    /// The lines of `tracestate`.
    pub tracestate: Vec<&'a str>,
}

/// Which of the gateway's addresses a request is for: one of a few.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// What it is called.
    pub name: &'static str,
    /// Whether its requests are of interest only where they fail.
    pub is_quiet: bool,
}

/// The operation that a request runs.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name of the known document that it is part of.
    pub document: Option<Arc<str>>,
    /// `query` or `mutation`.
    pub kind: &'static str,
}

/// The codes of the errors in an answer, each once. An answer carries them as an extension.
#[derive(Clone, Debug, Default)]
pub struct Codes(pub Vec<&'static str>);

impl Telemetry {
    /// The trail of a request that begins.
    pub fn trail(&self, origin: &Origin<'_>) -> Arc<Trail> {
        let sampling = self.spans().map(super::spans::Spans::sampling).unwrap_or_default();
        let caller = origin.traceparent.and_then(Span::of_caller);
        // What was noted beside a trace means nothing without it.
        let state = caller.and_then(|_| trace::state(origin.tracestate.iter().copied()));
        let request_id = match origin.request_id {
            Some(id) if is_harmless(id.as_bytes()) => id.clone(),
            _ => new_request_id(),
        };
        Arc::new(Trail {
            telemetry: self.clone(),
            request_id,
            span: caller.map_or_else(|| Span::root(sampling), |caller| caller.child()),
            state,
            operation: OnceLock::new(),
            calls: AtomicU32::new(0),
        })
    }
}

impl Trail {
    /// The trail of what nobody follows.
    pub fn nobodys() -> Arc<Self> {
        Telemetry::default().trail(&Origin::default())
    }

    /// What the request is called, in visible ASCII characters.
    pub fn request_id(&self) -> &str {
        self.request_id.to_str().expect("it is visible ASCII")
    }

    /// The same as a header has it.
    pub fn request_id_header(&self) -> &HeaderValue {
        &self.request_id
    }

    /// What other programs noted beside the trace.
    pub fn tracestate(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// The request runs an operation.
    pub fn runs(&self, operation: Operation) {
        // A request runs one.
        let _ = self.operation.set(operation);
    }

    /// A call of a service goes out for the request. What came of it is told when what this gives is dropped.
    pub fn call(&self, path: &'static str, earlier: u32) -> Attempt<'_> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Attempt { trail: self, path, earlier, span: self.span.child(), began: Instant::now(), outcome: "abandoned" }
    }

    /// A call of a service was not made, to spare the service.
    pub fn unsent(&self, path: &'static str, outcome: &'static str) {
        self.telemetry.measure(|metrics| metrics.unsent(path, outcome));
    }

    /// A read is tried a second time.
    pub fn retried(&self) {
        self.telemetry.measure(Metrics::retried);
    }

    /// A read joined an equal one that is under way, and whose trail has its calls.
    pub fn shared(&self) {
        self.telemetry.measure(Metrics::shared);
    }

    /// Something was looked for in what is kept.
    pub fn looked_up(&self, cache: Cache, found: Found) {
        self.telemetry.looked_up(cache, found);
    }
}

/// One call of a service. Dropped, it tells what came of it.
pub struct Attempt<'a> {
    trail: &'a Trail,
    pub(super) path: &'static str,
    /// Calls that were sent before for the same question.
    pub(super) earlier: u32,
    span: Span,
    began: Instant,
    pub(super) outcome: &'static str,
}

impl Attempt<'_> {
    /// The call's own place in the trace, as the service is told.
    pub fn traceparent(&self) -> HeaderValue {
        self.span.traceparent()
    }

    /// The call ended: `ok`, or how it failed, as one of a few words. Without, nobody waited for its end.
    pub fn end(mut self, outcome: &'static str) {
        self.outcome = outcome;
    }

    pub(super) fn attributes(&self) -> [KeyValue; 2] {
        [KeyValue::new(names::ENDPOINT, self.path), KeyValue::new(names::OUTCOME, self.outcome)]
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let telemetry = &self.trail.telemetry;
        telemetry.measure(|metrics| metrics.call_ended(self, self.began.elapsed()));
        if let Some(spans) = telemetry.spans()
            && self.span.is_sampled
        {
            spans.call_ended(self, &self.span, self.began.elapsed());
        }
    }
}

/// What is to be told of a request. It is told when this is dropped, which is when the request has ended, however it did.
pub struct Record {
    trail: Arc<Trail>,
    method: &'static str,
    route: Route,
    began: Instant,
    status: Option<u16>,
    codes: Codes,
    bytes: u64,
    is_cut: bool,
}

impl Record {
    /// A request begins: its trail, its method, and which of the gateway's addresses it is for.
    pub fn new(trail: Arc<Trail>, method: &str, route: Route) -> Self {
        trail.telemetry.measure(Metrics::request_began);
        let method = METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER_METHOD);
        Self {
            trail,
            method,
            route,
            began: Instant::now(),
            status: None,
            codes: Codes::default(),
            bytes: 0,
            is_cut: false,
        }
    }

    /// The request is answered; the answer is still to be written.
    pub fn answered(&mut self, status: u16, codes: Codes) {
        self.status = Some(status);
        self.codes = codes;
    }

    /// So many bytes more of the answer's body are written.
    pub fn written(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// The client left before the end of the answer.
    pub fn cut(&mut self) {
        self.is_cut = true;
    }

    /// The trail of the request.
    pub fn trail(&self) -> &Arc<Trail> {
        &self.trail
    }

    pub(super) fn codes(&self) -> &[&'static str] {
        &self.codes.0
    }

    pub(super) fn operation(&self) -> Option<&Operation> {
        self.trail.operation.get()
    }

    pub(super) fn status(&self) -> u16 {
        self.status.unwrap_or(CLIENT_LEFT)
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.status.is_none() || self.is_cut
    }

    pub(super) fn attributes(&self) -> [KeyValue; 3] {
        [
            KeyValue::new(names::METHOD, self.method),
            KeyValue::new(names::ROUTE, self.route.name),
            KeyValue::new(names::STATUS, i64::from(self.status())),
        ]
    }

    /// What its span is called: by the operation where it is a known one.
    pub(super) fn name(&self) -> String {
        match self.operation() {
            Some(Operation { document: Some(document), kind }) => format!("{kind} {document}"),
            _ => format!("{} {}", self.method, self.route.name),
        }
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        let (telemetry, time) = (&self.trail.telemetry, self.began.elapsed());
        telemetry.measure(|metrics| metrics.request_ended(self, time));
        if let Some(spans) = telemetry.spans()
            && self.trail.span.is_sampled
        {
            spans.request_ended(self, &self.trail.span, time);
        }
        line::write(self, time);
    }
}

impl Operation {
    /// The name of the document, if it is a known one.
    pub(super) fn name(&self) -> &str {
        self.document.as_deref().unwrap_or(OTHER)
    }

    pub(super) fn attributes(&self) -> [KeyValue; 2] {
        let name = match &self.document {
            Some(document) => KeyValue::new(names::OPERATION_NAME, Arc::clone(document)),
            None => KeyValue::new(names::OPERATION_NAME, OTHER),
        };
        [name, KeyValue::new(names::OPERATION_TYPE, self.kind)]
    }
}

/// Whether a name that a caller gave a request may go to the log and to the services: short, and of characters that mean
/// nothing anywhere.
fn is_harmless(id: &[u8]) -> bool {
    (1..=LONGEST_ID).contains(&id.len()) && id.iter().all(|b| b.is_ascii_alphanumeric() || b"-_.:=+/".contains(b))
}

/// A name for a request that came without one.
fn new_request_id() -> HeaderValue {
    let mut text = [0; 32];
    trace::write_hex(&rand::random::<[u8; 16]>(), &mut text);
    HeaderValue::from_bytes(&text).expect("hexadecimal digits")
}
