//! A client's socket, with TLS or without.

use std::{
    io,
    mem::MaybeUninit,
    pin::{Pin, pin},
    task::{Context, Poll, ready},
};

use bytes::BytesMut;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::server::TlsStream;

use super::gate::MOMENT;
use crate::http::{connection_limit::ConnectionLimiter, server_tls::ServerTls};

/// Most bytes that are read at a time.
const AHEAD: usize = 4 * 1024;
/// What TLS begins with: the kind of record that a handshake comes in.
const HANDSHAKE: u8 = 0x16;

pub(super) enum Socket {
    Plain(TcpStream),
    ServerTls(Box<TlsStream<TcpStream>>),
}

/// What came of waiting for TLS.
pub(super) enum Handshake {
    Done(Socket),
    /// The client speaks something else.
    NotTls(Socket),
    /// The client has gone, or has to.
    Gone,
}

/// Waits for a client to speak TLS: for as long as for a request, and once it has begun for as long as for a head. Who
/// sends nothing costs a socket and a timer, and gives up its place like anybody who is idle.
pub(super) async fn handshake(socket: TcpStream, tls: &ServerTls, room: &ConnectionLimiter) -> Handshake {
    match first_byte(&socket, room).await {
        None => return Handshake::Gone,
        Some(HANDSHAKE) => {}
        Some(_) => return Handshake::NotTls(Socket::Plain(socket)),
    }
    match timeout(room.limits.head, tls.accept(socket)).await {
        Ok(Ok(stream)) => Handshake::Done(Socket::ServerTls(Box::new(stream))),
        Ok(Err(error)) => {
            // Whoever scans the network would fill the log.
            tracing::debug!(%error, "a TLS handshake failed");
            Handshake::Gone
        }
        Err(_) => Handshake::Gone,
    }
}

/// The first byte that comes, which stays where it is.
async fn first_byte(socket: &TcpStream, room: &ConnectionLimiter) -> Option<u8> {
    let mut peeked = pin!(async {
        let mut first = [0];
        (socket.peek(&mut first).await.ok()? == 1).then_some(first[0])
    });
    if let Ok(first) = timeout(MOMENT, &mut peeked).await {
        return first;
    }
    let leave = room.told_to_leave();
    if room.is_stopping() {
        return None;
    }
    tokio::select! {
        first = timeout(room.limits.idle, peeked) => first.ok().flatten(),
        () = leave => None,
    }
}

impl Socket {
    /// Reads some bytes behind those that are held. Takes up no memory while there are none.
    pub(super) fn poll_fill(&mut self, cx: &mut Context<'_>, held: &mut BytesMut) -> Poll<io::Result<usize>> {
        let mut bytes = [MaybeUninit::uninit(); AHEAD];
        let mut read = ReadBuf::uninit(&mut bytes);
        ready!(Pin::new(self).poll_read(cx, &mut read))?;
        held.extend_from_slice(read.filled());
        Poll::Ready(Ok(read.filled().len()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(socket) => Pin::new(socket).poll_read(cx, to),
            Self::ServerTls(stream) => Pin::new(stream).poll_read(cx, to),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(socket) => Pin::new(socket).poll_write(cx, bytes),
            Self::ServerTls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(socket) => Pin::new(socket).poll_write_vectored(cx, bytes),
            Self::ServerTls(stream) => Pin::new(stream).poll_write_vectored(cx, bytes),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(socket) => socket.is_write_vectored(),
            Self::ServerTls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(socket) => Pin::new(socket).poll_flush(cx),
            Self::ServerTls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(socket) => Pin::new(socket).poll_shutdown(cx),
            Self::ServerTls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
