//! The TLS handshake of a client, and how long it may take.

use std::pin::pin;

use tokio::{
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};
use tokio_rustls::server::TlsStream;

use super::context::ConnectionContext;
use crate::http::{
    client_limits::NEW_CONNECTION_GRACE,
    server_tls::{HTTP2, ServerTls},
};

/// The first byte of TLS: the record type of a handshake.
const HANDSHAKE_RECORD: u8 = 0x16;

/// The outcome of a handshake.
pub(super) enum TlsHandshake {
    /// ALPN chose HTTP/1.1, or the client does not know ALPN.
    Http1(Box<TlsStream<TcpStream>>),
    /// ALPN chose HTTP/2.
    Http2(Box<TlsStream<TcpStream>>),
    /// The client does not speak TLS.
    Plaintext(TcpStream),
    /// The client left, took too long, or had to leave.
    Closed,
}

/// Waits for a handshake for as long as a request head may take. A client that sends nothing costs a socket and a timer.
pub(super) async fn handshake(socket: TcpStream, tls: &ServerTls, context: &ConnectionContext) -> TlsHandshake {
    let deadline = Instant::now() + context.limits.head_timeout;
    match timeout_at(deadline, first_byte(&socket, context)).await.ok().flatten() {
        None => return TlsHandshake::Closed,
        Some(HANDSHAKE_RECORD) => {}
        Some(_) => return TlsHandshake::Plaintext(socket),
    }
    match timeout_at(deadline, tls.accept(socket)).await {
        Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(HTTP2) => TlsHandshake::Http2(Box::new(stream)),
        Ok(Ok(stream)) => TlsHandshake::Http1(Box::new(stream)),
        Ok(Err(error)) => {
            // Not at a higher level: port scanners would fill the log.
            tracing::debug!(%error, "a TLS handshake failed");
            TlsHandshake::Closed
        }
        Err(_) => TlsHandshake::Closed,
    }
}

/// Waits for the first byte and leaves it in the socket.
async fn first_byte(socket: &TcpStream, context: &ConnectionContext) -> Option<u8> {
    let mut peeked = pin!(async {
        let mut first = [0];
        (socket.peek(&mut first).await.ok()? == 1).then_some(first[0])
    });
    if let Ok(first) = timeout(NEW_CONNECTION_GRACE, &mut peeked).await {
        return first;
    }
    let evicted = context.limiter.evicted();
    if context.shutdown.is_stopping() {
        return None;
    }
    tokio::select! {
        first = peeked => first,
        () = evicted => None,
    }
}
