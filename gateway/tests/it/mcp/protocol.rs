//! What stands before `rmcp`, and what is asked of it: who may speak, and in which form.

use axum::http::Method;
use gateway::{http::cross_origin::BrowserPolicy, schema::engine::persisted_documents::DocumentPolicy};
use serde_json::{Value, json};

use super::{STATELESS, alone, ask, by_method, call, error, meta, parts, post, request, shipped_tools};
use crate::{
    http1_client::SHORT,
    kit::{CLIENT_LIMITS, EMPTY, Gateway, GatewayParts, Setup, answering},
    stub::stub,
};

const VERSION: (&str, &str) = ("mcp-protocol-version", STATELESS);
const LIST: (&str, &str) = ("mcp-method", "tools/list");

#[tokio::test]
async fn without_the_setting_there_is_nothing() {
    let gateway = Gateway::alone();
    let refused = post(&gateway, &[], request("initialize", json!({}))).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["error"]["data"]["code"]), (404, &json!("NOT_FOUND")));
    assert_eq!(by_method(&gateway, Method::GET).await.status, 404);
}

#[tokio::test]
async fn clients_with_a_handshake_need_no_session_of_the_protocol() {
    let gateway = alone();
    for (requested, given) in [("2025-03-26", "2025-03-26"), ("2099-01-01", "2025-11-25")] {
        let params =
            json!({ "protocolVersion": requested, "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
        let reply = post(&gateway, &[], request("initialize", params)).await;
        let result = &reply.json()["result"];
        assert_eq!((reply.status.as_u16(), &result["protocolVersion"]), (200, &json!(given)));
        assert_eq!(reply.header("cache-control"), "private, no-store");
        assert!(!reply.headers.contains_key("mcp-session-id"));
        let server = &result["serverInfo"];
        assert_eq!((&server["name"], &server["version"]), (&json!("gateway"), &json!(env!("CARGO_PKG_VERSION"))));
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
        let instructions = result["instructions"].as_str().unwrap();
        assert!(instructions.contains("endCursor") && instructions.ends_with("Hoje é 2026-11-20."), "{instructions}");
    }
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    // Revision 2025-03-26 has no header.
    for headers in [&[][..], &[("mcp-protocol-version", "2025-11-25")]] {
        let reply = post(&gateway, headers, initialized).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (202, ""), "{headers:?}");
        let listed = post(&gateway, headers, request("tools/list", json!({}))).await.json();
        assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), shipped_tools(), "{headers:?}");
    }
}

#[tokio::test]
async fn the_tools_are_listed_in_one_order_with_their_lifetime() {
    let lists =
        [ask(&alone(), "ana", "tools/list", json!({})).await, ask(&alone(), "eva", "tools/list", json!({})).await];
    assert_eq!(lists[0].text, lists[1].text);
    let result = lists[0].json()["result"].clone();
    let tools = result["tools"].as_array().unwrap();
    assert!(tools.is_sorted_by_key(|tool| tool["name"].as_str().unwrap().to_owned()), "{}", lists[0].text);
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    assert_eq!((&result["resultType"], result.get("nextCursor")), (&json!("complete"), None));
}

#[tokio::test]
async fn headers_that_contradict_the_message_are_refused() {
    let gateway = alone();
    let list = || request("tools/list", json!({ "_meta": meta() }));
    for headers in [&[LIST][..], &[VERSION], &[VERSION, ("mcp-method", "tools/call")], &[VERSION, LIST, LIST]] {
        assert_eq!(error(&post(&gateway, headers, list()).await), (400, -32020, json!(7)), "{headers:?}");
    }
    let call = request("tools/call", json!({ "name": "listar_seguradoras", "_meta": meta() }));
    let headers = [VERSION, ("mcp-method", "tools/call"), ("mcp-name", "listar_procedimentos")];
    assert_eq!(error(&post(&gateway, &headers, call).await), (400, -32020, json!(7)));
    let unknown = post(&gateway, &[("mcp-protocol-version", "2030-01-01")], request("ping", json!({}))).await;
    assert_eq!(error(&unknown), (400, -32000, Value::Null));
}

#[tokio::test]
async fn only_post_works() {
    for method in [Method::GET, Method::HEAD, Method::DELETE, Method::PUT, Method::OPTIONS] {
        let reply = by_method(&alone(), method.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "POST"), "{method}");
    }
}

#[tokio::test]
async fn malformed_messages_and_batches_are_refused() {
    let gateway = alone();
    let deep = "[".repeat(10_000);
    for body in ["", "{", "{}x", &deep] {
        let reply = post(&gateway, &[], body.to_owned()).await;
        assert_eq!(error(&reply), (400, -32700, Value::Null), "{body:.60}");
    }
    for body in [
        "null",
        r#"{"jsonrpc":"2.0","id":7,"result":[],"method":7}"#,
        // A batch, which revision 2025-03-26 had.
        r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#,
        r#"{"id":7,"method":"ping"}"#,
        r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#,
        // Of two equal keys a proxy may have read the other.
        r#"{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"}"#,
    ] {
        let reply = post(&gateway, &[], body.to_owned()).await;
        assert_eq!(error(&reply), (400, -32600, Value::Null), "{body:.60}");
    }
}

