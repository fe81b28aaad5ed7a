//! Request telemetry: every request has an id, which its response returns, and an access log entry, metrics and a span, which are
//! written when its response ends or its client disconnects.

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

use crate::telemetry::{
    ErrorCodes, Route, Telemetry,
    access_log::AccessLogEntry,
    request::{REQUEST_ID, RequestTelemetry},
};

/// Writes the access log entry of a request. The request has its telemetry among its extensions, and the response has its id.
pub(super) async fn record(
    telemetry: &Telemetry,
    mut request: Request,
    respond: impl AsyncFnOnce(Request) -> Response,
) -> Response {
    let request_telemetry = telemetry.begin_request(request.headers());
    let (method, path) = (request.method(), request.uri().path());
    let mut entry = AccessLogEntry::new(Arc::clone(&request_telemetry), method.as_str(), route(path));
    let is_head = method == Method::HEAD;
    request.extensions_mut().insert(request_telemetry);
    let mut response = respond(request).await;
    let codes = response.extensions_mut().remove::<ErrorCodes>().unwrap_or_default();
    entry.response_started(response.status().as_u16(), codes);
    response.headers_mut().insert(REQUEST_ID, entry.request.request_id_header().clone());
    response.map(|body| Body::new(LoggedBody { body, entry, is_over: is_head }))
}

/// The access log entry of an operation over WebSocket.
pub(super) fn operation_of_websocket(telemetry: &Telemetry) -> AccessLogEntry {
    AccessLogEntry::new(telemetry.begin_without_headers(), Method::GET.as_str(), Route::WebSocket)
}

/// Takes a request's telemetry out of its extensions.
pub(super) fn request_telemetry(request: &mut Extensions) -> Arc<RequestTelemetry> {
    request.remove().expect("`record` has put it there")
}

fn route(path: &str) -> Route {
    match path {
        "/graphql" => Route::Graph,
        "/mcp" => Route::Mcp,
        "/healthz" => Route::Live,
        "/readyz" => Route::Ready,
        _ => Route::Files,
    }
}

/// A response body that completes the access log entry of its request.
struct LoggedBody {
    body: Body,
    entry: AccessLogEntry,
    /// No more bytes follow.
    is_over: bool,
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.body).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => this.entry.add_body_bytes(frame.data_ref().map_or(0, Bytes::len)),
            Poll::Ready(None) => this.is_over = true,
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

impl Drop for LoggedBody {
    fn drop(&mut self) {
        if !self.is_over && !self.body.is_end_stream() {
            self.entry.client_left();
        }
    }
}
