//! What the connections of a server share, and the types of a connection.

use std::{convert::Infallible, pin::Pin, sync::Arc};

use axum::{extract::Request, response::Response};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutWriter;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tower::Service;

use crate::{
    http::{client_limits::ClientLimits, connection_limit::ConnectionLimiter, graceful_shutdown::GracefulShutdown},
    telemetry::Telemetry,
};

/// A client's socket, with TLS or without. A write without progress fails after [`ClientLimits::send_timeout`].
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
pub(in crate::http) struct ConnectionContext {
    pub(in crate::http) limits: ClientLimits,
    pub(in crate::http) limiter: Arc<ConnectionLimiter>,
    pub(in crate::http) shutdown: GracefulShutdown,
    pub(in crate::http) telemetry: Telemetry,
}