#[tokio::test]
async fn arguments_of_another_form_are_told_from_a_method_that_there_is_not() {
    let gateway = alone();
    for arguments in [json!("{}"), json!([])] {
        let reply =
            ask(&gateway, "ana", "tools/call", json!({ "name": "listar_seguradoras", "arguments": arguments })).await;
        assert_eq!(error(&reply).1, -32602, "{}", reply.text);
        assert!(reply.json()["error"]["message"].as_str().unwrap().contains("`arguments`"), "{}", reply.text);
    }
    // No list has a second page.
    let paged = ask(&gateway, "ana", "tools/list", json!({ "cursor": "inventado" })).await;
    assert_eq!(error(&paged).1, -32602, "{}", paged.text);
    // Without `clientInfo`.
    let initialize = request("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {} }));
    let reply = post(&gateway, &[], initialize).await;
    assert_eq!(error(&reply), (200, -32602, json!(7)), "{}", reply.text);
    assert!(reply.json()["error"]["message"].as_str().unwrap().contains("`clientInfo`"), "{}", reply.text);
    // The revision without a handshake does not have it.
    for method in ["tools/outro", "initialize"] {
        assert_eq!(error(&ask(&gateway, "ana", method, json!({})).await), (404, -32601, json!(7)), "{method}");
    }
}

#[tokio::test]
async fn without_a_session_everything_is_refused() {
    let gateway = alone();
    let list = || request("tools/list", json!({}));
    for authorization in ["", "Basic YW5h", "Bearer", "Bearer 0"] {
        let reply = post(&gateway, &[("authorization", authorization)], list()).await;
        assert_eq!(error(&reply), (401, -32000, Value::Null), "{authorization}");
        assert_eq!(reply.json()["error"]["data"]["code"], json!("UNAUTHENTICATED"));
        // No OAuth metadata: there is no authorization server.
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
    let twice = [("authorization", "Bearer ana"), ("authorization", "Bearer eva")];
    assert_eq!(error(&post(&gateway, &twice, list()).await).0, 401);
    // The body is not read.
    assert_eq!(post(&gateway, &[("authorization", ""), ("content-type", "text/plain")], "x").await.status, 401);
}

#[tokio::test]
async fn an_unknown_key_is_refused_as_at_graphql() {
    for header in ["x-tool-key", "x-federation-key"] {
        let reply = post(&alone(), &[(header, "outra")], request("tools/list", json!({}))).await;
        assert_eq!(error(&reply), (403, -32000, Value::Null), "{header}");
        assert_eq!(reply.json()["error"]["data"]["code"], json!("UNKNOWN_KEY"));
    }
}

#[tokio::test]
async fn a_session_that_ended_is_refused_likewise() {
    let gateway = Gateway::of(Setup { parts: parts(), ..Setup::over(answering(401, "").await) });
    let reply = ask(&gateway, "antigo", "tools/call", json!({ "name": "listar_seguradoras" })).await;
    assert_eq!(error(&reply), (401, -32000, json!(7)));
    let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("Sua sessão terminou: "), "{message}");
    assert_eq!(
        (reply.header("www-authenticate"), &reply.json()["error"]["data"]["code"]),
        ("Bearer", &json!("UNAUTHENTICATED"))
    );
}

#[tokio::test]
async fn pages_of_other_origins_and_other_hosts_are_refused() {
    let browsers = BrowserPolicy { hosts: vec!["portal.example".parse().unwrap()], ..BrowserPolicy::default() };
    let gateway = Gateway::of(GatewayParts { browsers, ..parts() });
    let ping = || request("ping", json!({}));
    let host = ("host", "portal.example");
    for (headers, status) in [
        (&[host][..], 200),
        (&[host, ("origin", "https://portal.example")], 200),
        (&[host, ("origin", "https://evil.example")], 403),
        (&[host, ("sec-fetch-site", "cross-site")], 403),
        (&[("host", "evil.example"), ("origin", "http://evil.example")], 421),
    ] {
        assert_eq!(post(&gateway, headers, ping()).await.status, status, "{headers:?}");
    }
    let reply = post(&gateway, &[host, ("origin", "null")], ping()).await;
    assert_eq!(error(&reply), (403, -32000, Value::Null));
    assert_eq!(reply.json()["error"]["data"]["code"], json!("ORIGIN_NOT_ALLOWED"));
}

#[tokio::test]
async fn media_types_and_sizes_are_those_of_the_graph() {
    let gateway = alone();
    let ping = || request("ping", json!({}));
    // rmcp wants both types in Accept; clients that take JSON alone are answered, too.
    for accept in ["application/json, text/event-stream", "application/json", "*/*"] {
        assert_eq!(post(&gateway, &[("accept", accept)], ping()).await.status, 200, "{accept}");
    }
    for header in [("content-type", "text/plain"), ("content-encoding", "gzip")] {
        assert_eq!(error(&post(&gateway, &[header], ping()).await), (415, -32000, Value::Null), "{header:?}");
    }
    let long = request("ping", json!({ "x": "y".repeat(CLIENT_LIMITS.body_bytes) }));
    assert_eq!(error(&post(&gateway, &[], long).await), (413, -32000, Value::Null));
}

#[tokio::test]
async fn tools_run_where_only_trusted_documents_do() {
    let parts = GatewayParts { policy: DocumentPolicy::TrustedOrTool, ..parts() };
    let gateway = Gateway::of(Setup { parts, ..Setup::over(answering(200, EMPTY).await) });
    let result = call(&gateway, "ana", "listar_seguradoras", json!({})).await;
    assert_eq!(result["structuredContent"], json!({ "seguradoras": [] }));
}

#[tokio::test]
async fn a_tool_past_the_timeout_of_requests_is_a_failure_that_the_model_reads() {
    let client_limits = gateway::http::ClientLimits { request_timeout: SHORT, ..CLIENT_LIMITS };
    let stub = stub().holding(|_| true).start_with(GatewayParts { client_limits, ..parts() }).await;
    let result = call(&stub.gateway, "ana", "listar_seguradoras", json!({})).await;
    assert_eq!(result["isError"], json!(true));
    let text = "A resposta demorou demais. Tente novamente. (UPSTREAM_TIMEOUT)";
    assert_eq!(result["content"], json!([{ "type": "text", "text": text }]));
}
