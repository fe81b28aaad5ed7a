//! The connections to the services: how one is opened, and how long it stays open when nobody needs it.

use std::{
    io,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body_util::Full;
use hyper::Uri;
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use tokio::{net::TcpStream, time::timeout};
use tower::{BoxError, Service};

use super::{BaseUrl, ConnectError, Tls, tls};

/// Longest that a connection stays open unused. Servers close theirs, after 5 seconds those that are quickest with it: we
/// close first, since a write that meets a closing connection is one whose outcome nobody knows.
const IDLE: Duration = Duration::from_secs(4);
/// Most bytes of an answer that a connection holds before they are asked for; its head must fit, too.
const MOST_READ_AHEAD: usize = 64 * 1024;
/// A service that says nothing for so long is asked whether it is still there, and again after as long, which also
/// reminds whatever stands between of the connection.
const PROBE: Duration = Duration::from_secs(15);
/// Questions of that kind after which it is not.
const PROBES: u32 = 3;
/// Longest that what was sent may stay without the other machine's word that it has come.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED: Duration = Duration::from_secs(30);

/// What sends a call, over a connection that another one left or one of its own. A call goes where it is sent: no
/// redirect is followed, which would take the api key, the token and a digest wherever an answer says, and no proxy is
/// asked, whatever the environment of whoever started us has to say of it.
pub(super) type Client = legacy::Client<Connector, Full<Bytes>>;

/// Opens connections.
#[derive(Clone)]
pub(super) struct Connector {
    https: HttpsConnector<HttpConnector>,
    patience: Duration,
}

/// A client without connections.
pub(super) fn client(base_url: &BaseUrl, tls: &Tls, connect_timeout: Duration) -> Result<Client, ConnectError> {
    let mut tcp = HttpConnector::new();
    // What comes before TLS is `https` too.
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_keepalive(Some(PROBE));
    tcp.set_keepalive_interval(Some(PROBE));
    tcp.set_keepalive_retries(Some(PROBES));
    #[cfg(target_os = "linux")]
    tcp.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
    let https = HttpsConnector::from((tcp, tls::config(base_url, tls)?));
    let client = legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE)
        // Most that is read ahead of whoever reads an answer, which may be waiting for memory.
        .http1_max_buf_size(MOST_READ_AHEAD)
        // A request is short: its body is copied behind its head, which costs less than to write two buffers.
        .http1_writev(false)
        // Each call has it among its own headers.
        .set_host(false)
        // A write goes out exactly once. What this allows is a second try when a connection that was open closed before
        // the request was taken from the queue: hyper hands the request back only if no byte of it was written, so nobody
        // can have seen it. Everything later, a reset included, is an error for us to tell.
        .retry_canceled_requests(true)
        .build(Connector { https, patience: connect_timeout });
    Ok(client)
}

impl Service<Uri> for Connector {
    type Response = MaybeHttpsStream<TokioIo<TcpStream>>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.https.poll_ready(context)
    }

    /// Opens a connection, TLS included, in the time that there is for it.
    fn call(&mut self, uri: Uri) -> Self::Future {
        let connection = timeout(self.patience, self.https.call(uri));
        Box::pin(async { connection.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))? })
    }
}
