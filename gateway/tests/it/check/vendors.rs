//! `gateway check --propose` for APIs as usual kinds of vendors write them. A first proposal, the keys of requests from the
//! documentation of the API, a second proposal: what is read through the file is what the reference services have.

use serde_json::{Value, json};

use super::{
    command,
    other_api::{self, OtherApi, request_lines},
    run,
};
use crate::kit::{Folder, Gateway, Kit, mapped};

const DOCUMENTS: &str = include_str!("vendors/documents.graphql");

/// Proposes twice, with the lines that only an operator knows added between, and compares what is read.
async fn is_read_after_two_proposals(api: OtherApi, operators_lines: &str) -> String {
    let (kit, token) = Kit::logged_in().await;
    let address = other_api::start(api, kit.services).await;
    let services = format!("http://{address}");
    let folder = Folder::new(&[("mapping.toml", operators_lines)]);
    let file = folder.path("mapping.toml");
    let propose = async || run(command(&services, &["--token", &token, "--propose", &file])).await;
    propose().await;
    let edited = folder.read("mapping.toml") + &request_lines(&api);
    folder.write("mapping.toml", &edited);
    let second = propose().await;
    let text = folder.read("mapping.toml");
    assert!(edited.lines().all(|line| text.contains(line)), "the operator's lines stay");
    let gateway = Gateway::of(mapped(address, &text));
    for document in DOCUMENTS.split("\n\n") {
        let expected = kit.query(&token, document).await.json();
        assert!(expected["data"].is_object() && expected.get("errors").is_none(), "{expected:#}");
        let read = gateway.query(&token, document).await.json();
        assert_eq!(read, expected, "{document}\n{text}\n{}{}", second.out, second.err);
    }
    let (code, _) = gateway.query("outra", "{ seguradoras { id } }").await.error();
    assert_eq!(code, "UNAUTHENTICATED", "{text}");
    assert_eq!(second.status, 0, "{text}\n{}{}", second.out, second.err);
    text
}

/// Java with Spring: English camelCase, errors as a list of objects, lists within `content` beside the page.
const SPRING: OtherApi = OtherApi {
    keys: include_str!("vendors/spring.keys"),
    request_keys: "sinistro=claimNumber autorizacao=authorizationCode seguradora=insurerId cpfCnpj=taxId",
    style: str::to_owned,
    value: |_, value| value,
    token: ("authorization", "Bearer "),
    success: |_, data| {
        let result = match data {
            Value::Array(rows) => json!({ "content": rows, "totalElements": rows.len(), "last": true }),
            data => data,
        };
        (200, json!({ "success": true, "errors": [], "result": result }))
    },
    refusal: |text| {
        (422, json!({ "success": false, "errors": [{ "code": "BUS-017", "message": text }], "result": null }))
    },
    invalid: |expected| {
        let error = |key: &String| json!({ "code": "VAL-001", "field": key, "message": "não pode ser nulo" });
        let errors: Vec<_> = expected.iter().map(error).collect();
        (400, json!({ "success": false, "errors": errors, "result": null }))
    },
    signed_out: || {
        let expired = json!({ "code": "AUTH-002", "message": "Token expirado" });
        (401, json!({ "success": false, "errors": [expired], "result": null }))
    },
};

