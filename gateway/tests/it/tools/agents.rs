//! A key at `/mcp`: it bounds an agent as it bounds a program at `/graphql`.

use contract::acionamento::ListaAcionamentosByStatus;
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{Folder, KEY, tool};
use crate::{
    captured_log::CapturedLog,
    kit::{GatewayParts, default_parts},
    mcp::{self, call_with, shipped},
    stub::{Answer, Stub, acionamento, one_insurer},
};

/// A gateway for agents with a tool of these bounds, over a list of 30 rows.
async fn bounded(bounds: &str) -> Stub {
    let parts = GatewayParts {
        tools: Folder::new(&[("relatorios.toml", tool(&format!("documents = 'any'\n{bounds}")))]).open(),
        mcp_tools: shipped(),
        ..default_parts()
    };
    one_insurer()
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data((1..=30).map(acionamento).collect()))
        .start_with(parts)
        .await
}

/// Calls a tool for agents: the result, and the header with its cost.
async fn call(stub: &Stub, key: Option<&str>, name: &str, arguments: Value) -> (Value, String) {
    let headers: Vec<_> = key.iter().map(|key| ("x-tool-key", *key)).collect();
    call_with(&stub.gateway, &headers, name, arguments).await
}

async fn failure(stub: &Stub, name: &str, arguments: Value) -> String {
    mcp::failure(&call(stub, Some(KEY), name, arguments).await.0)
}

#[tokio::test]
async fn a_tool_that_may_not_query_calls_no_tool_for_agents() {
    let stub = bounded("operations = ['mutation']").await;
    let text = failure(&stub, "listar_seguradoras", json!({})).await;
    assert!(text.contains("relatorios") && text.ends_with("(FORBIDDEN)"), "{text}");
    assert!(stub.seen().is_empty());
    // A key adds no permission and takes none from an agent without it.
    assert_eq!(call(&stub, None, "listar_seguradoras", json!({})).await.0["isError"], json!(false));
}

#[tokio::test]
async fn the_cost_of_an_agents_call_is_bounded_and_told_to_its_tool() {
    let stub = bounded("operations = ['query']\nmax-cost = 20").await;
    let page = |rows: i32| json!({ "status": "ABERTO", "linhas": rows });
    let text = failure(&stub, "listar_acionamentos", page(30)).await;
    assert!(text.ends_with("(QUERY_TOO_COMPLEX)"), "{text}");
    assert!(stub.seen().is_empty());
    let (result, cost) = call(&stub, Some(KEY), "listar_acionamentos", page(10)).await;
    assert_eq!((&result["isError"], &*cost), (&json!(false), "estimated=12, actual=12"), "{result:#}");
    let (result, cost) = call(&stub, None, "listar_acionamentos", page(30)).await;
    assert_eq!((&result["isError"], &*cost), (&json!(false), ""), "{result:#}");
}

#[tokio::test]
async fn the_calls_of_an_agent_and_requests_to_the_graph_are_counted_together() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let stub = bounded("operations = ['query']\nrequests-per-minute = 2").await;
    let body = json!({ "query": "{ seguradoras { nome } }" });
    assert_eq!(super::with_key(&stub.gateway, body.clone()).await.json().get("errors"), None);
    assert_eq!(call(&stub, Some(KEY), "listar_seguradoras", json!({})).await.0["isError"], json!(false));
    let text = failure(&stub, "listar_seguradoras", json!({})).await;
    let expected = "A ferramenta relatorios pode fazer 2 requisições por minuto. Tente novamente em 60 segundos.";
    assert_eq!(text, format!("{expected} (RATE_LIMITED)"));
    let refused = super::with_key(&stub.gateway, body).await.json();
    assert_eq!(refused["errors"][0]["extensions"]["code"], json!("RATE_LIMITED"));
    // Another agent of the same session is not counted.
    assert_eq!(call(&stub, None, "listar_seguradoras", json!({})).await.0["isError"], json!(false));
    let fields: Vec<_> = log.requests().into_iter().map(|(_, fields)| fields).collect();
    assert_eq!((&fields[1]["route"], &fields[1]["tool"]), (&json!("/mcp"), &json!("relatorios")));
    assert_eq!((&fields[2]["errors"], fields[4].get("tool")), (&json!("RATE_LIMITED"), None));
}
