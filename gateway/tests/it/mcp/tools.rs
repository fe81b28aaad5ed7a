//! The tools: what they are called with, what they give, and what they cost.

mod failures;

use axum::http::StatusCode;
use contract::{
    acionamento::{ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    seguradora::ListaSeguradora,
};
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{ask, call, parts};
use crate::{
    captured_log::CapturedLog,
    kit::{Gateway, Kit, Setup},
    stub::{Answer, acionamento, seguradora, stub},
};

/// Whether a value is one of a JSON Schema, as far as tools use it; if not, its path.
fn conforms(value: &Value, schema: &Value, path: &str) -> Result<(), String> {
    if let Some(any) = schema.get("anyOf") {
        let mut tried = any.as_array().unwrap().iter().map(|one| conforms(value, one, path));
        return if tried.any(|tried| tried.is_ok()) { Ok(()) } else { Err(format!("{path}: {value}")) };
    }
    let is_of_type = match schema["type"].as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{path}: {other}"),
    };
    if !is_of_type || schema.get("enum").is_some_and(|values| !values.as_array().unwrap().contains(value)) {
        return Err(format!("{path}: {value}"));
    }
    for name in schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap()) {
        let field = value.get(name).ok_or_else(|| format!("{path}: {name} is missing"))?;
        conforms(field, &schema["properties"][name], &format!("{path}.{name}"))?;
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(item, &schema["items"], &format!("{path}[]"))?;
    }
    match (value.as_object(), schema["properties"].as_object()) {
        (Some(fields), Some(known)) if fields.len() != known.len() => Err(format!("{path}: other fields")),
        _ => Ok(()),
    }
}

async fn definition(gateway: &Gateway, tool: &str) -> Value {
    let listed = ask(gateway, "ana", "tools/list", json!({})).await.json();
    listed["result"]["tools"].as_array().unwrap().iter().find(|one| one["name"] == tool).unwrap().clone()
}

/// The data of a call that succeeded. They are in a text too, and conform to the output schema.
async fn data(gateway: &Gateway, token: &str, tool: &str, arguments: Value) -> Value {
    let result = call(gateway, token, tool, arguments).await;
    assert_eq!(result["isError"], json!(false), "{result:#}");
    let data = result["structuredContent"].clone();
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), data);
    conforms(&data, &definition(gateway, tool).await["outputSchema"], tool).unwrap();
    data
}

async fn failure(gateway: &Gateway, tool: &str, arguments: Value) -> String {
    super::failure(&call(gateway, "ana", tool, arguments).await)
}

#[tokio::test]
async fn every_tool_gives_what_its_output_schema_says() {
    let (kit, token) = Kit::logged_in().await;
    let gateway = Gateway::of(Setup { parts: parts(), ..Setup::over(kit.services) });
    let listed = ask(&gateway, &token, "tools/list", json!({})).await.json();
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let annotations =
            json!({ "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false });
        assert_eq!(tool["annotations"], annotations);
        assert!(tool["title"].is_string() && tool["description"].as_str().unwrap().len() < 300, "{tool:#}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], json!(false));
    }
    // What a model reads before its first call, in bytes.
    let prompt: usize = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["description"].to_string().len() + tool["inputSchema"].to_string().len())
        .sum();
    assert!(prompt < 4096, "{prompt}");

    let found = data(&gateway, &token, "buscar_acionamento", json!({ "sinistro": "2026000070001" })).await;
    let found = &found["acionamentos"]["nodes"][0];
    assert_eq!(found["sinistro"], json!("2026000070001"));
    let cpf = found["segurado"]["cpfCnpj"].clone();
    let open = data(&gateway, &token, "listar_acionamentos", json!({ "status": "ABERTO" })).await;
    assert!(open["acionamentos"]["totalCount"].as_i64().unwrap() > 0);
    let counted = data(&gateway, &token, "listar_acionamentos", json!({ "status": "ABERTO", "linhas": 0 })).await;
    assert_eq!(counted["acionamentos"]["totalCount"], open["acionamentos"]["totalCount"]);
    assert_eq!(counted["acionamentos"]["nodes"], json!([]));
    let arguments = json!({ "cpfCnpj": cpf, "status": found["status"]["codigo"] });
    let insured = data(&gateway, &token, "consultar_segurado", arguments).await;
    assert_eq!(insured["segurado"]["nome"], found["segurado"]["nome"]);
    let theirs = insured["segurado"]["acionamentos"]["nodes"].as_array().unwrap();
    assert!(theirs.iter().any(|one| one["sinistro"] == found["sinistro"]), "{theirs:#?}");
    let totals = data(&gateway, &token, "consultar_totais", json!({ "ano": 2026 })).await;
    assert!(!totals["totaisPorStatus"].as_array().unwrap().is_empty());
    let insurers = data(&gateway, &token, "listar_seguradoras", json!({})).await;
    let seguradora = insurers["seguradoras"][0]["id"].clone();
    data(&gateway, &token, "listar_acionamentos", json!({ "status": "ABERTO", "seguradora": seguradora })).await;
    let all = data(&gateway, &token, "listar_procedimentos", json!({})).await;
    let some = data(&gateway, &token, "listar_procedimentos", json!({ "busca": "consulta" })).await;
    let number = |procedures: &Value| procedures["procedimentos"].as_array().unwrap().len();
    assert!((1..number(&all)).contains(&number(&some)), "{some}");
    let none = data(&gateway, &token, "buscar_acionamento", json!({ "autorizacao": "nenhuma" })).await;
    assert_eq!(none, json!({ "acionamentos": { "nodes": [] } }));
}

#[tokio::test]
async fn the_input_schema_is_that_of_the_documents_variables() {
    let schema = definition(&super::alone(), "listar_acionamentos").await["inputSchema"].clone();
    assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["status"])));
    let argument = |name: &str| {
        let mut argument = schema["properties"][name].clone();
        let description = argument.as_object_mut().unwrap().remove("description");
        (argument, description.unwrap())
    };
    assert_eq!(argument("status").0, json!({ "type": "array", "items": { "type": "string" } }));
    let (code, description) = argument("seguradora");
    assert_eq!(code, json!({ "type": "string" }));
    assert_eq!(description, json!("Código da seguradora, de listar_seguradoras."));
    assert_eq!(argument("linhas").0, json!({ "type": "integer" }));
    assert_eq!(argument("ordem").0["enum"][0], json!("ABERTURA_DESC"));
    let day = json!({ "type": "string" });
    let which = json!({ "type": "string", "enum": ["ABERTURA", "OCORRENCIA", "FATURAMENTO"] });
    let period = json!({
        "type": "object",
        "properties": { "por": which, "de": day, "ate": day },
        "required": ["por"],
        "additionalProperties": false,
    });
    assert_eq!(argument("periodo").0, period);
}

