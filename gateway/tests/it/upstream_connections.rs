//! Connections to the services: which ones are used again, which ones are closed, and that a write is sent again only if no
//! byte of it was written; and the requests: URL, headers.

use std::{future::ready, sync::Arc, time::Duration};

use axum::http::HeaderName;
use gateway::upstream::UpstreamSettings;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{
    kit::{EMPTY, Gateway, READ, WRITE, advance_tokio, mapped, services, upstream_settings},
    scripted_service::{Peer, Service, ok, read, read_well, reads},
};

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
    let changed = gateway.query("ficha", WRITE).await.data();
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
        let reply = gateway.query("ficha", WRITE).await;
        assert_eq!(reply.error().0, "UPSTREAM_OUTCOME_UNKNOWN", "{answer}");
        assert_eq!(
            service.events.until(1, "atualiza-usuario").await,
            "1 opened, 1 lista-seguradora, 1 atualiza-usuario"
        );
    }
}

#[tokio::test]
async fn an_idle_connection_is_not_used_after_four_seconds_and_is_closed() {
    let service = Service::with(async |mut peer: Peer| peer.serve().await).await;
    let gateway = service.gateway();
    assert_eq!(reads(&gateway, 3).await.len(), 3);
    assert_eq!(service.events.count("opened"), 3);
    advance_tokio(Duration::from_millis(3900)).await;
    // The connection that was used last.
    read_well(&gateway).await;
    assert_eq!(service.events.count("opened"), 3);
    advance_tokio(Duration::from_millis(4100)).await;
    read_well(&gateway).await;
    assert_eq!(service.events.count("opened"), 4);
    service.events.until(3, "closed").await;
    advance_tokio(Duration::from_millis(8100)).await;
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

#[tokio::test]
async fn a_call_in_flight_finishes_on_its_connection_when_certificates_are_reloaded() {
    let answer = Arc::new(Semaphore::new(0));
    let service = Service::with({
        let answer = Arc::clone(&answer);
        move |mut peer: Peer| {
            let answer = Arc::clone(&answer);
            async move {
                peer.request().await;
                answer.acquire().await.unwrap().forget();
                peer.say(&ok()).await;
                peer.drain().await;
            }
        }
    });
    let service = service.await;
    let gateway = service.gateway();
    let call = gateway.spawn("ficha", READ);
    service.events.until(1, "lista-seguradora").await;
    gateway.upstream.reload().unwrap();
    answer.add_permits(1);
    assert_eq!(call.await.unwrap().data(), json!({ "seguradoras": [] }));
    // It is not used again.
    assert_eq!(service.events.until(1, "closed").await, "1 opened, 1 lista-seguradora, 1 closed");
}

#[tokio::test]
async fn a_request_has_the_base_url_and_these_headers_only() {
    let (address, calls) = services(|_| ready(EMPTY)).await;
    let host = format!("localhost:{}", address.port());
    for base_url in [format!("http://{host}"), format!("HTTP://LOCALHOST:{}/v1/", address.port())] {
        let settings = UpstreamSettings { base_url: base_url.parse().unwrap(), ..upstream_settings(address) };
        Gateway::of(settings).query("ficha", READ).await.data();
    }
    let [plain, below] = &calls.so_far()[..] else { panic!("two calls") };
    assert_eq!((&*plain.path, &*below.path), ("/seguradora/lista-seguradora", "/v1/seguradora/lista-seguradora"));
    for call in [plain, below] {
        let mut names: Vec<_> = call.headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        let known = [
            "accept",
            "accept-encoding",
            "authorization",
            "content-length",
            "content-type",
            "host",
            "traceparent",
            "x-request-id",
        ];
        assert_eq!(names, known);
        let values = ["accept", "accept-encoding", "authorization", "content-type", "host"]
            .map(|name| call.headers[name].to_str().unwrap());
        assert_eq!(values, ["application/json", "identity", "Bearer ficha", "application/json", &host]);
    }
}

#[tokio::test]
async fn an_accept_header_of_the_mapping_replaces_the_usual_one() {
    let (address, calls) = services(|_| ready(EMPTY)).await;
    let mapping = "[headers]\nadd = { Accept = \"application/vnd.api+json\" }";
    Gateway::of(mapped(address, mapping)).query("ficha", READ).await.data();
    let accepted: Vec<_> = calls.so_far()[0].headers.get_all("accept").iter().cloned().collect();
    assert_eq!(accepted, ["application/vnd.api+json"]);
}
