//! HTTP/1.1: hyper behind an I/O guard that passes on whole, checked request heads in time.

mod slow_client_timeouts;

use std::{convert::Infallible, future::poll_fn, net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, header},
};
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tower::ServiceExt as _;

use self::slow_client_timeouts::{ExchangeState, TimeoutIo};
use super::{
    context::{ConnectionContext, HttpService, Io},
    upgrade::Upgrade,
};
use crate::http::error_response::ErrorResponse;

/// Most bytes of a body that hyper reads ahead.
const READ_AHEAD: usize = 64 * 1024;

/// Serves requests until the client leaves or has to leave.
pub(super) async fn serve(io: Io, peer: SocketAddr, context: Arc<ConnectionContext>, service: impl HttpService) {
    let exchange = Arc::<ExchangeState>::default();
    let mut io = TimeoutIo::new(io, Arc::clone(&context), Arc::clone(&exchange));
    // A client that sends no request costs a socket and a timer, and none of hyper's buffers.
    if poll_fn(|cx| io.poll_head(cx)).await {
        io = Box::pin(serve_requests(io, peer, exchange, context, service)).await;
    }
    io.finish().await;
}

/// Sends an error response and closes the connection. What the client sends is not read as a request.
pub(super) async fn reject(io: Io, context: Arc<ConnectionContext>, response: ErrorResponse) {
    TimeoutIo::new(io, context, Arc::default()).reject(response).await;
}

async fn serve_requests(
    io: TimeoutIo,
    peer: SocketAddr,
    exchange: Arc<ExchangeState>,
    context: Arc<ConnectionContext>,
    service: impl HttpService,
) -> TimeoutIo {
    let service = service_fn(move |request: Request<Incoming>| {
        let (service, exchange, context) = (service.clone(), Arc::clone(&exchange), Arc::clone(&context));
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let Ok(mut response) = service.oneshot(request).await;
            if let Some(upgrade) = response.extensions_mut().remove::<Upgrade>() {
                exchange.upgrade(upgrade);
            } else if exchange.is_last() || context.shutdown.is_draining() {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            let end = EndOnDrop(exchange);
            Ok::<_, Infallible>(response.map(|body| {
                body.map_err(move |error| {
                    // The body owns it.
                    let _ = &end;
                    error
                })
            }))
        }
    });
    let mut connection = http1::Builder::new()
        // `TimeoutIo` has the timeouts.
        .header_read_timeout(None)
        // Some clients look for a header by its usual case.
        .title_case_headers(true)
        .preserve_header_case(true)
        .max_buf_size(READ_AHEAD)
        .serve_connection(TokioIo::new(io), service);
    // An error is a client that left in the middle of something. `TimeoutIo` still has to close the socket.
    drop((&mut connection).await);
    connection.into_parts().io.into_inner()
}

/// Marks the exchange as finished when hyper drops the body of the response.
struct EndOnDrop(Arc<ExchangeState>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}
