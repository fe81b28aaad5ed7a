//! Pages of acionamentos, of queries that do not come to the engine.

use futures_util::future::join;
use serde_json::{Value, json};
use services::wire::acionamento::{ListaAcionamentosBySeguradoraStatus, ListaAcionamentosByStatus};

use super::{distinct, odd_rows, odd_services};
use crate::stub::{Reply, Stub};

/// The answer to a query of some fields, which is asked for three times: by the engine, since it cannot be read as a whole
/// where its fields stand in it twice; and without that, when it is not known to be valid, and when it is.
async fn as_the_engine(stub: &Stub, (arguments, fields): (&str, &str), variables: &Value) -> Value {
    let ask = async |spreads: &str| {
        let document = format!("query{arguments} {{ {spreads} }} fragment F on Query {{ {fields} }}");
        stub.ask_with(&document, variables.clone()).await.json
    };
    let by_the_engine = ask("...F ...F").await;
    for _ in 0..2 {
        let answer = ask("...F").await;
        assert_eq!(answer["data"].to_string(), by_the_engine["data"].to_string(), "{fields} {variables}");
        assert_eq!(distinct(&answer["errors"]), distinct(&by_the_engine["errors"]), "{fields} {variables}");
    }
    by_the_engine
}

const ARGUMENTS: &str = "($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos = SEGURADO_ASC, \
                         $first: Int, $after: String, $last: Int, $before: String)";
const PAGE: &str = "acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, \
                    first: $first, after: $after, last: $last, before: $before) { totalCount __typename \
                    pageInfo { __typename hasPreviousPage x: hasNextPage startCursor endCursor } \
                    edges { cursor node { sinistro segurado { nome } } } nodes { id valorTotal } }";

#[tokio::test]
async fn a_page_says_what_the_engine_says_whatever_is_asked_for() {
    let stub = odd_services()
        .on::<ListaAcionamentosBySeguradoraStatus>(|_| Reply::Data(odd_rows().split_off(20)))
        .start()
        .await;
    let page = async |more: Value| {
        let mut variables = json!({ "filtro": { "status": "A" } });
        variables.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        as_the_engine(&stub, (ARGUMENTS, PAGE), &variables).await
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
    let fields = "seguradoras { nome } \
                    a: acionamentos(filtro: { status: \"A\" }, first: 2) { nodes { id seguradora { nome } } } \
                    b: acionamentos(filtro: { seguradoraStatus: { seguradora: \"3\", status: \"A\" } }) { \
                    valorTotal nodes { id segurado { email } pet { raca } } } \
                    c: acionamentos(filtro: { status: \"A\" }, last: 1) { valorTotal }";
    let answer = as_the_engine(&stub, ("", fields), &json!({})).await;
    let rows = |name: &str| answer["data"][name]["nodes"].as_array().map(Vec::len);
    assert_eq!((rows("a"), rows("b")), (Some(2), Some(1)), "{answer}");
    // What fails is asked for by nobody twice: the sum of all of them is no number of the graph.
    assert_eq!(distinct(&answer["errors"]).len(), 1);
    let each = "lista-acionamentos-by-seguradora-status 3, lista-acionamentos-by-status 3, lista-seguradora 3, \
                pesquisa-segurado 3";
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
async fn a_list_that_fails_costs_its_page_alone_and_is_asked_for_once() {
    let stub = odd_services()
        .on::<ListaAcionamentosByStatus>(|call| {
            if call.status == "A" { Reply::Http(500) } else { Reply::Refused("Status desconhecido.") }
        })
        .start()
        .await;
    for status in ["A", "B"] {
        let page = format!("acionamentos(filtro: {{ status: \"{status}\" }}) {{ nodes {{ seguradora {{ nome }} }} }}");
        let fields = format!("{page} seguradoras {{ id }}");
        let answer = as_the_engine(&stub, ("", &fields), &json!({})).await;
        assert_eq!(answer["data"], json!({ "acionamentos": null, "seguradoras": [{ "id": "3" }, { "id": "4" }] }));
        assert_eq!(answer["errors"][0]["path"], json!(["acionamentos"]));
    }
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 6, lista-seguradora 6", "once for each of six requests");
}
