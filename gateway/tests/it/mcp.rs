//! `POST /mcp`: agents and their tools.

mod files;
mod protocol;
mod tools;

use std::net::SocketAddr;

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

fn parts() -> GatewayParts {
    GatewayParts { mcp_tools: shipped(), ..default_parts() }
}

fn alone() -> Gateway {
    Gateway::made_of(parts())
}

/// A gateway for agents with services at an address.
fn over(address: SocketAddr) -> Gateway {
    Gateway::with_services(address, parts())
}

/// Sends a body with a session's token, as JSON unless the headers say otherwise.
pub(crate) async fn post(gateway: &Gateway, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
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
    let mut params = params;
    params["_meta"] = meta();
    let bearer = format!("Bearer {token}");
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let headers = [
        ("authorization", bearer.as_str()),
        ("mcp-protocol-version", STATELESS),
        ("mcp-method", method),
        ("mcp-name", &name),
    ];
    post(gateway, &headers, request(method, params)).await
}

/// The `_meta` of a request without a handshake.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

pub(crate) fn request(method: &str, params: Value) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "id": 7, "method": method });
    message["params"] = params;
    message.to_string()
}

async fn call(gateway: &Gateway, token: &str, tool: &str, arguments: Value) -> Value {
    let reply = ask(gateway, token, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    reply.json()["result"].clone()
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
