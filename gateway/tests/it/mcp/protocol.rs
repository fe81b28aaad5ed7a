//! The protocol: revisions, headers, methods, messages, and who may speak it.

use std::time::Duration;

use axum::{Router, http::Method};
use gateway::{http::cross_origin::BrowserPolicy, schema::persisted_documents::DocumentPolicy};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{HANDSHAKES, STATELESS, alone, ask, by_method, call, error, meta, over, parts, post, request};
use crate::kit::{CLIENT_LIMITS, Gateway, GatewayParts, default_parts, serve};

const VERSION: (&str, &str) = ("mcp-protocol-version", STATELESS);
const LIST: (&str, &str) = ("mcp-method", "tools/list");

#[tokio::test]
async fn without_the_setting_there_is_nothing() {
    let gateway = Gateway::made_of(default_parts());
    assert_eq!(post(&gateway, &[], request("initialize", json!({}))).await.status, 404);
    assert_eq!(by_method(&gateway, Method::GET).await.status, 404);
}

#[tokio::test]
async fn a_client_without_handshake_learns_what_there_is() {
    let reply = ask(&alone(), "ana", "server/discover", json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"));
    assert_eq!(reply.header("cache-control"), "private, no-store");
    let json = reply.json();
    assert_eq!((&json["jsonrpc"], &json["id"]), (&json!("2.0"), &json!(7)));
    let result = &json["result"];
    assert_eq!(result["supportedVersions"], json!([STATELESS, "2025-11-25", "2025-06-18", "2025-03-26"]));
    assert_eq!((&result["capabilities"], &result["resultType"]), (&json!({ "tools": {} }), &json!("complete")));
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    let server = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&server["name"], &server["version"]), (&json!("gateway"), &json!(env!("CARGO_PKG_VERSION"))));
    let instructions = result["instructions"].as_str().unwrap();
    assert!(instructions.contains("endCursor") && instructions.contains("FATURADO"), "{instructions}");
    let day = instructions.rsplit_once("Hoje é ").unwrap().1;
    assert!(chrono::NaiveDate::parse_from_str(day, "%Y-%m-%d.").is_ok(), "{instructions}");
}

