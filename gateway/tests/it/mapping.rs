//! An integration API that spells the contract otherwise gives the same graph, with a mapping and nothing else.

mod names_headers_login;
mod pages_and_saves;
mod refusals_and_empty;
mod strict;
mod unread;

use std::future::ready;

use axum::{
    Json,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use crate::kit::{ABRIR, Call, Calls, Gateway, Reply, mapped, novo_acionamento, services};

/// A call that an API got: the last segment of its path, its query string, its body.
type Asked = (String, String, Value);

/// An API, and what it was asked.
struct Api {
    gateway: Gateway,
    calls: Calls,
}

fn asked(call: &Call) -> Asked {
    let (path, query) = call.path.split_once('?').unwrap_or((&call.path, ""));
    (path.rsplit('/').next().unwrap().to_owned(), query.to_owned(), call.json())
}

impl Api {
    async fn new(mapping: &str, answer: impl Fn(&Asked) -> Response + Clone + Send + Sync + 'static) -> Self {
        let (address, calls) = services(move |call| ready(answer(&asked(&call)))).await;
        Self { gateway: Gateway::of(mapped(address, mapping)), calls }
    }

    async fn ask(&self, document: &str) -> Value {
        self.gateway.query("ficha", document).await.data()
    }

    /// Opens an acionamento, each time with the same key.
    async fn save(&self) -> Reply {
        self.gateway.run(Some("ficha"), ABRIR, novo_acionamento("chave-1")).await
    }

    fn asked(&self, segment: &str) -> Vec<(String, Value)> {
        let calls = self.calls.so_far();
        calls.iter().map(asked).filter(|call| call.0 == segment).map(|(_, query, body)| (query, body)).collect()
    }
}

fn ok(body: Value) -> Response {
    Json(body).into_response()
}

fn success(data: Value) -> Response {
    let mut envelope = json!({ "status": 1, "messages": "" });
    envelope["data"] = data;
    ok(envelope)
}

fn procedure(number: usize) -> Value {
    json!({ "cdProcedimento": number, "dsProcedimento": format!("Procedimento {number}"), "vlReferencia": 10 })
}

fn claim(number: &str) -> Value {
    json!({
        "cdAcionamento": 7, "nrSinistro": number, "cdStatus": "ABERTO", "dsStatus": "Aberto", "dtAbertura": "2026-11-20T14:00:00",
        "dtOcorrencia": "2026-11-19", "vlTotal": "201,00", "cdSeguradora": 1, "nrCpfCnpj": "52998224725", "nmSegurado": "Marina",
        "nrApolice": "A", "cdPet": 1, "procedimentos": [], "historico": [],
    })
}

const PROCEDURES: &str = "{ procedimentos { id } }";
