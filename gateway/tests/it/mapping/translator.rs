//! An integration API of another mapping: a proxy in front of the reference services that translates in both directions. It
//! knows the mapping by itself, in tables and code of its own.

use std::net::SocketAddr;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::{Map, Value, json};

use crate::kit::{API_KEY, serve};

/// The mapping as the gateway gets it.
pub(super) const MAPPING: &str = r#"
    [envelope]
    status = "sucesso"
    success = [true]
    messages = "mensagem"
    data = "dados"
    refusals = [422]

    [session]
    scheme = ""
    ended = { http = [403], messages = ["Sessão expirada"] }

    [headers]
    authorization = "X-Token"
    api-key = "X-Api-Key"
    idempotency-key = "X-Chave"
    add = { X-Tenant = "pets" }

    [writing]
    dates = "dd/MM/yyyy"
    amounts = "text-comma"

    [types.Sessao]
    dsToken = "accessToken"

    [types.Acionamento]
    nrSinistro = "numero"
    vlTotal = "valor"
    dtAbertura = "data_abertura"
    procedimentos = "itens"
    nmPet = "pet.nome"
    dsEspecie = 'pet.tipo\.especie.nome'

    # The names of two keys, exchanged.
    [types.Evento]
    dsStatus = "cdStatus"
    cdStatus = "dsStatus"

    [types.Seguradora]
    nmSeguradora = "nome \"fantasia\""
    flAtiva = "ativa"

    [requests.ListaAcionamentosByStatus]
    status = "cdStatus"

    [requests.SalvaSinistroWeb]
    dataOcorrencia = "data"
    procedimentos = "itens"
    pet = "animal.codigo"
    apolice = "animal.apolice"

    [requests.NovoProcedimento]
    valor = "vlUnitario"

    [calls."lista-menu-usuario"]
    path = "/menu/v2"

    [calls."lista-seguradora"]
    list = "pagina.seguradoras"

    [calls."total-acionamento-abertos-dia".types.Total]
    vlTotal = "valorDoDia"

    [calls."pesquisa-segurado"]
    list = "segurado"
"#;

/// Keys of the responses: type of the objects' place, key of the contract, spelling.
const RESPONSE_KEYS: [(&str, &str); 6] = [
    ("dsToken", "accessToken"),
    ("nrSinistro", "numero"),
    ("vlTotal", "valor"),
    ("dtAbertura", "data_abertura"),
    ("nmSeguradora", "nome \"fantasia\""),
    ("flAtiva", "ativa"),
];

/// Starts the API.
pub(super) async fn start(services: SocketAddr) -> SocketAddr {
    serve(Router::new().fallback(move |request: Request| answer(services, request))).await
}

async fn answer(services: SocketAddr, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let header = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap());
    if (header("x-api-key"), header("x-tenant"), header("authorization")) != (Some(API_KEY), Some("pets"), None) {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let path = match parts.uri.path() {
        "/menu/v2" => "/Menu/lista-menu-usuario",
        "/Menu/lista-menu-usuario" => return StatusCode::NOT_FOUND.into_response(),
        path => path,
    };
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let sent = contract_request(path, serde_json::from_slice(&body).unwrap());
    let mut call = Request::post(format!("http://{services}{path}")).header("content-type", "application/json");
    if let Some(token) = header("x-token") {
        call = call.header("authorization", format!("Bearer {token}"));
    }
    if let Some(key) = header("x-chave") {
        call = call.header("idempotency-key", key);
    }
    let client = Client::builder(TokioExecutor::new()).build_http();
    let response = client.request(call.body(Body::from(sent.to_string())).unwrap()).await.unwrap();
    let status = response.status();
    let body = to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap();
    spelt_response(path, status, &body)
}

/// A request as the contract has it.
fn contract_request(path: &str, sent: Value) -> Value {
    let Value::Object(mut sent) = sent else { panic!("a request is an object: {sent}") };
    assert!(!sent.contains_key("apiKey"), "a header carries it");
    if path.starts_with("/LoginUsuarioWeb/") {
        sent.insert("apiKey".to_owned(), API_KEY.into());
    }
    if path.ends_with("lista-acionamentos-by-status") {
        rename(&mut sent, "cdStatus", "status");
    }
    if path.ends_with("salva-sinistro-web") {
        rename(&mut sent, "data", "dataOcorrencia");
        rename(&mut sent, "itens", "procedimentos");
        let Some(Value::Object(pet)) = sent.remove("animal") else { panic!("the pet is an object: {sent:?}") };
        sent.extend([("pet".to_owned(), pet["codigo"].clone()), ("apolice".to_owned(), pet["apolice"].clone())]);
        let day: Vec<_> = sent["dataOcorrencia"].as_str().unwrap().split('/').collect();
        let day = format!("{}-{}-{}", day[2], day[1], day[0]);
        sent.insert("dataOcorrencia".to_owned(), day.into());
        for item in sent["procedimentos"].as_array_mut().unwrap() {
            let item = item.as_object_mut().unwrap();
            rename(item, "vlUnitario", "valor");
            let amount: f64 = item["valor"].as_str().unwrap().replace(',', ".").parse().unwrap();
            item.insert("valor".to_owned(), amount.into());
        }
    }
    sent.into()
}