#[tokio::test]
async fn clients_with_a_handshake_get_their_revision_or_the_newest_that_has_one() {
    let gateway = alone();
    for (requested, given) in HANDSHAKES.map(|one| (one, one)).into_iter().chain([
        (STATELESS, HANDSHAKES[0]),
        ("2024-11-05", HANDSHAKES[0]),
        ("2099-01-01", HANDSHAKES[0]),
    ]) {
        let params =
            json!({ "protocolVersion": requested, "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
        let reply = post(&gateway, &[], request("initialize", params)).await;
        let result = reply.json()["result"].clone();
        assert_eq!((reply.status.as_u16(), &result["protocolVersion"]), (200, &json!(given)), "{requested}");
        assert_eq!(
            (&result["capabilities"], &result["serverInfo"]["name"]),
            (&json!({ "tools": {} }), &json!("gateway"))
        );
        assert!(!reply.headers.contains_key("mcp-session-id"));
        assert_eq!(result.get("resultType"), None);
    }
    assert_eq!(error(&post(&gateway, &[], request("initialize", json!({}))).await), (200, -32602, json!(7)));
}

#[tokio::test]
async fn after_the_handshake_requests_need_no_memory_of_it() {
    let gateway = alone();
    // Revision 2025-03-26 has no header.
    for headers in [&[][..], &[("mcp-protocol-version", "2025-11-25")], &[("mcp-protocol-version", "2025-06-18")]] {
        let reply = post(&gateway, headers, request("ping", json!({}))).await;
        assert_eq!(reply.json(), json!({ "jsonrpc": "2.0", "id": 7, "result": {} }), "{headers:?}");
        let listed = post(&gateway, headers, request("tools/list", json!({ "_meta": { "progressToken": 1 } }))).await;
        let result = listed.json()["result"].clone();
        assert_eq!(result.as_object().unwrap().keys().collect::<Vec<_>>(), ["tools"], "{headers:?}");
    }
}

#[tokio::test]
async fn the_tools_are_listed_in_one_order_with_their_lifetime() {
    let gateway = alone();
    let lists =
        [ask(&gateway, "ana", "tools/list", json!({})).await, ask(&alone(), "eva", "tools/list", json!({})).await];
    assert_eq!(lists[0].text, lists[1].text);
    let result = lists[0].json()["result"].clone();
    let names: Vec<_> = result["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "buscar_acionamento",
            "listar_acionamentos",
            "consultar_segurado",
            "consultar_totais",
            "listar_seguradoras",
            "listar_procedimentos",
        ]
    );
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    assert_eq!(result["resultType"], json!("complete"));
    assert_eq!(result.get("nextCursor"), None);
    let reply = ask(&gateway, "ana", "tools/list", json!({ "cursor": "x" })).await;
    assert_eq!(error(&reply), (400, -32602, json!(7)));
}

#[tokio::test]
async fn headers_that_contradict_the_message_are_refused() {
    let gateway = alone();
    let list = || request("tools/list", json!({ "_meta": meta(STATELESS) }));
    for headers in [
        &[LIST][..],
        &[LIST, ("mcp-protocol-version", "2025-11-25")],
        &[LIST, VERSION, VERSION],
        &[VERSION],
        &[VERSION, ("mcp-method", "tools/call")],
        &[VERSION, ("mcp-method", "TOOLS/LIST")],
        &[VERSION, LIST, LIST],
    ] {
        assert_eq!(error(&post(&gateway, headers, list()).await), (400, -32020, json!(7)), "{headers:?}");
    }
    // The header of the version is compared first: the client contradicts itself, whatever it wants.
    let other = request("tools/list", json!({ "_meta": meta("2099-01-01") }));
    assert_eq!(error(&post(&gateway, &[LIST, VERSION], other).await), (400, -32020, json!(7)));

    let tool = "listar_seguradoras";
    let call = || request("tools/call", json!({ "name": tool, "_meta": meta(STATELESS) }));
    let method = ("mcp-method", "tools/call");
    for headers in [
        &[VERSION, method][..],
        &[VERSION, method, ("mcp-name", "listar_procedimentos")],
        &[VERSION, method, ("mcp-name", tool), ("mcp-name", tool)],
        &[VERSION, method, ("mcp-name", "=?base64?bGlzdGFyX3NlZ3VyYWRvcmFz!?=")],
        &[VERSION, method, ("mcp-name", "=?base64?/w==?=")],
    ] {
        assert_eq!(error(&post(&gateway, headers, call()).await), (400, -32020, json!(7)), "{headers:?}");
    }
    for name in [tool, "=?base64?bGlzdGFyX3NlZ3VyYWRvcmFz?="] {
        let reply = post(&gateway, &[VERSION, method, ("mcp-name", name)], call()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["result"]["isError"]), (200, &json!(true)), "{name}");
    }
}

#[tokio::test]
async fn a_request_without_handshake_says_its_revision_and_capabilities() {
    let gateway = alone();
    let without = |key: &str| {
        let mut meta = meta(STATELESS);
        meta.as_object_mut().unwrap().remove(&format!("io.modelcontextprotocol/{key}"));
        json!({ "_meta": meta })
    };
    let with = |key: &str, value: Value| {
        let mut meta = meta(STATELESS);
        meta[format!("io.modelcontextprotocol/{key}")] = value;
        json!({ "_meta": meta })
    };
    for params in [
        json!({}),
        json!({ "_meta": null }),
        json!({ "_meta": {} }),
        without("protocolVersion"),
        without("clientCapabilities"),
        with("protocolVersion", json!(20260728)),
        with("clientCapabilities", json!([])),
    ] {
        let reply = post(&gateway, &[VERSION, LIST], request("tools/list", params.clone())).await;
        assert_eq!(error(&reply), (400, -32602, json!(7)), "{params}");
    }
    // It may leave out who it is.
    assert_eq!(ask(&gateway, "ana", "tools/list", json!({})).await.status, 200);
}

