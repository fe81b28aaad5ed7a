//! The insured.

use contract::segurado::{Apolice, PesquisaSegurado};
use serde_json::{Value, json};

use crate::{
    kit::Kit,
    stub::{Answer, segurado, stub},
};

#[tokio::test]
async fn a_policy_is_valid_on_its_days_in_sao_paulo() {
    // The clock is noon of 2026-11-20 in São Paulo.
    let stub = stub()
        .on::<PesquisaSegurado>(|call| {
            let mut insured = segurado(call.cpf_cnpj.as_str());
            let days = [
                (Some("2026-11-20"), Some("2026-11-20")),
                (Some("2026-11-21"), None),
                (None, Some("2026-11-19")),
                (None, None),
            ];
            let policy = insured.apolices.remove(0);
            insured.apolices = days
                .map(|(first, last)| Apolice {
                    dt_inicio: first.map(|day| day.parse().unwrap()).into(),
                    dt_fim: last.map(|day| day.parse().unwrap()).into(),
                    ..policy.clone()
                })
                .to_vec();
            Answer::Data(insured)
        })
        .start()
        .await;
    let answer = stub.ask(r#"{ segurado(cpfCnpj: "52998224725") { apolices { vigente codigoSeguradora } } }"#).await;
    let valid = [true, false, false, true].map(|vigente| json!({ "vigente": vigente, "codigoSeguradora": "3" }));
    assert_eq!(answer.data()["segurado"]["apolices"], json!(valid));
    // The insurer's code needs no list.
    assert_eq!(stub.counts(), "pesquisa-segurado 1");
}

#[tokio::test]
async fn an_invalid_tax_id_fails_the_request_as_a_literal_and_as_a_variable() {
    let stub = stub().start().await;
    let literal = stub.ask(r#"{ segurado(cpfCnpj: "52998224724") { nome } seguradoras { nome } }"#).await;
    let query = "query ($cpf: CpfCnpj!) { segurado(cpfCnpj: $cpf) { nome } }";
    let variable = stub.ask_with(query, json!({ "cpf": "529.982.247-24" })).await;
    // Neither request runs; each error says where the value stands.
    assert!(literal.json().get("data").is_none() && variable.json().get("data").is_none());
    let literal = &literal.json()["errors"][0];
    assert_eq!(literal["locations"], json!([{ "line": 1, "column": 21 }]));
    let detail = "CpfCnpj: Os dígitos verificadores do CPF ou CNPJ não conferem.";
    assert_eq!(literal["extensions"], json!({ "code": "GRAPHQL_VALIDATION_FAILED", "detail": detail }));
    assert!(literal.get("path").is_none());
    assert_eq!(variable.json()["errors"][0]["locations"], json!([{ "line": 1, "column": 8 }]));
    insta::assert_snapshot!(variable.errors()[0], @" BAD_USER_INPUT: O valor da variável $cpf não é aceito. Os dígitos verificadores do CPF ou CNPJ não conferem.");
    let number = stub.ask_with(query, json!({ "cpf": 52998224725_u64 })).await;
    insta::assert_snapshot!(number.errors()[0], @" BAD_USER_INPUT: O valor da variável $cpf não é aceito. Envie o CPF ou CNPJ como texto.");
    let missing = stub.ask_with(query, json!({})).await;
    insta::assert_snapshot!(missing.errors()[0], @" BAD_USER_INPUT: Falta o valor da variável $cpf.");
    assert_eq!(stub.counts(), "");
}

#[tokio::test]
async fn an_insured_has_policies_insurers_and_pets() {
    let (kit, token) = Kit::logged_in().await;
    let query = "query ($cpf: CpfCnpj!) { segurado(cpfCnpj: $cpf) {
        cpfCnpj nome email telefone
        apolices { numero seguradora { nome ativa } inicio fim vigente pets { id nome especie raca nascimento } }
    } again: segurado(cpfCnpj: \"52998224725\") { nome } }";
    let answer = kit.run(Some(&token), query, json!({ "cpf": "529.982.247-25" })).await;
    let expected: Value = serde_json::from_str(include_str!("segurado/insured.json")).unwrap();
    assert_eq!(answer.data()["segurado"], expected);
    assert_eq!(
        (kit.calls().into_values().sum::<usize>(), &answer.data()["again"]["nome"]),
        (2, &json!("Marina Duarte"))
    );
    let unknown = "{ segurado(cpfCnpj: \"11144477735\") { nome } menu: __typename }";
    let unknown = kit.query(&token, unknown).await;
    assert_eq!(unknown.json()["data"], json!({ "segurado": null, "menu": "Query" }));
    unknown.failed("UPSTREAM_REJECTED", "Segurado não encontrado.");
}
