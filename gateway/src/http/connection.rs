//! One connection of a client: HTTP/1.1, request after request, each in time.

mod gate;
mod head;
mod socket;

use std::{
    convert::Infallible,
    future::poll_fn,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::ConnectInfo,
    http::{HeaderValue, Request, header},
};
use hyper::{
    body::{Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::ServiceExt as _;

use self::{
    gate::{Exchange, Gate},
    socket::{Handshake, Socket, handshake},
};
use super::{
    connection_limit::{ConnectionLimiter, ConnectionPermit},
    error_response::ErrorResponse,
    server::HttpService,
    server_tls::ServerTls,
};

/// Most bytes of a body that hyper reads ahead of whoever asked for them.
const MOST_READ_AHEAD: usize = 64 * 1024;

/// A connection that was taken, and from where it is.
pub(super) type Client = (TcpStream, SocketAddr);

/// Serves a client until it goes, or has to. The place is taken for as long.
pub(super) async fn serve(
    (socket, peer): Client,
    tls: Option<Arc<ServerTls>>,
    place: ConnectionPermit,
    answers: impl HttpService,
) {
    // Small answers must not wait for an acknowledgement; a socket without the option works all the same.
    drop(socket.set_nodelay(true));
    let room = Arc::clone(place.room());
    let exchange = Arc::<Exchange>::default();
    let gate = |socket| Gate::new(socket, Arc::clone(&room), Arc::clone(&exchange));
    let mut gate = match tls {
        None => gate(Socket::Plain(socket)),
        // In a box, so that nobody without TLS takes up the memory for it.
        Some(tls) => match Box::pin(handshake(socket, &tls, &room)).await {
            Handshake::Done(socket) => gate(socket),
            Handshake::NotTls(socket) => {
                let https = "Aqui só se fala HTTPS: use um endereço que comece com https://.";
                return gate(socket).turn_away(ErrorResponse::bad_request(https)).await;
            }
            Handshake::Gone => return,
        },
    };
    // Whoever sends no request costs a socket and a timer, and none of hyper's buffers.
    if poll_fn(|cx| gate.poll_head(cx)).await {
        gate = Box::pin(answer(gate, peer, exchange, room, answers)).await;
    }
    gate.close().await;
}

/// HttpService requests until no more can come.
async fn answer(
    gate: Gate,
    peer: SocketAddr,
    exchange: Arc<Exchange>,
    room: Arc<ConnectionLimiter>,
    answers: impl HttpService,
) -> Gate {
    let service = service_fn(move |request: Request<Incoming>| {
        let (answers, exchange, room) = (answers.clone(), Arc::clone(&exchange), Arc::clone(&room));
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let Ok(mut response) = answers.oneshot(request).await;
            if exchange.is_last() || room.drain.has_begun() {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| Answer { body, exchange }))
        }
    });
    let mut connection = http1::Builder::new()
        // The gate keeps the time.
        .header_read_timeout(None)
        .max_buf_size(MOST_READ_AHEAD)
        .serve_connection(TokioIo::new(gate), service);
    // A client that goes away in the middle of something is no error of anybody's.
    drop((&mut connection).await);
    connection.into_parts().io.into_inner()
}

/// The body of an answer, which says when it is written.
struct Answer {
    body: Body,
    exchange: Arc<Exchange>,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.exchange.end();
    }
}
