//! Acionamentos: single ones, and lists with pages, search and order.

mod by_insurer;
mod by_key;
mod filter;
mod relation;
mod reopening;
mod save;

use contract::{
    acionamento::{Acionamento, Evento, ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    value::Money,
};
use serde_json::{Value, json};

use crate::{
    kit::Kit,
    stub::{Answer, Stub, acionamento, evento, stub, with_number},
};

/// A gateway over services with so many acionamentos, each changed by `change`.
async fn with_list(count: usize, change: impl Fn(usize, &mut Acionamento)) -> Stub {
    let rows: Vec<_> = (0..count)
        .map(|number| {
            let mut row = acionamento(number);
            change(number, &mut row);
            row
        })
        .collect();
    stub().on::<ListaAcionamentosByStatus>(move |_| Answer::Data(rows.clone())).start().await
}

async fn rows(stub: &Stub, arguments: &str) -> String {
    let query = format!("{{ acionamentos({arguments}) {{ nodes {{ id }} }} }}");
    ids(&stub.ask(&query).await.data()["acionamentos"])
}

fn ids(list: &Value) -> String {
    let ids: Vec<_> = list["nodes"].as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect();
    ids.join(" ")
}

#[tokio::test]
async fn a_history_is_oldest_first_in_any_order_of_the_service() {
    let event = |note: &str, hour: u32| Evento {
        dt_evento: format!("2026-11-20T{hour:02}:00:00-03:00").parse().unwrap(),
        ds_observacao: Some(note.to_owned()).into(),
        ..evento()
    };
    let [first, second, same, last] = [event("1", 9), event("2", 10), event("3", 10), event("4", 11)];
    for events in
        [vec![&first, &second, &same, &last], vec![&last, &same, &second, &first], vec![&second, &last, &same, &first]]
    {
        let events: Vec<_> = events.into_iter().cloned().collect();
        let stub = with_list(1, |_, row| row.historico.clone_from(&events)).await;
        let query = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { historico { observacao } } } }";
        let answer = stub.ask(query).await.data();
        let notes = answer["acionamentos"]["nodes"][0]["historico"].as_array().unwrap();
        let notes: Vec<_> = notes.iter().map(|event| event["observacao"].as_str().unwrap()).collect();
        assert_eq!(notes, ["1", "2", "3", "4"]);
    }
}

/// async-graphql drops such a fragment, so the reference execution cannot test this.
#[tokio::test]
async fn a_fragment_on_a_union_applies_to_its_members_everywhere() {
    let stub = stub()
        .on::<ListaAcionamentosBySinistro>(|call| Answer::Data(vec![with_number(call.sinistro, 1)]))
        .start()
        .await;
    let union = "... on ResultadoReabertura { ... on Acionamento { sinistro } ... on Recusa { mensagem } }";
    let answer = stub.ask(&format!("{{ acionamento(sinistro: \"1\") {{ id {union} }} }}")).await;
    let found = &answer.data()["acionamento"];
    assert_eq!((found["id"].is_string(), found["sinistro"].is_string(), found.get("mensagem")), (true, true, None));
}

