//! A document that was run before is not validated again, and nobody can tell.

use serde_json::{Value, json};
use services::wire::{acionamento::ListaAcionamentosByStatus, segurado::PesquisaSegurado};

use crate::stub::{Reply, Stub, acionamento, segurado, stub};

async fn services() -> Stub {
    stub()
        .on::<ListaAcionamentosByStatus>(|_| Reply::Data(vec![acionamento(1)]))
        .on::<PesquisaSegurado>(|call| Reply::Data(segurado(&call.cpf_cnpj)))
        .start()
        .await
}

/// What a gateway answers that has run nothing before.
async fn afresh(document: &str, variables: &Value) -> Value {
    services().await.ask_with(document, variables.clone()).await.json
}

#[tokio::test]
async fn whatever_was_run_before_the_answer_is_the_same() {
    let list = "query($f: FiltroAcionamentos!, $o: OrdemAcionamentos, $n: Int, $sim: Boolean = true) { \
                acionamentos(filtro: $f, ordem: $o, first: $n) { totalCount @include(if: $sim) nodes { id } } }";
    let inside = "query($s: ID!, $o: OrdemAcionamentos = VALOR_ASC) { \
                  acionamentos(filtro: { status: $s }, ordem: $o) { totalCount } }";
    let insured = "query A($id: CpfCnpj!) { segurado(cpfCnpj: $id) { nome } } query B { __typename }";
    let status = json!({ "status": "ABERTO" });
    let runs = [
        (list, json!({ "f": status, "o": "VALOR_ASC", "n": 5 })),
        (list, json!({ "f": { "status": "FECHADO" }, "o": "VALOR_DESC", "n": 7, "sim": false })),
        (list, json!({ "f": status, "o": "VALOR", "n": 5 })),
        (list, json!({ "f": status, "o": "ABERTO", "n": 5 })),
        (list, json!({ "f": status, "o": 7 })),
        (list, json!({ "f": status, "n": "5" })),
        (list, json!({ "f": status, "n": 5.5 })),
        (list, json!({ "f": status, "n": 3_000_000_000_u64 })),
        (list, json!({ "f": status, "n": 501 })),
        (list, json!({ "f": { "status": "ABERTO", "sinistro": "1" } })),
        (list, json!({ "f": { "outro": "ABERTO" } })),
        (list, json!({ "f": { "status": null } })),
        (list, json!({ "f": { "status": [] } })),
        (list, json!({ "f": { "status:s,x": "ABERTO" } })),
        (list, json!({ "f": {} })),
        (list, json!({ "f": status, "sim": null })),
        (list, json!({ "f": status, "sim": "true" })),
        (list, json!({ "f": status, "a mais": [1, { "x": null }] })),
        (list, json!({})),
        (inside, json!({ "s": "ABERTO" })),
        (inside, json!({ "s": 7 })),
        (inside, json!({ "s": 7.5 })),
        (inside, json!({ "s": { "status": "ABERTO" } })),
        (inside, json!({ "s": "ABERTO", "o": "NENHUMA" })),
        (insured, json!({ "id": "52998224725" })),
        ("{ nada }", json!({})),
        ("{ acionamentos(filtro: { status: ABERTO }) { totalCount } }", json!({})),
        ("{ a", json!({})),
    ];
    let mut expected = Vec::new();
    for (document, variables) in &runs {
        expected.push(afresh(document, variables).await);
    }
    let stub = services().await;
    // Forwards and backwards: what is valid comes before what is not, and after it.
    let again: Vec<_> = runs.iter().zip(&expected).collect();
    for ((document, variables), expected) in again.iter().chain(again.iter().rev()).chain(&again) {
        let answer = stub.ask_with(document, variables.clone()).await.json;
        assert_eq!(answer, **expected, "{document} {variables}");
    }
}