/// PHP: Portuguese snake_case, everything as text, an empty list as `""`, an empty object or an empty list.
const PHP: OtherApi = OtherApi {
    keys: include_str!("vendors/php.keys"),
    request_keys: "sinistro=num_sinistro autorizacao=num_autorizacao seguradora=id_seguradora status=cod_status cpfCnpj=cpf_cnpj",
    value: |key, value| match value {
        Value::Bool(flag) => u8::from(flag).to_string().into(),
        Value::Number(number) => number.to_string().into(),
        Value::String(text) if text.len() > 19 && key.starts_with("dt") => text[..19].replace('T', " ").into(),
        Value::Null => "".into(),
        value => value,
    },
    success: |segment, data| {
        let data = match data {
            Value::Array(rows) if rows.is_empty() && segment.contains("autorizacao") => json!({}),
            Value::Array(rows) if rows.is_empty() => json!(""),
            data => data,
        };
        (200, json!({ "codigo": 0, "mensagem": "", "retorno": data }))
    },
    refusal: |text| (200, json!({ "codigo": 12, "mensagem": text, "retorno": [] })),
    invalid: |expected| {
        let text = format!("Parâmetro {} não informado", expected.join(", "));
        (200, json!({ "codigo": 3, "mensagem": text, "retorno": false }))
    },
    signed_out: || (200, json!({ "codigo": 99, "mensagem": "Token inválido  ", "retorno": "" })),
    ..SPRING
};

/// Protheus: upper-case names of columns, flags `T` and `F`, days without punctuation, amounts in centavos, padded texts.
const PROTHEUS: OtherApi = OtherApi {
    style: |key| key.to_uppercase().replace('_', ""),
    value: |key, value| match value {
        Value::Bool(flag) => (if flag { "T" } else { "F" }).into(),
        Value::Number(amount) if key.starts_with("vl") => {
            format!("{:.2}", amount.as_f64().unwrap()).replace('.', "").parse::<i64>().unwrap().into()
        }
        Value::String(text) if key.starts_with("dt") && text.len() == 10 => text.replace('-', "").into(),
        Value::String(text) if key.starts_with("dt") => {
            format!("{} {}", text[..10].replace('-', ""), &text[11..19]).into()
        }
        Value::String(text) if key.starts_with("ds") => format!("{text:<12}").into(),
        value => value,
    },
    token: ("X-Token", ""),
    success: |_, data| {
        let data = match data {
            Value::Array(rows) => json!({ "ITENS": rows }),
            data => data,
        };
        (200, json!({ "RETORNO": "000", "MSG": "OK", "DADOS": data }))
    },
    refusal: |text| (200, json!({ "RETORNO": "107", "MSG": text, "DADOS": {} })),
    invalid: |expected| {
        (400, json!({ "RETORNO": "400", "MSG": format!("Campo obrigatorio: {}", expected.join(", ")) }))
    },
    signed_out: || (401, json!({ "RETORNO": "401", "MSG": "Sessao expirada" })),
    ..PHP
};

/// Status and pet are objects of their own; one service has its own name for a sum, one answers with a bare number, and one
/// wraps its rows. A list of one is its object, days and amounts are written as people do.
const NESTED: OtherApi = OtherApi {
    keys: r"cdStatus=status.codigo dsStatus=status.descricao Pet.cdPet=codigo cdPet=pet.codigo Pet.nmPet=nome nmPet=pet.nome
        Pet.dsEspecie=especie dsEspecie=pet.especie Seguradora.cdSeguradora=id Seguradora.nmSeguradora=attributes.nome
        Seguradora.nrCnpj=attributes.cnpj Seguradora.flAtiva=attributes.ativa Total.vlTotal=valor",
    request_keys: "",
    value: |key, value| match (&key[..2], value) {
        ("hi" | "ap" | "pe", Value::Array(mut items)) if items.len() == 1 => items.remove(0),
        ("hi" | "ap" | "pe" | "pr", Value::Array(items)) if items.is_empty() => Value::Null,
        ("dt", Value::String(text)) if text.len() == 10 => {
            format!("{}/{}/{}", &text[8..], &text[5..7], &text[..4]).into()
        }
        // The instants of the fixture are of São Paulo.
        ("dt", Value::String(text)) => text[..19].replace('T', " ").into(),
        ("vl", Value::Number(amount)) => format!("{:.2}", amount.as_f64().unwrap()).replace('.', ",").into(),
        ("fl", Value::Bool(flag)) => (if flag { "S" } else { "N" }).into(),
        (_, value) => value,
    },
    success: |segment, mut data| {
        match segment {
            "total-acionamento-faturados-mes" => {
                let sum = data.as_object_mut().unwrap().remove("valor").unwrap();
                data["valorFaturado"] = sum;
            }
            "total-seguradoras" => data = data["qtTotal"].take(),
            "lista-seguradora" => data = json!({ "pagina": { "numero": 1 }, "content": data }),
            _ => {}
        }
        (200, json!({ "success": true, "error": null, "result": data }))
    },
    refusal: |text| (200, json!({ "success": false, "error": { "code": "E1", "message": text }, "result": null })),
    invalid: |expected| {
        let errors: Value = expected.iter().map(|key| (key.clone(), json!(["Obrigatório"]))).collect();
        (422, json!({ "success": false, "error": { "message": "Campos inválidos" }, "errors": errors }))
    },
    signed_out: || (419, json!({ "message": "Page Expired" })),
    ..SPRING
};

