//! Arbitrary input gets a GraphQL response, and never 5xx (property tests).

use axum::extract::Request;
use gateway::http::static_files::StaticFiles;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::kit::Gateway;

/// Sends bytes as a body and as a query string; both must get a GraphQL response without a 5xx status.
fn check(body: Vec<u8>, query: &str, headers: Vec<(&'static str, Vec<u8>)>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let gateway = Gateway::alone(StaticFiles::default());
        let mut post = Request::post("/graphql").header("content-type", "application/json");
        let mut get = Request::get(format!("/graphql?{query}"));
        for (name, value) in headers {
            post = post.header(name, value.clone());
            get = get.header(name, value);
        }
        for request in [post.body(body.into()), get.body(String::new().into())] {
            // Not a valid HTTP request.
            let Ok(request) = request else { continue };
            let reply = gateway.send(request).await;
            assert!(reply.status.as_u16() < 500, "{} {}", reply.status, reply.text);
            let answer: Value = serde_json::from_str(&reply.text).unwrap();
            let ran = answer.get("data").is_some();
            let Some(errors) = answer.get("errors") else {
                assert!(ran && reply.status == 200, "{answer}");
                continue;
            };
            for error in errors.as_array().unwrap() {
                assert!(error["message"].is_string() && error["extensions"]["code"].is_string(), "{error}");
            }
            assert!(ran || reply.status != 200 || reply.header("content-type").starts_with("application/json"));
        }
    });
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
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![
            Just("query".to_owned()),
            Just("documentId".to_owned()),
            Just("operationName".to_owned()),
            Just("variables".to_owned()),
            Just("extensions".to_owned()),
            Just("persistedQuery".to_owned()),
            Just("version".to_owned()),
            Just("sha256Hash".to_owned()),
            ".{0,6}",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(body in prop::collection::vec(any::<u8>(), 0..300), query in "[ -~]{0,80}") {
        check(body, &query, Vec::new());
    }

    #[test]
    fn any_json_is_answered(body in any_json()) {
        check(body.to_string().into_bytes(), "", Vec::new());
    }

    #[test]
    fn any_document_is_answered(text in "[{}()\\[\\]:!@$\"#.a-z_ \\\\\n]{0,60}") {
        check(json!({ "query": text }).to_string().into_bytes(), "query=%7B__typename%7D", Vec::new());
    }

    #[test]
    fn any_headers_are_answered(
        name in prop::sample::select(vec![
            "accept", "accept-encoding", "authorization", "content-encoding", "content-type", "host", "if-none-match",
            "origin", "sec-fetch-site", "x-tool-key",
        ]),
        value in prop::collection::vec(prop_oneof![32_u8..127, 128_u8..=255, Just(9)], 0..40),
    ) {
        check(br#"{"query":"{ __typename }"}"#.to_vec(), "query=%7B__typename%7D", vec![(name, value)]);
    }
}
