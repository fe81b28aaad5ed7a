//! `gateway check --propose` for APIs whose refusals have the data of the call, with empty values.

use std::net::SocketAddr;

use axum::{Json, Router, body::to_bytes, extract::Request, http::header, response::IntoResponse as _};
use serde_json::{Value, json};
use services::wire::{Call as _, segurado::PesquisaSegurado, seguradora::ListaSeguradora};

use super::{Live, Run, with_mapping};
use crate::kit::serve;

/// The same value with every value of it empty, as in languages without null.
fn emptied(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(_) => json!("N"),
        Value::Number(_) => json!(0),
        Value::String(text) if text.contains("T1") => json!("1900-01-01T00:00:00"),
        Value::String(_) => json!(""),
        Value::Array(_) => json!([]),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (key.clone(), emptied(value))).collect())
        }
    }
}

fn envelope(code: i64, text: &str, data: &Value) -> Value {
    let texts = if text.is_empty() { json!([]) } else { json!([{ "Id": "X1", "Texto": text }]) };
    json!({ "CodigoRetorno": code, "Mensagens": texts, "Retorno": data })
}

/// An API that refuses with code 20. One service answers with another code and a text, or none.
async fn services(other: Option<(&'static str, i64, &'static str)>) -> SocketAddr {
    let live = Live::new();
    serve(Router::new().fallback(move |request: Request| {
        let live = live.clone();
        async move {
            let path = request.uri().path().to_owned();
            let has_session = request.headers().get(header::AUTHORIZATION).is_some_and(|value| value == "Bearer ficha");
            let asked = to_bytes(request.into_body(), 10_000).await.unwrap();
            let Some((_, body)) = live.answers.get(&*path) else {
                return Json(envelope(99, "Serviço desconhecido.", &json!({}))).into_response();
            };
            let data = serde_json::from_slice::<Value>(body).unwrap()["data"].take();
            let is_of_nobody = [&b"00000000191"[..], b":\"0\""]
                .iter()
                .any(|value| asked.windows(value.len()).any(|part| part == *value));
            let answer = match other {
                _ if !has_session => envelope(901, "Sessão encerrada. Entre de novo.", &emptied(&data)),
                Some((of, code, text)) if of == path => envelope(code, text, &data),
                _ if is_of_nobody => envelope(20, "Nada foi localizado.", &emptied(&data)),
                _ => envelope(0, "", &data),
            };
            Json(answer).into_response()
        }
    }))
    .await
}

async fn proposed(services: SocketAddr, mapping: &str) -> Run {
    with_mapping(&format!("http://{services}"), mapping, &["--propose"]).await
}

fn success(run: &Run) -> Value {
    let table: toml::Table = run.out.parse().unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err));
    json!(table["envelope"]["success"])
}

#[tokio::test]
async fn the_code_of_a_refusal_with_empty_data_never_means_success() {
    let services = services(None).await;
    let first = proposed(services, "").await;
    assert_eq!((success(&first), first.exit), (json!([0]), 0), "{}{}", first.out, first.err);
    assert!(!first.out.contains("# success"), "{}", first.out);
    let given = "[envelope]\nstatus = 'CodigoRetorno'\nsuccess = [0]\nmessages = 'Mensagens.Texto'\ndata = 'Retorno'\n";
    let again = proposed(services, given).await;
    assert_eq!(success(&again), json!([0]), "{}", again.out);
    assert!(!again.out.contains("# success"), "{}", again.out);
}

#[tokio::test]
async fn a_code_with_a_text_is_no_success_where_another_came_without() {
    let services = services(Some((PesquisaSegurado::PATH, 13, "O documento não confere."))).await;
    let told = proposed(services, "").await;
    assert_eq!(success(&told), json!([0]), "{}", told.out);
}

#[tokio::test]
async fn what_the_operator_wrote_as_success_is_not_extended_but_gets_a_line_to_choose() {
    let services = services(Some((ListaSeguradora::PATH, 5, ""))).await;
    let told = proposed(services, "").await;
    assert_eq!(success(&told), json!([0, 5]), "{}", told.out);
    let told = proposed(services, "[envelope]\nsuccess = [0]\n").await;
    assert_eq!(success(&told), json!([0]), "{}", told.out);
    assert!(told.out.contains("# success = [0, 5]"), "{}", told.out);
}
