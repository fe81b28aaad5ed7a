//! Pages of acionamentos, of queries that do not come to the engine.

use futures_util::future::join;
use serde_json::{Value, json};
use services::wire::acionamento::{ListaAcionamentosBySeguradoraStatus, ListaAcionamentosByStatus};

use super::{distinct, odd_rows, odd_services};
use crate::stub::{Reply, Stub};

/// A document that is asked for twice: by the engine first, and without it then, if it may be.
async fn twice(stub: &Stub, document: &str, variables: &Value) -> Value {
    let first = stub.ask_with(document, variables.clone()).await.json;
    let second = stub.ask_with(document, variables.clone()).await.json;
    assert_eq!(first["data"].to_string(), second["data"].to_string(), "{document} {variables}");
    assert_eq!(distinct(&first["errors"]), distinct(&second["errors"]), "{document} {variables}");
    second
}

const PAGE: &str = "query($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos = SEGURADO_ASC, \
                    $first: Int, $after: String, $last: Int, $before: String) { \
                    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, \
                    first: $first, after: $after, last: $last, before: $before) { totalCount __typename \
                    pageInfo { __typename hasPreviousPage x: hasNextPage startCursor endCursor } \
                    edges { cursor node { sinistro segurado { nome } } } nodes { id valorTotal } } }";

#[tokio::test]
async fn a_page_says_what_the_engine_says_whatever_is_asked_for() {
    let stub = odd_services()
        .on::<ListaAcionamentosBySeguradoraStatus>(|_| Reply::Data(odd_rows().split_off(20)))
        .start()
        .await;
    let page = async |more: Value| {
        let mut variables = json!({ "filtro": { "status": "A" } });
        variables.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        twice(&stub, PAGE, &variables).await
    };
    let all = page(json!({})).await;
    assert_eq!(all["data"]["acionamentos"]["totalCount"], 24);
    for more in [
        json!({ "first": 3 }),
        json!({ "first": 0 }),
        json!({ "last": 2, "ordem": "VALOR_DESC" }),
        json!({ "busca": "  ", "ordem": null }),
        json!({ "busca": "pacoca", "first": 2 }),
        json!({ "busca": "ninguem" }),
        json!({ "filtro": { "status": "NENHUM" } }),
        json!({ "filtro": { "sinistro": "2026" } }),
        json!({ "filtro": { "seguradoraStatus": { "seguradora": "3", "status": "A" } }, "ordem": "ABERTURA_ASC" }),
        json!({ "filtro": { "status": 7 } }),
    ] {
        let answer = page(more).await;
        assert!(answer["errors"].is_null() && answer["data"]["acionamentos"]["edges"].is_array(), "{answer}");
    }
    let mut cursor = Value::Null;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let answer = page(json!({ "first": 8, "after": cursor })).await;
        let connection = &answer["data"]["acionamentos"];
        cursor = connection["pageInfo"]["endCursor"].clone();
        seen.extend(connection["nodes"].as_array().unwrap().clone());
    }
    assert_eq!(json!(seen), all["data"]["acionamentos"]["nodes"]);
    let back = page(json!({ "last": 8, "before": cursor })).await;
    assert_eq!(back["data"]["acionamentos"]["nodes"], json!(seen[15..23]));
    for wrong in [
        json!({ "first": 501 }),
        json!({ "first": -1 }),
        json!({ "first": 1, "last": 1 }),
        json!({ "after": "nenhum" }),
        json!({ "after": cursor, "ordem": "VALOR_ASC" }),
        json!({ "busca": "x".repeat(201) }),
        json!({ "filtro": { "status": " " } }),
        json!({ "filtro": { "autorizacao": "\u{1}" } }),
    ] {
        let answer = page(wrong).await;
        assert!(answer["data"].is_null() || answer["data"]["acionamentos"].is_null(), "{answer}");
        assert!(!distinct(&answer["errors"]).is_empty(), "{answer}");
    }
}

#[tokio::test]
async fn several_pages_beside_one_another_each_have_their_own_rows_and_insured() {
    let stub = odd_services()
        .on::<ListaAcionamentosBySeguradoraStatus>(|_| Reply::Data(odd_rows().split_off(23)))
        .start()
        .await;
    let document = "{ seguradoras { nome } \
                    a: acionamentos(filtro: { status: \"A\" }, first: 2) { nodes { id seguradora { nome } } } \
                    b: acionamentos(filtro: { seguradoraStatus: { seguradora: \"3\", status: \"A\" } }) { \
                    valorTotal nodes { id segurado { email } pet { raca } } } \
                    c: acionamentos(filtro: { status: \"A\" }, last: 1) { valorTotal } }";
    let answer = twice(&stub, document, &json!({})).await;
    let rows = |name: &str| answer["data"][name]["nodes"].as_array().map(Vec::len);
    assert_eq!((rows("a"), rows("b")), (Some(2), Some(1)), "{answer}");
    // What fails is asked for by nobody twice: the sum of all of them is no number of the graph.
    assert_eq!(distinct(&answer["errors"]).len(), 1);
    let each = "lista-acionamentos-by-seguradora-status 2, lista-acionamentos-by-status 2, lista-seguradora 2, \
                pesquisa-segurado 2";
    assert_eq!(stub.counts(), each);
}

#[tokio::test]
async fn the_insured_of_no_rows_are_not_asked_for() {
    let stub = odd_services().start().await;
    let fields = "seguradora { nome } segurado { email } procedimentos { procedimento { categoria } }";
    let document = format!("{{ acionamentos(filtro: {{ status: \"NENHUM\" }}) {{ nodes {{ {fields} }} }} }}");
    let answer = stub.ask(&document).await;
    assert_eq!(*answer.data(), json!({ "acionamentos": { "nodes": [] } }));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1", "the engine waits to see what rows there are");
    assert_eq!(stub.ask(&document).await.data(), answer.data());
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 2, lista-listaprocedimento 1, lista-seguradora 1");
}

#[tokio::test]
async fn the_lists_that_rows_refer_to_are_not_asked_for_after_the_rows() {
    let stub = odd_services().together("/", 2).start().await;
    let document = "query($status: ID!) { acionamentos(filtro: { status: $status }, first: 1) { \
                    nodes { seguradora { nome } } } }";
    let ask = async |status: &str| stub.ask_with(document, json!({ "status": status })).await;
    // One call each: it takes both for either to be answered, and the document is known then.
    join(ask("NENHUM"), ask("NENHUM TAMBÉM")).await;
    let answer = ask("A").await;
    assert_eq!(answer.data()["acionamentos"]["nodes"], json!([{ "seguradora": null }]));
}

#[tokio::test]
async fn a_list_that_fails_costs_its_page_alone() {
    let stub = odd_services()
        .on::<ListaAcionamentosByStatus>(|call| {
            if call.status == "A" { Reply::Http(500) } else { Reply::Refused("Status desconhecido.") }
        })
        .start()
        .await;
    for status in ["A", "B"] {
        let document = format!(
            "{{ acionamentos(filtro: {{ status: \"{status}\" }}) {{ nodes {{ seguradora {{ nome }} }} }} \
             seguradoras {{ id }} }}"
        );
        let answer = twice(&stub, &document, &json!({})).await;
        assert_eq!(answer["data"], json!({ "acionamentos": null, "seguradoras": [{ "id": "3" }, { "id": "4" }] }));
        assert_eq!(answer["errors"][0]["path"], json!(["acionamentos"]));
    }
}
