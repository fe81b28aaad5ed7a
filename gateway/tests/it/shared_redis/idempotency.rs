//! The idempotency store at two gateways: each save is sent once.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::Request,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use contract::{Call as _, acionamento::SalvaSinistroWeb, envelope::Envelope, menu::ListaMenuUsuario};
use futures_util::future::join;
use gateway::upstream::UpstreamSettings;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::code;
use crate::{
    kit::{ABRIR, Calls, Gateway, impatient, novo_acionamento, patient, serve},
    redis_server::RedisServer,
    stub::acionamento,
};

/// Services that save on permission, or respond as defined, in order.
#[derive(Clone)]
struct Services {
    calls: Calls,
    go: Arc<Semaphore>,
    arrived: Arc<Semaphore>,
    answers: Arc<Mutex<Vec<u16>>>,
    menu: Arc<Mutex<u16>>,
}

impl Services {
    /// Responses to the next saves: 200 saves, 0 refuses, 1 never responds.
    async fn answering(answers: &[u16]) -> (Self, SocketAddr) {
        let mut answers = answers.to_vec();
        answers.reverse();
        let services = Self {
            calls: Calls::default(),
            go: Arc::new(Semaphore::new(0)),
            arrived: Arc::new(Semaphore::new(0)),
            answers: Arc::new(Mutex::new(answers)),
            menu: Arc::new(Mutex::new(200)),
        };
        let router = Router::new().fallback({
            let services = services.clone();
            move |request: Request| async move { services.answer(request.uri().path()).await }
        });
        let address = serve(services.calls.record(router)).await;
        (services, address)
    }

    async fn answer(&self, path: &str) -> Response {
        if path == ListaMenuUsuario::PATH {
            let status = *self.menu.lock().unwrap();
            return (StatusCode::from_u16(status).unwrap(), Json(Envelope::success(json!([])))).into_response();
        }
        assert_eq!(path, SalvaSinistroWeb::PATH);
        let (number, answer) = {
            let mut answers = self.answers.lock().unwrap();
            let answer = answers.pop().unwrap_or(200);
            (answers.len(), answer)
        };
        self.arrived.add_permits(1);
        self.go.acquire().await.unwrap().forget();
        match answer {
            200 => Json(Envelope::success(acionamento(number))).into_response(),
            0 => Json(Envelope::<()>::refused("Não.")).into_response(),
            1 => std::future::pending().await,
            status => StatusCode::from_u16(status).unwrap().into_response(),
        }
    }

    /// How many saves arrived so far.
    fn saves(&self) -> usize {
        self.calls.so_far().iter().filter(|call| call.path == SalvaSinistroWeb::PATH).count()
    }
}

async fn save(gateway: &Gateway, token: &str, chave: &str, autorizacao: &str) -> Value {
    let mut variables = novo_acionamento(chave);
    variables["input"]["autorizacao"] = autorizacao.into();
    gateway.run(Some(token), ABRIR, variables).await.json()
}

async fn gateways(redis: &RedisServer, address: SocketAddr) -> [Gateway; 2] {
    let store = [redis.store().await, redis.store().await];
    store.map(|store| Gateway::with(UpstreamSettings { store: Some(store), ..patient(address) }))
}

const OTHER_DATA: &str = "Esta chave de idempotência já foi usada com outros dados.";

#[tokio::test]
async fn the_same_save_at_two_gateways_at_once_is_sent_once() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::answering(&[]).await;
    let [one, other] = gateways(&redis, address).await;
    let both = join(
        join(save(&one, "ana", "k", "1"), save(&other, "ana", "k", "1")),
        join(save(&one, "ana", "k", "1"), save(&other, "ana", "k", "1")),
    );
    let release = async {
        services.arrived.acquire().await.unwrap().forget();
        services.go.add_permits(10);
    };
    let (((first, second), (third, fourth)), ()) = join(both, release).await;
    assert_eq!(code(&first), "AcionamentoSalvo");
    assert!(first == second && first == third && first == fourth, "{first} {second} {third} {fourth}");
    assert_eq!(services.saves(), 1);
    // And after it; another payload under the same key is refused.
    for gateway in [&one, &other] {
        assert_eq!(save(gateway, "ana", "k", "1").await, first);
        assert_eq!(save(gateway, "ana", "k", "2").await["data"]["abrirAcionamento"]["mensagem"], OTHER_DATA);
    }
    assert_eq!(services.saves(), 1);
    // The same key of another session is sent, and so is another key.
    save(&other, "bia", "k", "1").await;
    save(&other, "ana", "k2", "1").await;
    assert_eq!(services.saves(), 3);
}

