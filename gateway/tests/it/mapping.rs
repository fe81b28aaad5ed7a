//! An integration API that spells the contract otherwise gives the same graph, with a mapping and nothing else.

mod forms;
mod said;
mod short;
mod strict;
mod unread;

use std::sync::Arc;

use axum::{Router, http::StatusCode};
use gateway::upstream::UpstreamSettings;
use serde_json::json;

use crate::kit::{ANA, Gateway, VALIDAR_EMAIL, patient, serve};

#[tokio::test]
async fn without_an_envelope_no_content_is_a_success() {
    let silent = Router::new().fallback(|| async { StatusCode::NO_CONTENT });
    let mapping = Arc::new("[envelope]\ndata = false".parse().unwrap());
    let gateway = Gateway::with(UpstreamSettings { mapping, ..patient(serve(silent).await) });
    let sent = gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data();
    assert_eq!(sent["validarEmail"]["__typename"], "CodigoEnviado");
    assert_eq!(gateway.run(Some("ficha"), "{ seguradoras { id } }", json!({})).await.data()["seguradoras"], json!([]));
}
