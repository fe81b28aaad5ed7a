//! Reference data at two gateways: a list that one read costs the other no call.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Json, Router,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use gateway::upstream::{CachePolicy, UpstreamSettings};
use serde_json::json;
use services::wire::{
    Call as _, envelope::Envelope, login::AtualizaSenha, menu::ListaMenuUsuario, procedimento::ListaProcedimento,
    seguradora::ListaSeguradora,
};
use tokio::time::timeout;

use super::code;
use crate::{
    kit::{Calls, Gateway, patient, serve},
    redis_server::RedisServer,
    stub::seguradora,
};

/// Services whose insurers have the caller's token as name; 401 for sessions that ended.
#[derive(Clone, Default)]
struct Services {
    calls: Calls,
    ended: Arc<Mutex<Vec<&'static str>>>,
    /// Paths that respond with 403.
    forbidden: Arc<Mutex<Vec<&'static str>>>,
}

impl Services {
    async fn start() -> (Self, SocketAddr) {
        let services = Self::default();
        let router = Router::new().fallback({
            let services = services.clone();
            move |request: Request| async move { services.answer(&request) }
        });
        let address = serve(services.calls.record(router)).await;
        (services, address)
    }

    fn answer(&self, request: &Request) -> Response {
        let token = request.headers()[header::AUTHORIZATION].to_str().unwrap().trim_start_matches("Bearer ").to_owned();
        if self.ended.lock().unwrap().contains(&token.as_str()) {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        if self.forbidden.lock().unwrap().contains(&request.uri().path()) {
            return StatusCode::FORBIDDEN.into_response();
        }
        match request.uri().path() {
            ListaSeguradora::PATH => Json(Envelope::success(vec![seguradora("3", &token)])).into_response(),
            AtualizaSenha::PATH => Json(Envelope::success(json!({}))).into_response(),
            _ => Json(Envelope::success(json!([]))).into_response(),
        }
    }

    fn calls(&self) -> usize {
        self.calls.so_far().len()
    }
}

async fn insurer(gateway: &Gateway, token: &str) -> String {
    let answer = gateway.run(Some(token), "{ seguradoras { nome } }", json!({})).await.json();
    match answer.pointer("/data/seguradoras/0/nome") {
        Some(name) => name.as_str().unwrap().to_owned(),
        None => code(&answer).to_owned(),
    }
}

/// Gateways with a shared Redis whose cache outlives any test.
async fn gateways(redis: &RedisServer, address: SocketAddr, shared_reference_cache: bool) -> [Gateway; 3] {
    let reference_cache =
        CachePolicy { ttl: Duration::from_secs(300), stale_if_error: Duration::ZERO, max_bytes: 1024 * 1024 };
    let store = [redis.store().await, redis.store().await, redis.store().await];
    store.map(|store| {
        Gateway::with(UpstreamSettings {
            store: Some(store),
            reference_cache,
            shared_reference_cache,
            ..patient(address)
        })
    })
}

#[tokio::test]
async fn a_list_that_one_gateway_read_costs_another_no_call() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::start().await;
    let [one, other, third] = gateways(&redis, address, false).await;
    assert_eq!(insurer(&one, "ana").await, "ana");
    assert_eq!((insurer(&other, "ana").await, services.calls()), ("ana".to_owned(), 1));
    // Each has it in its own cache as soon as it listens to the others: until then it may have missed something.
    let mut monitor = redis.monitor().await;
    let cached = async {
        loop {
            assert_eq!((&*insurer(&one, "ana").await, &*insurer(&other, "ana").await), ("ana", "ana"));
            if monitor.round_trips().await == 0 {
                break;
            }
        }
    };
    timeout(Duration::from_secs(20), cached).await.expect("they listen");
    assert_eq!(services.calls(), 1);
    // Each session its own.
    assert_eq!((insurer(&other, "bia").await, services.calls()), ("bia".to_owned(), 2));
    // One that was turned away anywhere finds nothing.
    services.ended.lock().unwrap().push("ana");
    assert_eq!(code(&one.run(Some("ana"), "{ menu { id } }", json!({})).await.json()), "UNAUTHENTICATED");
    assert_eq!(insurer(&third, "ana").await, "UNAUTHENTICATED");
    assert_eq!(insurer(&third, "bia").await, "bia");
    // What lies there ends by itself.
    for name in redis.names("teste:reference-home:*").await {
        let left = redis.command(&format!("PTTL {name}")).await;
        assert!((1..=300_000).contains(&left.trim_start_matches(':').parse::<i64>().unwrap()), "{left}");
    }
}