#[tokio::test]
async fn an_unknown_revision_is_refused_with_those_that_there_are() {
    let gateway = alone();
    let unknown = ("mcp-protocol-version", "2099-01-01");
    for params in [json!({ "_meta": meta(unknown.1) }), json!({})] {
        let reply = post(&gateway, &[unknown, LIST], request("tools/list", params)).await;
        assert_eq!(error(&reply), (400, -32022, json!(7)));
        let data = reply.json()["error"]["data"].clone();
        assert_eq!(
            data,
            json!({ "supported": [STATELESS, "2025-11-25", "2025-06-18", "2025-03-26"], "requested": unknown.1 })
        );
    }
}

#[tokio::test]
async fn unknown_methods_are_not_found() {
    let gateway = alone();
    for method in
        ["initialize", "ping", "prompts/list", "resources/read", "logging/setLevel", "subscriptions/listen", "x"]
    {
        assert_eq!(error(&ask(&gateway, "ana", method, json!({})).await), (404, -32601, json!(7)), "{method}");
    }
    // 404 would be the end of a session to a client with a handshake.
    for method in ["server/discover", "prompts/list", "logging/setLevel", "x"] {
        assert_eq!(error(&post(&gateway, &[], request(method, json!({}))).await), (200, -32601, json!(7)), "{method}");
    }
}

#[tokio::test]
async fn notifications_are_accepted_and_have_no_answer() {
    let gateway = alone();
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    for headers in [&[][..], &[VERSION], &[("mcp-protocol-version", "2025-06-18")]] {
        let reply = post(&gateway, headers, notification).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (202, ""), "{headers:?}");
    }
    let reply = post(&gateway, &[("mcp-protocol-version", "2099-01-01")], notification).await;
    assert_eq!(error(&reply), (400, -32022, Value::Null));
    // Answers to requests that this server never makes.
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert_eq!(post(&gateway, &[], answer).await.status, 202);
    assert_eq!(error(&post(&gateway, &[VERSION], answer).await), (400, -32600, Value::Null));
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
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("{}x", -32700),
        (deep.as_str(), -32700),
        ("null", -32600),
        ("\"ping\"", -32600),
        // A batch, which revision 2025-03-26 had.
        (r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, -32600),
        ("[]", -32600),
        (r#"{"id":7,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, -32600),
        // Of two equal keys a proxy may have read the other.
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"}"#, -32600),
    ] {
        assert_eq!(error(&post(&gateway, &[], body.to_owned()).await), (400, code, Value::Null), "{body:.60}");
    }
    for (body, code) in [
        (r#"{"jsonrpc":"2.0","id":7}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":7,"method":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32602),
    ] {
        assert_eq!(error(&post(&gateway, &[], body).await), (400, code, json!(7)), "{body}");
    }
    let text_id = r#"{"jsonrpc":"2.0","id":"a\"b","method":"ping"}"#;
    assert_eq!(post(&gateway, &[], text_id).await.json()["id"], json!("a\"b"));
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
    let services = Router::new().fallback(async || axum::http::StatusCode::UNAUTHORIZED);
    let gateway = over(serve(services).await);
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
    let gateway = Gateway::made_of(GatewayParts { browsers, ..parts() });
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
    for (name, value, status) in [
        ("content-type", "application/json; charset=utf-8", 200),
        ("content-type", "text/plain", 415),
        ("content-encoding", "gzip", 415),
        ("accept", "application/json, text/event-stream", 200),
        ("accept", "application/json", 200),
        ("accept", "*/*", 200),
        ("accept", "text/event-stream", 406),
        ("accept", "application/json;q=0, text/html", 406),
    ] {
        let reply = post(&gateway, &[(name, value)], ping()).await;
        assert_eq!(reply.status, status, "{name}: {value}");
        if status != 200 {
            assert_eq!(error(&reply).1, -32000);
        }
    }
    let long = request("ping", json!({ "x": "y".repeat(CLIENT_LIMITS.body_bytes) }));
    assert_eq!(error(&post(&gateway, &[], long).await), (413, -32000, Value::Null));
}

