//! `POST /mcp`: agents and their tools.

mod files;
mod protocol;
mod tools;

use std::fs;

use axum::{
    body::Body,
    extract::Request,
    http::{Method, StatusCode},
};
use gateway::schema::mcp_tools::McpTools;
use serde_json::{Value, json};

use crate::kit::{Gateway, GatewayParts, Reply, default_parts};

const STATELESS: &str = "2026-07-28";

pub(crate) fn shipped() -> Option<McpTools> {
    Some(McpTools::load(None).unwrap())
}

/// How many tools are shipped: one a file.
fn shipped_tools() -> usize {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/mcp-tools")).unwrap();
    files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "graphql")).count()
}

fn parts() -> GatewayParts {
    GatewayParts { mcp_tools: shipped(), ..default_parts() }
}

fn alone() -> Gateway {
    Gateway::of(parts())
}

/// Sends a body with a session's token, as JSON unless the headers say otherwise.
async fn post(gateway: &Gateway, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
    let mut request = Request::post("/mcp");
    for default in [("authorization", "Bearer ana"), ("content-type", "application/json")] {
        if !headers.iter().any(|(name, _)| *name == default.0) {
            request = request.header(default.0, default.1);
        }
    }
    // A header without a value is left out.
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        request = request.header(*name, *value);
    }
    gateway.send(request.body(body.into()).unwrap()).await
}

/// Sends a request of the revision without a handshake.
async fn ask(gateway: &Gateway, token: &str, method: &str, params: Value) -> Reply {
    ask_with(gateway, &[("authorization", &format!("Bearer {token}"))], method, params).await
}

/// The same with headers.
async fn ask_with(gateway: &Gateway, headers: &[(&str, &str)], method: &str, mut params: Value) -> Reply {
    params["_meta"] = meta();
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let own = [("mcp-protocol-version", STATELESS), ("mcp-method", method), ("mcp-name", &name)];
    post(gateway, &[&own, headers].concat(), request(method, params)).await
}

/// The `_meta` of a request without a handshake.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn request(method: &str, params: Value) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "id": 7, "method": method });
    message["params"] = params;
    message.to_string()
}

async fn call(gateway: &Gateway, token: &str, tool: &str, arguments: Value) -> Value {
    call_with(gateway, &[("authorization", &format!("Bearer {token}"))], tool, arguments).await.0
}

/// The same with headers: the result, and the header with its cost.
pub(crate) async fn call_with(
    gateway: &Gateway,
    headers: &[(&str, &str)],
    tool: &str,
    arguments: Value,
) -> (Value, String) {
    let params = json!({ "name": tool, "arguments": arguments });
    let reply = ask_with(gateway, headers, "tools/call", params).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    (reply.json()["result"].clone(), reply.header("x-graphql-cost").to_owned())
}

/// The text of a call that failed.
pub(crate) fn failure(result: &Value) -> String {
    assert_eq!((&result["isError"], result.get("structuredContent")), (&json!(true), None), "{result:#}");
    assert_eq!((&result["content"][0]["type"], &result["resultType"]), (&json!("text"), &json!("complete")));
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

/// Status, code and id of a JSON-RPC error.
#[track_caller]
fn error(reply: &Reply) -> (u16, i64, Value) {
    let json = reply.json();
    assert_eq!((&json["jsonrpc"], json.get("result")), (&json!("2.0"), None), "{}", reply.text);
    assert!(!json["error"]["message"].as_str().unwrap().is_empty());
    (reply.status.as_u16(), json["error"]["code"].as_i64().unwrap(), json["id"].clone())
}

async fn by_method(gateway: &Gateway, method: Method) -> Reply {
    let request = Request::builder().method(method).uri("/mcp").header("authorization", "Bearer ana");
    gateway.send(request.body(Body::empty()).unwrap()).await
}
