//! Integration APIs with mappings of their own, as proxies in front of the reference services.

use std::{collections::HashMap, net::SocketAddr};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{Response, StatusCode, header},
};
use contract::{self, Call, CallVisitor};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use schemars::JsonSchema as _;
use serde_json::{Map, Value};

use crate::kit::serve;

/// How an API differs from the contract.
#[derive(Clone, Copy)]
pub(super) struct OtherApi {
    /// Its keys of responses, as `type.key=own`; without a type, of every other type.
    pub(super) keys: &'static str,
    /// Its keys of requests, as `key=own`.
    pub(super) request_keys: &'static str,
    /// What becomes of each key after that.
    pub(super) style: fn(&str) -> String,
    /// A value of a response, by the contract's key.
    pub(super) value: fn(&str, Value) -> Value,
    /// The header of the session's token, and what stands before it.
    pub(super) token: (&'static str, &'static str),
    /// A response, by the last segment of its path.
    pub(super) success: fn(&str, Value) -> (u16, Value),
    pub(super) refusal: fn(&str) -> (u16, Value),
    /// The answer to a request with keys that the API does not know.
    pub(super) invalid: fn(&[String]) -> (u16, Value),
    pub(super) signed_out: fn() -> (u16, Value),
}

impl OtherApi {
    fn key(&self, type_name: &str, key: &str) -> String {
        let own = own(self.keys, &format!("{type_name}.{key}")).or_else(|| own(self.keys, key));
        (self.style)(own.unwrap_or(key))
    }

    fn request_key(&self, key: &str) -> String {
        (self.style)(own(self.request_keys, key).unwrap_or(key))
    }
}

/// The name of a key in a list of pairs.
fn own(pairs: &'static str, key: &str) -> Option<&'static str> {
    pairs.split_whitespace().find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
}

/// Starts an API before the services.
pub(super) async fn start(api: OtherApi, services: SocketAddr) -> SocketAddr {
    serve(Router::new().fallback(move |request: Request| answer(api, services, request))).await
}

async fn answer(api: OtherApi, services: SocketAddr, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Some((path, shape)) = shapes().into_iter().find(|(path, _)| *path == parts.uri.path()) else {
        return respond(404, &Value::Null);
    };
    let segment = path.rsplit('/').next().unwrap();
    let body: Value = serde_json::from_slice(&to_bytes(body, usize::MAX).await.unwrap()).unwrap();
    let sent = match contract_request(&api, &shape.request, &body) {
        Ok(sent) => sent,
        Err(expected) => {
            let (status, body) = (api.invalid)(&expected);
            return respond(status, &body);
        }
    };
    let mut call = Request::post(format!("http://{services}{path}")).header(header::CONTENT_TYPE, "application/json");
    let token = parts.headers.get(api.token.0).and_then(|value| value.to_str().ok()?.strip_prefix(api.token.1));
    if let Some(token) = token {
        call = call.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let client = Client::builder(TokioExecutor::new()).build_http();
    let response = client.request(call.body(Body::from(sent.to_string())).unwrap()).await.unwrap();
    let is_signed_out = response.status() == StatusCode::UNAUTHORIZED;
    let answer: Value =
        serde_json::from_slice(&to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap()).unwrap();
    let (status, body) = match () {
        () if is_signed_out => (api.signed_out)(),
        () if answer["status"] == 1 => (api.success)(segment, spelled(&api, &shape.data, &answer["data"])),
        () => (api.refusal)(answer["messages"].as_str().unwrap()),
    };
    respond(status, &body)
}

fn respond(status: u16, body: &Value) -> Response<Body> {
    let response = Response::builder().status(status).header(header::CONTENT_TYPE, "application/json");
    response.body(Body::from(body.to_string())).unwrap()
}

/// The types of a service.
struct Shape {
    request: String,
    data: String,
}

/// By path.
fn shapes() -> HashMap<&'static str, Shape> {
    #[derive(Default)]
    struct Shapes(HashMap<&'static str, Shape>);
    impl CallVisitor for Shapes {
        fn visit<C: Call>(&mut self) {
            let data = C::Data::schema_name();
            let data = data.strip_prefix("Array_of_").unwrap_or(&data).to_owned();
            self.0.insert(C::PATH, Shape { request: C::schema_name().into_owned(), data });
        }
    }
    let mut shapes = Shapes::default();
    contract::calls(&mut shapes);
    shapes.0
}

/// The type of the objects in a list.
fn type_of_list(key: &str) -> Option<&'static str> {
    match key {
        "procedimentos" => Some("ProcedimentoRealizado"),
        "historico" => Some("Evento"),
        "apolices" => Some("Apolice"),
        "pets" => Some("Pet"),
        _ => None,
    }
}

fn spelled(api: &OtherApi, type_name: &str, data: &Value) -> Value {
    match data {
        Value::Array(rows) => rows.iter().map(|row| spelled(api, type_name, row)).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                let value = match type_of_list(key) {
                    Some(inner) => spelled(api, inner, value),
                    None => value.clone(),
                };
                (api.key(type_name, key), (api.value)(key, value))
            };
            let mut spelt = Value::Object(Map::new());
            for (path, value) in fields.iter().map(field) {
                // A point stands between the keys of nested objects.
                *path.split('.').fold(&mut spelt, |object, key| &mut object[key]) = value;
            }
            spelt
        }
        other => other.clone(),
    }
}

