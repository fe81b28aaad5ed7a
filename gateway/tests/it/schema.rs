//! The schema as a whole: its text, its descriptions, and the services that it reaches.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::{
    kit::Gateway,
    stub::stub,
    write_outcome::{Write, writes},
};

/// If `schema.graphql` is out of date, this test writes it anew and fails.
#[test]
fn schema_graphql_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema.graphql");
    let sdl = gateway::schema::sdl();
    if fs::read_to_string(&path).is_ok_and(|file| file == sdl) {
        return;
    }
    fs::write(&path, sdl).unwrap();
    panic!("schema.graphql was out of date and has been written anew: review and commit it");
}

#[tokio::test]
async fn everything_in_the_schema_is_described() {
    let document = "{ __schema { types {
        kind name description
        fields(includeDeprecated: true) { name description args(includeDeprecated: true) { name description } }
        inputFields(includeDeprecated: true) { name description }
        enumValues(includeDeprecated: true) { name description }
    } } }";
    let answer = Gateway::alone().run(None, document, json!({})).await;
    let mut silent = Vec::new();
    let mut check = |place: String, thing: &Value| {
        if thing["description"].as_str().is_none_or(|text| text.trim().len() < 8) {
            silent.push(place);
        }
    };
    let list = |thing: &Value, key: &str| thing[key].as_array().cloned().unwrap_or_default();
    for kind in list(&answer.data()["__schema"], "types") {
        let name = kind["name"].as_str().unwrap();
        // GraphQL's own types.
        if name.starts_with("__") || matches!(name, "Boolean" | "Float" | "ID" | "Int" | "String") {
            continue;
        }
        check(name.to_owned(), &kind);
        for field in list(&kind, "fields") {
            let field_name = format!("{name}.{}", field["name"].as_str().unwrap());
            for argument in list(&field, "args") {
                check(format!("{field_name}({})", argument["name"].as_str().unwrap()), &argument);
            }
            check(field_name, &field);
        }
        for value in list(&kind, "inputFields").iter().chain(&list(&kind, "enumValues")) {
            check(format!("{name}.{}", value["name"].as_str().unwrap()), value);
        }
    }
    assert_eq!(silent, Vec::<String>::new());
}

#[tokio::test]
async fn the_schema_reaches_every_service() {
    // A call that fails has reached its service.
    let stub = stub().start().await;
    for Write { mutation, variables, .. } in writes().await {
        stub.gateway.run(Some("token"), mutation, variables).await;
    }
    stub.ask(
        r#"{
            menu { id } seguradoras { id } procedimentos { id } segurado(cpfCnpj: "52998224725") { nome }
            a: acionamentos(filtro: { status: "A" }) { totalCount }
            b: acionamentos(filtro: { autorizacao: "A" }) { totalCount }
            c: acionamentos(filtro: { sinistro: "A" }) { totalCount }
            d: acionamentos(filtro: { seguradoraStatus: { seguradora: "3", status: "A" } }) { totalCount }
            reabertura(sinistro: "1") { __typename } totaisPorStatus(ano: 2026) { mes }
            painel {
                abertosHoje { quantidade } abertosNoMes { quantidade } faturadosNoMes { quantidade } seguradoras
                statusPorSeguradoraNoMes { seguradora { id } }
            }
        }"#,
    )
    .await;

    let reached: BTreeSet<String> = stub.seen().into_iter().map(|call| call.path).collect();
    let document = services::openapi();
    let all: BTreeSet<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(reached, all);
}