/// Spring with HATEOAS: no envelope, lists within two objects, and links; a list without rows has its links only.
const HATEOAS: OtherApi = OtherApi {
    success: |segment, data| {
        let links = json!({ "self": { "href": format!("https://api.example/{segment}") } });
        let linked = |mut row: Value| {
            row["_links"] = links.clone();
            row
        };
        let name = format!("{}List", segment.split('-').nth(1).unwrap());
        let body = match data {
            Value::Array(rows) if rows.is_empty() => json!({}),
            Value::Array(rows) => json!({ "_embedded": { name: rows.into_iter().map(linked).collect::<Vec<_>>() } }),
            data => data,
        };
        (200, linked(body))
    },
    refusal: |text| (422, json!({ "title": "Unprocessable Entity", "status": 422, "detail": text })),
    invalid: |expected| (400, json!({ "title": "Bad Request", "status": 400, "detail": expected.join(", ") })),
    signed_out: || (401, json!({ "title": "Unauthorized", "status": 401 })),
    ..SPRING
};

#[tokio::test]
async fn a_hateoas_api_is_read() {
    let text = is_read_after_two_proposals(HATEOAS, "").await;
    let table: toml::Table = text.parse().unwrap();
    let envelope = ["data", "status"].map(|key| table["envelope"].get(key).and_then(toml::Value::as_bool));
    assert_eq!(envelope, [Some(false), Some(false)], "{text}");
    assert!(table["envelope"].get("messages").is_none(), "a 401 with a title: {text}");
}

#[tokio::test]
async fn a_spring_api_is_read() {
    let text = is_read_after_two_proposals(SPRING, "").await;
    let table: toml::Table = text.parse().unwrap();
    let envelope = &table["envelope"];
    assert_eq!(
        json!([envelope["status"], envelope["messages"], envelope["data"], envelope["success"]]),
        json!(["success", "errors.message", "result", [true]]),
        "{text}"
    );
}

#[tokio::test]
async fn a_php_api_is_read() {
    let text = is_read_after_two_proposals(PHP, "").await;
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["envelope"]["success"], toml::Value::from(vec![0]), "{text}");
    assert_eq!(table["session"]["ended"]["messages"], toml::Value::from(vec!["Token inválido"]), "{text}");
}

#[tokio::test]
async fn a_protheus_api_is_read_with_the_line_for_centavos() {
    let lines = "[reading]\namounts = \"cents\"\n\n[headers]\nauthorization = \"X-Token\"\n\n[session]\nscheme = \"\"\n\n[values.flags]\ntrue = \"T\"\nfalse = \"F\"\n";
    is_read_after_two_proposals(PROTHEUS, lines).await;
}

#[tokio::test]
async fn an_api_with_objects_around_its_fields_is_read() {
    let line = "[calls.total-acionamento-faturados-mes.types.Total]\nvlTotal = \"valorFaturado\"\n";
    let text = is_read_after_two_proposals(NESTED, line).await;
    let table: toml::Table = text.parse().unwrap();
    assert!(table["envelope"]["messages"].as_str().unwrap().starts_with("error"), "{text}");
}
