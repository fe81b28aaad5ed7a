//! A password change at one gateway reaches the caches of the other.

use std::sync::{Arc, Mutex};

use axum::{
    Json, Router,
    extract::Request,
    http::{StatusCode, header},
    response::IntoResponse as _,
};
use contract::{Call as _, envelope::Envelope, login::AtualizaSenha};
use gateway::upstream::UpstreamSettings;
use serde_json::json;

use super::code;
use crate::{
    kit::{Gateway, KEEP, patient, serve, until},
    redis_server::RedisServer,
    stub::seguradora,
};

async fn insurer(gateway: &Gateway, token: &str) -> String {
    let answer = gateway.run(Some(token), "{ seguradoras { nome } }", json!({})).await.json();
    match answer.pointer("/data/seguradoras/0/nome") {
        Some(name) => name.as_str().unwrap().to_owned(),
        None => code(&answer).to_owned(),
    }
}

#[tokio::test]
async fn a_password_change_invalidates_the_caches_of_all_gateways() {
    let redis = RedisServer::start().await;
    let ended = Arc::<Mutex<Vec<String>>>::default();
    let services = Router::new().fallback({
        let ended = Arc::clone(&ended);
        move |request: Request| async move {
            let token =
                request.headers()[header::AUTHORIZATION].to_str().unwrap().trim_start_matches("Bearer ").to_owned();
            match request.uri().path() {
                _ if ended.lock().unwrap().contains(&token) => StatusCode::UNAUTHORIZED.into_response(),
                AtualizaSenha::PATH => Json(Envelope::success(json!({}))).into_response(),
                _ => Json(Envelope::success(vec![seguradora("3", &token)])).into_response(),
            }
        }
    });
    let address = serve(services).await;
    let [one, other] = [redis.store().await, redis.store().await]
        .map(|store| Gateway::with(UpstreamSettings { store: Some(store), reference_cache: KEEP, ..patient(address) }));
    assert_eq!((insurer(&one, "bia").await, insurer(&other, "bia").await), ("bia".to_owned(), "bia".to_owned()));
    let change = "mutation { trocarSenha(input: { email: \"ana@x.br\", senhaAtual: \"Velha@2026\", \
                  senhaNova: \"Nova@2026\" }) { __typename } }";
    assert_eq!(code(&one.run(Some("ana"), change, json!({})).await.json()), "SenhaTrocada");
    ended.lock().unwrap().push("bia".to_owned());
    assert_eq!(insurer(&one, "bia").await, "UNAUTHENTICATED");
    until(async || insurer(&other, "bia").await == "UNAUTHENTICATED").await;
}
