//! Integration APIs with mappings of their own, as proxies in front of the reference services.

use std::{collections::HashMap, net::SocketAddr, sync::LazyLock};

use axum::{
    Json,
    body::{Body, to_bytes},
    extract::Request,
    http::{
        StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
    response::{IntoResponse as _, Response},
};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use crate::kit::{self, Call};

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
    kit::services(move |call| answer(api, services, call)).await.0
}

async fn answer(api: OtherApi, services: SocketAddr, call: Call) -> Response {
    let path = &*call.path;
    let Some([asked, data]) = CONTRACT.calls.get(path) else { return respond(404, &Value::Null) };
    let segment = path.rsplit('/').next().unwrap();
    let sent = match contract_request(&api, asked, &call.json()) {
        Ok(sent) => sent,
        Err(expected) => {
            let (status, body) = (api.invalid)(&expected);
            return respond(status, &body);
        }
    };
    let mut request = Request::post(format!("http://{services}{path}")).header(CONTENT_TYPE, "application/json");
    let token = call.headers.get(api.token.0).and_then(|value| value.to_str().ok()?.strip_prefix(api.token.1));
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let client = Client::builder(TokioExecutor::new()).build_http();
    let response = client.request(request.body(Body::from(sent.to_string())).unwrap()).await.unwrap();
    let is_signed_out = response.status() == StatusCode::UNAUTHORIZED;
    let body = to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap();
    let answer: Value = serde_json::from_slice(&body).unwrap();
    let (status, body) = match () {
        () if is_signed_out => (api.signed_out)(),
        () if answer["status"] == 1 => (api.success)(segment, renamed_fields(&api, data, &answer["data"])),
        () => (api.refusal)(answer["messages"].as_str().unwrap()),
    };
    respond(status, &body)
}

fn respond(status: u16, body: &Value) -> Response {
    (StatusCode::from_u16(status).unwrap(), Json(body)).into_response()
}

/// The contract by its JSON Schemas.
#[derive(Default)]
struct Contract {
    /// The types of the request and of the data of each path.
    calls: HashMap<&'static str, [String; 2]>,
    /// The keys of each type; of a list its items' type.
    keys: HashMap<String, Vec<(String, Option<String>)>>,
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let mut contract = Contract::default();
    let mut generator = SchemaGenerator::default();
    let reference = |value: &Value| Some(value["$ref"].as_str()?.rsplit('/').next()?.to_owned());
    for call in contract::calls() {
        let types = [(call.request_schema)(&mut generator), (call.data_schema)(&mut generator)].map(|schema| {
            let schema = schema.to_value();
            reference(&schema).or_else(|| reference(&schema["items"])).unwrap_or_default()
        });
        contract.calls.insert(call.path, types);
    }
    for (name, schema) in generator.take_definitions(true) {
        let properties = schema["properties"].as_object().into_iter().flatten();
        contract.keys.insert(name, properties.map(|(key, value)| (key.clone(), reference(&value["items"]))).collect());
    }
    contract
});

impl Contract {
    fn keys(&self, type_name: &str) -> &[(String, Option<String>)] {
        self.keys.get(type_name).map_or(&[], Vec::as_slice)
    }

    /// The type of the objects in a list.
    fn items(&self, type_name: &str, key: &str) -> Option<&str> {
        self.keys(type_name).iter().find(|(name, _)| name == key)?.1.as_deref()
    }
}

fn renamed_fields(api: &OtherApi, type_name: &str, data: &Value) -> Value {
    match data {
        Value::Array(rows) => rows.iter().map(|row| renamed_fields(api, type_name, row)).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                let value = match CONTRACT.items(type_name, key) {
                    Some(inner) => renamed_fields(api, inner, value),
                    None => value.clone(),
                };
                (api.key(type_name, key), (api.value)(key, value))
            };
            let mut renamed = Value::Object(Map::new());
            for (path, value) in fields.iter().map(field) {
                // A point stands between the keys of nested objects.
                *path.split('.').fold(&mut renamed, |object, key| &mut object[key]) = value;
            }
            renamed
        }
        other => other.clone(),
    }
}

/// The keys of requests that an operator finds in the documentation of the API, as lines of a mapping.
pub(super) fn request_lines(api: &OtherApi) -> String {
    let mut lines = String::new();
    for request in CONTRACT.calls.values().map(|[request, _]| &**request).chain(["NovoProcedimento"]) {
        let keys = CONTRACT.keys(request).iter().map(|(key, _)| (key, api.request_key(key)));
        let other: String =
            keys.filter(|(key, name)| *key != name).map(|(key, name)| format!("{key} = \"{name}\"\n")).collect();
        if !other.is_empty() {
            lines += &format!("\n[requests.{request}]\n{other}");
        }
    }
    lines
}

/// The request as the contract has it, or the keys that the API expects.
fn contract_request(api: &OtherApi, request: &str, sent: &Value) -> Result<Value, Vec<String>> {
    let keys = CONTRACT.keys(request).iter();
    let names: HashMap<String, &str> = keys.map(|(key, _)| (api.request_key(key), &**key)).collect();
    let mut contract = Map::new();
    for (key, value) in sent.as_object().unwrap() {
        let Some(&name) = names.get(key) else {
            return Err(names.into_keys().collect());
        };
        let value = match value {
            Value::Array(items) => {
                let of_list = CONTRACT.items(request, name).unwrap();
                let items = items.iter().map(|item| contract_request(api, of_list, item));
                items.collect::<Result<Vec<_>, _>>()?.into()
            }
            other => other.clone(),
        };
        contract.insert(name.to_owned(), value);
    }
    Ok(contract.into())
}
