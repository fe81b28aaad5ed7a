//! HTTP/2: hyper with the bounds that it lacks.

mod request_body;
mod response_body;
mod streams;
mod traffic;

use std::{net::SocketAddr, pin::pin, sync::Arc};

use axum::{
    body::{Body, HttpBody as _},
    extract::ConnectInfo,
    http::{HeaderValue, Method, Request, Response, StatusCode, header},
};
use hyper::{body::Incoming, server::conn::http2::Builder, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio_util::io::InspectReader;
use tower::ServiceExt as _;

use self::{
    request_body::{RequestBody, UnreadBody},
    response_body::{ResponseBody, StreamExecutor, StreamProgress},
    streams::{Stream, Streams},
    traffic::{CompletedRequest, Traffic},
};
use super::{
    context::{ConnectionContext, HttpService, Io},
    request_head,
};
use crate::http::{
    client_limits::{CLOSE_TIMEOUT, HTTP2_PING_INTERVAL, HTTP2_PING_TIMEOUT},
    request_telemetry,
};

/// Requests of one connection at a time: as many as a browser makes for a first load, several times over.
const MAX_CONCURRENT_STREAMS: u32 = 100;
/// Bytes that a client may send before they are read, of one stream and of a connection: as much as HTTP/1.1 reads ahead.
const RECEIVE_WINDOW: u32 = 64 * 1024;
/// Bytes of a decoded header list that `h2` still reads, so that more than [`ClientLimits::head_bytes`] gets a readable
/// error response. Beyond this `h2` responds with 431 by itself.
///
/// [`ClientLimits::head_bytes`]: crate::http::ClientLimits::head_bytes
const MAX_HEADER_LIST: u32 = 64 * 1024;
/// Streams that the client reset before they were accepted (rapid reset). hyper accepts at once, so more is an attack.
const MAX_PENDING_RESETS: usize = 20;
/// Streams of one connection that ended by an error of the client. The count only grows, refused bodies included: high enough
/// for a proxy's long-lived connection, low enough to end an attack.
const MAX_ERROR_RESETS: usize = 10_000;

/// Serves requests until the client leaves or has to leave.
pub(super) async fn serve(io: Io, peer: SocketAddr, context: Arc<ConnectionContext>, service: impl HttpService) {
    let streams = Arc::new(Streams::default());
    let traffic = Arc::new(Traffic::default());
    let io = InspectReader::new(io, {
        let traffic = Arc::clone(&traffic);
        move |bytes: &[u8]| traffic.received(bytes.len())
    });
    let respond = {
        let (streams, traffic, context) = (Arc::clone(&streams), Arc::clone(&traffic), Arc::clone(&context));
        service_fn(move |request: Request<Incoming>| {
            let stream = streams.open(&context, peer);
            let (traffic, context, service) = (Arc::clone(&traffic), Arc::clone(&context), service.clone());
            async move {
                let stream = stream?;
                let completed = CompletedRequest::new(traffic, announced_bytes(&request));
                Ok::<_, h2::Error>(respond(request, peer, &context, service, (stream, completed)).await)
            }
        })
    };
    let connection = Builder::new(StreamExecutor { send_timeout: context.limits.send_timeout })
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .initial_stream_window_size(RECEIVE_WINDOW)
        .initial_connection_window_size(RECEIVE_WINDOW)
        .max_header_list_size(MAX_HEADER_LIST)
        .max_pending_accept_reset_streams(MAX_PENDING_RESETS)
        .max_local_error_reset_streams(MAX_ERROR_RESETS)
        .keep_alive_interval(HTTP2_PING_INTERVAL)
        .keep_alive_timeout(HTTP2_PING_TIMEOUT)
        .serve_connection(TokioIo::new(io), respond);
    let mut connection = pin!(connection);
    let until_closed = async {
        // An error is a client that left or broke the protocol. `h2` has told the client.
        tokio::select! {
            _ = connection.as_mut() => return,
            () = streams.until_must_close(&context) => {}
        }
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            _ = connection => {}
            () = streams.idle_for(CLOSE_TIMEOUT) => {}
        }
    };
    tokio::select! {
        biased;
        () = traffic.until_abusive() => tracing::debug!("an HTTP/2 client sent a flood of frames and was cut off"),
        () = until_closed => {}
    }
}

/// Bytes of a body that a client may send before it sees the response, whether they are read or not.
fn announced_bytes(request: &Request<Incoming>) -> u64 {
    let size = request.body().size_hint();
    size.upper().unwrap_or(u64::MAX).min(RECEIVE_WINDOW.into())
}

/// The response to one request.
async fn respond(
    request: Request<Incoming>,
    peer: SocketAddr,
    context: &ConnectionContext,
    service: impl HttpService,
    (stream, completed): (Stream, CompletedRequest),
) -> Response<ResponseBody> {
    let is_head = request.method() == Method::HEAD;
    let unread = UnreadBody::default();
    let response = match request_head::check_http2(&request, context.limits.head_bytes) {
        Err(error) => request_telemetry::reject(&context.telemetry, error),
        Ok(()) => {
            let mut request =
                request.map(|body| Body::new(RequestBody::new(body, completed.body_counter(), unread.clone())));
            request.extensions_mut().insert(ConnectInfo(peer));
            let Ok(response) = service.oneshot(request).await;
            response
        }
    };
    let (mut head, mut body) = response.into_parts();
    if matches!(head.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
        // These never have a body; hyper removes the header of axum for HTTP/1.1 only.
        head.headers.remove(header::CONTENT_LENGTH);
    }
    if is_head {
        // As hyper does for HTTP/1.1: the length of the body, without the body.
        if let (Some(length), header::Entry::Vacant(entry)) =
            (body.size_hint().exact(), head.headers.entry(header::CONTENT_LENGTH))
        {
            entry.insert(HeaderValue::from(length));
        }
        body = Body::empty();
    }
    Response::from_parts(head, ResponseBody::new(body, unread, StreamProgress::current(), (stream, completed)))
}
