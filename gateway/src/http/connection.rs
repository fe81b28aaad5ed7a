//! One client connection: the TLS handshake, then HTTP/1.1 or HTTP/2, as ALPN chose.
//!
//! hyper (1.12) and `h2` speak both. This module adds what they lack and docs/security.md promises:
//!
//! | file | hyper alone |
//! |---|---|
//! | `http1/slow_client_timeouts` | closes after a slow head without a response, times an idle connection out like a head, never evicts one, and allocates its buffers before the first byte |
//! | `request_head` | drops `Content-Length` beside chunks in silence (request smuggling), checks no `Host`, answers an invalid head without a body |
//! | `upgrade` | hands an upgraded connection to a task without its permit and its write timeout |
//! | `tls_handshake` | has no TLS; hyper-util's `auto` ignores what ALPN chose |
//! | `http2/streams` | closes no idle connection, and knows no limit beyond one connection |
//! | `http2/response_body` | keeps what a client does not read, for as long as the client likes; sends a body for HEAD |
//! | `http2/request_body` | resets a stream whose request was not read to its end, before some clients have read the response |
//! | `http2/traffic` | counts resets, and no other floods of frames |

pub(super) mod context;
mod http1;
mod http2;
mod request_head;
mod tls_handshake;
pub(super) mod upgrade;

use std::{net::SocketAddr, sync::Arc};

use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutWriter;
use tokio_util::either::Either;

use self::{
    context::{ConnectionContext, HttpService, Io},
    tls_handshake::{TlsHandshake, handshake},
};
use super::{connection_limit::ConnectionPermit, error_response::ErrorResponse, server_tls::ServerTls};

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
        writer.set_timeout(Some(context.limits.send_timeout));
        Box::pin(writer)
    };
    let Some(tls) = tls else {
        return http1::serve(io(Either::Left(socket)), peer, context, service).await;
    };
    // Boxed: connections without TLS need no memory for it.
    match Box::pin(handshake(socket, &tls, &context)).await {
        TlsHandshake::Http1(stream) => http1::serve(io(Either::Right(stream)), peer, context, service).await,
        TlsHandshake::Http2(stream) => Box::pin(http2::serve(io(Either::Right(stream)), peer, context, service)).await,
        TlsHandshake::Plaintext(socket) => {
            let https = "Aqui só se fala HTTPS: use um endereço que comece com https://.";
            http1::reject(io(Either::Left(socket)), context, ErrorResponse::bad_request(https)).await;
        }
        TlsHandshake::Closed => {}
    }
}