#[tokio::test]
async fn a_list_has_its_orders() {
    let names = ["bruno", "Ábaco", "Zeca", "abel", "ANA"];
    let stub = with_list(5, |number, row| {
        row.nm_segurado = names[number].into();
        row.vl_total = Money::from_centavos([500, 100, 1_000, 100, 9][number]);
        row.dt_abertura += chrono::TimeDelta::days([3, 1, 4, 1, 5][number]);
        row.nr_sinistro = ["20", "50", "10", "40", "30"][number].into();
        row.nr_autorizacao = [Some("a-2"), None, Some("A-1"), None, Some("B-1")][number].map(Into::into).into();
        row.nm_pet = [Some("Zé"), Some("ágata"), None, Some("Bob"), Some("abel")][number].map(str::to_owned).into();
        // Without a text a status is sorted by the usual name of its code, or the code.
        row.cd_status = ["NEGADO", "X", "EM_ANALISE", "Y", "ÉMICO"][number].into();
        row.ds_status = ["", "Aberto", "", "Aberto", ""][number].into();
    })
    .await;
    let orders = [
        ("ABERTURA_DESC", "4 2 0 3 1"),
        ("ABERTURA_ASC", "1 3 0 2 4"),
        ("VALOR_DESC", "2 0 3 1 4"),
        ("VALOR_ASC", "4 1 3 0 2"),
        ("SEGURADO_ASC", "1 3 4 0 2"),
        ("SEGURADO_DESC", "2 0 4 3 1"),
        ("SINISTRO_ASC", "2 0 4 3 1"),
        ("SINISTRO_DESC", "1 3 4 0 2"),
        ("AUTORIZACAO_ASC", "2 0 4 1 3"),
        ("AUTORIZACAO_DESC", "3 1 4 0 2"),
        ("PET_ASC", "4 1 3 0 2"),
        ("PET_DESC", "2 0 3 1 4"),
        ("STATUS_ASC", "1 3 2 4 0"),
        ("STATUS_DESC", "0 4 2 3 1"),
    ];
    // The same list in several orders at once.
    let list =
        |ordem| format!(r#"{ordem}: acionamentos(filtro: {{ status: "X" }}, ordem: {ordem}) {{ nodes {{ id }} }}"#);
    let all: Vec<_> = orders.iter().map(|(ordem, _)| list(ordem)).collect();
    let together = stub.ask(&format!("{{ {} }}", all.join(" "))).await.data();
    for (ordem, expected) in orders {
        assert_eq!(rows(&stub, &format!("filtro: {{ status: \"X\" }}, ordem: {ordem}")).await, expected, "{ordem}");
        assert_eq!(ids(&together[ordem]), expected, "{ordem}");
    }
    assert_eq!(rows(&stub, "filtro: { status: \"X\" }").await, "4 2 0 3 1", "the newest first is the default");
}

#[tokio::test]
async fn a_search_filters_the_list_and_its_totals() {
    let stub = with_list(30, |number, row| {
        if number % 10 == 3 {
            row.nm_segurado = "Conceição".into();
            (row.cd_status, row.ds_status) = ("EM_ANALISE".into(), "".into());
        }
    })
    .await;
    let query = "query ($busca: String) {
        acionamentos(filtro: { status: \"ABERTO\" }, busca: $busca, first: 2) {
            nodes { id } totalCount valorTotal pageInfo { hasNextPage }
        }
    }";
    let list = &stub.ask_with(query, json!({ "busca": "CONCEICAO paçoca" })).await.data()["acionamentos"];
    assert_eq!(ids(list), "23 13");
    assert_eq!((&list["totalCount"], &list["valorTotal"]), (&json!(3), &json!("1920.00")));
    assert_eq!(list["pageInfo"]["hasNextPage"], true);
    for (busca, count) in [(json!(null), 30), (json!("  "), 30), (json!("ninguém"), 0), (json!("em analise"), 3)] {
        let answer = stub.ask_with(query, json!({ "busca": busca })).await;
        assert_eq!(answer.data()["acionamentos"]["totalCount"], count);
    }
    let long = stub.ask_with(query, json!({ "busca": "x".repeat(201) })).await;
    assert_eq!(long.errors(), [r#"acionamentos BAD_USER_INPUT: "busca" pode ter no máximo 200 caracteres."#]);
}

#[tokio::test]
async fn rows_with_an_empty_text_are_sorted_like_those_without_it() {
    let stub = with_list(4, |number, row| {
        row.nr_autorizacao = [None, Some("B".into()), Some("".into()), Some("A".into())][number].clone().into();
        row.nm_pet = row.nr_autorizacao.as_deref().map(str::to_owned).into();
    })
    .await;
    for (ordem, expected) in [("AUTORIZACAO_ASC", "3 1 0 2"), ("AUTORIZACAO_DESC", "2 0 1 3"), ("PET_ASC", "3 1 0 2")] {
        assert_eq!(rows(&stub, &format!("filtro: {{ status: \"ABERTO\" }}, ordem: {ordem}")).await, expected);
    }
}

#[tokio::test]
async fn numbers_are_sorted_by_their_value() {
    const NUMBERS: [&str; 9] = ["100", "10", "009", "A1", "1234567890123456789", "11", "9", "A-10", "A-9"];
    let stub = with_list(NUMBERS.len(), |number, row| {
        row.nr_sinistro = NUMBERS[number].into();
        row.nr_autorizacao = Some(NUMBERS[number].into()).into();
    })
    .await;
    // 009 9 10 11 100 1234567890123456789 A-9 A-10 A1
    for ordem in ["SINISTRO_ASC", "AUTORIZACAO_ASC"] {
        let arguments = format!("filtro: {{ status: \"ABERTO\" }}, ordem: {ordem}");
        assert_eq!(rows(&stub, &arguments).await, "2 6 1 5 0 4 8 7 3", "{ordem}");
    }
}

#[tokio::test]
async fn invalid_pages_are_bad_input_and_cost_no_call() {
    let stub = stub().start().await;
    let mut errors = Vec::new();
    for arguments in [
        "first: 1, last: 1",
        "first: -1",
        "last: -1",
        "first: 501",
        "last: 501",
        r#"after: "x""#,
        // A cursor of another order.
        r#"before: "WzQsIlZBTE9SX0FTQyIseyJrZXkiOnsiQW1vdW50IjoiMS4wMCJ9LCJjb2RlIjoiNyIsInNpbmlzdHJvIjoiUy03In1d""#,
    ] {
        let query =
            format!(r#"{{ acionamentos(filtro: {{ status: "ABERTO" }}, {arguments}) {{ totalCount }} __typename }}"#);
        let answer = stub.ask(&query).await;
        assert_eq!(answer.json()["data"], json!({ "acionamentos": null, "__typename": "Query" }));
        errors.extend(answer.errors());
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
    acionamentos BAD_USER_INPUT: Use "first" para avançar ou "last" para voltar, não os dois.
    acionamentos BAD_USER_INPUT: "first" não pode ser negativo.
    acionamentos BAD_USER_INPUT: "last" não pode ser negativo.
    acionamentos BAD_USER_INPUT: "first" pode ser no máximo 500.
    acionamentos BAD_USER_INPUT: "last" pode ser no máximo 500.
    acionamentos BAD_USER_INPUT: O cursor de "after" não é válido. Comece de novo, sem cursor.
    acionamentos BAD_USER_INPUT: O cursor de "before" é de uma lista em outra ordem. Comece de novo, sem cursor.
    "#);
    assert_eq!(stub.counts(), "");
}

const EVERYTHING: &str = include_str!("acionamento/whole.graphql");

#[tokio::test]
async fn an_acionamento_has_all_fields() {
    let (kit, token) = Kit::logged_in().await;
    let answer = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "2026000070001" })).await;
    let expected: Value = serde_json::from_str(include_str!("acionamento/whole.json")).unwrap();
    assert_eq!(answer.data()["acionamento"], expected);
    let services =
        ["lista-acionamentos-by-sinistro", "pesquisa-segurado", "lista-listaprocedimento", "lista-seguradora"];
    let calls = kit.calls();
    assert_eq!(calls.values().sum::<usize>(), services.len());
    assert!(services.iter().all(|service| calls.keys().any(|path| path.ends_with(service))), "{calls:?}");

    let reopened = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "2026000070003" })).await.data();
    assert_eq!(reopened["acionamento"]["reabertura"], json!({ "id": "70004" }));
    assert_eq!(reopened["acionamento"]["sinistroReabertura"], "2026000070004");
    let of_reopening = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": " 2026000070004 " })).await.data();
    assert_eq!(of_reopening["acionamento"]["origem"], json!({ "id": "70003" }));
    assert_eq!(of_reopening["acionamento"]["sinistroOrigem"], "2026000070003");
    let unknown = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "0" })).await.data();
    assert_eq!(unknown["acionamento"], Value::Null);
}