#[tokio::test]
async fn the_same_save_at_one_gateway_is_sent_once() {
    let (services, address) = Services::answering(&[]).await;
    let gateway = Gateway::over(address);
    services.go.add_permits(10);
    let (first, second) = join(save(&gateway, "ana", "k", "1"), save(&gateway, "ana", "k", "1")).await;
    assert_eq!((code(&first), &first), ("AcionamentoSalvo", &second));
    assert_eq!(save(&gateway, "ana", "k", "2").await["data"]["abrirAcionamento"]["mensagem"], OTHER_DATA);
    assert_eq!(services.saves(), 1);
}

#[tokio::test]
async fn a_failed_or_unknown_save_is_sent_again_under_the_same_key() {
    let redis = RedisServer::start().await;
    // A refusal; two unknown outcomes; one not processed; one saved.
    let (services, address) = Services::answering(&[0, 504, 1, 503, 200]).await;
    services.go.add_permits(10);
    let store = [redis.store().await, redis.store().await];
    let gateways =
        store.map(|store| Gateway::with(UpstreamSettings { store: Some(store), ..impatient(patient(address)) }));
    let mut told = Vec::new();
    for at in 0..6 {
        let answer = save(&gateways[at % 2], "ana", "k", "1").await;
        told.push(code(&answer).to_owned());
    }
    assert_eq!(
        told,
        [
            "Recusa",
            "UPSTREAM_OUTCOME_UNKNOWN",
            "UPSTREAM_OUTCOME_UNKNOWN",
            "UPSTREAM_UNAVAILABLE",
            "AcionamentoSalvo",
            "AcionamentoSalvo"
        ]
    );
    let calls = services.calls.so_far();
    let saves: Vec<_> = calls.iter().filter(|call| call.path == SalvaSinistroWeb::PATH).collect();
    assert_eq!(saves.len(), 5);
    assert!(saves.iter().all(|call| call.idempotency_key.as_deref() == Some("k") && call.body == saves[0].body));
}

#[tokio::test]
async fn a_save_is_replayed_to_sessions_that_the_services_still_accept() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::answering(&[]).await;
    services.go.add_permits(10);
    let gateways = gateways(&redis, address).await;
    let first = save(&gateways[0], "ana", "k", "1").await;
    // If the session cannot be checked, nothing is sent: the save has succeeded.
    *services.menu.lock().unwrap() = 503;
    assert_eq!(code(&save(&gateways[1], "ana", "k", "1").await), "UPSTREAM_UNAVAILABLE");
    // A 403 of the menu ends no session.
    *services.menu.lock().unwrap() = 403;
    assert_eq!(save(&gateways[0], "ana", "k", "1").await, first);
    *services.menu.lock().unwrap() = 401;
    for gateway in &gateways {
        assert_eq!(code(&save(gateway, "ana", "k", "1").await), "UNAUTHENTICATED");
    }
    assert_eq!(services.saves(), 1);
}

#[tokio::test]
async fn a_save_is_sent_when_the_lease_of_a_dead_gateway_expires() {
    let redis = RedisServer::start().await;
    let (services, address) = Services::answering(&[]).await;
    services.go.add_permits(10);
    let [one, other] = gateways(&redis, address).await;
    let mut monitor = redis.monitor().await;
    assert_eq!(code(&save(&one, "ana", "k", "1").await), "AcionamentoSalvo");
    let told = monitor.look().await;
    // The write and the read of what was saved, of 20 s each, and 5 s.
    let claim = told.iter().find(|line| line.contains("\"SET\"") && line.contains("\"PX\" \"45000\"")).unwrap();
    let name = claim.split('"').find(|word| word.starts_with("teste:save:")).unwrap();
    assert_eq!(redis.command(&format!("SET {name} cdead")).await, "+OK");
    let mut waiting = Box::pin(save(&other, "ana", "k", "1"));
    let looks = async {
        while monitor.look().await.is_empty() {}
        assert_eq!(services.saves(), 1);
        redis.command(&format!("DEL {name}")).await;
    };
    tokio::select! {
        answer = &mut waiting => panic!("{answer}"),
        () = looks => {}
    }
    assert_eq!(code(&waiting.await), "AcionamentoSalvo");
    assert_eq!(services.saves(), 2);
}