#[tokio::test]
async fn a_browser_of_an_allowed_origin_may_send_the_headers_of_the_protocol() {
    let browsers =
        BrowserPolicy { origins: vec!["https://agentes.example".parse().unwrap()], ..BrowserPolicy::default() };
    let gateway = Gateway::made_of(GatewayParts { browsers, ..parts() });
    let preflight = axum::extract::Request::options("/mcp")
        .header("origin", "https://agentes.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,mcp-method,mcp-name,mcp-protocol-version");
    let reply = gateway.send(preflight.body(String::new().into()).unwrap()).await;
    assert_eq!(reply.header("access-control-allow-origin"), "https://agentes.example");
    for header in ["authorization", "mcp-method", "mcp-name", "mcp-protocol-version"] {
        assert!(reply.header("access-control-allow-headers").contains(header), "{header}");
    }
}

#[tokio::test]
async fn tools_run_where_only_trusted_documents_do() {
    let services = Router::new().fallback(async || r#"{"status":1,"messages":"","data":[]}"#);
    let gateway =
        Gateway::with_services(serve(services).await, GatewayParts { policy: DocumentPolicy::TrustedOnly, ..parts() });
    let result = call(&gateway, "ana", "listar_seguradoras", json!({})).await;
    assert_eq!(result["structuredContent"], json!({ "seguradoras": [] }));
}

#[tokio::test]
async fn a_tool_past_the_timeout_of_requests_is_a_failure_that_the_model_reads() {
    let services = Router::new().fallback(std::future::pending::<()>);
    let client_limits = gateway::http::ClientLimits { request_timeout: Duration::from_millis(300), ..CLIENT_LIMITS };
    let gateway = Gateway::with_services(serve(services).await, GatewayParts { client_limits, ..parts() });
    let result = call(&gateway, "ana", "listar_seguradoras", json!({})).await;
    assert_eq!(result["isError"], json!(true));
    let text = "A resposta demorou demais. Tente novamente. (UPSTREAM_TIMEOUT)";
    assert_eq!(result["content"], json!([{ "type": "text", "text": text }]));
}

/// JSON that resembles messages.
fn any_message() -> impl Strategy<Value = Value> {
    let words = [
        "2.0",
        "tools/call",
        "tools/list",
        "initialize",
        "server/discover",
        "buscar_acionamento",
        STATELESS,
        "2025-06-18",
        "x",
    ];
    let keys = [
        "jsonrpc",
        "id",
        "method",
        "params",
        "name",
        "arguments",
        "sinistro",
        "_meta",
        "result",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
        "protocolVersion",
        "cursor",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    let inner = leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys.to_vec()).prop_map(str::to_owned), inner), 0..6)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    });
    let method = prop::sample::select(words.to_vec());
    let request = (method, inner.clone())
        .prop_map(|(method, params)| json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }));
    prop_oneof![inner, request]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_message_is_answered(
        message in any_message(),
        version in prop::sample::select(vec!["", STATELESS, "2025-03-26", "x"]),
        method in prop::sample::select(vec!["", "tools/call", "tools/list"]),
        name in "[ -~]{0,20}",
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let headers = [("mcp-protocol-version", version), ("mcp-method", method), ("mcp-name", name.trim())];
            let reply = post(&alone(), &headers, message.to_string()).await;
            assert!(reply.status.as_u16() < 500, "{} {}", reply.status, reply.text);
            if reply.status != 202 {
                let answer = reply.json();
                assert_eq!(answer["jsonrpc"], json!("2.0"));
                assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
            }
        });
    }
}
