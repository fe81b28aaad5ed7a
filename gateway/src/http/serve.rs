//! Taking connections, until the program is told to stop.

use std::{io, mem, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, http::StatusCode};
use futures_util::FutureExt as _;
use tokio::{
    net::{TcpListener, TcpStream},
    task::coop::unconstrained,
};

use super::{Limits, connection, refusal::Refusal, room::Room, watch};
use crate::telemetry::Telemetry;

/// How long to leave the system alone where it gives no more connections.
const PAUSE: Duration = Duration::from_millis(100);
/// Most connections that the system holds for a socket of tokio's before they are taken.
const BACKLOG: usize = 1024;

/// Serves until `stop` ends, and then until the requests under way are answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    telemetry: Telemetry,
    stop: impl Future<Output = ()>,
) {
    let room = Room::new(limits, telemetry);
    {
        let mut stop = pin!(stop);
        let mut failing = false;
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((socket, peer)) => admit(&room, socket, peer, &router).await,
                Err(error) if is_of_one(&error) => {}
                Err(error) => {
                    // Once for all tries in a row: a full table of files would fill the log as well.
                    if !mem::replace(&mut failing, true) {
                        tracing::error!(%error, "no connections can be taken");
                    }
                    room.make_room();
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            }
            failing = false;
        }
    }
    // Who was let in by the system before the end is served; the others find no one here.
    for _ in 0..BACKLOG {
        let Some(Ok((socket, peer))) = unconstrained(listener.accept()).now_or_never() else { break };
        admit(&room, socket, peer, &router).await;
    }
    drop(listener);
    room.stop();
    room.is_empty().await;
}

/// Serves a connection once there is a place for it, unless its address has too many.
async fn admit(room: &Arc<Room>, socket: TcpStream, peer: SocketAddr, router: &Router) {
    let permit = room.permit().await;
    match room.place(peer.ip(), permit) {
        Some(place) => drop(tokio::spawn(connection::serve(socket, peer, place, router.clone()))),
        None => {
            let refusal = Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "TOO_MANY_CONNECTIONS",
                "Há conexões demais deste endereço. Feche algumas e tente novamente.",
            );
            // A socket that is new takes this without waiting; whoever has gone misses nothing.
            drop(socket.try_write(&watch::refuse(&room.telemetry, &refusal)));
        }
    }
}

/// Whether it was only the one connection that failed.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
