//! Connections to the services: which ones are used again, which ones are closed, and that a write is sent again only if no
//! byte of it was written.

mod replaced;
mod scripted_service;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::sync::Semaphore;

use self::scripted_service::{Peer, READ, Service, WRITE, ok, read, read_well, reads};
use crate::kit::pass;

#[tokio::test]
async fn calls_one_after_the_other_use_one_connection_which_ends_with_the_gateway() {
    let service = Service::with(async |mut peer: Peer| peer.serve().await).await;
    let gateway = service.gateway();
    for _ in 0..3 {
        read_well(&gateway).await;
    }
    drop(gateway);
    let events = service.events.until(1, "closed").await;
    assert_eq!(events, "1 opened, 1 lista-seguradora, 1 lista-seguradora, 1 lista-seguradora, 1 closed");
}

#[tokio::test]
async fn a_connection_that_the_service_closed_while_it_was_idle_costs_no_error() {
    let are_idle = Arc::new(Semaphore::new(0));
    let service = Service::with({
        let are_idle = Arc::clone(&are_idle);
        move |mut peer: Peer| {
            let are_idle = Arc::clone(&are_idle);
            async move {
                peer.request().await;
                peer.say(&ok()).await;
                if peer.number > 3 {
                    return peer.serve().await;
                }
                are_idle.acquire().await.unwrap().forget();
                peer.saw("ended");
            }
        }
    });
    let service = service.await;
    let gateway = service.gateway();
    assert_eq!(reads(&gateway, 3).await.len(), 3);
    are_idle.add_permits(3);
    service.events.until(3, "ended").await;
    // Of a write too no byte was written: it is sent once, on a new connection.
    let changed = gateway.run(Some("ficha"), WRITE, json!({})).await.data();
    assert_eq!(changed["atualizarUsuario"]["__typename"], "Usuario");
    assert_eq!(service.events.count("atualiza-usuario"), 1);
    assert_eq!(service.events.count("opened"), 4);
}

#[tokio::test]
async fn a_write_that_was_read_and_not_answered_is_not_sent_again() {
    for answer in ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{", "HTTP/1.1 100 Continue\r\n\r\n", "\0"] {
        let service = Service::with(move |mut peer: Peer| async move {
            peer.request().await;
            peer.say(&ok()).await;
            peer.request().await;
            peer.say(answer).await;
        });
        let service = service.await;
        let gateway = service.gateway();
        read_well(&gateway).await;
        let reply = gateway.run(Some("ficha"), WRITE, json!({})).await;
        assert_eq!(reply.error().0, "UPSTREAM_OUTCOME_UNKNOWN", "{answer}");
        assert_eq!(
            service.events.until(1, "atualiza-usuario").await,
            "1 opened, 1 lista-seguradora, 1 atualiza-usuario"
        );
    }
}

#[tokio::test]
async fn a_refusal_whose_body_came_with_it_leaves_the_connection_open() {
    let service = Service::with(async |mut peer: Peer| {
        while peer.request().await {
            peer.say(&ok().replace("200 OK", "500 Internal Server Error")).await;
        }
    });
    let service = service.await;
    let gateway = service.gateway();
    for _ in 0..2 {
        assert_eq!(read(&gateway).await.error().0, "UPSTREAM_ERROR");
    }
    assert_eq!(service.events.until(2, "lista-seguradora").await, "1 opened, 1 lista-seguradora, 1 lista-seguradora");
}

#[tokio::test]
async fn a_caller_that_leaves_closes_the_connection_of_its_call() {
    const AT_A_TIME: usize = 20;
    let arrived = Arc::new(AtomicUsize::new(0));
    let service = Service::with({
        let arrived = Arc::clone(&arrived);
        move |mut peer: Peer| {
            let arrived = Arc::clone(&arrived);
            async move {
                peer.request().await;
                match arrived.fetch_add(1, Ordering::SeqCst) {
                    // Half of them in mid-body.
                    number if number < AT_A_TIME && number % 2 == 0 => {
                        peer.say("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{").await;
                        peer.drain().await;
                    }
                    number if number < AT_A_TIME => peer.drain().await,
                    _ => {
                        peer.say(&ok()).await;
                        peer.serve().await;
                    }
                }
            }
        }
    });
    let service = service.await;
    let gateway = service.gateway();
    let calls: Vec<_> = (0..AT_A_TIME).map(|number| gateway.spawn(format!("ficha-{number}").leak(), READ)).collect();
    service.events.until(AT_A_TIME, "lista-seguradora").await;
    calls.iter().for_each(tokio::task::JoinHandle::abort);
    service.events.until(AT_A_TIME, "closed").await;
    read_well(&gateway).await;
    assert_eq!(service.events.count("opened"), AT_A_TIME + 1);
}

#[tokio::test]
async fn an_idle_connection_is_not_used_after_four_seconds_and_is_closed() {
    let service = Service::with(async |mut peer: Peer| peer.serve().await).await;
    let gateway = service.gateway();
    assert_eq!(reads(&gateway, 3).await.len(), 3);
    assert_eq!(service.events.count("opened"), 3);
    pass(Duration::from_millis(3900)).await;
    // The connection that was used last.
    read_well(&gateway).await;
    assert_eq!(service.events.count("opened"), 3);
    pass(Duration::from_millis(4100)).await;
    read_well(&gateway).await;
    assert_eq!(service.events.count("opened"), 4);
    service.events.until(3, "closed").await;
    pass(Duration::from_millis(8100)).await;
    service.events.until(4, "closed").await;
}

#[tokio::test]
async fn a_head_beyond_the_read_buffer_is_refused() {
    let service = Service::with(async |mut peer: Peer| {
        peer.request().await;
        peer.say(&ok().replacen("\r\n", &format!("\r\nx-long: {}\r\n", "x".repeat(200_000)), 1)).await;
        peer.drain().await;
    });
    let service = service.await;
    assert_eq!(read(&service.gateway()).await.error().0, "UPSTREAM_UNAVAILABLE");
    let events = service.events.until(1, "lista-seguradora").await;
    assert!(!events.contains("2 opened"), "{events}");
}