/// The keys of requests that an operator finds in the documentation of the API, as lines of a mapping.
pub(super) fn request_lines(api: &OtherApi) -> String {
    let mut lines = String::new();
    for request in shapes().into_values().map(|shape| shape.request).chain(["NovoProcedimento".to_owned()]) {
        let keys = known_keys(&request).iter().map(|key| (key, api.request_key(key)));
        let other: String =
            keys.filter(|(key, name)| **key != name).map(|(key, name)| format!("{key} = \"{name}\"\n")).collect();
        if !other.is_empty() {
            lines += &format!("\n[requests.{request}]\n{other}");
        }
    }
    lines
}

/// The request as the contract has it, or the keys that the API expects.
fn contract_request(api: &OtherApi, request: &str, sent: &Value) -> Result<Value, Vec<String>> {
    let names: HashMap<String, &str> = known_keys(request).iter().map(|&key| (api.request_key(key), key)).collect();
    let mut contract = Map::new();
    for (key, value) in sent.as_object().unwrap() {
        let Some(&name) = names.get(key) else {
            return Err(names.into_keys().collect());
        };
        let value = match value {
            Value::Array(items) => {
                let items = items.iter().map(|item| contract_request(api, "NovoProcedimento", item));
                items.collect::<Result<Vec<_>, _>>()?.into()
            }
            other => other.clone(),
        };
        contract.insert(name.to_owned(), value);
    }
    Ok(contract.into())
}

/// The keys of a request in the contract.
fn known_keys(request: &str) -> &'static [&'static str] {
    match request {
        "ListaAcionamentosByStatus" => &["status"],
        "ListaAcionamentosBySeguradoraStatus" => &["seguradora", "status"],
        "ListaAcionamentosByAutorizacao" => &["autorizacao"],
        "ListaAcionamentosBySinistro" | "RetornaAcionamentoReabertura" => &["sinistro"],
        "PesquisaSegurado" => &["cpfCnpj"],
        "TotalStatusAcionamentoAno" => &["ano"],
        "SalvaSinistroWeb" => &[
            "cpfCnpj",
            "apolice",
            "pet",
            "seguradora",
            "dataOcorrencia",
            "autorizacao",
            "observacao",
            "sinistroOrigem",
            "procedimentos",
        ],
        "NovoProcedimento" => &["procedimento", "quantidade", "valor"],
        _ => &[],
    }
}
