//! What is kept between requests: for one session, for a while, until a save.

use std::{
    collections::HashMap,
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
use futures_util::future::join_all;
use gateway::upstream::{Keep, Settings};
use serde_json::{Value, json};
use services::wire::{
    Call,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb},
    envelope::Envelope,
    login::AtualizaSenha,
    seguradora::ListaSeguradora,
};

use crate::{
    kit::{Gateway, pass, patient, serve},
    stub::{acionamento, seguradora},
};

/// Services that tell each session its own rows: they hold its token, and how often they were read.
#[derive(Clone, Default)]
struct PerSession {
    reads: Arc<Mutex<HashMap<(String, String), usize>>>,
    ended: Arc<Mutex<Vec<String>>>,
}

impl PerSession {
    async fn start() -> (Self, Gateway) {
        let (services, address) = Self::serve().await;
        (services, Gateway::keeping(address))
    }

    async fn serve() -> (Self, SocketAddr) {
        let services = Self::default();
        let router = Router::new().fallback({
            let services = services.clone();
            move |request: Request| async move { services.answer(&request) }
        });
        (services, serve(router).await)
    }

    fn answer(&self, request: &Request) -> Response {
        let token = request.headers()[header::AUTHORIZATION].to_str().unwrap().trim_start_matches("Bearer ").to_owned();
        if self.ended.lock().unwrap().contains(&token) {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        let path = request.uri().path().to_owned();
        let time = {
            let mut reads = self.reads.lock().unwrap();
            let count = reads.entry((token.clone(), path.clone())).or_default();
            *count += 1;
            *count
        };
        let told = format!("{token} {time}");
        let rows = (0..4).map(|number| {
            let mut row = acionamento(number);
            row.nm_segurado.clone_from(&told);
            row
        });
        match path.as_str() {
            ListaAcionamentosByStatus::PATH => Json(Envelope::success(rows.collect::<Vec<_>>())).into_response(),
            ListaSeguradora::PATH => Json(Envelope::success(vec![seguradora("3", &told)])).into_response(),
            SalvaSinistroWeb::PATH | AtualizaSenha::PATH => Json(Envelope::<()>::refused("Não.")).into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

const LIST: &str = "query($after: String) { acionamentos(filtro: { status: \"ABERTO\" }, first: 2, after: $after) { \
                    nodes { id segurado { nome } seguradora { nome } } pageInfo { endCursor } } }";

async fn page(gateway: &Gateway, token: &str, after: &Value) -> (String, String, Value) {
    let data = gateway.run(Some(token), LIST, json!({ "after": after })).await.data();
    let list = &data["acionamentos"];
    let told = |field: &str| list["nodes"][0][field]["nome"].as_str().unwrap().to_owned();
    (told("segurado"), told("seguradora"), list["pageInfo"]["endCursor"].clone())
}

#[tokio::test]
async fn the_next_page_is_of_the_list_that_was_read_and_the_first_one_is_always_asked_for() {
    let (_, gateway) = PerSession::start().await;
    let (told, insurer, cursor) = page(&gateway, "ana", &Value::Null).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 1", "ana 1"));
    for _ in 0..3 {
        assert_eq!(page(&gateway, "ana", &cursor).await.0, "ana 1");
    }
    assert_eq!(page(&gateway, "ana", &Value::Null).await.0, "ana 2");
    let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 2", "ana 1"));
    // Somebody else's page is read for them.
    assert_eq!(page(&gateway, "bia", &cursor).await.0, "bia 1");
    assert_eq!(page(&gateway, "ana", &cursor).await.0, "ana 2");
}

#[tokio::test]
async fn a_save_drops_every_list_whoever_saves_and_whatever_comes_of_it() {
    let (_, gateway) = PerSession::start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    let save = "mutation { abrirAcionamento(input: { cpfCnpj: \"52998224725\", apolice: \"P\", pet: \"1\", \
                seguradora: \"3\", ocorridoEm: \"2026-11-19\", chave: \"k\", \
                procedimentos: [{ procedimento: \"12\", quantidade: 1, valor: \"1.00\" }] }) { __typename } }";
    let saved = gateway.run(Some("bia"), save, json!({})).await;
    assert_eq!(saved.data()["abrirAcionamento"]["__typename"], "Recusa", "{}", saved.text);
    let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 2", "ana 1"));
}

#[tokio::test]
async fn a_session_that_ended_has_nothing_any_more() {
    let (services, gateway) = PerSession::start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    services.ended.lock().unwrap().push("ana".to_owned());
    // The first read that the services refuse takes everything with it.
    let refused = gateway.run(Some("ana"), LIST, json!({})).await;
    assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    let refused = gateway.run(Some("ana"), LIST, json!({ "after": cursor })).await;
    assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    let refused = gateway.run(Some("ana"), "{ seguradoras { nome } }", json!({})).await;
    assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
}

#[tokio::test]
async fn nobody_ever_sees_what_another_session_read() {
    let (_, gateway) = PerSession::start().await;
    let (_, _, cursor) = page(&gateway, "outra", &Value::Null).await;
    let gateway = &gateway;
    let of_session = async |session: usize| {
        let token = format!("sessao-{session}");
        for round in 0..20 {
            let after = if (session + round).is_multiple_of(3) { &Value::Null } else { &cursor };
            let (told, insurer, _) = page(gateway, &token, after).await;
            assert_eq!(told.split(' ').next(), Some(token.as_str()));
            assert_eq!(insurer, format!("{token} 1"));
        }
    };
    join_all((0..40).map(of_session)).await;
}

#[tokio::test]
async fn common_insurers_are_for_those_whom_the_services_answer() {
    let (services, address) = PerSession::serve().await;
    let keep = Keep { time: Duration::from_secs(60), bytes: 1024 * 1024, ..Keep::default() };
    let gateway = &Gateway::with(Settings { keep_references: keep, common_references: true, ..patient(address) });
    let insurer = async |token: &str| {
        let answer = gateway.run(Some(token), "{ seguradoras { nome } }", json!({})).await.json();
        let told = answer.pointer("/data/seguradoras/0/nome").or(answer.pointer("/errors/0/extensions/code"));
        told.and_then(Value::as_str).unwrap().to_owned()
    };
    assert_eq!(insurer("ana").await, "ana 1");
    // Nobody knows these sessions: they ask for themselves.
    assert_eq!(insurer("bia").await, "bia 1");
    services.ended.lock().unwrap().push("eva".to_owned());
    assert_eq!(insurer("eva").await, "UNAUTHENTICATED");
    assert_eq!((insurer("ana").await, insurer("bia").await), ("bia 1".to_owned(), "bia 1".to_owned()));
    // This one has been answered: its list of acionamentos is its own, the insurers are common.
    let (told, seguradora, _) = page(gateway, "caio", &Value::Null).await;
    assert_eq!((told.as_str(), seguradora.as_str()), ("caio 1", "bia 1"));
    services.ended.lock().unwrap().push("caio".to_owned());
    gateway.run(Some("caio"), LIST, json!({})).await.error();
    assert_eq!(insurer("caio").await, "UNAUTHENTICATED");
    // What was known too long ago is not known.
    pass(Duration::from_secs(60)).await;
    services.ended.lock().unwrap().push("bia".to_owned());
    assert_eq!((insurer("ana").await, insurer("bia").await), ("ana 2".to_owned(), "UNAUTHENTICATED".to_owned()));
}
