//! Arbitrary input gets a response of GraphQL or of the agents' protocol, and never 5xx (property tests).

use axum::extract::Request;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    kit::{EMPTY, Gateway, GatewayParts, Reply, Setup, answering, default_parts},
    mcp::shipped,
};

/// Sends bytes as a body to both endpoints, and a query string.
fn check(body: &[u8], query: &str, headers: &[(&'static str, Vec<u8>)]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let parts = GatewayParts { mcp_tools: shipped(), ..default_parts() };
        let gateway = Gateway::of(Setup { parts, ..Setup::over(answering(200, EMPTY).await) });
        let json =
            || Request::post("/mcp").header("content-type", "application/json").header("authorization", "Bearer a");
        for (at, mut request) in
            [json().uri("/graphql"), Request::get(format!("/graphql?{query}")), json()].into_iter().enumerate()
        {
            for (name, value) in headers {
                request = request.header(*name, value.clone());
            }
            let body = if at == 1 { Vec::new() } else { body.to_vec() };
            // Not a valid HTTP request.
            let Ok(request) = request.body(body.into()) else { continue };
            let reply = gateway.send(request).await;
            assert!(reply.status.as_u16() < 500, "{} {}", reply.status, reply.text);
            // A head that is refused before any route closes the connection.
            let is_routed = reply.header("connection").is_empty();
            if at == 2 && is_routed { is_of_agents(&reply) } else { is_graphql(&reply) }
        }
    });
}

fn is_graphql(reply: &Reply) {
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    let ran = answer.get("data").is_some();
    let Some(errors) = answer.get("errors") else { return assert!(ran && reply.status == 200, "{answer}") };
    for error in errors.as_array().unwrap() {
        assert!(error["message"].is_string() && error["extensions"]["code"].is_string(), "{error}");
    }
    assert!(ran || reply.status != 200 || reply.header("content-type").starts_with("application/json"));
}

fn is_of_agents(reply: &Reply) {
    // A notification is accepted without a response.
    if reply.status != 202 {
        let answer = reply.json();
        assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!("{ __typename }")),
        Just(json!("query A($a: Int) { __typename @skip(if: false) }")),
        prop::sample::select(vec!["2.0", "initialize", "tools/list", "tools/call", "listar_acionamentos"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        const KEYS: &[&str] = &[
            "query",
            "documentId",
            "operationName",
            "variables",
            "extensions",
            "persistedQuery",
            "version",
            "sha256Hash",
        ];
        let key = prop_oneof![prop::sample::select(KEYS).prop_map(str::to_owned), ".{0,6}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

/// A valid message of the protocol, of which some members are other ones or missing, as a text that may be cut off.
fn almost_a_message() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &["jsonrpc", "id", "method", "params"];
    let changes = prop::collection::vec((prop::sample::select(KEYS), prop::option::of(any_json())), 0..3);
    let arguments = prop_oneof![Just(json!({ "status": ["ABERTO"] })), any_json()];
    (arguments, changes, prop::option::of(0..90_usize)).prop_map(|(arguments, changes, length)| {
        let params = json!({ "name": "listar_acionamentos", "arguments": arguments });
        let mut message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
        for (key, value) in changes {
            match value {
                Some(value) => message[key] = value,
                None => drop(message.as_object_mut().unwrap().remove(key)),
            }
        }
        let text = message.to_string();
        text.chars().take(length.unwrap_or(usize::MAX)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(body in prop::collection::vec(any::<u8>(), 0..300), query in "[ -~]{0,80}") {
        check(&body, &query, &[]);
    }

    #[test]
    fn any_json_is_answered(body in any_json()) {
        check(body.to_string().as_bytes(), "", &[]);
    }

    #[test]
    fn any_message_of_agents_is_answered(text in almost_a_message()) {
        check(text.as_bytes(), "", &[]);
    }

    #[test]
    fn any_document_is_answered(text in "[{}()\\[\\]:!@$\"#.a-z_ \\\\\n]{0,60}") {
        check(json!({ "query": text }).to_string().as_bytes(), "query=%7B__typename%7D", &[]);
    }

    #[test]
    fn any_headers_are_answered(
        name in prop::sample::select(vec![
            "accept", "accept-encoding", "authorization", "content-encoding", "content-type", "host", "if-none-match",
            "origin", "sec-fetch-site", "x-tool-key",
        ]),
        value in prop::collection::vec(prop_oneof![32_u8..127, 128_u8..=255, Just(9)], 0..40),
    ) {
        check(br#"{"query":"{ __typename }"}"#, "query=%7B__typename%7D", &[(name, value)]);
    }
}
