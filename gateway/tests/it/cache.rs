//! Caches between requests: per session, with a time to live, invalidated by writes; and which documents are cached.

use std::{collections::HashMap, sync::Mutex};

use contract::{
    Call,
    acionamento::{Acionamento, ListaAcionamentosByStatus, SalvaSinistroWeb},
    login::{AtualizaSenha, AtualizaUsuario},
    menu::ListaMenuUsuario,
    seguradora::ListaSeguradora,
};
use gateway::schema::engine::persisted_documents::DocumentPolicy;
use serde_json::{Value, json};

use crate::{
    kit::{
        ABRIR, CHANGE_PASSWORD, Gateway, GatewayParts, READ, Shared, WRITE, caching, default_parts, metric,
        novo_acionamento, scraped, tool_with,
    },
    stub::{Answer, acionamento, seguradora, stub, usuario},
};

/// Sessions and paths that the services refuse, with the status.
#[derive(Clone, Default)]
struct Refusals(Shared<Vec<(&'static str, u16)>>);

impl Refusals {
    fn add(&self, token_or_path: &'static str, status: u16) {
        self.0.change(|refusals| refusals.push((token_or_path, status)));
    }

    /// The response of a service that does not refuse, to a session and the number of its calls so far.
    fn or<C: Call>(
        &self,
        answer: fn(&str, usize) -> Answer<C::Data>,
    ) -> impl Fn(&str, C) -> Answer<C::Data> + Send + Sync + use<C> {
        let (refusals, calls) = (self.clone(), Mutex::<HashMap<String, usize>>::default());
        move |token, _| {
            let refusals = refusals.0.get();
            if let Some((_, status)) = refusals.iter().find(|(refused, _)| [token, C::PATH].contains(refused)) {
                return Answer::Http(*status);
            }
            let mut calls = calls.lock().unwrap();
            let number = calls.entry(token.to_owned()).or_default();
            *number += 1;
            answer(token, *number)
        }
    }
}

/// Services whose rows contain the session's token and the number of its reads.
async fn start() -> (Refusals, Gateway) {
    let refusals = Refusals::default();
    let stub = stub()
        .on_session(refusals.or::<ListaAcionamentosByStatus>(|token, read| {
            let row = |number| Acionamento { nm_segurado: format!("{token} {read}").into(), ..acionamento(number) };
            Answer::Data((0..4).map(row).collect())
        }))
        .on_session(
            refusals
                .or::<ListaSeguradora>(|token, read| Answer::Data(vec![seguradora("3", &format!("{token} {read}"))])),
        )
        .on_session(refusals.or::<SalvaSinistroWeb>(|token, _| match token {
            "sem-resposta" => Answer::Http(504),
            "recusada" => Answer::Refused("Não."),
            _ => Answer::Data(acionamento(9)),
        }))
        .on_session(refusals.or::<AtualizaSenha>(|_, _| Answer::Refused("Não.")))
        .on_session(refusals.or::<AtualizaUsuario>(|_, _| Answer::Data(usuario("Bia"))))
        .on_session(refusals.or::<ListaMenuUsuario>(|_, _| Answer::Data(Vec::new())))
        .start_behind(caching)
        .await;
    (refusals, stub.gateway)
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
    let (_, gateway) = start().await;
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

#[tokio::test]
async fn a_list_that_its_first_page_shows_whole_is_not_cached() {
    let (_, gateway) = start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    gateway.run(Some("ana"), &LIST.replace("first: 2", "first: 4"), json!({})).await.data();
    // Nor is the next page cut from the list of before.
    assert_eq!(page(&gateway, "ana", &cursor).await.0, "ana 3");
}

#[tokio::test]
async fn pages_that_begin_together_share_a_list_and_each_of_several_is_cached_even_if_it_is_empty() {
    let stub = stub()
        .on(|call: ListaAcionamentosByStatus| {
            let rows = if call.status == "VAZIO" { 0 } else { 4 };
            Answer::Data((0..rows).map(acionamento).collect())
        })
        .start_behind(caching)
        .await;
    let calls = || stub.bodies::<ListaAcionamentosByStatus>().len();
    let ask = async |document: &str, after: &Value| {
        stub.gateway.run(Some("ana"), document, json!({ "after": after })).await.data()["acionamentos"].clone()
    };
    // Pages of different lengths.
    let together = "{ a: acionamentos(filtro: { status: \"ABERTO\" }, first: 4) { totalCount } \
                    b: acionamentos(filtro: { status: \"ABERTO\" }, first: 1) { totalCount } }";
    ask(together, &Value::Null).await;
    assert_eq!(calls(), 1);
    // One that begins when the other has arrived reads the list again, as the cost counts it.
    let nested = "{ acionamentos(filtro: { status: \"ABERTO\" }, first: 4) { nodes { segurado { \
                  acionamentos(statusEm: [\"ABERTO\"], first: 1) { totalCount } } } } }";
    ask(nested, &Value::Null).await;
    assert_eq!(calls(), 3);
    let several = "query($after: String) { acionamentos(filtro: { statusEm: [\"CHEIO\", \"VAZIO\"] }, first: 2, \
                   after: $after) { pageInfo { endCursor } } }";
    let first = ask(several, &Value::Null).await;
    ask(several, &first["pageInfo"]["endCursor"]).await;
    assert_eq!(calls(), 5);
}

#[tokio::test]
async fn a_save_that_may_have_been_done_invalidates_all_lists_of_acionamentos_only() {
    for (saving, becomes) in [("bia", "AcionamentoSalvo"), ("sem-resposta", "UPSTREAM_OUTCOME_UNKNOWN")] {
        let (_, gateway) = start().await;
        let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
        let saved = gateway.run(Some(saving), ABRIR, novo_acionamento("k")).await;
        assert!(saved.text.contains(becomes), "{}", saved.text);
        let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
        assert_eq!((told.as_str(), insurer.as_str()), ("ana 2", "ana 1"));
    }
}

#[tokio::test]
async fn a_write_that_changed_no_list_invalidates_none() {
    let (refusals, gateway) = start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    refusals.add("falsa", 401);
    let rename = "mutation { atualizarUsuario(input: { nome: \"Bia\" }) { __typename } }";
    // Without a session; refused; and a change of the user's own name.
    for (token, mutation, becomes) in [
        ("falsa", rename, "UNAUTHENTICATED"),
        ("falsa", ABRIR, "UNAUTHENTICATED"),
        ("falsa", CHANGE_PASSWORD, "UNAUTHENTICATED"),
        ("recusada", ABRIR, "Recusa"),
        ("recusada", CHANGE_PASSWORD, "Recusa"),
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
    let (refusals, gateway) = start().await;
    let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
    refusals.add(ListaMenuUsuario::PATH, 403);
    refusals.add(AtualizaUsuario::PATH, 403);
    for query in ["{ menu { id } }", WRITE] {
        assert_eq!(gateway.query("ana", query).await.error().0, "FORBIDDEN");
    }
    let (told, insurer, _) = page(&gateway, "ana", &cursor).await;
    assert_eq!((told.as_str(), insurer.as_str()), ("ana 1", "ana 1"));
    // The forbidden list is no longer served, even if it was cached.
    refusals.add(ListaAcionamentosByStatus::PATH, 403);
    assert_eq!(gateway.query("ana", LIST).await.error().0, "FORBIDDEN");
    assert_eq!(gateway.run(Some("ana"), LIST, json!({ "after": cursor })).await.error().0, "FORBIDDEN");
    let insurers = gateway.query("ana", READ).await.data();
    assert_eq!(insurers["seguradoras"][0]["nome"], "ana 1");
}

#[tokio::test]
async fn a_session_that_ended_has_no_cache_entries() {
    // The first read or write that gets a 401 removes all cache entries of the session.
    for first in [LIST, ABRIR] {
        let (refusals, gateway) = start().await;
        let (_, _, cursor) = page(&gateway, "ana", &Value::Null).await;
        refusals.add("ana", 401);
        for (query, variables) in
            [(first, novo_acionamento("k")), (LIST, json!({ "after": cursor })), (READ, json!({}))]
        {
            let refused = gateway.run(Some("ana"), query, variables).await;
            assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED", "{query}");
        }
    }
}

const KEY: &str = "chave-de-ferramenta-com-mais-de-32-caracteres";

/// The bound of this cache is tested beside it.
#[tokio::test]
async fn only_valid_documents_of_callers_who_may_send_them_are_cached() {
    let parts = GatewayParts {
        policy: DocumentPolicy::TrustedOrTool,
        tools: tool_with(KEY),
        telemetry: scraped(),
        ..default_parts()
    };
    let gateway = Gateway::of(parts);
    let lookups = |result: &str| {
        let series = format!("gateway_cache_lookups_total{{gateway_cache=\"documents\",gateway_result=\"{result}\"}}");
        metric(&gateway.telemetry, &series).unwrap_or_default()
    };
    let (refused, invalid) = ("{ seguradoras { nome } }", "{ nada }");
    for _ in 0..3 {
        assert_eq!(gateway.ask(&[], &json!({ "query": refused })).await.error().0, "DOCUMENT_NOT_TRUSTED");
    }
    for (document, hits, misses) in [(refused, 0.0, 1.0), (refused, 1.0, 1.0), (invalid, 1.0, 2.0), (invalid, 1.0, 3.0)]
    {
        gateway.ask(&[("x-tool-key", KEY)], &json!({ "query": document })).await;
        assert_eq!((lookups("hit"), lookups("miss")), (hits, misses), "{document}");
    }
}
