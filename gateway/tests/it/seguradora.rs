//! The insurers.

use serde_json::json;
use services::wire::seguradora::{ListaSeguradora, Seguradora};

use crate::{
    kit::{ANA, Kit},
    stub::{Reply, seguradora, stub},
};

#[tokio::test]
async fn insurers_are_listed_with_inactive_ones() {
    let stub = stub()
        .on::<ListaSeguradora>(|_| {
            Reply::Data(vec![
                seguradora("3", "Pata Segura"),
                Seguradora { nr_cnpj: None.into(), fl_ativa: false, ..seguradora("4", "Quatro Patas") },
                // No tax id: shown as the services sent it.
                Seguradora { nr_cnpj: Some("00".into()).into(), ..seguradora("5", "Rabo Feliz") },
            ])
        })
        .start()
        .await;
    let answer = stub.ask("{ seguradoras { id nome cnpj ativa } names: seguradoras { nome } }").await;
    assert_eq!(
        answer.data()["seguradoras"],
        json!([
            { "id": "3", "nome": "Pata Segura", "cnpj": "11222333000181", "ativa": true },
            { "id": "4", "nome": "Quatro Patas", "cnpj": null, "ativa": false },
            { "id": "5", "nome": "Rabo Feliz", "cnpj": "00", "ativa": true },
        ])
    );
    assert_eq!(stub.counts(), "lista-seguradora 1");
}

#[tokio::test]
async fn the_real_insurers_come_by_name() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let answer = kit.run(Some(&token), "{ seguradoras { id nome cnpj ativa } }", json!({})).await;
    insta::assert_snapshot!(format!("{:#}", answer.data()), @r#"
    {
      "seguradoras": [
        {
          "ativa": true,
          "cnpj": "12ABC34501DE35",
          "id": "2",
          "nome": "Amigo Fiel"
        },
        {
          "ativa": true,
          "cnpj": "11222333000181",
          "id": "1",
          "nome": "Pata Segura"
        },
        {
          "ativa": false,
          "cnpj": "45997418000153",
          "id": "3",
          "nome": "Velha Guarda"
        }
      ]
    }
    "#);
}