#[tokio::test]
async fn a_session_verified_at_one_gateway_gets_shared_lists_at_all() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::start().await;
    let [one, other, third] = gateways(&redis, address, true).await;
    assert_eq!(insurer(&one, "ana").await, "ana");
    // An unverified session: it calls the service itself, and every gateway then treats it as verified.
    assert_eq!(insurer(&other, "bia").await, "bia");
    assert_eq!((insurer(&third, "ana").await, insurer(&third, "bia").await), ("bia".to_owned(), "bia".to_owned()));
    assert_eq!(services.calls(), 2);
    services.ended.lock().unwrap().push("eva");
    assert_eq!(insurer(&third, "eva").await, "UNAUTHENTICATED");
    // Rejected at one gateway: no longer verified at any gateway, unless that gateway has verified it itself.
    services.ended.lock().unwrap().push("bia");
    one.run(Some("bia"), "{ menu { id } }", json!({})).await.error();
    assert_eq!(insurer(&one, "bia").await, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_403_removes_one_list_of_the_session_from_redis() {
    for common in [false, true] {
        let redis = RedisServer::start().await;
        let (services, address) = Services::start().await;
        let [one, other, third] = gateways(&redis, address, common).await;
        assert_eq!(insurer(&one, "ana").await, "ana");
        services.forbidden.lock().unwrap().push(ListaMenuUsuario::PATH);
        assert_eq!(code(&one.run(Some("ana"), "{ menu { id } }", json!({})).await.json()), "FORBIDDEN");
        let calls = services.calls();
        assert_eq!((insurer(&other, "ana").await, services.calls()), ("ana".to_owned(), calls));
        // The list itself: this gateway has never requested it, so it calls the service, which responds with 403.
        services.forbidden.lock().unwrap().push(ListaProcedimento::PATH);
        assert_eq!(code(&third.run(Some("ana"), "{ procedimentos { id } }", json!({})).await.json()), "FORBIDDEN");
        let known = insurer(&third, "ana").await;
        assert_eq!((known.as_str(), services.calls() - calls), ("ana", if common { 2 } else { 1 }));
    }
}

#[tokio::test]
async fn a_password_change_invalidates_all_sessions_at_all_gateways() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::start().await;
    let [one, other, third] = gateways(&redis, address, false).await;
    insurer(&one, "ana").await;
    insurer(&one, "bia").await;
    // This one has the list in its own cache.
    assert_eq!(insurer(&third, "bia").await, "bia");
    let change = "mutation { trocarSenha(input: { email: \"ana@x.br\", senhaAtual: \"Velha@2026\", \
                  senhaNova: \"Nova@2026\" }) { __typename } }";
    assert_eq!(code(&one.run(Some("ana"), change, json!({})).await.json()), "SenhaTrocada");
    services.ended.lock().unwrap().push("bia");
    assert_eq!(insurer(&other, "bia").await, "UNAUTHENTICATED");
    assert_eq!(insurer(&other, "ana").await, "ana");
    assert_eq!(services.calls(), 5);
    let refused = async {
        while insurer(&third, "bia").await != "UNAUTHENTICATED" {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(20), refused).await.expect("it learns of the change");
}
