//! A service that changes while the gateway runs is noticed, although its responses can still be read.

use std::time::Duration;

use axum::{Json, Router};
use serde_json::{Value, json};

use crate::kit::{
    Gateway, GatewayParts, Setup, Shared, advance_tokio, answering, default_parts, mapped, metric, scraped, serve,
};

/// How often a field was counted as changed in a way.
fn drifted(gateway: &Gateway, kind: &str, field: &str) -> Option<f64> {
    let labels = format!("gateway_drift=\"{kind}\",gateway_field=\"{field}\"");
    metric(&gateway.telemetry, &format!("gateway_upstream_drift_total{{{labels}"))
}

#[tokio::test]
async fn a_field_that_stops_coming_is_counted() {
    let insurer = json!({ "cdSeguradora": "3", "nrCnpj": "11222333000181", "flAtiva": true });
    let answer = Shared::new(json!({ "status": 1, "messages": "", "data": [insurer] }));
    let answering = answer.clone();
    let service = serve(Router::new().fallback(move || async move { Json(answering.get()) })).await;
    let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
    let gateway = Gateway::of(Setup { parts, ..Setup::over(service) });
    let read_often = async || {
        for _ in 0..25 {
            gateway.query("ficha", "{ seguradoras { id ativa } }").await.data();
            advance_tokio(Duration::from_secs(1)).await;
        }
    };
    let missing = |field: &str| drifted(&gateway, "missing", &format!("Seguradora.{field}"));
    read_often().await;
    assert_eq!(missing("nrCnpj"), None);
    answer.change(|answer| answer["data"][0].as_object_mut().unwrap().remove("nrCnpj"));
    read_often().await;
    assert_eq!(missing("nrCnpj"), Some(6.0), "from the twentieth sample on");
    assert_eq!(missing("nmSeguradora"), None, "what never came has not stopped");
}

#[tokio::test]
async fn a_list_with_more_pages_than_are_read_is_shown_and_counted() {
    let insurer = json!({ "cdSeguradora": "3", "nmSeguradora": "Pata Segura", "nrCnpj": null, "flAtiva": true });
    let counted = async |mapping: &str, body: Value| {
        let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
        let upstream = mapped(answering(200, body).await, mapping);
        let gateway = Gateway::of(Setup { parts, ..upstream.into() });
        let read = gateway.query("ficha", "{ seguradoras { nome } }").await.data();
        assert_eq!(read["seguradoras"][0]["nome"], "Pata Segura");
        drifted(&gateway, "incomplete list", "Seguradora.*")
    };
    let list = "[calls.'lista-seguradora']\nlist = 'content'";
    let page = |last: bool| json!({ "status": 1, "data": { "content": [insurer], "last": last, "totalPages": 4 } });
    assert_eq!(counted(list, page(false)).await, Some(1.0));
    assert_eq!(counted(list, page(true)).await, None);
    let beside = |total: u8| json!({ "status": 1, "data": [insurer], "meta": { "total": total } });
    assert_eq!(counted("", beside(2)).await, Some(1.0));
    assert_eq!(counted("", beside(1)).await, None);
}

#[tokio::test]
async fn a_change_whose_response_has_no_user_is_counted() {
    let answer = json!({ "status": 1, "messages": "", "data": { "usuario": { "nome": "ANA" } } });
    let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
    let gateway = Gateway::of(Setup { parts, ..Setup::over(answering(200, answer).await) });
    let change = "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { ... on Usuario { nome } } }";
    gateway.query("ficha", change).await.data();
    assert_eq!(drifted(&gateway, "unread user", "Usuario.*"), Some(1.0));
}
