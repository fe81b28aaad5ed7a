//! The insured.

use serde_json::json;
use services::wire::{
    segurado::{Apolice, PesquisaSegurado},
    seguradora::ListaSeguradora,
};

use crate::{
    kit::{ANA, Kit},
    stub::{Reply, segurado, seguradora, stub},
};

#[tokio::test]
async fn an_insured_has_policies_insurers_and_pets() {
    let stub = stub()
        .on::<PesquisaSegurado>(|call| Reply::Data(segurado(call.cpf_cnpj.as_str())))
        .on::<ListaSeguradora>(|_| Reply::Data(vec![seguradora("3", "Pata Segura")]))
        .start()
        .await;
    let answer = stub
        .ask(
            r#"{ segurado(cpfCnpj: "529.982.247-25") {
                cpfCnpj nome email telefone
                apolices { numero inicio fim vigente seguradora { id nome } pets { id nome especie raca nascimento } }
            } again: segurado(cpfCnpj: "52998224725") { nome } }"#,
        )
        .await;
    assert_eq!(
        answer.data()["segurado"],
        json!({
            "cpfCnpj": "52998224725",
            "nome": "Marina Duarte",
            "email": "52998224725@example.com",
            "telefone": "11987654321",
            "apolices": [{
                "numero": "PET-2025-004411",
                "inicio": "2025-11-21",
                "fim": "2026-11-20",
                "vigente": true,
                "seguradora": { "id": "3", "nome": "Pata Segura" },
                "pets": [{
                    "id": "881", "nome": "Paçoca", "especie": "Cão", "raca": "Vira-lata", "nascimento": "2021-03-09",
                }],
            }],
        })
    );
    assert_eq!(stub.counts(), "lista-seguradora 1, pesquisa-segurado 1");
}

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
            Reply::Data(insured)
        })
        .start()
        .await;
    let answer = stub.ask(r#"{ segurado(cpfCnpj: "52998224725") { apolices { vigente codigoSeguradora } } }"#).await;
    let valid = answer.data()["segurado"]["apolices"].as_array().unwrap();
    assert_eq!(
        valid.iter().map(|policy| policy["vigente"].as_bool().unwrap()).collect::<Vec<_>>(),
        [true, false, false, true]
    );
    // The insurer's code needs no list.
    assert_eq!(stub.counts(), "pesquisa-segurado 1");
}

#[tokio::test]
async fn an_unknown_insured_is_null_with_the_services_text() {
    let stub = stub().on::<PesquisaSegurado>(|_| Reply::Refused("Segurado não encontrado.")).start().await;
    let answer = stub.ask(r#"{ segurado(cpfCnpj: "52998224725") { nome } menu: __typename }"#).await;
    assert_eq!(answer.json["data"], json!({ "segurado": null, "menu": "Query" }));
    assert_eq!(answer.errors(), ["segurado UPSTREAM_REJECTED: Segurado não encontrado."]);
}

#[tokio::test]
async fn an_invalid_tax_id_fails_the_request_as_a_literal_and_as_a_variable() {
    let stub = stub().start().await;
    let literal = stub.ask(r#"{ segurado(cpfCnpj: "52998224724") { nome } }"#).await;
    let query = "query ($cpf: CpfCnpj!) { segurado(cpfCnpj: $cpf) { nome } }";
    let variable = stub.ask_with(query, json!({ "cpf": "529.982.247-24" })).await;
    // Neither request runs; each error says where the value stands.
    let literal = &literal.json["errors"][0];
    assert_eq!(literal["locations"], json!([{ "line": 1, "column": 21 }]));
    let detail = "CpfCnpj: Os dígitos verificadores do CPF ou CNPJ não conferem.";
    assert_eq!(literal["extensions"], json!({ "code": "GRAPHQL_VALIDATION_FAILED", "detail": detail }));
    assert!(literal.get("path").is_none() && variable.json.get("data").is_none());
    insta::assert_snapshot!(variable.errors()[0], @" BAD_USER_INPUT: O valor da variável $cpf não é aceito. Os dígitos verificadores do CPF ou CNPJ não conferem.");
    let number = stub.ask_with(query, json!({ "cpf": 52998224725_u64 })).await;
    insta::assert_snapshot!(number.errors()[0], @" BAD_USER_INPUT: O valor da variável $cpf não é aceito. Envie o CPF ou CNPJ como texto.");
    let missing = stub.ask_with(query, json!({})).await;
    insta::assert_snapshot!(missing.errors()[0], @" BAD_USER_INPUT: Falta o valor da variável $cpf.");
    assert_eq!(stub.counts(), "");
}

#[tokio::test]
async fn a_real_insured_has_all_fields() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let query = "query ($cpf: CpfCnpj!) { segurado(cpfCnpj: $cpf) {
        cpfCnpj nome email telefone
        apolices { numero seguradora { nome ativa } inicio fim vigente pets { id nome especie raca nascimento } }
    } }";
    let answer = kit.run(Some(&token), query, json!({ "cpf": "529.982.247-25" })).await;
    insta::assert_snapshot!(format!("{:#}", answer.data()), @r#"
    {
      "segurado": {
        "apolices": [
          {
            "fim": "2027-05-31",
            "inicio": "2026-06-01",
            "numero": "PET-2026-000002",
            "pets": [
              {
                "especie": "Gato",
                "id": "2",
                "nascimento": null,
                "nome": "Mia",
                "raca": null
              },
              {
                "especie": "Cão",
                "id": "1",
                "nascimento": "2021-03-09",
                "nome": "Paçoca",
                "raca": "Vira-lata"
              }
            ],
            "seguradora": {
              "ativa": true,
              "nome": "Pata Segura"
            },
            "vigente": true
          },
          {
            "fim": "2026-05-31",
            "inicio": "2025-06-01",
            "numero": "PET-2025-000001",
            "pets": [
              {
                "especie": "Cão",
                "id": "1",
                "nascimento": "2021-03-09",
                "nome": "Paçoca",
                "raca": "Vira-lata"
              }
            ],
            "seguradora": {
              "ativa": true,
              "nome": "Pata Segura"
            },
            "vigente": false
          }
        ],
        "cpfCnpj": "52998224725",
        "email": "marina@correio.example",
        "nome": "Marina Duarte",
        "telefone": "11987654321"
      }
    }
    "#);
    let unknown = kit.run(Some(&token), query, json!({ "cpf": "11144477735" })).await;
    assert_eq!(unknown.json()["data"], json!({ "segurado": null }));
    insta::assert_snapshot!(format!("{:?}", unknown.error()), @r#"("UPSTREAM_REJECTED", "Segurado não encontrado.")"#);
}
