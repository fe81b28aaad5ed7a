//! Connections over TLS, and those that are replaced: certificates are reloaded, or another connection becomes idle first.

use std::{sync::Arc, time::Duration};

use gateway::upstream::{UpstreamSettings, UpstreamTls};
use serde_json::json;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

use super::scripted_service::{Peer, READ, Service, ok, read_well};
use crate::{
    kit::{Gateway, pass, patient},
    pki::{Authority, VALID},
};

/// A gateway that calls a service over TLS.
fn over_tls(service: &Service, authority: &Authority) -> Gateway {
    let tls = UpstreamTls { authorities: Some(authority.authorities()), identity: None };
    let base_url = format!("https://localhost:{}", service.address.port()).parse().unwrap();
    Gateway::with(UpstreamSettings { base_url, tls, ..patient(service.address) })
}

fn acceptor(authority: &Authority) -> TlsAcceptor {
    authority.server(&authority.issue("right", "localhost", VALID), None).into()
}

#[tokio::test]
async fn tls_is_ended_in_order_when_a_connection_expires_or_certificates_are_reloaded() {
    let authority = Authority::new();
    let acceptor = acceptor(&authority);
    let service = Service::with(move |peer: Peer| {
        let acceptor = acceptor.clone();
        async move { peer.over_tls(acceptor).await.serve().await }
    });
    let service = service.await;
    let gateway = over_tls(&service, &authority);
    read_well(&gateway).await;
    // It is closed between four and eight seconds.
    pass(Duration::from_millis(8100)).await;
    service.events.until(1, "closed").await;
    read_well(&gateway).await;
    gateway.upstream.reload().unwrap();
    service.events.until(2, "closed").await;
    read_well(&gateway).await;
    let events = service.events.until(3, "lista-seguradora").await;
    let life = |number: usize| format!("{number} opened, {number} shook hands, {number} lista-seguradora");
    assert_eq!(events, format!("{}, 1 closed, {}, 2 closed, {}", life(1), life(2), life(3)));
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
