//! Connections at a limit, and while the gateway stops.

use std::time::Duration;

use contract::{Call as _, login::AtualizaUsuario};
use futures_util::{FutureExt as _, StreamExt as _};
use gateway::http::{ClientLimits, graceful_shutdown::GracefulShutdown};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio_tungstenite::tungstenite::Message;

use super::{Socket, start};
use crate::{
    http1_client::{self, Client},
    kit::{CLIENT_LIMITS, GatewayParts, TEST_TIMEOUT, WRITE, advance_tokio, default_parts, eventually},
    stub::{Answer, usuario},
    subscriptions::{ABERTOS_HOJE, Figure, NEVER, abertos_hoje, parts, settings},
};

#[tokio::test]
async fn connections_count_in_the_limit_and_a_stop_tells_them_to_come_back() {
    let limits = ClientLimits { connections: 1, connections_per_address: 1, ..CLIENT_LIMITS };
    let (_stub, address, stop) =
        start(&Figure::default(), NEVER, GatewayParts { client_limits: limits, ..default_parts() }).await;
    let mut socket = Socket::of(address, "ana").await;
    socket.first(ABERTOS_HOJE).await;
    let mut waiting = Client::to(address).await;
    waiting.send(http1_client::query()).await;
    // The only permit is in use.
    socket.is_alive().await;
    assert!(waiting.0.read_u8().now_or_never().is_none());
    socket.0.close(None).await.unwrap();
    while let Some(Ok(_)) = socket.0.next().await {}
    assert_eq!(waiting.answer().await.status, 200);
    drop(waiting);
    let mut socket = Socket::of(address, "ana").await;
    drop(stop);
    assert_eq!(socket.closed().await, (1012, "Service Restart".to_owned()));
}

#[tokio::test]
async fn while_the_gateway_drains_a_websocket_opens_and_works() {
    let drain = Duration::from_secs(300);
    let shutdown = GracefulShutdown::new(drain, TEST_TIMEOUT);
    let (stub, address, stop) = start(&Figure::default(), NEVER, GatewayParts { shutdown, ..default_parts() }).await;
    drop(stop);
    eventually(async || stub.gateway.readiness().await.0 == 503).await;
    let mut socket = Socket::of(address, "ana").await;
    assert_eq!(socket.first(ABERTOS_HOJE).await, abertos_hoje(0));
    advance_tokio(drain).await;
    assert_eq!(socket.closed().await, (1012, "Service Restart".to_owned()));
}

#[tokio::test]
async fn a_stop_completes_queries_and_mutations_in_flight_and_begins_no_others() {
    let stub = Figure::default()
        .services()
        .on::<AtualizaUsuario>(|_| Answer::Data(usuario("Ana")))
        .holding(|call| call.path == AtualizaUsuario::PATH)
        .start_with(parts(settings(NEVER)))
        .await;
    let (address, stop) = stub.gateway.listen().await;
    let (mut idle, mut socket) = (Socket::of(address, "ana").await, Socket::of(address, "ana").await);
    socket.first(ABERTOS_HOJE).await;
    socket.subscribe("save", WRITE).await;
    stub.arrived::<AtualizaUsuario>(1).await;
    drop(stop);
    assert_eq!(idle.closed().await.0, 1012);
    socket.subscribe("late", "{ __typename }").await;
    socket.is_alive().await;
    stub.release_all();
    let saved = json!({ "data": { "atualizarUsuario": { "__typename": "Usuario" } } });
    assert_eq!(socket.next().await, json!({ "id": "save", "type": "next", "payload": saved }));
    assert_eq!(socket.next().await, json!({ "id": "save", "type": "complete" }));
    // Without a word of the subscription and of what came late: their client begins them again elsewhere.
    let Message::Close(Some(close)) = socket.frame().await else { panic!("not closed") };
    assert_eq!(u16::from(close.code), 1012);
}
