//! Lists in the order of their insurers' names, which rows do not have.

use contract::{
    acionamento::{Acionamento, ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    segurado::PesquisaSegurado,
    seguradora::{ListaSeguradora, Seguradora},
};
use gateway::upstream::UpstreamSettings;
use serde_json::{Value, json};

use super::{ids, rows};
use crate::{
    kit::{LONG_CACHE, Shared, upstream_settings},
    stub::{Answer, Stub, StubBuilder, acionamento, segurado, seguradora, stub, with_number},
};

/// Codes of the rows' insurers, by row.
const OF_ROWS: [&str; 7] = ["b", "none", "z", "a", "blank", "b2", "a"];

/// In no order. Two have names that differ in case and accents only; of a code that comes twice the first name counts.
fn insurers() -> Vec<Seguradora> {
    let names = [
        ("z", "Zênite"),
        ("a", "Ágil Pet"),
        ("b2", "BICHO"),
        ("blank", ""),
        ("b", "Bichó"),
        ("a", "Zebra"),
        ("c", "C"),
    ];
    names.map(|(code, name)| seguradora(code, name)).into()
}

fn services() -> StubBuilder {
    stub()
        .on::<ListaAcionamentosByStatus>(|_| {
            let row =
                |(number, code): (usize, &&str)| Acionamento { cd_seguradora: (*code).into(), ..acionamento(number) };
            Answer::Data(OF_ROWS.iter().enumerate().map(row).collect())
        })
        .on::<ListaAcionamentosBySinistro>(|call| Answer::Data(vec![with_number(call.sinistro, 1)]))
        .on::<ListaSeguradora>(|_| Answer::Data(insurers()))
        .on::<PesquisaSegurado>(|call: PesquisaSegurado| Answer::Data(segurado(call.cpf_cnpj.as_str())))
}

fn list(ordem: &str, fields: &str) -> String {
    format!("acionamentos(filtro: {{ status: \"X\" }}, ordem: {ordem}) {{ {fields} }}")
}

const IDS: &str = "nodes { id }";

#[tokio::test]
async fn names_are_compared_as_other_texts_and_rows_without_an_insurer_are_at_the_end_of_a_to_z() {
    let stub = services().start().await;
    for (ordem, expected) in [("SEGURADORA_ASC", "4 3 6 0 5 2 1"), ("SEGURADORA_DESC", "1 2 5 0 6 3 4")] {
        assert_eq!(rows(&stub, &format!("filtro: {{ status: \"X\" }}, ordem: {ordem}")).await, expected);
        let several = format!("acionamentos(filtro: {{ statusEm: [\"X\", \"Y\"] }}, ordem: {ordem}, first: 14)");
        let several = stub.ask(&format!("{{ {several} {{ {IDS} totalCount }} }}")).await.data();
        let several = &several["acionamentos"];
        assert_eq!((&*ids(several), &several["totalCount"]), (expected, &json!(7)));
    }
}

#[tokio::test]
async fn the_insurers_are_one_call_which_is_made_together_with_the_rows() {
    // Neither call gets a response before the other one is in flight.
    let stub = services().together("/", 2).start().await;
    let query = format!(
        "{{ {} other: {} seguradoras {{ id }} }}",
        list("SEGURADORA_ASC", "nodes { seguradora { nome } }"),
        list("SEGURADORA_DESC", "edges { cursor }")
    );
    stub.ask(&query).await.data();
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1");
}

#[tokio::test]
async fn an_insureds_acionamentos_have_these_orders_too() {
    let stub = services().start().await;
    let cpf = crate::stub::cpf(3);
    let query = format!(
        "{{ segurado(cpfCnpj: \"{cpf}\") {{ acionamentos(statusEm: [\"X\"], ordem: SEGURADORA_DESC) {{ nodes {{ id }} }} }} }}"
    );
    let answer = stub.ask(&query).await;
    assert_eq!(answer.data()["segurado"], json!({ "acionamentos": { "nodes": [{ "id": "3" }] } }));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1, pesquisa-segurado 1");
}

#[tokio::test]
async fn a_list_that_cannot_be_sorted_fails_with_the_error_of_the_insurers() {
    let stub = services().on::<ListaSeguradora>(|_| Answer::Refused("Sem seguradoras.")).start().await;
    let query = format!(
        "{{ {} other: {} acionamento(sinistro: \"1\") {{ id }} }}",
        list("SEGURADORA_ASC", IDS),
        list("STATUS_ASC", IDS)
    );
    let answer = stub.ask(&query).await;
    assert_eq!(answer.errors(), ["acionamentos UPSTREAM_REJECTED: Sem seguradoras."]);
    assert_eq!(answer.json()["data"]["acionamentos"], Value::Null);
    assert_eq!(answer.json()["data"]["other"]["nodes"][0], json!({ "id": "0" }));
    assert_eq!(answer.json()["data"]["acionamento"], json!({ "id": "1" }));
    // A list that fails too is what is reported.
    let stub = services()
        .on::<ListaSeguradora>(|_| Answer::Refused("Sem seguradoras."))
        .on::<ListaAcionamentosByStatus>(|_| Answer::Refused("Sem lista."))
        .start()
        .await;
    let answer = stub.ask(&format!("{{ {} }}", list("SEGURADORA_ASC", IDS))).await;
    assert_eq!(answer.errors(), ["acionamentos UPSTREAM_REJECTED: Sem lista."]);
}

/// A page of two rows: their ids, and its last cursor.
async fn page(stub: &Stub, direction: &str, cursor: &Value) -> (String, Value) {
    let query = format!(
        "query($cursor: String) {{ acionamentos(filtro: {{ status: \"X\" }}, ordem: SEGURADORA_ASC, {direction}) {{
            nodes {{ id }} pageInfo {{ endCursor }} }} }}"
    );
    let list = &stub.ask_with(&query, json!({ "cursor": cursor })).await.data()["acionamentos"];
    (ids(list), list["pageInfo"]["endCursor"].clone())
}

#[tokio::test]
async fn a_cursor_stays_valid_when_an_insurer_is_renamed_and_a_cached_list_is_sorted_anew() {
    let insurers = Shared::new(insurers());
    let current = insurers.clone();
    let rename = |name: &str| {
        insurers.change(|all| {
            let renamed = all.iter_mut().find(|insurer| insurer.cd_seguradora.0 == "a").unwrap();
            renamed.nm_seguradora = name.into();
        });
    };
    // The list is cached; the insurers are not.
    let cached = |address| UpstreamSettings { list_cache: LONG_CACHE, ..upstream_settings(address) };
    let stub = services().on::<ListaSeguradora>(move |_| Answer::Data(current.get())).start_behind(cached).await;
    let next = "first: 2, after: $cursor";
    let (first, cursor) = page(&stub, next, &Value::Null).await;
    assert_eq!(first, "4 3");
    // Those of other insurers are neither skipped nor repeated; the rest of "a" stands behind "z" now.
    rename("Último");
    let (second, end) = page(&stub, next, &cursor).await;
    assert_eq!(second, "0 5");
    rename("Zz");
    let (third, end) = page(&stub, next, &end).await;
    assert_eq!(third, "2 3");
    let (fourth, _) = page(&stub, next, &end).await;
    assert_eq!(fourth, "6 1");
    // Names that are those of before have the cursors of before.
    rename("Ágil Pet");
    assert_eq!(page(&stub, next, &cursor).await.0, "6 0");
    assert_eq!(page(&stub, "last: 2, before: $cursor", &cursor).await.0, "4");
    assert_eq!(stub.bodies::<ListaAcionamentosByStatus>().len(), 1, "the first page alone reads the list");
}
