//! What a router may ask at once. Nothing runs beyond it.

use contract::acionamento::ListaAcionamentosByStatus;
use gateway::schema::engine::limits::{DocumentLimits, MAX_REPRESENTATIONS};
use serde_json::{Value, json};

use super::{ask, entities, find, parts, representation, services, sinistro};
use crate::{
    kit::GatewayParts,
    stub::{Answer, Stub, cpf},
};

async fn subgraph(limits: DocumentLimits) -> Stub {
    services()
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(Vec::new()))
        .start_with(GatewayParts { limits, ..parts() })
        .await
}

fn insured(number: usize) -> Value {
    representation("Segurado", "cpfCnpj", cpf(number))
}

fn claim(number: usize) -> Value {
    representation("Acionamento", "sinistro", sinistro(number))
}

fn times(number: usize, one: impl Fn(usize) -> Value) -> Value {
    (0..number).map(one).collect()
}

/// So many representations run, and one more is refused without a call.
async fn held(limits: DocumentLimits, selected: &str, most: usize, one: fn(usize) -> Value, refusal: &str) {
    let stub = subgraph(limits).await;
    let refused = find(&stub, selected, times(most + 1, one)).await;
    let errors = refused.errors();
    let expected = format!(" QUERY_TOO_COMPLEX: A consulta pede demais de uma vez: no máximo {refusal}, e pede ");
    assert!(matches!(&errors[..], [only] if only.starts_with(&expected)), "{errors:?}");
    assert_eq!((stub.counts().as_str(), refused.json().get("data")), ("", None));
    let found = find(&stub, selected, times(most, one)).await;
    assert_eq!(found.data()["_entities"].as_array().unwrap().len(), most);
}

#[tokio::test]
async fn representations_are_bounded() {
    let insurer = |_| representation("Seguradora", "id", "3");
    let refusal = format!("{MAX_REPRESENTATIONS} representações");
    held(DocumentLimits::default(), "... on Seguradora { nome }", MAX_REPRESENTATIONS, insurer, &refusal).await;
    // Those of all fields count together, and unknown ones too.
    let stub = subgraph(DocumentLimits::default()).await;
    let query = "query($a: [_Any!]!) { a: _entities(representations: $a) { __typename } b: _entities(representations: $a) { __typename } }";
    let half = times(MAX_REPRESENTATIONS / 2 + 1, |_| json!("?"));
    assert!(ask(&stub, query, json!({ "a": half })).await.errors()[0].contains(&refusal));
    assert_eq!(stub.counts(), "");
}

#[tokio::test]
async fn what_is_read_by_key_costs_a_call_for_each_representation() {
    let limits = DocumentLimits { keyed_calls: 10, ..DocumentLimits::default() };
    let refusal = "10 buscas por chave, contadas por linha de uma lista";
    held(limits, "... on Segurado { nome email }", 10, insured, refusal).await;
    held(limits, "... on Acionamento { segurado { nome } }", 10, claim, refusal).await;
    held(limits, "... on Acionamento { segurado { email } }", 5, claim, refusal).await;
    // Only of what there are representations.
    held(limits, "... on Acionamento { segurado { email } } ... on Segurado { nome }", 10, insured, refusal).await;
}

#[tokio::test]
async fn lists_below_entities_and_values_count_for_each_representation() {
    let lists = "... on Segurado { acionamentos(statusEm: [1, 2]) { totalCount } }";
    held(DocumentLimits::default(), lists, 10, insured, "21 chamadas aos serviços").await;
    // The list of insurers is one call for all.
    let limits = DocumentLimits { calls: 1, ..DocumentLimits::default() };
    let stub = subgraph(limits).await;
    let insurers = times(200, |_| representation("Seguradora", "id", "3"));
    assert!(find(&stub, "... on Seguradora { nome ativa }", insurers).await.data().is_object());
    assert_eq!(stub.counts(), "lista-seguradora 1");
    let limits = DocumentLimits { values: 100, ..DocumentLimits::default() };
    let refusal = "100 valores na resposta, contados por linha de uma lista";
    // Three fields and the entity itself, and two for the lists.
    held(limits, "... on Segurado { cpfCnpj nome email }", 24, insured, refusal).await;
}

#[tokio::test]
async fn representations_that_are_missing_or_no_objects_are_refused_without_a_call() {
    let stub = subgraph(DocumentLimits::default()).await;
    let nested = (0..100).fold(json!([]), |inner, _| json!([inner]));
    for representations in [nested, json!([null]), json!(null)] {
        assert_eq!(find(&stub, "__typename", representations).await.error().0, "BAD_USER_INPUT");
    }
    let missing = ask(&stub, &entities("__typename"), json!({})).await.error();
    assert_eq!(missing, ("BAD_USER_INPUT".to_owned(), "Falta o valor da variável $representations.".to_owned()));
    assert_eq!(stub.counts(), "");
}
