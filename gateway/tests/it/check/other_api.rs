//! Integration APIs with mappings of their own, as proxies in front of the reference services.

use std::{collections::HashMap, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderMap, Response, StatusCode, header},
};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use schemars::JsonSchema as _;
use serde_json::{Map, Value};
use services::wire::{self, Call, CallVisitor};

use crate::kit::{Calls, serve};

/// How an API differs from the contract.
pub(super) trait OtherApi: Send + Sync + 'static {
    /// The key of a response's type.
    fn key(&self, type_name: &str, key: &str) -> String;
    /// A value of a response, by the contract's key.
    fn value(&self, _key: &str, value: Value) -> Value {
        value
    }
    /// The key of a request's type.
    fn request_key(&self, request: &str, key: &str) -> String;
    /// The token of a session.
    fn token(&self, headers: &HeaderMap) -> Option<String> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ").map(str::to_owned)
    }
    /// The application's key, if a header carries it.
    fn api_key(&self, _headers: &HeaderMap) -> Option<String> {
        None
    }
    /// Whether the application's key has to come in a header.
    fn wants_api_key_header(&self) -> bool {
        false
    }
    fn success(&self, segment: &str, data: Value) -> (u16, Value);
    fn refusal(&self, text: &str) -> (u16, Value);
    /// The answer to a request with keys that the API does not know.
    fn invalid(&self, expected: &[String]) -> (u16, Value);
    fn signed_out(&self) -> (u16, Value);
}

/// Starts an API. `calls` records what reaches it.
pub(super) async fn start(api: impl OtherApi, services: SocketAddr, calls: &Calls) -> SocketAddr {
    let api: Arc<dyn OtherApi> = Arc::new(api);
    let router = Router::new().fallback(move |request: Request| answer(Arc::clone(&api), services, request));
    serve(calls.record(router)).await
}

async fn answer(api: Arc<dyn OtherApi>, services: SocketAddr, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Some((path, shape)) = shapes().into_iter().find(|(path, _)| *path == parts.uri.path()) else {
        return respond(404, &Value::Null);
    };
    let segment = path.rsplit('/').next().unwrap();
    let body: Value = serde_json::from_slice(&to_bytes(body, usize::MAX).await.unwrap()).unwrap();
    if shape.request.starts_with("Valida") && api.wants_api_key_header() && api.api_key(&parts.headers).is_none() {
        let (status, body) = api.signed_out();
        return respond(status, &body);
    }
    let mut sent = match contract_request(&*api, &shape.request, &body) {
        Ok(sent) => sent,
        Err(expected) => {
            let (status, body) = api.invalid(&expected);
            return respond(status, &body);
        }
    };
    if let Some(key) = api.api_key(&parts.headers)
        && shape.request.starts_with("Valida")
    {
        sent.as_object_mut().unwrap().insert("apiKey".to_owned(), key.into());
    }
    let mut call = Request::post(format!("http://{services}{path}")).header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = api.token(&parts.headers) {
        call = call.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let client = Client::builder(TokioExecutor::new()).build_http();
    let response = client.request(call.body(Body::from(sent.to_string())).unwrap()).await.unwrap();
    let is_signed_out = response.status() == StatusCode::UNAUTHORIZED;
    let answer: Value =
        serde_json::from_slice(&to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap()).unwrap();
    let (status, body) = match () {
        () if is_signed_out => api.signed_out(),
        () if answer["status"] == 1 => api.success(segment, spelled(&*api, &shape.data, &answer["data"])),
        () => api.refusal(answer["messages"].as_str().unwrap()),
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
    wire::calls(&mut shapes);
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

fn spelled(api: &dyn OtherApi, type_name: &str, data: &Value) -> Value {
    match data {
        Value::Array(rows) => rows.iter().map(|row| spelled(api, type_name, row)).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                let value = match type_of_list(key) {
                    Some(inner) => spelled(api, inner, value),
                    None => api.value(key, value.clone()),
                };
                (api.key(type_name, key), value)
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
pub(super) fn request_lines(api: &impl OtherApi) -> String {
    let mut lines = String::new();
    for request in shapes().into_values().map(|shape| shape.request).chain(["NovoProcedimento".to_owned()]) {
        let keys = known_keys(&request).iter().map(|key| (key, api.request_key(&request, key)));
        let other: String =
            keys.filter(|(key, name)| **key != name).map(|(key, name)| format!("{key} = \"{name}\"\n")).collect();
        if !other.is_empty() {
            lines += &format!("\n[requests.{request}]\n{other}");
        }
    }
    lines
}

/// The request as the contract has it, or the keys that the API expects.
fn contract_request(api: &dyn OtherApi, request: &str, sent: &Value) -> Result<Value, Vec<String>> {
    let names: HashMap<String, &str> =
        known_keys(request).iter().map(|&key| (api.request_key(request, key), key)).collect();
    let mut contract = Map::new();
    for (key, value) in sent.as_object().unwrap() {
        let Some(&name) = names.get(key) else {
            return Err(names.into_keys().filter(|key| key != "apiKey").collect());
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
        "ValidaEmail" => &["apiKey", "email"],
        "ValidaCodigoAcesso" => &["apiKey", "codigoAcesso"],
        "ValidaLogin" => &["apiKey", "email", "senha"],
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
