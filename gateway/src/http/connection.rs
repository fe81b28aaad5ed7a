//! One client connection: the TLS handshake, then HTTP/1.1 or HTTP/2, as ALPN chose.

mod http1;
mod http2;
mod request_head;
mod tls_handshake;
pub(super) mod upgrade;

use std::{convert::Infallible, net::SocketAddr, pin::Pin, sync::Arc, time::Duration};

use axum::{extract::Request, response::Response};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutWriter;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tower::Service;

use self::tls_handshake::{Handshake, handshake};
use super::{
    client_limits::ClientLimits,
    connection_limit::{ConnectionLimiter, ConnectionPermit},
    error_response::ErrorResponse,
    graceful_shutdown::GracefulShutdown,
    server_tls::ServerTls,
};
use crate::telemetry::Telemetry;

/// How long a new connection is not evicted: its first request is about to arrive, or has arrived unseen.
const NEW_CONNECTION_GRACE: Duration = Duration::from_millis(100);
/// How long a connection that is being closed may take for it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A client's socket, with TLS or without. A write without progress fails after [`ClientLimits::send`].
pub(in crate::http) type Io = Pin<Box<TimeoutWriter<Either<TcpStream, Box<TlsStream<TcpStream>>>>>>;

/// A service for requests: the gateway, or its metrics.
pub trait HttpService:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

/// What all connections of a server share.
pub(super) struct ConnectionContext {
    pub(super) limits: ClientLimits,
    pub(super) limiter: Arc<ConnectionLimiter>,
    pub(super) shutdown: GracefulShutdown,
    pub(super) telemetry: Telemetry,
}

/// Serves a connection until it is closed.
pub(super) async fn serve(
    (socket, peer): (TcpStream, SocketAddr),
    tls: Option<Arc<ServerTls>>,
    permit: ConnectionPermit,
    context: Arc<ConnectionContext>,
    service: impl HttpService,
) {
    let _open = (permit, context.telemetry.open_connection());
    // Small responses must not wait for an acknowledgement; a socket without the option works too.
    drop(socket.set_nodelay(true));
    let io = |stream| -> Io {
        let mut writer = TimeoutWriter::new(stream);
        writer.set_timeout(Some(context.limits.send));
        Box::pin(writer)
    };
    let Some(tls) = tls else {
        return http1::serve(io(Either::Left(socket)), peer, context, service).await;
    };
    // Boxed: connections without TLS need no memory for it.
    match Box::pin(handshake(socket, &tls, &context)).await {
        Handshake::Http1(stream) => http1::serve(io(Either::Right(stream)), peer, context, service).await,
        Handshake::Http2(stream) => Box::pin(http2::serve(io(Either::Right(stream)), peer, context, service)).await,
        Handshake::Plaintext(socket) => {
            let https = "Aqui só se fala HTTPS: use um endereço que comece com https://.";
            http1::reject(io(Either::Left(socket)), context, ErrorResponse::bad_request(https)).await;
        }
        Handshake::Closed => {}
    }
}
