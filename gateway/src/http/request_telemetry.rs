//! Every request leaves a trail, has a name that its answer tells, and is told about when its answer is written, or its
//! client has left.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{Extensions, Method},
    response::Response,
};
use hyper::body::{Frame, SizeHint};

use super::{
    error_response::ErrorResponse,
    headers::{REQUEST_ID, TRACEPARENT, TRACESTATE},
};
use crate::telemetry::{
    Telemetry,
    access_log::{AccessLogEntry, Route},
    request::{ErrorCodes, IncomingHeaders, RequestTelemetry},
};

/// The addresses of the gateway: what is asked for often and by nobody in particular is quiet. A path is not told, since
/// the portal's have numbers of claims in them.
const GRAPH: Route = Route { name: "/graphql", is_quiet: false };
const LIVE: Route = Route { name: "/healthz", is_quiet: true };
const READY: Route = Route { name: "/readyz", is_quiet: true };
const FILES: Route = Route { name: "/*", is_quiet: true };
/// What was refused before anybody read where it should go.
const UNREAD: Route = Route { name: "unread", is_quiet: false };

/// What is to be told of a request that is being answered.
pub(super) struct RequestRecorder {
    record: AccessLogEntry,
    is_head: bool,
}

impl RequestRecorder {
    /// Begins the trail of a request, which it carries from here on.
    pub(super) fn begin(telemetry: &Telemetry, request: &mut Request) -> Self {
        let request_telemetry = telemetry.begin_request(&origin(request));
        let record =
            AccessLogEntry::new(Arc::clone(&request_telemetry), request.method().as_str(), route(request.uri().path()));
        request.extensions_mut().insert(request_telemetry);
        Self { record, is_head: request.method() == Method::HEAD }
    }

    /// Follows the answer to its end.
    pub(super) fn follow(self, mut response: Response) -> Response {
        let Self { mut record, is_head } = self;
        let codes = response.extensions_mut().remove::<ErrorCodes>().unwrap_or_default();
        record.response_started(response.status().as_u16(), codes);
        response.headers_mut().insert(REQUEST_ID, record.telemetry().request_id_header().clone());
        response.map(|body| Body::new(RecordedBody { body, record, is_over: is_head }))
    }
}

/// The trail of a request that was begun to be watched.
pub(super) fn request_telemetry(request: &mut Extensions) -> Arc<RequestTelemetry> {
    request.remove().unwrap_or_else(RequestTelemetry::disabled)
}

/// A refusal as it goes over a connection that ends with it. Its request is told about like any other, though nobody has
/// read it.
pub(super) fn refuse(telemetry: &Telemetry, refusal: &ErrorResponse) -> Vec<u8> {
    let request_telemetry = telemetry.begin_request(&IncomingHeaders::default());
    let answer = refusal.to_http(request_telemetry.request_id());
    let mut record = AccessLogEntry::new(request_telemetry, "", UNREAD);
    record.response_started(refusal.status().as_u16(), refusal.codes());
    record.add_body_bytes(answer.len());
    answer
}

fn origin(request: &Request) -> IncomingHeaders<'_> {
    let headers = request.headers();
    let only = |name| {
        let mut all = headers.get_all(name).iter();
        match (all.next(), all.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    };
    let traceparent = only(TRACEPARENT).and_then(|value| value.to_str().ok());
    // What is no text is no member either, which ends the whole.
    let state = headers.get_all(TRACESTATE).iter().map(|line| line.to_str().unwrap_or("\n"));
    IncomingHeaders { request_id: only(REQUEST_ID), traceparent, tracestate: state.collect() }
}

fn route(path: &str) -> Route {
    match path {
        "/graphql" => GRAPH,
        "/healthz" => LIVE,
        "/readyz" => READY,
        _ => FILES,
    }
}

/// The body of an answer, with the record of its request, which ends with it.
struct RecordedBody {
    body: Body,
    record: AccessLogEntry,
    /// Nothing more is to be written.
    is_over: bool,
}

impl HttpBody for RecordedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let watched = self.get_mut();
        let polled = Pin::new(&mut watched.body).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => watched.record.add_body_bytes(frame.data_ref().map_or(0, Bytes::len)),
            Poll::Ready(None) => watched.is_over = true,
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for RecordedBody {
    fn drop(&mut self) {
        if !self.is_over && !self.body.is_end_stream() {
            self.record.client_left();
        }
    }
}