#[tokio::test]
async fn lists_have_pages_of_20_rows_or_as_asked_for_and_a_cursor() {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data((1..=45).map(acionamento).collect()))
        .on::<ListaSeguradora>(|_| Answer::Data(vec![seguradora("3", "Araucária")]))
        .start_with(parts())
        .await;
    let (mut arguments, mut seen) = (json!({ "status": "ABERTO", "ordem": "ABERTURA_ASC" }), Vec::new());
    for rows in [20, 20, 5] {
        let page = data(&stub.gateway, "ana", "listar_acionamentos", arguments.clone()).await["acionamentos"].clone();
        let nodes = page["nodes"].as_array().unwrap();
        assert_eq!((nodes.len(), &page["totalCount"]), (rows, &json!(45)));
        assert_eq!(page["pageInfo"]["hasNextPage"], json!(rows == 20));
        seen.extend(nodes.iter().map(|node| node["sinistro"].as_str().unwrap().to_owned()));
        arguments["depois"] = page["pageInfo"]["endCursor"].clone();
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 45);
    // The plan of the engine: one call for a list, and one for the insurers' names.
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 3, lista-seguradora 3");

    let page = data(&stub.gateway, "ana", "listar_acionamentos", json!({ "status": "ABERTO", "linhas": 50 })).await;
    assert_eq!(page["acionamentos"]["nodes"].as_array().unwrap().len(), 45);
}

#[tokio::test]
async fn values_come_as_models_and_command_lines_write_them() {
    let stub = stub()
        .on::<ListaAcionamentosBySinistro>(|call| {
            Answer::Data(vec![acionamento(call.sinistro.trim_start_matches("2026").parse().unwrap())])
        })
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data((1..=3).map(acionamento).collect()))
        .on::<ListaSeguradora>(|_| Answer::Data(Vec::new()))
        .start_with(parts())
        .await;
    let found = data(&stub.gateway, "ana", "buscar_acionamento", json!({ "sinistro": 2026000000007_u64 })).await;
    assert_eq!(found["acionamentos"]["nodes"][0]["sinistro"], json!("2026000000007"));
    let period = r#"{"por":"ABERTURA","de":"2001-01-01","ate":null}"#;
    for (arguments, rows) in [
        (json!({ "status": "ABERTO" }), 3),
        (json!({ "status": ["ABERTO"], "seguradora": null, "busca": " " }), 3),
        (json!({ "status": "[\"ABERTO\"]", "linhas": "2" }), 2),
        (json!({ "status": " [\"ABERTO\"]", "linhas": 1.0, "periodo": period }), 1),
        (json!({ "status": "ABERTO", "linhas": "1.0" }), 1),
        (json!({ "status": "ABERTO", "periodo": { "por": "ABERTURA", "ate": "2001-01-01", "de": "" } }), 0),
    ] {
        let page = data(&stub.gateway, "ana", "listar_acionamentos", arguments.clone()).await;
        assert_eq!(page["acionamentos"]["nodes"].as_array().unwrap().len(), rows, "{arguments}");
    }
}

#[tokio::test]
async fn the_log_names_tools_of_the_gateway_and_no_other() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let stub = stub().on::<ListaSeguradora>(|_| Answer::Data(Vec::new())).start_with(parts()).await;
    call(&stub.gateway, "ana", "listar_seguradoras", json!({})).await;
    let fields = log.requests().remove(0).1;
    assert_eq!(
        (&fields["route"], &fields["operation"], &fields["kind"], &fields["calls"]),
        (&json!("/mcp"), &json!("listar_seguradoras"), &json!("query"), &json!(1))
    );
    let reply = ask(&stub.gateway, "ana", "tools/call", json!({ "name": "maria_52998224725" })).await;
    assert_eq!(reply.status, StatusCode::OK);
    call(&stub.gateway, "ana", "buscar_acionamento", json!({ "x52998224725": 1 })).await;
    let fields: Vec<_> = log.requests().into_iter().map(|(_, fields)| fields).collect();
    assert_eq!((fields[1].get("operation"), &fields[1]["errors"]), (None, &json!("BAD_REQUEST")));
    assert_eq!(
        (&fields[2]["operation"], &fields[2]["errors"]),
        (&json!("buscar_acionamento"), &json!("BAD_USER_INPUT"))
    );
    assert!(!log.text().contains("52998224725"));
}
