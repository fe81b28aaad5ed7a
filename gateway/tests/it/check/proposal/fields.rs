//! The keys of fields: names alike, within objects, of one service alone.

use serde_json::{Value, json};

use super::{claims_with, claims_with_only, completed, table};
use crate::{
    check::{Live, with_mapping},
    kit::merged,
    stub::acionamento,
};

#[tokio::test]
async fn a_list_in_an_object_within_a_row_is_found() {
    let procedure =
        json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "qtProcedimento": 1, "vlProcedimento": 640.0 });
    let event = json!({ "cdStatus": "ABERTO", "dsStatus": "Aberto", "dtEvento": "2026-11-20T14:03:11-03:00", "nmUsuario": "Ana" });
    let (salesforce, dot_net) =
        (json!({ "totalSize": 1, "done": true, "records": [procedure] }), json!({ "$id": "2", "$values": [event] }));
    // A row with a list is no object around a list.
    let row = merged(procedure.clone(), json!({ "records": [{ "cdMaterial": "1" }] }));
    for (values, expected) in [
        (
            json!({ "procedimentos": { "results": [procedure] }, "historico": { "evento": event } }),
            "types.Acionamento = { procedimentos = 'procedimentos.results', historico = 'historico.evento' }",
        ),
        (
            json!({ "procedimentos": salesforce, "historico": dot_net }),
            "types.Acionamento = { procedimentos = 'procedimentos.records', historico = 'historico.$values' }",
        ),
        (json!({ "procedimentos": row }), ""),
    ] {
        let live = claims_with(&values);
        let text = completed(&live, "").await;
        assert_eq!(table(&text), table(expected), "{text}");
        assert_eq!(completed(&live, &text).await, text, "nothing is left to propose");
    }
}

#[tokio::test]
async fn the_name_within_an_object_is_that_of_the_object() {
    let total = json!({
        "situacao": { "codigo": "ABERTO", "nome": "Aberto" }, "companhia": { "id": "3", "fantasia": "Pata" },
        "qtTotal": 1, "vlTotal": 640.0,
    });
    let item = json!({
        "attributes": { "type": "Menu__c", "url": "/services/data/a0X" }, "cdMenu": "1", "dsMenu": "Início", "dsIcone": "casa",
        "nrOrdem": 1,
    });
    for (service, row, expected) in [
        (
            "total-status-seguradoras-mes",
            total,
            "types.TotalStatusSeguradora = { cdStatus = 'situacao.codigo', dsStatus = 'situacao.nome', cdSeguradora = \
             'companhia.id' }",
        ),
        ("lista-menu-usuario", item, ""),
    ] {
        let text = completed(&Live::new().data(service, &json!([row])), "").await;
        assert_eq!(table(&text), table(expected), "{text}");
    }
}

#[tokio::test]
async fn an_empty_day_is_a_day_and_a_text_may_be_one() {
    let mut billed = json!(acionamento(1));
    for (key, values) in [
        ("dtFaturamento", ["20261120", "00000000"]),
        ("dtFaturamento", ["20/11/2026", "  /  /    "]),
        ("dsObservacao", ["Retorno", "20/11/2026"]),
    ] {
        let name = key.to_uppercase();
        let rows: Vec<Value> = values
            .iter()
            .map(|value| {
                billed.as_object_mut().unwrap().remove(key);
                merged(billed.clone(), json!({ &*name: value }))
            })
            .collect();
        let text = completed(&Live::new().data("lista-acionamentos-by-sinistro", &json!(rows)), "").await;
        let line = format!("calls.lista-acionamentos-by-sinistro.types.Acionamento.{key} = '{name}'");
        assert_eq!(table(&text), table(&line), "{text}");
    }
}

#[tokio::test]
async fn a_key_beside_a_fields_own_is_no_other_name_of_it_where_the_api_leaves_it_out() {
    let without = |row: &Value| {
        let mut row = row.clone();
        row.as_object_mut().unwrap().retain(|key, _| !["nrAutorizacao", "dsObservacao"].contains(&&**key));
        row
    };
    let row = json!(acionamento(1));
    let both = merged(row.clone(), json!({ "nrAutorizacao": "A-1", "dsObservacao": "O", "observacao": "O2" }));
    let beside = merged(without(&row), json!({ "nrAutorizacaoExt": "E", "dsObservacao2": "O2", "observacao": "O2" }));
    let live = Live::new()
        .data("lista-acionamentos-by-status", &json!([both]))
        .data("lista-acionamentos-by-sinistro", &json!([beside]));
    let text = completed(&live, "").await;
    assert_eq!(table(&text), toml::Table::new(), "{text}");
    assert!(!text.contains("\"observacao\"  # "), "{text}");
    // It may just be null, or there are two.
    for (keys, line) in [
        (json!({ "codAutorizacao": "E" }), "# nrAutorizacao = \"codAutorizacao\"  # parecido; confira"),
        (
            json!({ "NR_AUTORIZACAO": "E", "nr_autorizacao": "E" }),
            "# nrAutorizacao = \"NR_AUTORIZACAO\"  # ou nr_autorizacao",
        ),
    ] {
        let live = Live::new().data("lista-acionamentos-by-sinistro", &json!([merged(without(&row), keys)]));
        let text = completed(&live, "").await;
        assert_eq!(table(&text), toml::Table::new(), "{text}");
        assert!(text.contains(line), "{text}");
    }
}

#[tokio::test]
async fn the_likeliest_keys_are_the_candidates() {
    let mut row = json!(acionamento(1));
    row.as_object_mut().unwrap().remove("vlTotal");
    let others = json!({ "aa": "1", "bb": "1", "cc": "1", "dd": "1", "ee": "1", "Ab": null, "valorCobrado": 640.5 });
    let text = completed(&claims_with_only(&merged(row, others)), "").await;
    assert!(text.contains("# vlTotal = \"…\"  # não veio; será valorCobrado, aa, bb, cc, dd? "), "{text}");
}

/// Services whose claims have a pet in other keys.
fn with_pet(pet: &Value) -> Live {
    let mut row = json!(acionamento(1));
    (row["nrAutorizacao"], row["flPodeReabrir"]) = (json!("A-1"), json!(true));
    row.as_object_mut().unwrap().remove("nmPet");
    claims_with_only(&merged(row, pet.clone()))
}

#[tokio::test]
async fn a_mistyped_name_within_an_object_is_missing_where_another_is_like_its_field() {
    let live = with_pet(&json!({ "pet": { "codigo": "7", "nome": "Rex" } }));
    let services = live.start().await;
    for (name, exit) in [("nome", 0), ("nmoe", 1)] {
        let mapping = format!("[types.Acionamento]\ncdPet = 'pet.codigo'\nnmPet = 'pet.{name}'\n");
        let told = with_mapping(&services, &mapping, &[]).await;
        assert_eq!((told.status, told.out.contains("Acionamento.pet.nome")), (exit, exit == 1), "{}", told.out);
    }
}

#[tokio::test]
async fn a_field_that_nothing_resembles_is_left_to_the_operator() {
    let live = with_pet(&json!({ "bicho": "Rex" }));
    let text = completed(&live, "").await;
    assert!(text.contains("# nmPet = false  # não veio; será bicho? false: nunca vem"), "{text}");
    let services = live.start().await;
    assert_eq!(with_mapping(&services, "", &[]).await.status, 1);
    assert_eq!(with_mapping(&services, "[types.Acionamento]\nnmPet = 'bicho'\n", &[]).await.status, 0);
    assert_eq!(with_mapping(&services, "[types.Acionamento]\nnmPet = false\n", &[]).await.status, 0);
}
