//! Caches between requests: per session, with a time to live, invalidated by writes.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use contract::{
    Call,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb},
    envelope::Envelope,
    login::{AtualizaSenha, AtualizaUsuario},
    menu::ListaMenuUsuario,
    seguradora::ListaSeguradora,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    kit::{ABRIR, Gateway, Reply, novo_acionamento, serve},
    stub::{acionamento, seguradora},
};

/// Services with rows of each session: they hold its token and the number of reads.
#[derive(Clone, Default)]
struct PerSession {
    reads: Arc<Mutex<HashMap<(String, String), usize>>>,
    ended: Arc<Mutex<Vec<String>>>,
    /// Paths that respond with 403.
    forbidden: Arc<Mutex<Vec<&'static str>>>,
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
        if self.forbidden.lock().unwrap().contains(&path.as_str()) {
            return StatusCode::FORBIDDEN.into_response();
        }
        let time = {
            let mut reads = self.reads.lock().unwrap();
            let count = reads.entry((token.clone(), path.clone())).or_default();
            *count += 1;
            *count
        };
        let told = format!("{token} {time}");
        let rows = (0..4).map(|number| {
            let mut row = acionamento(number);
            row.nm_segurado.0.clone_from(&told);
            row
        });
        match path.as_str() {
            ListaAcionamentosByStatus::PATH => Json(Envelope::success(rows.collect::<Vec<_>>())).into_response(),
            ListaSeguradora::PATH => Json(Envelope::success(vec![seguradora("3", &told)])).into_response(),
            SalvaSinistroWeb::PATH if token == "sem-resposta" => StatusCode::GATEWAY_TIMEOUT.into_response(),
            SalvaSinistroWeb::PATH if token != "recusada" => Json(Envelope::success(acionamento(9))).into_response(),
            SalvaSinistroWeb::PATH | AtualizaSenha::PATH => Json(Envelope::<()>::refused("Não.")).into_response(),
            AtualizaUsuario::PATH => Json(Envelope::success(json!({ "nmUsuario": "Bia" }))).into_response(),
            ListaMenuUsuario::PATH => Json(Envelope::success(json!([]))).into_response(),
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
async fn the_next_page_comes_from_the_cache_and_the_first_page_from_the_service() {
    let (_, gateway) = PerSession::start().await;
    let (told, insurer, cursor) = page(&gateway, "ana", &Value::Null).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 1", "ana 1"));
    for _ in 0..3 {
        assert_eq!(page(&gateway, "ana", &cursor).await.0, "ana 1");
    }
    assert_eq!(page(&gateway, "ana", &Value::Null).await.0, "ana 2");
    let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 2", "ana 1"));
    // Another session's page is read anew.
    assert_eq!(page(&gateway, "bia", &cursor).await.0, "bia 1");
    assert_eq!(page(&gateway, "ana", &cursor).await.0, "ana 2");
}

async fn save(gateway: &Gateway, token: &str) -> Reply {
    gateway.run(Some(token), ABRIR, novo_acionamento("k")).await
}

#[tokio::test]
async fn a_save_that_may_have_been_done_invalidates_all_lists_of_acionamentos_only() {
    for (saving, becomes) in [("bia", "AcionamentoSalvo"), ("sem-resposta", "UPSTREAM_OUTCOME_UNKNOWN")] {
        let (_, gateway) = PerSession::start().await;
        let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
        let saved = save(&gateway, saving).await;
        assert!(saved.text.contains(becomes), "{}", saved.text);
        let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
        assert_eq!((told.as_str(), insurer.as_str()), ("ana 2", "ana 1"));
    }
}

#[tokio::test]
async fn a_write_that_changed_no_list_invalidates_none() {
    let (services, gateway) = PerSession::start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    services.ended.lock().unwrap().push("falsa".to_owned());
    let rename = "mutation { atualizarUsuario(input: { nome: \"Bia\" }) { __typename } }";
    let password = "mutation { trocarSenha(input: { email: \"ana@x.br\", senhaAtual: \"Velha@2026\", \
                    senhaNova: \"Nova@2026\" }) { __typename } }";
    // Without a session; refused; and a change of the user's own name.
    for (token, mutation, becomes) in [
        ("falsa", rename, "UNAUTHENTICATED"),
        ("falsa", ABRIR, "UNAUTHENTICATED"),
        ("falsa", password, "UNAUTHENTICATED"),
        ("recusada", ABRIR, "Recusa"),
        ("recusada", password, "Recusa"),
        ("bia", rename, "Usuario"),
    ] {
        let reply = gateway.run(Some(token), mutation, novo_acionamento("k")).await;
        assert!(reply.text.contains(becomes), "{}", reply.text);
        let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
        assert_eq!((told.as_str(), insurer.as_str()), ("ana 1", "ana 1"), "{token} {mutation}");
    }
}

#[tokio::test]
async fn a_403_invalidates_one_list_and_ends_no_session() {
    let (services, gateway) = PerSession::start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    services.forbidden.lock().unwrap().extend([ListaMenuUsuario::PATH, AtualizaUsuario::PATH]);
    for query in ["{ menu { id } }", "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }"] {
        assert_eq!(gateway.query("ana", query).await.error().0, "FORBIDDEN");
    }
    let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 1", "ana 1"));
    // The forbidden list is no longer served, even if it was cached.
    services.forbidden.lock().unwrap().push(ListaAcionamentosByStatus::PATH);
    assert_eq!(gateway.query("ana", LIST).await.error().0, "FORBIDDEN");
    assert_eq!(gateway.run(Some("ana"), LIST, json!({ "after": cursor })).await.error().0, "FORBIDDEN");
    let insurers = gateway.query("ana", "{ seguradoras { nome } }").await.data();
    assert_eq!(insurers["seguradoras"][0]["nome"], "ana 1");
}

#[tokio::test]
async fn a_save_is_replayed_although_another_service_answers_403() {
    let (services, gateway) = PerSession::start().await;
    assert!(save(&gateway, "ana").await.text.contains("AcionamentoSalvo"));
    services.forbidden.lock().unwrap().extend([ListaSeguradora::PATH, SalvaSinistroWeb::PATH]);
    assert_eq!(gateway.query("ana", "{ seguradoras { nome } }").await.error().0, "FORBIDDEN");
    assert!(save(&gateway, "ana").await.text.contains("AcionamentoSalvo"));
}

#[tokio::test]
async fn a_session_that_ended_has_no_cache_entries() {
    // The first read or write that the services refuse takes everything with it.
    for first in [LIST, ABRIR] {
        let (services, gateway) = PerSession::start().await;
        let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
        services.ended.lock().unwrap().push("ana".to_owned());
        for (query, variables) in [
            (first, novo_acionamento("k")),
            (LIST, json!({ "after": cursor })),
            ("{ seguradoras { nome } }", json!({})),
        ] {
            let refused = gateway.run(Some("ana"), query, variables).await;
            assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED", "{query}");
        }
    }
}

#[tokio::test]
async fn no_session_sees_the_cache_entries_of_another() {
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