fn spelt_response(path: &str, status: StatusCode, body: &[u8]) -> Response {
    if status == StatusCode::UNAUTHORIZED {
        // Two services have two ways.
        return match path.ends_with("lista-seguradora") {
            true => json_response(200, &json!({ "sucesso": false, "mensagem": "Sessão expirada" })),
            false => StatusCode::FORBIDDEN.into_response(),
        };
    }
    let answer: Value = serde_json::from_slice(body).unwrap();
    if answer["status"] != 1 {
        return json_response(422, &json!({ "mensagem": answer["messages"] }));
    }
    let mut data = spelt(answer["data"].clone());
    if path.ends_with("lista-seguradora") {
        data = json!({ "versao": 1, "pagina": { "seguradoras": data, "numero": 1 } });
    }
    if path.ends_with("total-acionamento-abertos-dia") {
        rename(data.as_object_mut().unwrap(), "vlTotal", "valorDoDia");
    }
    if path.ends_with("total-seguradoras") {
        data = data["qtTotal"].take();
    }
    if path.ends_with("pesquisa-segurado") {
        data = json!({ "segurado": data });
    }
    let status = if path.ends_with("salva-sinistro-web") { 201 } else { 200 };
    json_response(status, &json!({ "mensagem": null, "dados": data, "sucesso": true }))
}

fn json_response(status: u16, body: &Value) -> Response {
    let headers = HeaderMap::from_iter([(axum::http::header::CONTENT_TYPE, "application/json".parse().unwrap())]);
    (StatusCode::from_u16(status).unwrap(), headers, Body::from(body.to_string())).into_response()
}

/// Values and keys in the mapping.
fn spelt(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(spelt).collect(),
        Value::Object(fields) => {
            let is_event = fields.contains_key("dtEvento");
            let mut fields: Map<_, _> = fields.into_iter().map(|(key, value)| spelt_field(key, value)).collect();
            for (key, spelling) in RESPONSE_KEYS {
                // Totals have a `vlTotal` and a `nmSeguradora` too, which are spelt as in the contract.
                if !fields.contains_key("qtTotal") {
                    rename(&mut fields, key, spelling);
                }
            }
            if fields.contains_key("numero") {
                rename(&mut fields, "procedimentos", "itens");
                let (name, species) = (fields.remove("nmPet"), fields.remove("dsEspecie"));
                fields.insert(
                    "pet".to_owned(),
                    json!({ "nome": name, "porte": "M", "tipo.especie": { "nome": species } }),
                );
            }
            if is_event {
                let (code, text) = (fields["cdStatus"].clone(), fields["dsStatus"].clone());
                fields.extend([("cdStatus".to_owned(), text), ("dsStatus".to_owned(), code)]);
            }
            fields.into()
        }
        other => other,
    }
}

/// A value in another form, by the prefix of its key. A list of one is the object alone.
fn spelt_field(key: String, value: Value) -> (String, Value) {
    let value = match (&key[..2], value) {
        ("dt", Value::String(text)) if text.len() == 10 => {
            format!("{}/{}/{}", &text[8..], &text[5..7], &text[..4]).into()
        }
        // The instants of the fixture are of São Paulo.
        ("dt", Value::String(text)) => text[..19].replace('T', " ").into(),
        ("vl", Value::Number(amount)) => grouped(amount.as_f64().unwrap()).into(),
        ("fl", Value::Bool(flag)) => (if flag { "S" } else { "N" }).into(),
        ("hi" | "ap" | "pe", Value::Array(mut items)) if items.len() == 1 => spelt(items.remove(0)),
        ("hi" | "ap" | "pe" | "pr", Value::Array(items)) if items.is_empty() => Value::Null,
        (_, value) => spelt(value),
    };
    (key, value)
}

/// `1.280,50`.
fn grouped(amount: f64) -> String {
    let (whole, cents) = (amount.trunc(), (amount.fract() * 100.0).round());
    let (thousands, rest) = ((whole / 1000.0).trunc(), whole % 1000.0);
    if thousands > 0.0 { format!("{thousands}.{rest:03},{cents:02}") } else { format!("{rest},{cents:02}") }
}

fn rename(fields: &mut Map<String, Value>, key: &str, spelling: &str) {
    if let Some(value) = fields.remove(key) {
        fields.insert(spelling.to_owned(), value);
    }
}
