//! The insurers.

use contract::seguradora::{ListaSeguradora, Seguradora};
use serde_json::json;

use crate::{
    kit::Kit,
    stub::{Answer, seguradora, stub},
};

#[tokio::test]
async fn insurers_come_by_name_with_inactive_ones() {
    let (kit, token) = Kit::logged_in().await;
    let answer = kit.query(&token, "{ seguradoras { id nome cnpj ativa } }").await;
    let expected = json!([
        { "id": "2", "nome": "Amigo Fiel", "cnpj": "12ABC34501DE35", "ativa": true },
        { "id": "1", "nome": "Pata Segura", "cnpj": "11222333000181", "ativa": true },
        { "id": "3", "nome": "Velha Guarda", "cnpj": "45997418000153", "ativa": false },
    ]);
    assert_eq!(answer.data()["seguradoras"], expected);
}

#[tokio::test]
async fn what_is_no_tax_id_is_shown_as_the_services_sent_it() {
    let with =
        |cnpj: Option<&str>| Seguradora { nr_cnpj: cnpj.map(Into::into).into(), ..seguradora("5", "Rabo Feliz") };
    let rows = move |_| Answer::Data([None, Some(" "), Some("00")].map(with).to_vec());
    let stub = stub().on::<ListaSeguradora>(rows).start().await;
    let answer = stub.ask("{ seguradoras { cnpj } again: seguradoras { nome } }").await;
    assert_eq!(answer.data()["seguradoras"], json!([{ "cnpj": null }, { "cnpj": null }, { "cnpj": "00" }]));
    assert_eq!(stub.counts(), "lista-seguradora 1");
}
