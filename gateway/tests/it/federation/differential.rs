//! Entities as async-graphql resolves them, one after another, by the same functions.
//!
//! It gives an error no index, and runs every load anew.

use std::collections::BTreeSet;

use serde_json::{Value, json, value::RawValue};

use super::{KEY, entities, parts, representation, send, services, sinistro};
use crate::{
    kit::{Gateway, GatewayParts, Setup},
    stub::cpf,
};

const SELECTED: [&str; 6] = [
    super::ALL,
    "__typename",
    "... on Seguradora { nome cnpj } ... on Acionamento { valorTotal procedimentos { procedimento { valorReferencia } } }",
    "a: __typename ... on Segurado { apolices { seguradora { nome ativa } pets { raca } } }",
    "... on Acionamento { origem { id } segurado { email } } ... on Acionamento { segurado { telefone } }",
    "... on Segurado { acionamentos(statusEm: [], first: 1) { totalCount } } ... on Procedimento { valorReferencia }",
];

fn representations() -> Vec<Value> {
    vec![
        representation("Seguradora", "id", "3"),
        representation("Segurado", "cpfCnpj", cpf(1)),
        representation("Acionamento", "sinistro", sinistro(5)),
        representation("Segurado", "cpfCnpj", "52998224725"),
        representation("Procedimento", "id", "12"),
        representation("Procedimento", "id", "x"),
        representation("Segurado", "cpfCnpj", 1),
        representation("Acionamento", "id", "1"),
        representation("Acionamento", "sinistro", ""),
        representation("Seguradora", "id", 7),
        json!({}),
        json!(null),
    ]
}

/// The data as text, and each error without its index.
fn told(text: &str) -> (String, BTreeSet<String>) {
    #[derive(serde::Deserialize)]
    struct Answer {
        data: Box<RawValue>,
        #[serde(default)]
        errors: Vec<Value>,
    }
    let Answer { data, errors } = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let without_index = |mut error: Value| {
        let path = error["path"].as_array_mut().unwrap();
        if path.get(1).is_some_and(Value::is_number) {
            path.remove(1);
        }
        error.to_string()
    };
    (data.get().to_owned(), errors.into_iter().map(without_index).collect())
}

#[tokio::test]
async fn entities_are_those_that_async_graphql_resolves() {
    let stub = services().start_with(parts()).await;
    let parts = GatewayParts { is_reference_execution: true, ..parts() };
    let reference = Gateway::of(Setup { parts, ..Setup::over(stub.address) });
    let all = representations();
    // Null is refused as a value of the variable.
    let all = &all[..all.len() - 1];
    for selected in SELECTED {
        for length in [1, 4, all.len()] {
            for first in 0..all.len() {
                let some: Vec<_> = all.iter().cycle().skip(first).take(length).collect();
                let parameters = json!({ "query": entities(selected), "variables": { "representations": some } });
                let expected = send(&reference, Some(KEY), Some("token"), &parameters).await.text;
                let found = send(&stub.gateway, Some(KEY), Some("token"), &parameters).await.text;
                assert_eq!(told(&found), told(&expected), "{parameters}");
            }
        }
    }
}
